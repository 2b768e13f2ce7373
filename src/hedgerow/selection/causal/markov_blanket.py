"""Markov blankets that grow and shrink, by Grow-Shrink and IAMB, and what each feature tells when one is known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.causal.independence.protocol import IndependenceTest


def grow_shrink(
    test: IndependenceTest, target: int, candidates: Sequence[int], *, pairs_at: float | None = None
) -> list[int]:
    """Markov blanket of a variable by Grow-Shrink.

    In the order of their strength alone, candidates join that depend on the target given those that have joined, until
    a pass adds none. Then those leave that are independent of the target given the others.

    All candidates behind the latest newcomer are tested at once; the result is that of one test after another.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable.
    candidates : sequence of int
        The variables that may join.
    pairs_at : float or None, default=None
        Level at which two candidates may join together where no single one depends.

    Returns
    -------
    list of int
        The blanket, in the order of joining.

    References
    ----------
    D. Margaritis and S. Thrun, "Bayesian network induction via local neighborhoods", NIPS 1999.
    """
    open_ones = np.asarray(candidates, np.intp)
    order = open_ones[np.argsort(-test.measure(open_ones, target).strength, kind="stable")]
    members: list[int] = []
    has_grown = True
    while has_grown:
        has_grown = False
        ahead = order[~np.isin(order, members)]
        while ahead.size:
            joins = np.flatnonzero(test.measure(ahead, target, members).is_dependent)
            if joins.size == 0:
                break
            members.append(int(ahead[joins[0]]))
            ahead = ahead[joins[0] + 1 :]
            has_grown = True
        if not has_grown and pairs_at is not None:
            pair = find_pair(test, target, np.sort(order[~np.isin(order, members)]), members, pairs_at)
            members += pair
            has_grown = bool(pair)
    return shrink_blanket(test, target, members)


def iamb(
    test: IndependenceTest,
    target: int,
    candidates: Sequence[int],
    *,
    interleaved: bool = False,
    pairs_at: float | None = None,
) -> list[int]:
    """Markov blanket of a variable by incremental association.

    Of the candidates that depend on the target given the blanket so far, the strongest joins, until there is none. Then
    those leave that are independent of the target given the others; interleaved, they do so after each newcomer, which
    keeps the sets small that are conditioned on.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable.
    candidates : sequence of int
        The variables that may join.
    interleaved : bool, default=False
        Whether members leave after each newcomer (Inter-IAMB) rather than at the end.
    pairs_at : float or None, default=None
        Level at which two candidates may join together where no single one depends.

    Returns
    -------
    list of int
        The blanket, in the order of joining.

    References
    ----------
    I. Tsamardinos, C. Aliferis and A. Statnikov, "Algorithms for large scale Markov blanket discovery", FLAIRS 2003.
    """
    everybody = np.asarray(candidates, np.intp)
    members: list[int] = []
    seen: set[frozenset[int]] = set()
    # a set that has not changed is complete, and one that comes back would come back for ever
    while frozenset(members) not in seen:
        seen.add(frozenset(members))
        others = everybody[~np.isin(everybody, members)]
        if others.size == 0:
            break
        dependence = test.measure(others, target, members)
        if dependence.is_dependent.any():
            strength = np.where(dependence.is_dependent, dependence.strength, -np.inf)
            members.append(int(others[np.argmax(strength)]))
        elif pairs_at is not None:
            members += find_pair(test, target, others, members, pairs_at)
        if interleaved:
            members = shrink_blanket(test, target, members)
    return shrink_blanket(test, target, members)


def shrink_blanket(test: IndependenceTest, target: int, members: list[int]) -> list[int]:
    """Let members leave, one at a time in the order they came, that are independent of the target given the others.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable whose blanket it is.
    members : list of int
        The blanket so far.

    Returns
    -------
    list of int
        Who stays.
    """
    staying = list(members)
    for member in members:
        others = [other for other in staying if other != member]
        if test.measure([member], target, others).is_independent[0]:
            staying = others
    return staying


def find_pair(
    test: IndependenceTest, target: int, candidates: NDArray[np.intp], members: Sequence[int], alpha: float
) -> list[int]:
    """The two candidates of which one depends most clearly on the target, given the members and the other.

    All pairs are tried, so the level is divided by their number (Bonferroni). A threshold on information has no
    level, and is taken as it is.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable whose blanket grows.
    candidates : ndarray of int
        The variables that may join.
    members : sequence of int
        The blanket so far.
    alpha : float
        Level for all pairs together.

    Returns
    -------
    list of int
        The pair, the lower number first; empty where no pair depends.
    """
    n_pairs = max(len(candidates) * (len(candidates) - 1) // 2, 1)
    best, pair = (np.inf, 0.0), []
    for place in range(len(candidates) - 1):
        known, others = int(candidates[place]), candidates[place + 1 :]
        dependence = test.measure(others, target, [*members, known])
        p_values = np.where(dependence.is_dependent, np.nan_to_num(dependence.p_values, nan=0.0), np.inf)
        spot = int(np.lexsort((-dependence.strength, p_values))[0])
        key = (float(p_values[spot]), -float(dependence.strength[spot]))
        if key[0] <= alpha / n_pairs and key < best:
            best, pair = key, sorted([known, int(others[spot])])
    return pair


def score_given_kept(
    test: IndependenceTest, target: int, kept: list[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Information and p-value of each feature, given the features that were kept, but for itself.

    Where the rows do not suffice to know all of them, the weakest are left out, one after another.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The target; the features are the variables before it.
    kept : list of int
        The features to condition on.

    Returns
    -------
    strength : ndarray of shape (n_features,)
        Conditional mutual information in bits.
    p_values : ndarray of shape (n_features,)
        P-values; NaN where the test has none, or the rows do not suffice for any test.
    """
    features = np.arange(target)
    alone = test.measure(features, target)
    order = sorted(kept, key=lambda feature: (-alone.strength[feature], feature))
    strength, p_values = alone.strength.copy(), alone.p_values.copy()
    others = np.setdiff1d(features, kept)
    for asked, known in [
        (others, order),
        *((np.array([one]), [o for o in order if o != one]) for one in kept),
    ]:
        left = asked
        for n_known in range(len(known), 0, -1):
            if left.size == 0:
                break
            dependence = test.measure(left, target, known[:n_known])
            tested = left[dependence.is_tested]
            strength[tested] = dependence.strength[dependence.is_tested]
            p_values[tested] = dependence.p_values[dependence.is_tested]
            left = left[~dependence.is_tested]
    return strength, p_values
