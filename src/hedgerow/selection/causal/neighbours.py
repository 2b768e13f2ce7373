"""Parents and children, which no small set of others separates from the target: MMPC and HITON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.causal.independence.protocol import IndependenceTest

Choose = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """The neighbours of a variable, and what separates the others from it.

    Parameters
    ----------
    members : list of int
        Variables that nothing separates from the target.
    separators : dict of int to tuple of int
        For each other candidate, a set of variables that makes it independent of the target.
    """

    members: list[int]
    separators: dict[int, tuple[int, ...]] = field(default_factory=dict)


def find_neighbours(
    test: IndependenceTest, target: int, candidates: Sequence[int], max_condition: int, choose: Choose
) -> Neighbourhood:
    """Let candidates join that no subset of the members separates from the target, then look at each member again.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable.
    candidates : sequence of int
        The variables that may be neighbours.
    max_condition : int
        Size of the largest subset.
    choose : callable
        By what the next candidate is the largest: makes it of the strengths alone and of the least strengths given any
        subset so far.

    Returns
    -------
    Neighbourhood

    Notes
    -----
    A candidate is tested given the subsets that hold the newest member only; it has been tested given the others
    before. All candidates are tested at once.
    """
    waiting = np.asarray(candidates, np.intp)
    members: list[int] = []
    separators: dict[int, tuple[int, ...]] = {}
    alone = np.full(waiting.size, np.inf)
    least = alone
    subsets: list[tuple[int, ...]] = [()]
    while waiting.size:
        for given in subsets:
            dependence = test.measure(waiting, target, given)
            if given == ():
                alone = least = dependence.strength
            # a test that the rows do not suffice for decides neither way
            least = np.where(dependence.is_tested, np.minimum(least, dependence.strength), least)
            separators |= dict.fromkeys(waiting[dependence.is_independent].tolist(), given)
            stays = ~dependence.is_independent
            waiting, alone, least = waiting[stays], alone[stays], least[stays]
            if waiting.size == 0:
                break
        else:
            place = int(np.argmax(choose(alone, least)))
            newest = int(waiting[place])
            subsets = [(*given, newest) for given in _subsets(members, max_condition - 1)]
            members.append(newest)
            waiting, alone, least = (np.delete(kept, place) for kept in (waiting, alone, least))
    staying = list(members)
    for member in members:
        others = [other for other in staying if other != member]
        for given in _subsets(others, max_condition):
            if test.measure([member], target, given).is_independent[0]:
                staying, separators[member] = others, given
                break
    return Neighbourhood(staying, separators)


def _subsets(members: Sequence[int], largest: int) -> list[tuple[int, ...]]:
    """All subsets up to a size, the small ones first."""
    sizes = range(min(largest, len(members)) + 1)
    return [subset for size in sizes for subset in combinations(members, size)]


def _search_family(
    test: IndependenceTest, family: Sequence[int], max_condition: int, choose: Choose
) -> Callable[[int], Neighbourhood]:
    """How to find the neighbours of each variable among the others, once each."""

    @cache
    def search(variable: int) -> Neighbourhood:
        others = [other for other in family if other != variable]
        return find_neighbours(test, variable, others, max_condition, choose)

    return search


def keep_mutual(
    neighbourhood: Neighbourhood, target: int, search: Callable[[int], Neighbourhood]
) -> Neighbourhood:
    """Drop the members whose own neighbours the target is not among.

    Parameters
    ----------
    neighbourhood : Neighbourhood
        Of the target.
    target : int
        The variable.
    search : callable
        Finds the neighbourhood of another variable, among all others and the target.

    Returns
    -------
    Neighbourhood
    """
    staying, separators = [], dict(neighbourhood.separators)
    for member in neighbourhood.members:
        other = search(member)
        if target in other.members:
            staying.append(member)
        else:
            separators[member] = other.separators[target]
    return Neighbourhood(staying, separators)


def mmpc(test: IndependenceTest, target: int, candidates: Sequence[int], max_condition: int) -> list[int]:
    """Parents and children of a variable by max-min association.

    The next to join is the candidate whose weakest association with the target, over all subsets of the members, is
    strongest. A candidate that one subset separates from the target never joins; neither does one for which the
    target does not join in turn.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable.
    candidates : sequence of int
        The variables that may join.
    max_condition : int
        Size of the largest subset.

    Returns
    -------
    list of int
        Parents and children, in the order of joining; spouses are not among them.

    References
    ----------
    I. Tsamardinos, L. Brown and C. Aliferis, "The max-min hill-climbing Bayesian network structure learning algorithm",
    Machine Learning 65 (2006).
    """
    search = _search_family(test, [*candidates, target], max_condition, lambda alone, least: least)
    return keep_mutual(search(target), target, search).members


def hiton(test: IndependenceTest, target: int, candidates: Sequence[int], max_condition: int) -> list[int]:
    """Markov blanket of a variable by HITON.

    Candidates join in the order of their association with the target alone, unless a subset of the members separates
    them from it. A neighbour of a neighbour is a spouse if it depends on the target given what separates the two,
    together with the neighbour between them.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable.
    candidates : sequence of int
        The variables that may join.
    max_condition : int
        Size of the largest subset.

    Returns
    -------
    list of int
        Parents and children in the order of joining, then spouses.

    Notes
    -----
    Parents and children are found by the semi-interleaved search, and only mutual ones count. The first publication
    looks for spouses in another way, which may let in others; the one here is that of Pena et al.

    References
    ----------
    C. Aliferis, I. Tsamardinos and A. Statnikov, "HITON: a novel Markov blanket algorithm for optimal variable
    selection", AMIA 2003. C. Aliferis, A. Statnikov, I. Tsamardinos, S. Mani and X. Koutsoukos, "Local causal and
    Markov blanket induction for causal discovery and feature selection for classification I", JMLR 11 (2010). J. Pena,
    R. Nilsson, J. Bjorkegren and J. Tegner, "Towards scalable and data efficient learning of Markov boundaries",
    International Journal of Approximate Reasoning 45 (2007).
    """
    search = _search_family(test, [*candidates, target], max_condition, lambda alone, least: alone)
    neighbourhood = keep_mutual(search(target), target, search)
    spouses: list[int] = []
    for middle in neighbourhood.members:
        for other in keep_mutual(search(middle), middle, search).members:
            if other == target or other in neighbourhood.members or other in spouses:
                continue
            between = neighbourhood.separators[other]
            # what already separates the two with the middle known has no need of it as a child
            if middle not in between and test.measure([other], target, (*between, middle)).is_dependent[0]:
                spouses.append(other)
    return [*neighbourhood.members, *spouses]
