"""Running a selector on many parts of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import column_or_1d

from hedgerow.foundation.constraints import JOBS, Count, Instance, Number, Word, check
from hedgerow.foundation.frames import take_rows
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.selection.stability.fitted_selector import SelectedFeatures, list_names, read_selection
from hedgerow.selection.stability.indices import rank_features
from hedgerow.selection.stability.record import SelectionStability, name_features

Scheme = Literal["subsample", "bootstrap", "cv"]
Rows = NDArray[np.intp]

_OVERLAP = " Training folds share most of their rows, so they agree more than other tables would."


def selection_stability(
    selector: Any,
    X: Any,
    y: ArrayLike | None = None,
    *,
    scheme: Scheme | Iterable[Any] = "subsample",
    n_repeats: int | None = None,
    share: float = 0.5,
    n_features: int | None = None,
    sample_weight: ArrayLike | None = None,
    feature_names: Sequence[str] | None = None,
    confidence: float = 0.95,
    n_jobs: int | None = None,
    random_state: int | np.random.RandomState | None = None,
) -> SelectionStability:
    """Measure how much the features that a selector selects depend on the rows it happens to see.

    The selector is fitted on many parts of the table, and its selections are compared: a selector that picks other
    features on every half of the rows tells little about which features matter.

    Parameters
    ----------
    selector : estimator
        Any scikit-learn selector, which has `get_support`; an estimator with `ranking_`, `scores_`,
        `feature_importances_` or `coef_`, together with `n_features`; or a pipeline that ends in one.
    X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
        The table.
    y : array-like of shape (n_samples,), default=None
        The target.
    scheme : {"subsample", "bootstrap", "cv"} or iterable of array-like, default="subsample"
        The rows of a run: a random share of the rows; as many as there are, with replacement; the training folds
        of a cross-validation; or given row numbers or masks. Each class keeps its share of the rows.
    n_repeats : int or None, default=None
        Runs; None for 50, and 10 with "cv", where they are the folds.
    share : float, default=0.5
        Share of the rows in a subsample.
    n_features : int or None, default=None
        Take that many features by score, whatever the selector itself would select.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows, passed to the selector's `fit`.
    feature_names : sequence of str or None, default=None
        Names of the features; None for those of the data frame, or x0, x1, ...
    confidence : float, default=0.95
        Confidence of the interval.
    n_jobs : int or None, default=None
        Runs at the same time. The result does not depend on it.
    random_state : int, RandomState instance or None, default=None
        Seed of the rows, and of the selector where it has none of its own.

    Returns
    -------
    SelectionStability
        With ``stability`` and its ``interval``, ``jaccard``, ``kuncheva``, ``spearman``, ``sentence`` and ``frame()``.

    Notes
    -----
    Runs on parts of one table overlap. The interval says what more runs on this table would give; about another table
    from the same source it is too narrow, most of all with "cv", whose folds share nearly all rows. Where every run
    selects nothing, or everything, the stability is 1 instead of undefined. The interval is cut off at -1/(M-1) and 1.
    Kuncheva's index is generalised to selections of different sizes as the correlation of the marks. The mean of
    Jaccard's index has the factor 2/(l^2-l), where Schowe & Morik (SUEMA 2010) print 2/(l^2+l).

    Formula::

        1 - mean_f(M/(M-1) p_f (1-p_f)) / (k/d (1 - k/d)); Jaccard |A and B| / |A or B|; Kuncheva (r p - k^2) / (k
        (p-k)); Spearman's correlation of rankings.

    Cost: M fits of the selector; O(M^2 d) for the pairwise indices, O(M d) for the others.

    References
    ----------
    S. Nogueira, K. Sechidis and G. Brown, On the stability of feature selection algorithms, Journal of Machine Learning
    Research 18(174), 2018, pp. 1-54.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.feature_selection import SelectKBest
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> stability = selection_stability(SelectKBest(k=2), X, y, random_state=0)
    >>> stability.stability, stability.frame()["feature"][:2].tolist()
    (1.0, ['petal length (cm)', 'petal width (cm)'])
    """
    check("confidence", confidence, Number(0, 1, "neither"))
    X = X.tocsr() if hasattr(X, "tocsr") else X if hasattr(X, "shape") else np.asarray(X)
    target = None if y is None else column_or_1d(np.asarray(y))
    weights = None if sample_weight is None else column_or_1d(np.asarray(sample_weight, dtype=np.float64))
    for what, given in (("y", target), ("sample_weight", weights)):
        if given is not None and len(given) != X.shape[0]:
            raise ValueError(f"{what} has {len(given)} rows, X has {X.shape[0]}")
    names = name_features(X, feature_names, X.shape[1])
    classes = target is not None and type_of_target(target) in ("binary", "multiclass")
    entropy = draw_entropy(random_state)
    drawn = draw_rows(
        scheme, X.shape[0], target if classes else None, n_repeats=n_repeats, share=share, entropy=entropy
    )
    if len(drawn) < 2:
        raise ValueError(f"{len(drawn)} run was given; stability takes two or more")
    seeds = np.random.default_rng(entropy).integers(2**31, size=len(drawn))
    selections = Parallel(n_jobs=check("n_jobs", n_jobs, JOBS))(
        delayed(_select)(selector, X, target, weights, rows, int(seed), n_features)
        for rows, seed in zip(drawn, seeds, strict=True)
    )
    scores = [selection.scores for selection in selections]
    return SelectionStability(
        supports=np.array([selection.support for selection in selections]),
        names=names,
        ranks=None if any(one is None for one in scores) else rank_features(np.array(scores)),
        runs=_name_runs(scheme, share),
        confidence=confidence,
        reservation=_OVERLAP if isinstance(scheme, str) and scheme == "cv" else "",
    )


def _select(
    selector: Any,
    X: Any,
    y: NDArray[Any] | None,
    weights: NDArray[np.float64] | None,
    rows: Rows,
    seed: int,
    n_features: int | None,
) -> SelectedFeatures:
    """Fit a copy of the selector on some rows and read what it selected."""
    fresh = _seed(clone(selector), seed)
    given = {} if weights is None else {"sample_weight": weights[rows]}
    fresh.fit(take_rows(X, rows), None if y is None else y[rows], **given)
    return read_selection(fresh, list_names(X), n_features)


def _seed(selector: Any, seed: int) -> Any:
    """Seed what has no seed of its own; a RandomState would be shared by the runs, and drawn from in any order."""
    free = sorted(
        name
        for name, value in selector.get_params(deep=True).items()
        if name.split("__")[-1] == "random_state" and not isinstance(value, (int, np.integer))
    )
    seeds = np.random.default_rng(seed).integers(2**31, size=len(free))
    return selector.set_params(**dict(zip(free, map(int, seeds), strict=True)))


def _name_runs(scheme: Any, share: float) -> str:
    known = {
        "subsample": f"subsamples of {100 * share:.0f} % of the rows",
        "bootstrap": "bootstrap samples",
        "cv": "training folds",
    }
    return known[scheme] if isinstance(scheme, str) else "parts of the table"


def draw_rows(
    scheme: Scheme | Iterable[Any],
    n_samples: int,
    labels: NDArray[Any] | None,
    *,
    n_repeats: int | None,
    share: float,
    entropy: int,
) -> list[Rows]:
    """Draw the rows of each run.

    Parameters
    ----------
    scheme : {"subsample", "bootstrap", "cv"} or iterable of array-like
        How rows are drawn, or the rows themselves.
    n_samples : int
        Rows of the table.
    labels : ndarray of shape (n_samples,) or None
        Classes, each of which keeps its share of the rows; None for values.
    n_repeats : int or None
        Runs; None for 50, or 10 folds.
    share : float
        Share of the rows in a subsample.
    entropy : int
        The seed.

    Returns
    -------
    list of ndarray

    Examples
    --------
    >>> drawn = draw_rows("subsample", 10, None, n_repeats=3, share=0.5, entropy=0)
    >>> [len(rows) for rows in drawn]
    [5, 5, 5]
    """
    if not isinstance(scheme, str):
        return [_check_rows(rows, n_samples) for rows in scheme]
    check("scheme", scheme, Word("subsample", "bootstrap", "cv") | Instance("lists of rows", kind=list))
    n_runs = (10 if scheme == "cv" else 50) if n_repeats is None else n_repeats
    check("n_repeats", n_runs, Count(2))
    if scheme == "cv":
        kind = KFold if labels is None else StratifiedKFold
        folds = kind(n_splits=n_runs, shuffle=True, random_state=entropy % 2**32)
        return [train for train, _ in folds.split(np.zeros((n_samples, 1)), labels)]
    check("share", share, Number(0, 1, "neither"))
    groups = [np.arange(n_samples)]
    if labels is not None:
        groups = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    generators = [np.random.default_rng(seed) for seed in np.random.SeedSequence(entropy).spawn(n_runs)]
    if scheme == "bootstrap":
        return [np.concatenate([rng.choice(rows, rows.size) for rows in groups]) for rng in generators]
    return [
        # A class of one row stays in every subsample: a selector may need all classes.
        np.concatenate([rng.permutation(rows)[: max(1, round(share * rows.size))] for rows in groups])
        for rng in generators
    ]


def _check_rows(rows: Any, n_samples: int) -> Rows:
    given = np.asarray(rows)
    if given.dtype == np.bool_ and given.shape == (n_samples,):
        given = np.flatnonzero(given)
    if given.ndim != 1 or given.size == 0 or not np.issubdtype(given.dtype, np.integer):
        raise ValueError("each item of scheme must be row numbers, or a mask over the rows")
    if given.min() < 0 or given.max() >= n_samples:
        raise ValueError(f"scheme names row {given.max()}, but the table has {n_samples} rows")
    return given.astype(np.intp)
