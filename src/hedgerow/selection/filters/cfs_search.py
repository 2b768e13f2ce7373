"""Searches for the subset of features with the largest merit."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.cached_property import cached_property
from hedgerow.selection.filters.association import Associations, fill_matrix
from hedgerow.selection.measures.columns import ROUND_OFF

Search = Literal["forward", "best-first", "sffs", "genetic"]
Subset = tuple[int, ...]


@dataclass(frozen=True)
class MeritSubset:
    """The best subset of a search.

    Parameters
    ----------
    subset : tuple of int
        The features, in order of their numbers.
    merit : float
        Its merit.
    n_merits : int
        How many subsets were looked at.
    trace : tuple of str, default=()
        The steps of a search that has them: "+3" adds feature 3, "-0" takes feature 0 away.
    """

    subset: Subset
    merit: float
    n_merits: int
    trace: tuple[str, ...] = ()


class MeritScale:
    r"""Merit of subsets: :math:`\sum_f r_{fy} / \sqrt{k + 2 \sum_{f < g} r_{fg}}`.

    Parameters
    ----------
    associations : Associations
        With the target, and of features with each other.

    Examples
    --------
    >>> from hedgerow.foundation.training_set import TrainingSet
    >>> from hedgerow.selection.filters.association import LinearAssociations
    >>> a, b = np.array([0.0, 0, 1, 1]), np.array([0.0, 1, 0, 1])
    >>> scale = MeritScale(LinearAssociations.read(TrainingSet.of(np.column_stack([a, b, a]), a + b)))
    >>> round(scale.weigh((0, 1)), 6), round(scale.weigh((0, 2)), 6)  # 0 and 2 are the same
    (1.0, 0.707107)
    """

    def __init__(self, associations: Associations) -> None:
        self._associations = associations
        self.relevance = np.where(associations.is_constant, 0.0, associations.relevance)
        self.n_merits = 0

    @property
    def n_features(self) -> int:
        """Number of features."""
        return int(self.relevance.size)

    def weigh(self, subset: Iterable[int]) -> float:
        """Merit of a subset; 0 of the empty one."""
        chosen = list(subset)
        self.n_merits += 1
        if not chosen:
            return 0.0
        mutual = sum(float(self._associations.associations_of(f)[chosen].sum()) for f in chosen)
        return float(self.relevance[chosen].sum() / np.sqrt(mutual))

    def weigh_additions(self, subset: Subset) -> NDArray[np.float64]:
        """Merit of the subset with each feature added; -inf for those in it and for constants."""
        chosen = list(subset)
        ties = self._sum_ties(chosen)
        inside = float(ties[chosen].sum())
        self.n_merits += self.n_features - len(chosen)
        merits = (self.relevance[chosen].sum() + self.relevance) / np.sqrt(inside + 1.0 + 2.0 * ties)
        merits[chosen] = -np.inf
        merits[self._associations.is_constant] = -np.inf
        return np.asarray(merits)

    def weigh_removals(self, subset: Subset) -> NDArray[np.float64]:
        """Merit of the subset without each of its features, in their order."""
        chosen = list(subset)
        ties = self._sum_ties(chosen)[chosen]
        left = ties.sum() + 1.0 - 2.0 * ties
        self.n_merits += len(chosen)
        return np.asarray((self.relevance[chosen].sum() - self.relevance[chosen]) / np.sqrt(left))

    def weigh_masks(self, masks: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Merit of each row of a matrix of masks, from the associations of all pairs."""
        self.n_merits += len(masks)
        members = masks.astype(np.float64)
        below = np.einsum("ij,ij->i", members @ self._all_pairs, members)
        merits = np.zeros(len(masks))
        np.divide(members @ self.relevance, np.sqrt(below), out=merits, where=below > 0)
        return merits

    @cached_property
    def _all_pairs(self) -> NDArray[np.float64]:
        return fill_matrix(self._associations)

    def _sum_ties(self, chosen: list[int]) -> NDArray[np.float64]:
        """Association of every feature with all chosen ones together."""
        ties = np.zeros(self.n_features)
        for feature in chosen:
            ties += self._associations.associations_of(feature)
        return ties


def search_forward(scale: MeritScale) -> MeritSubset:
    """Add the feature that raises the merit most, until none does."""
    subset: Subset = ()
    merit, trace = 0.0, []
    while len(subset) < scale.n_features:
        feature, next_merit = _find_largest(scale.weigh_additions(subset))
        if not next_merit > merit + ROUND_OFF:
            break
        subset, merit = tuple(sorted((*subset, feature))), next_merit
        trace.append(f"+{feature}")
    return MeritSubset(subset, merit, scale.n_merits, tuple(trace))


def search_best_first(scale: MeritScale, patience: int = 5) -> MeritSubset:
    """Expand the best subset that is open, until `patience` expansions in a row have not raised the merit.

    The children of a subset are opened one at a time, the best first, so the list of open subsets stays short.
    Among equal merits the smaller subset is expanded first, then that of the lower feature numbers.
    """
    best: tuple[float, Subset] = (0.0, ())
    seen: set[Subset] = {()}
    open_list: list[tuple[float, int, Subset, Subset, int]] = []
    children: dict[Subset, tuple[NDArray[np.intp], NDArray[np.float64]]] = {}

    def push_child(parent: Subset, rank: int) -> None:
        order, merits = children[parent]
        while rank < order.size:
            subset = tuple(sorted((*parent, int(order[rank]))))
            if subset not in seen:
                heapq.heappush(open_list, (-float(merits[rank]), len(subset), subset, parent, rank))
                return
            rank += 1

    def expand(subset: Subset) -> float:
        merits = np.round(scale.weigh_additions(subset), 12)
        order = np.argsort(-merits, kind="stable")
        order = order[np.isfinite(merits[order])]
        children[subset] = (order, merits[order])
        push_child(subset, 0)
        return float(merits[order[0]]) if order.size else -np.inf

    n_stale = 0
    subset: Subset = ()
    while True:
        top = expand(subset)
        n_stale += 1
        if top > best[0] + ROUND_OFF:
            order = children[subset][0]
            best, n_stale = (top, tuple(sorted((*subset, int(order[0]))))), 0
        if n_stale >= patience:
            break
        subset = ()
        while open_list:
            _, _, subset, parent, rank = heapq.heappop(open_list)
            push_child(parent, rank + 1)
            if subset not in seen:
                seen.add(subset)
                break
            subset = ()
        if not subset:
            break
    return MeritSubset(best[1], scale.weigh(best[1]), scale.n_merits)


def search_floating(scale: MeritScale, patience: int = 5) -> MeritSubset:
    """Add the best feature, then take away features as long as that beats the best subset of the smaller size.

    The search ends with all features, or when `patience` additions in a row have not raised the best merit.
    """
    best: dict[int, tuple[float, Subset]] = {0: (0.0, ())}
    subset: Subset = ()
    overall = best[0]
    n_stale, trace = 0, []
    while len(subset) < scale.n_features and n_stale < patience:
        added, merit = _find_largest(scale.weigh_additions(subset))
        if not np.isfinite(merit):  # constants are all that is left
            break
        subset = tuple(sorted((*subset, added)))
        trace.append(f"+{added}")
        size = len(subset)
        if size in best and best[size][0] > merit + ROUND_OFF:
            subset = best[size][1]
        else:
            best[size] = (merit, subset)
        while len(subset) > 2:
            place, merit = _find_largest(scale.weigh_removals(subset))
            gone = subset[place]
            if gone == added or not merit > best[len(subset) - 1][0] + ROUND_OFF:
                break
            subset = (*subset[:place], *subset[place + 1 :])
            best[len(subset)] = (merit, subset)
            trace.append(f"-{gone}")
        top = min(best.values(), key=lambda found: (-round(found[0], 12), len(found[1]), found[1]))
        n_stale = 0 if top[0] > overall[0] + ROUND_OFF else n_stale + 1
        overall = top
    return MeritSubset(overall[1], overall[0], scale.n_merits, tuple(trace))


def search_genetic(
    scale: MeritScale,
    generator: np.random.Generator,
    *,
    n_masks: int = 20,
    n_generations: int = 20,
    crossover: float = 0.6,
    mutation: float = 0.033,
) -> MeritSubset:
    """Cross and mutate masks: parents are drawn by their scaled merit, and the best mask always stays.

    Two parents exchange their ends behind a random place. Merits are scaled so that the mean is drawn once and the best
    twice, as long as the worst stays at zero or more.
    """
    n_features = scale.n_features
    sizes = generator.integers(1, n_features + 1, n_masks)
    masks = generator.random((n_masks, n_features)).argsort(axis=1) < sizes[:, None]
    merits = scale.weigh_masks(masks)
    for _ in range(n_generations):
        parents = masks[generator.choice(n_masks, n_masks + n_masks % 2, p=_scale_merits(merits))]
        children = parents.copy()
        for one in range(0, len(parents) - 1, 2):
            if n_features > 1 and generator.random() < crossover:
                place = generator.integers(1, n_features)
                children[[one, one + 1], place:] = parents[[one + 1, one], place:]
        children = children[:n_masks] ^ (generator.random((n_masks, n_features)) < mutation)
        best = _find_best_mask(masks, merits)
        children[0] = masks[best]
        masks, merits = children, scale.weigh_masks(children)
    best = _find_best_mask(masks, merits)
    return MeritSubset(tuple(np.flatnonzero(masks[best]).tolist()), float(merits[best]), scale.n_merits)


def add_locally_predictive(scale: MeritScale, associations: Associations, subset: Subset) -> Subset:
    """Add features, the most relevant first, that go with the target more than with every feature chosen so far."""
    chosen = list(subset)
    strongest = np.zeros(scale.n_features)
    for feature in chosen:
        strongest = np.maximum(strongest, associations.associations_of(feature))
    for feature in np.argsort(-np.round(scale.relevance, 12), kind="stable").tolist():
        if feature not in subset and scale.relevance[feature] > strongest[feature] + ROUND_OFF:
            chosen.append(feature)
            strongest = np.maximum(strongest, associations.associations_of(feature))
    return tuple(sorted(chosen))


SEARCHES: dict[str, Callable[[MeritScale, int, np.random.Generator], MeritSubset]] = {
    "forward": lambda scale, patience, generator: search_forward(scale),
    "best-first": lambda scale, patience, generator: search_best_first(scale, patience),
    "sffs": lambda scale, patience, generator: search_floating(scale, patience),
    "genetic": lambda scale, patience, generator: search_genetic(scale, generator),
}


def _find_largest(merits: NDArray[np.float64]) -> tuple[int, float]:
    """The place and the value of the largest, the first of equals."""
    place = int(np.argmax(np.round(merits, 12)))
    return place, float(merits[place])


def _find_best_mask(masks: NDArray[np.bool_], merits: NDArray[np.float64]) -> int:
    """The mask of the largest merit; among equals one of the fewest features."""
    return int(np.lexsort((masks.sum(axis=1), -np.round(merits, 12)))[0])


def _scale_merits(merits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chances to be drawn: a linear scale on which the best has twice the mean, or the worst has none."""
    mean, best, worst = merits.mean(), merits.max(), merits.min()
    if best - worst <= ROUND_OFF:
        return np.full(merits.size, 1.0 / merits.size)
    slope = min(mean / (best - mean), mean / (mean - worst))
    scaled = np.maximum(mean + slope * (merits - mean), 0.0)
    return np.asarray(scaled / scaled.sum())
