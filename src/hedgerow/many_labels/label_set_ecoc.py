"""Sets of labels as the classes of an error-correcting output code, and a Platt curve for each label."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes.decoder import Decoding
from hedgerow.codes.label_sets import score_groups
from hedgerow.codes.protocol import CODES
from hedgerow.combination.platt import PlattScaling, fit_platt
from hedgerow.ensembles.coded.ecoc import ECOCClassifier
from hedgerow.foundation.constraints import Count, Flag, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet, adopt_input_tags
from hedgerow.learners.network.estimators import NetworkClassifier
from hedgerow.many_labels.base import ManyLabelsClassifier
from hedgerow.many_labels.label_table import code_label_sets

N_HIDDEN, N_EPOCHS = 4, 8  # on drawn faces no worse than the 16 nodes of the paper, and 18 times as fast


@configurable
class LabelSetECOCClassifier(ManyLabelsClassifier):
    r"""An error-correcting output code whose classes are the label sets that occur, and a Platt curve for each label.

    Members part the label sets in two, each in its own way, and learn from a bootstrap sample each. A set i has the
    score :math:`F_i`, one less its weighted distance from what the members answer, where a member counts for a set as
    well as it tells it from the others. A label l has the score

    .. math:: G_l = \frac{1}{K} \sum_{i \ni l} F_i

    over the K sets, and its curve makes a probability of it: without that, the score of a label that few sets hold
    stays far below one half, however sure the members are.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns to part the sets; networks of 4 hidden nodes that take 8 steps when None.
    n_estimators : int or None, default=200
        Number of members, and of columns of the code; None for the code's own number.
    code : str, array or object, default="even_partitions"
        How the sets are parted, as for `ECOCClassifier`.
    bootstrap : bool, default=True
        Whether each member sees a bootstrap sample of the rows.
    weights : {"csep"} or None, default="csep"
        "csep": members count for a set as they separate it in training; see `hedgerow.codes.class_separability`.
    csep_rows : {"training", "oob"}, default="training"
        Rows that these weights come from: all, as in the paper, or for each member those out of its bag.
    calibration : {"platt"} or None, default="platt"
        Whether a label has a curve; None for the scores as they are.
    calibration_rows : {"oob", "training"}, default="oob"
        Rows that the curves are fitted to: out-of-bag scores, or those of all members, as in the paper.
        Without `bootstrap` no row is out of bag.
    decision : {"label", "set"}, default="label"
        How `predict` answers: each label by its probability, as in the paper, or the set with the highest score.
    threshold : float or "pcut", default=0.5
        As for `BinaryRelevanceClassifier`, where labels are decided one by one.
    n_jobs, random_state
        As for `ECOCClassifier`.

    Attributes
    ----------
    ecoc_ : ECOCClassifier
        The fitted code, whose classes are the numbers of the label sets.
    label_sets_ : ndarray of shape (n_sets, n_labels)
        The label sets, 0 and 1.
    curves_ : tuple of PlattScaling or None
        The curve of each label.
    threshold_ : float
        The threshold in use.
    classes_, label_names_, n_labels_
        As for `BinaryRelevanceClassifier`.

    See Also
    --------
    ECOCClassifier, LabelPowersetClassifier, encode_images, LocalBinaryPatterns

    Notes
    -----
    One by one, labels may come out as a set that no training row has. A score sums over all sets alike, so many rare
    sets blur it, and the best set is then the better answer. Rows that are in all bags have no out-of-bag score; where
    there are no others, curves are fitted to the scores of the training rows.
    Smith and Windeatt fit curves to training scores, and have networks of 16 hidden nodes.

    Formula::

        p_l = 1 / (1 + exp(A_l G_l + B_l)), G = F M / K with the K x L table M of label sets.

    Cost: That of `ECOCClassifier`, and a curve for each label.

    References
    ----------
    R. Smith and T. Windeatt, Facial action unit recognition using filtered local binary pattern features with
    bootstrapped and weighted ECOC classifiers, SUEMA, 2010.

    J. Platt, Probabilistic outputs for support vector machines and comparisons to regularized likelihood methods,
    Advances in Large Margin Classifiers, 2000.

    Examples
    --------
    >>> from hedgerow.datasets import make_label_sets
    >>> sample = make_label_sets(300, distance=2.0, random_state=0)
    >>> ecoc = LabelSetECOCClassifier(n_estimators=40, random_state=0).fit(sample.X[:200], sample.Y[:200])
    >>> ecoc.predict_proba(sample.X[200:]).shape
    (100, 6)
    >>> float((ecoc.predict(sample.X[200:]) != sample.Y[200:]).mean()) < 0.2
    True
    """

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: int | None = parameter(Count() | None, default=200)
    code: Any = parameter(CODES, default="even_partitions")
    bootstrap: bool = parameter(Flag(), default=True)
    weights: Literal["csep"] | None = parameter(Decoding._parameters["weights"], default="csep")
    csep_rows: Literal["training", "oob"] = parameter(Decoding._parameters["csep_rows"], default="training")
    calibration: Literal["platt"] | None = parameter(Word("platt", None), default="platt")
    calibration_rows: Literal["oob", "training"] = parameter(Word("oob", "training"), default="oob")
    decision: Literal["label", "set"] = parameter(Word("label", "set"), default="label")
    threshold: float | str = 0.5

    ecoc_: ECOCClassifier = fitted()
    label_sets_: NDArray[np.int64] = fitted()
    curves_: tuple[PlattScaling, ...] | None = fitted()

    def _learn(self, training: TrainingSet) -> None:
        sets, codes = code_label_sets(training.y)
        self.label_sets_ = sets.astype(np.int64)
        of_sets = training.with_target(codes, len(sets))
        self.ecoc_ = self._make_ecoc().fit_rows(of_sets)
        scores = self.ecoc_.score_rows(of_sets, out_of_bag=self.calibration_rows == "oob")
        if np.isnan(scores).all():
            scores = self.ecoc_.score_rows(of_sets, out_of_bag=False)
        scores = score_groups(scores, sets)
        self.curves_ = None
        if self.calibration == "platt":
            known = ~np.isnan(scores).any(axis=1)
            weights = None if training.weights is None else training.weights[known]
            self.curves_ = tuple(
                fit_platt(column[known], truth[known], weights)
                for column, truth in zip(scores.T, training.y.T, strict=True)
            )
        self._find_threshold(training, lambda: self._make_probabilities(scores))

    def _make_ecoc(self) -> ECOCClassifier:
        return ECOCClassifier(
            self._learner,
            code=self.code,
            n_estimators=self.n_estimators,
            bootstrap=self.bootstrap,
            weights=self.weights,
            csep_rows=self.csep_rows,
            calibration=None,
            n_jobs=self.n_jobs,
            random_state=self.random_state,
        )

    @property
    def _learner(self) -> Any:
        return NetworkClassifier(N_HIDDEN, epochs=N_EPOCHS) if self.estimator is None else self.estimator

    def _score(self, X: Any) -> NDArray[np.float64]:
        return self._make_probabilities(score_groups(self.ecoc_.score_classes(X), self.label_sets_))

    def _decide(self, X: Any) -> NDArray[np.bool_]:
        if self.decision == "label":
            return super()._decide(X)
        return np.asarray(self.label_sets_[self.ecoc_.predict(X)], np.bool_)

    def _make_probabilities(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Read the curves, where there are some."""
        if self.curves_ is None:
            return np.clip(scores, 0.0, 1.0)
        return np.stack([curve(column) for curve, column in zip(self.curves_, scores.T, strict=True)], axis=1)

    def __sklearn_tags__(self) -> Any:
        return adopt_input_tags(super().__sklearn_tags__(), self._learner)
