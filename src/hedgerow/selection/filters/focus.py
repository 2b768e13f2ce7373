"""FOCUS: the smallest set of features that tells all classes apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, islice
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.discretisation import Discretiser
from hedgerow.selection.filters.coded_training_set import CODING_PARAMETERS, CodedTrainingSet
from hedgerow.selection.measures.columns import ROUND_OFF
from hedgerow.selection.measures.contingency import join_codes
from hedgerow.selection.selector import SelectionResult, Selector, WhenEmpty

_MOST_FEATURES = 30  # 31 features have two thousand million subsets
_AT_ONCE = 1 << 15
_WITNESSES_AT_ONCE = 64


@configurable
class FocusSelector(Selector):
    """Keep the smallest set of features on which no two rows agree while their classes differ.

    Sets are tried in the order of their size, and of their feature numbers within a size. Pairs of rows that have shown
    a set to be inconsistent are remembered: a set that does not tell these apart need not be looked at.

    Parameters
    ----------
    max_size : int or None, default=None
        Largest set to try. None tries all sizes, for up to 30 features.
    max_inconsistency : float, default=0.0
        Share of the rows that may be in a minority among the rows that agree with them. More than 0 is for noisy data,
        and has to look at every set.
    discretise : {"mdl", "equal_frequency", "equal_width", "distinct"} or Discretiser, default="equal_frequency"
        How numbers become codes. With a name, numbers of at most 10 distinct values are codes as they are. "mdl" looks
        at one feature at a time, and makes a constant of one that tells something only together with others.
    n_bins, task, fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="all"
        What is kept, with a warning, when no set is consistent.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        The smallest consistent set; empty if there is none.
    scores_ : ndarray of shape (n_features,)
        Symmetrical uncertainty of each feature and the target. The search does not use it.
    p_values_ : None
        Consistency has no p-values.
    is_consistent_ : bool
        Whether a set was found.
    inconsistency_ : float
        Share of the rows in a minority, with the features found; with all features if no set was found.

    See Also
    --------
    CombinedFeatureSelector

    Notes
    -----
    A missing value is a code like any other. Rows of zero weight are left out; otherwise weights count for
    `max_inconsistency` only. A share of inconsistent rows can be allowed, which is an extension. Without a consistent
    set all features are kept, with a warning.

    Formula::

        A set is consistent when the share of rows in a minority, among those that agree on it, is 0.

    Cost: Up to sum over s of C(F, s) sets, so 30 features or ``max_size``.

    References
    ----------
    H. Almuallim and T. G. Dietterich, Learning with many irrelevant features, AAAI 1991.

    H. Liu and R. Setiono, A probabilistic approach to feature selection: a filter solution, ICML 1996, for the share of
    inconsistent rows.

    Examples
    --------
    >>> from hedgerow.selection.filters import FocusSelector
    >>> X = np.array([[0, 0, 0], [0, 1, 0], [1, 0, 1], [1, 1, 0], [0, 0, 1]])
    >>> FocusSelector().fit(X, [0, 1, 1, 0, 0]).get_support(indices=True)
    array([0, 1])
    """

    max_size: int | None = parameter(Count() | None, default=None, kw_only=False)
    max_inconsistency: float = parameter(Number(0, 1, "left"), default=0.0)
    discretise: str | Discretiser = parameter(CODING_PARAMETERS["discretise"], default="equal_frequency")
    n_bins: int = parameter(CODING_PARAMETERS["n_bins"], default=5)
    when_empty: WhenEmpty = "all"

    _remedy: ClassVar[str] = "raise max_size or max_inconsistency, or cut numbers into more bins"

    is_consistent_: bool = fitted()
    inconsistency_: float = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        if self.max_size is None and training.n_features > _MOST_FEATURES:
            raise ValueError(
                f"{training.n_features} features have too many subsets to try them all; pass max_size, or select "
                f"{_MOST_FEATURES} features by another filter first"
            )
        coded = CodedTrainingSet.read(training, self.discretise, self.n_bins, None)
        varying = np.flatnonzero(~coded.is_constant)
        rows = DistinctRows(coded.columns.codes[varying], coded.target, training.weights)
        size = varying.size if self.max_size is None else min(self.max_size, varying.size)
        found = find_smallest(rows, size, self.max_inconsistency)
        self.is_consistent_ = found is not None
        self.inconsistency_ = rows.measure_inconsistency(np.arange(varying.size) if found is None else found)
        selected = np.zeros(training.n_features, np.bool_)
        if found is not None:
            selected[varying[found]] = True
        return SelectionResult(coded.relevance, selected)


class DistinctRows:
    """The distinct rows of a table of codes, and how much of each class they hold.

    Parameters
    ----------
    codes : ndarray of int of shape (n_features, n_samples)
        The features; columns of the table are rows here.
    target : ndarray of int of shape (n_samples,)
        The classes.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows.

    Examples
    --------
    >>> rows = DistinctRows(np.array([[0, 0, 1, 1]]), np.array([0, 0, 0, 1]), None)
    >>> rows.measure_inconsistency(np.array([0]))
    0.25
    """

    def __init__(
        self, codes: NDArray[Any], target: NDArray[Any], weights: NDArray[np.float64] | None
    ) -> None:
        counted = np.ones(target.size) if weights is None else weights
        present = counted > 0
        table = np.vstack([codes[:, present], target[None, present]]).astype(np.int64)
        distinct, places = np.unique(table, axis=1, return_inverse=True)
        self.codes = np.ascontiguousarray(distinct[:-1])
        self.target = distinct[-1]
        self.weights = np.bincount(places.ravel(), counted[present])

    @property
    def n_features(self) -> int:
        """Number of features."""
        return int(self.codes.shape[0])

    def measure_inconsistency(self, features: NDArray[Any]) -> float:
        """Share of the weight that is not of the main class among the rows that agree on the features."""
        groups = self._group(features)
        counts = np.zeros((int(groups.max(initial=0)) + 1, int(self.target.max(initial=0)) + 1))
        np.add.at(counts, (groups, self.target), self.weights)
        total = self.weights.sum()
        return float((total - counts.max(axis=1).sum()) / total)

    def find_conflicts(self, features: NDArray[Any], limit: int) -> NDArray[np.bool_]:
        """Pairs of rows that agree on the features and differ in class, as the features that tell them apart."""
        groups = self._group(features)
        order = np.lexsort((self.target, groups))
        same = groups[order[1:]] == groups[order[:-1]]
        differ = self.target[order[1:]] != self.target[order[:-1]]
        places = np.flatnonzero(same & differ)[:limit]
        return np.asarray(self.codes[:, order[places]] != self.codes[:, order[places + 1]]).T

    def _group(self, features: NDArray[Any]) -> NDArray[np.int64]:
        if len(features) == 0:
            return np.zeros(self.target.size, np.int64)
        return join_codes(*self.codes[features])


def find_smallest(
    rows: DistinctRows, max_size: int, max_inconsistency: float = 0.0
) -> NDArray[np.intp] | None:
    """Find the smallest set of features that is consistent enough, the first in lexicographic order; None if none is.

    Examples
    --------
    >>> rows = DistinctRows(np.array([[0, 0, 1, 1], [0, 1, 0, 1]]), np.array([0, 1, 1, 0]), None)
    >>> find_smallest(rows, 2)
    array([0, 1])
    """
    if max_inconsistency > 0.0:
        for size in range(max_size + 1):
            for subset in combinations(range(rows.n_features), size):
                features = np.array(subset, np.intp)
                if rows.measure_inconsistency(features) <= max_inconsistency + ROUND_OFF:
                    return features
        return None
    everything = rows.find_conflicts(np.arange(rows.n_features), 1)
    if len(everything):  # rows that agree on all features: no set can tell them apart
        return None
    witnesses = rows.find_conflicts(np.empty(0, np.intp), _WITNESSES_AT_ONCE)
    if not len(witnesses):
        return np.empty(0, np.intp)
    for size in range(1, max_size + 1):
        for subsets in _draw_subsets(rows.n_features, size):
            left = _keep_telling(subsets, witnesses)
            while len(left):
                found = rows.find_conflicts(left[0], _WITNESSES_AT_ONCE)
                if not len(found):
                    return np.asarray(left[0])
                witnesses = np.concatenate([witnesses, found])
                left = _keep_telling(left, found)
    return None


def _draw_subsets(n_features: int, size: int) -> Iterator[NDArray[np.intp]]:
    """All subsets of a size in lexicographic order, many at a time."""
    everything = combinations(range(n_features), size)
    while batch := list(islice(everything, _AT_ONCE)):
        yield np.fromiter(chain.from_iterable(batch), np.intp, len(batch) * size).reshape(-1, size)


def _keep_telling(subsets: NDArray[np.intp], witnesses: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The subsets that tell every pair of witnesses apart."""
    for apart in witnesses:
        if not len(subsets):
            break
        subsets = subsets[apart[subsets].any(axis=1)]
    return subsets
