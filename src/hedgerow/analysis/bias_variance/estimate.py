"""Bias and variance of a learner, from many training sets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import is_classifier, is_regressor
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from hedgerow.analysis.bias_variance.decompositions import Ties, check_ties
from hedgerow.analysis.bias_variance.definitions import resolve_definition
from hedgerow.analysis.bias_variance.evidence import ClassTally, Evidence, Setting, ValueTally
from hedgerow.analysis.bias_variance.noise import resolve_noise
from hedgerow.analysis.bias_variance.protocols import resolve_protocol
from hedgerow.analysis.bias_variance.replication import Arrangement, LabelledRows, encode_labels, replicate
from hedgerow.analysis.bias_variance.result import BiasVariance
from hedgerow.foundation.constraints import Count, check
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.training_set import read_weights


def bias_variance(
    estimator: Any,
    X: Any = None,
    y: ArrayLike | None = None,
    *,
    test: tuple[Any, ...] | None = None,
    definition: str = "james",
    protocol: Any = "bootstrap",
    n_replicates: int | None = None,
    noise: Any = "auto",
    ties: Ties = "lowest",
    sample_weight: ArrayLike | None = None,
    reseed: bool = True,
    keep_predictions: bool = False,
    n_jobs: int | None = None,
    random_state: int | np.random.RandomState | None = None,
    verbose: int = 0,
) -> BiasVariance:
    """Decompose the expected error of a learner into noise, bias and variance.

    The learner is fitted on many training sets, and each model predicts the same rows. What the models have in common
    is the learner's bias; what differs between them is its variance. By James' definition the error is the sum of three
    effects: of the noise, of always giving the main prediction, and of straying from it, ``E L(Y, H) = Var(Y) + SE +
    VE``.

    Parameters
    ----------
    estimator : classifier or regressor
        The learner, an ensemble or any scikit-learn estimator. It is cloned and not changed.
    X : array-like, sparse matrix or data frame of shape (n_samples, n_features), default=None
        Rows to draw training sets from; None where they are fresh samples of a generator.
    y : array-like of shape (n_samples,), default=None
        Labels of any kind, or values.
    test : tuple (X, y) or (X, y, sample_weight), default=None
        Rows to predict; None to take them from `X`, as the protocol says.
    definition : str, default="james"
        Whose terms. For classes "james", "kohavi_wolpert", "kohavi_wolpert_unbiased", "breiman", "rogers",
        "domingos", "kong_dietterich", "tibshirani" or "webb"; for values "squared" (which "james" means there)
        or "absolute".
    protocol : str, object, splitter or list of (train, test), default="bootstrap"
        Where training sets come from:

        - "bootstrap": bootstrap samples; all models predict `test`, or about a quarter of `X` that is
          held out (`Resamples`);
        - "out_of_bag": bootstrap samples of all rows; a model predicts the rows it was not fitted on;
        - "subsampled_cv": training sets of controlled size and overlap (`SubsampledCrossValidation`);
        - "repeated_folds": cross-validation, repeated (`RepeatedFolds`);
        - the name of a generator, such as "twonorm": a fresh sample each time (`FreshSamples`);
        - a scikit-learn splitter, or a list of training and test row numbers.
    n_replicates : int or None, default=None
        Training sets, or repetitions of a cross-validation. None for 200, and 50 of a cross-validation.
    noise : {"auto", "zero", "knn", "svm-loo"}, array-like, callable or object, default="auto"
        What the target of a row could have been: "zero" for what was seen and nothing else; "knn" and
        "svm-loo" for estimates (`NearestNeighbours`, `SupportVectors`); or what is known, as probabilities of
        the sorted classes, (n_samples, n_classes), or equally likely values, (n_samples, n_values), for the rows of
        the table that is tested, or a function that gives them for rows. "auto" takes what a generator knows,
        and zero elsewhere.
    ties : {"lowest", "average"}, default="lowest"
        Which of several likeliest classes counts: the lowest, or all of them in equal parts.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows of `X`: in `fit`, where the learner takes them (rows are drawn by weight where it
        does not), and in the means over rows.
    reseed : bool, default=True
        Whether each replicate gets random states of its own, so the learner's randomness is part of its
        variance. False leaves those of the estimator.
    keep_predictions : bool, default=False
        Whether to keep every prediction; absolute loss needs them. Otherwise counts of the classes, or means and
        variances, are all that is kept.
    n_jobs : int or None, default=None
        Replicates that are fitted at the same time; it never changes a result. Leave the estimator's own at 1.
    random_state : int, RandomState or None, default=None
        Where the randomness comes from. The same seed draws the same training sets for any estimator.
    verbose : int, default=0
        Whether to show progress: a bar on a terminal, log lines elsewhere.

    Returns
    -------
    BiasVariance
        With `frame()` for the means, `rows()` for every row, `decompose()` for other definitions, and `sentence()`.

    See Also
    --------
    BaggingClassifier

    Notes
    -----
    With zero noise, whatever noise there is counts as bias. James' bias and variance, which are not the two effects,
    are Domingos' B and V; with zero noise they are what ``mlxtend.evaluate.bias_variance_decomp`` returns for 0-1 loss,
    and "squared" is its mean squared error. Noise may be known, estimated by neighbours or by support vector machines,
    or taken as zero. Ties go to the lowest class, or are averaged. A factor of Domingos that is 0/0 is its limit.

    Formula::

        For 0-1 loss Var(Y) = 1 - max P(Y), SE = P(Y = S(Y)) - P(Y = S(H)), VE = P(Y = S(H)) - P(Y = H). Squared error
        gives the squared bias and the variance.

    Cost: R fits and R N predictions; counts take N K numbers, and predictions are kept only when tested for.

    **Definitions of bias and variance for classes.** Eight ways to part the same 0-1 error, computed from one run and
    laid side by side by `compare_definitions`.

    The unbiased terms of Kohavi and Wolpert move the correction from the bias to the variance, so they still sum
    to the error.

    Formula::

        Each is elementwise in two tables, P(Y) and P(H): what the class could be, and what is predicted.

    Cost: N K for each definition; nothing is fitted again.

    Paper: R. Kohavi and D. Wolpert, Bias plus variance decomposition for zero-one loss functions, ICML 1996; L.
    Breiman, Bias, variance, and arcing classifiers, Technical Report 460, University of California, Berkeley, 1996; P.
    Domingos, A unified bias-variance decomposition and its applications, ICML 2000; E. Kong and T. Dietterich,
    Error-correcting output coding corrects bias and variance, ICML 1995; R. Tibshirani, Bias, variance and prediction
    error for classification rules, Technical Report, University of Toronto, 1996; G. Webb, MultiBoosting: a technique
    for combining boosting and wagging, Machine Learning 40, 2000; J. Rogers, PhD thesis, University of Southampton,
    2007, eq. 2.4-2.7.

    **Sub-sampled cross-validation.** Test every row equally often with training sets of a chosen size, two of which
    share a chosen part of their rows.

    50 repetitions by default, as many as Zor et al. have classifiers; the reference code has 10.

    Formula::

        Segments of t = ceil(m / (1 - delta) + 1) rows, cut into ceil(t / (t - m)) folds; m rows of the rest of a
        segment train the model that predicts a fold.

    Cost: About 2 N / t fits per repetition for delta = 1/2.

    Paper: G. Webb and P. Conilione, Estimating bias and variance from data, Monash University, 2005; C. Zor, T.
    Windeatt and B. Yanikoglu, Bias-variance analysis of ECOC and bagging using neural nets, SUEMA 2010.

    References
    ----------
    G. James, Variance and bias for general loss functions, Machine Learning 51, 2003, pp. 115-135.

    C. Zor, T. Windeatt and B. Yanikoglu, Bias-variance analysis of ECOC and bagging using neural nets, SUEMA workshop,
    Barcelona, 2010.

    Examples
    --------
    >>> from hedgerow import DecisionTreeClassifier
    >>> result = bias_variance(DecisionTreeClassifier(), protocol="twonorm", n_replicates=20, random_state=0)
    >>> result
    <BiasVariance (James): error 0.2... = noise 0.02... + systematic_effect 0.0... + variance_effect 0.1...>
    >>> result.sentence()
    'DecisionTreeClassifier errs on 2... % of 5,000 rows, the mean of 20 fresh twonorm training sets of 300 rows
     (standard deviation ... %): noise 2.4 % (known), systematic effect ... % and variance effect 1... % (James).'
    """
    is_classes = _check_learner(estimator)
    resolve_definition(definition, "classes" if is_classes else "values")
    check_ties(ties)
    if n_replicates is not None:
        check("n_replicates", n_replicates, Count() | None)
    entropy = draw_entropy(random_state)
    train = _read_part(X, y, sample_weight, is_classes)
    test_rows = None if test is None else _read_test(test, is_classes)
    arrangement = resolve_protocol(protocol).arrange(train, test_rows, n_replicates, entropy)
    tested = arrangement.tested
    table = next(part for part in (test_rows, train, tested) if part is not None)
    classes = _find_classes(arrangement) if is_classes else None
    truth, known_by = resolve_noise(
        noise, _encode(arrangement, classes), len(table), None if classes is None else len(classes), n_jobs
    )
    weights = np.ones(len(tested)) if tested.sample_weight is None else tested.sample_weight
    keep = keep_predictions or definition == "absolute"
    tally = (ClassTally if is_classes else ValueTally)(truth, weights, arrangement.n_repetitions, keep)
    replicate(
        estimator, arrangement, classes, tally, entropy=entropy, reseed=reseed, n_jobs=n_jobs, verbose=verbose
    )
    index = tested.X.index.to_numpy() if hasattr(tested.X, "iloc") else arrangement.positions
    setting = Setting(type(estimator).__name__, arrangement.words, known_by)
    evidence = Evidence.from_tally(tally, tested.y, classes, index, setting)
    return BiasVariance.from_evidence(evidence, definition, ties)


def _check_learner(estimator: Any) -> bool:
    if isinstance(estimator, type) or not hasattr(estimator, "fit"):
        raise TypeError(f"estimator={estimator!r} cannot be fitted; pass an instance of an estimator")
    if not is_classifier(estimator) and not is_regressor(estimator):
        raise TypeError(f"{type(estimator).__name__} is neither a classifier nor a regressor")
    return bool(is_classifier(estimator))


def _read_test(test: tuple[Any, ...], is_classes: bool) -> LabelledRows:
    if not isinstance(test, tuple | list) or len(test) not in (2, 3):
        raise ValueError("test must be (X, y) or (X, y, sample_weight)")
    part = _read_part(test[0], test[1], test[2] if len(test) == 3 else None, is_classes)
    if part is None:
        raise ValueError("test holds None for its X and y; leave test out instead")
    return part


def _read_part(X: Any, y: Any, sample_weight: Any, is_classes: bool) -> LabelledRows | None:
    if X is None and y is None:
        return None
    if X is None or y is None:
        raise ValueError("X and y belong together; pass both, or neither for fresh samples of a generator")
    X = X if hasattr(X, "shape") else np.asarray(X)
    target = column_or_1d(y, warn=True)
    assert_all_finite(target, input_name="y")
    check_consistent_length(X, target)
    if is_classes:
        check_classification_targets(target)
    else:
        target = target.astype(np.float64)
    strata = np.unique(target, return_inverse=True)[1] if is_classes else None
    return LabelledRows(X, target, read_weights(sample_weight, len(target)), strata)


def _find_classes(arrangement: Arrangement) -> NDArray[Any]:
    known = [part.y for part in (arrangement.tested, arrangement.others) if part is not None]
    return np.unique(np.concatenate(known))


def _encode(arrangement: Arrangement, classes: NDArray[Any] | None) -> Arrangement:
    """The same with class codes for labels."""
    if classes is None:
        return arrangement
    tested, others = (
        part if part is None else replace(part, y=encode_labels(part.y, classes))
        for part in (arrangement.tested, arrangement.others)
    )
    assert tested is not None
    return replace(arrangement, tested=tested, others=others)
