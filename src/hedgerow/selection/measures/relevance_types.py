"""Strong and weak relevance and Markov blankets, exactly, where the joint distribution is known."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.constraints import Count, check

RelevanceType = Literal["strong", "weak", "irrelevant"]
_ROUND_OFF = 1e-12
_MOST_FEATURES = 20  # subsets to look at: a million


def relevance_type(joint: ArrayLike, feature: int) -> RelevanceType:
    """Tell whether a feature is strongly relevant, weakly relevant or irrelevant, from the joint distribution.

    A feature is strongly relevant if it tells something about the target even when all others are known. It is weakly
    relevant if it does not, but tells something when some of the others are known, or none.

    Parameters
    ----------
    joint : array-like of shape (n_values of feature 0, ..., n_values of the last feature, n_classes)
        Probabilities or counts of all combinations; the target is the last axis.
    feature : int
        The axis in question.

    Returns
    -------
    {"strong", "weak", "irrelevant"}

    See Also
    --------
    KollerSahamiSelector, CausalSelector

    Notes
    -----
    Counts are taken for probabilities.

    Formula::

        Strong: p(y | x, rest) differs from p(y | rest). Weak: not strong, but p(y | x, S) differs from p(y | S) for
        some S of the rest. M blankets x: p(rest, y | x, M) = p(rest, y | M).

    Cost: 2^F subsets for a feature that is not strongly relevant.

    References
    ----------
    R. Kohavi and G. H. John, Wrappers for feature subset selection, Artificial Intelligence 97, 1997.

    D. Koller and M. Sahami, Toward optimal feature selection, ICML 1996.

    J. Rogers, PhD thesis, University of Southampton, 2007, chapter 6.

    Examples
    --------
    An exclusive or of two bits, with a copy of the first as third feature:

    >>> joint = np.zeros((2, 2, 2, 2))
    >>> for a in range(2):
    ...     for b in range(2):
    ...         joint[a, b, a, a ^ b] = 0.25
    >>> [relevance_type(joint, feature) for feature in range(3)]
    ['weak', 'strong', 'weak']
    """
    table = _read_joint(joint)
    others = _list_others(table, feature)
    if not _is_independent(table, {feature}, {table.ndim - 1}, set(others)):
        return "strong"
    if len(others) > _MOST_FEATURES:
        raise ValueError(f"weak relevance among {len(others) + 1} features has 2^{len(others)} subsets to look at; "
                         f"pass at most {_MOST_FEATURES + 1} features")  # fmt: skip
    for size in range(len(others)):
        for known in combinations(others, size):
            if not _is_independent(table, {feature}, {table.ndim - 1}, set(known)):
                return "weak"
    return "irrelevant"


def is_marginally_relevant(joint: ArrayLike, feature: int) -> bool:
    """Tell whether a feature by itself tells something about the target.

    Parameters
    ----------
    joint : array-like
        As for `relevance_type`.
    feature : int
        The axis in question.

    Examples
    --------
    >>> is_marginally_relevant([[0.25, 0.25], [0.1, 0.4]], 0)
    True
    """
    table = _read_joint(joint)
    _list_others(table, feature)
    return not _is_independent(table, {feature}, {table.ndim - 1}, set())


def is_markov_blanket(joint: ArrayLike, feature: int, blanket: Iterable[int]) -> bool:
    """Tell whether some features are a Markov blanket of another: given them, it tells nothing about all the rest.

    The rest are the other features and the target, so a feature with a blanket can go.

    Parameters
    ----------
    joint : array-like
        As for `relevance_type`.
    feature : int
        The axis in question.
    blanket : iterable of int
        The axes of the features that may blanket it.

    References
    ----------
    D. Koller and M. Sahami, "Toward optimal feature selection", ICML 1996.

    Examples
    --------
    >>> joint = np.zeros((2, 2, 2))
    >>> joint[0, 0], joint[1, 1] = [0.4, 0.1], [0.1, 0.4]       # the second feature is a copy of the first
    >>> is_markov_blanket(joint, 1, [0]), is_markov_blanket(joint, 1, [])
    (True, False)
    """
    table = _read_joint(joint)
    others = _list_others(table, feature)
    known = set(blanket)
    if not known <= set(others):
        raise ValueError(f"blanket={sorted(known)} must be axes of other features, from {others}")
    return _is_independent(table, {feature}, {*others, table.ndim - 1} - known, known)


def _is_independent(table: NDArray[np.float64], x: set[int], y: set[int], z: set[int]) -> bool:
    """Whether p(x, y, z) p(z) is p(x, z) p(y, z) everywhere."""

    def keep(axes: set[int]) -> NDArray[np.float64]:
        return np.asarray(table.sum(axis=tuple(set(range(table.ndim)) - axes), keepdims=True))

    return bool(np.abs(keep(x | y | z) * keep(z) - keep(x | z) * keep(y | z)).max() < _ROUND_OFF)


def _read_joint(joint: ArrayLike) -> NDArray[np.float64]:
    table = np.asarray(joint, dtype=np.float64)
    if table.ndim < 2:
        raise ValueError(
            f"the joint distribution has {table.ndim} axes; it needs one per feature and one for the target"
        )
    if not np.isfinite(table).all() or (table < 0).any() or not table.sum() > 0:
        raise ValueError(
            "the joint distribution must hold probabilities or counts: finite, none below 0, not all 0"
        )
    return np.asarray(table / table.sum())


def _list_others(table: NDArray[np.float64], feature: int) -> list[int]:
    n_features = table.ndim - 1
    check("feature", feature, Count(0, n_features - 1))
    return [other for other in range(n_features) if other != feature]
