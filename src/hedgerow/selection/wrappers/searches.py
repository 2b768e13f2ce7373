"""Searches for subsets of features: forward, backward, floating, by hill climbing and by breeding."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.axis import Axis
from hedgerow.foundation.constraints import Count, Flag, Number, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.search.ask_and_tell import Mask, SteppedSearch
from hedgerow.search.breeding import cross_at_point, flip_bits, scale_linearly
from hedgerow.search.evolution import Leader, evolve
from hedgerow.search.floating import search_floating
from hedgerow.search.goal import Goal
from hedgerow.search.hill_climbing import HillClimbs
from hedgerow.search.islands import Islands
from hedgerow.search.masks import draw_mask, flip_each, keep_size
from hedgerow.search.scores import SubsetScores
from hedgerow.search.sequential import Additions, Removals


@runtime_checkable
class SubsetSearch(Protocol):
    """A way to look for a subset; a small clonable object that holds no data."""

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset; a function of the scores, the goal and the state of the generator."""
        ...


SEARCHES = Axis(
    "search",
    {
        "forward": "hedgerow.selection.wrappers.searches:ForwardSearch",
        "backward": "hedgerow.selection.wrappers.searches:BackwardSearch",
        "sffs": "hedgerow.selection.wrappers.searches:FloatingSearch",
        "hill_climb": "hedgerow.selection.wrappers.searches:HillClimbSearch",
        "genetic": "hedgerow.selection.wrappers.searches:GeneticSearch",
    },
    (SubsetSearch,),
    "an object with a method `find`, such as ForwardSearch()",
)


class ForwardSearch(BaseEstimator):
    """Add the best feature, again and again, while the score rises.

    It is quick where few features are needed. It cannot see features that only help together: neither input of an
    exclusive or is worth adding alone.

    Notes
    -----
    With a patience of m the search goes on for m features that do not help, in the hope of one that does, and
    returns the best subset of its way.

    References
    ----------
    A. W. Whitney, A direct method of nonparametric measurement selection, IEEE Transactions on Computers 20, 1971.

    Examples
    --------
    >>> from hedgerow.search.scores import SubsetScores
    >>> from hedgerow.search.goal import Goal
    >>> worth = np.array([1.0, 3.0, -1.0])
    >>> scores = SubsetScores(3, lambda masks: (masks @ worth)[:, None])
    >>> ForwardSearch().find(scores, Goal(), np.random.default_rng(0))
    array([ True,  True, False])
    """

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        mask = np.zeros(scores.n_units, np.bool_)
        best, waited, way = scores.of(mask), 0, [mask]
        scores.note("start", mask)
        search = Additions(scores.n_units)
        most = scores.n_units if goal.size is None else goal.size
        while len(search.order) < most:
            found = scores.score(flip_each(mask, search.ask()))
            unit = search.tell(found)
            mask = flip_each(mask, np.array([unit]))[0]
            scores.note(f"+{unit}", mask)
            way.append(mask)
            if found.max() > best + goal.tolerance:
                best, waited = found.max(), 0
            else:
                waited += 1
            if goal.size is None and waited > goal.wait(0):
                break
        return mask if goal.size is not None else scores.choose(way, goal.tolerance)


@configurable
class BackwardSearch(BaseEstimator):
    """Remove the feature whose removal costs least, again and again, while the score does not fall.

    It sees features that only help together, and pays for it: most subsets that it scores are large.

    Parameters
    ----------
    shrink : bool, default=True
        Whether a removal that changes nothing is worth it. False asks every removal to raise the score.

    Notes
    -----
    A score falls when it is less than the best one so far by more than the tolerance; small losses do not add up
    unnoticed. With a patience of m the search goes on for m removals that cost something.

    References
    ----------
    T. Marill and D. M. Green, On the effectiveness of receptors in recognition systems, IEEE Transactions on
    Information Theory 9, 1963.

    Examples
    --------
    >>> from hedgerow.search.scores import SubsetScores
    >>> from hedgerow.search.goal import Goal
    >>> worth = np.array([1.0, 0.0, -1.0])
    >>> scores = SubsetScores(3, lambda masks: (masks @ worth)[:, None])
    >>> BackwardSearch().find(scores, Goal(), np.random.default_rng(0))
    array([ True, False, False])
    >>> BackwardSearch(shrink=False).find(scores, Goal(), np.random.default_rng(0))
    array([ True,  True, False])
    """

    shrink: bool = parameter(Flag(), default=True)

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        mask = np.ones(scores.n_units, np.bool_)
        kept = mask
        best, waited = scores.of(mask), 0
        scores.note("start", mask)
        search = Removals(scores.n_units)
        least = 0 if goal.size is None else goal.size
        while search.left.size > least:
            found = scores.score(flip_each(mask, search.ask()))
            unit = search.tell(found)
            mask = flip_each(mask, np.array([unit]))[0]
            scores.note(f"-{unit}", mask)
            gain = found.max() - best
            if gain >= -goal.tolerance if self.shrink else gain > goal.tolerance:
                kept, waited = mask, 0
            else:
                waited += 1
            best = max(best, found.max())
            if goal.size is None and waited > goal.wait(0):
                break
        return mask if goal.size is not None else kept


class FloatingSearch(BaseEstimator):
    """Sequential forward floating search (SFFS): add the best feature, then remove what has become needless.

    What forward search took first may be in the way later. After each addition, features are removed as long as
    that gives the best subset of its size that was seen.

    Notes
    -----
    The search ends after `patience` additions, five by default, without a better subset, and returns the best one
    of all sizes. A subset that is worse than one of the same size that was seen before gives way to that one.

    References
    ----------
    P. Pudil, J. Novovicova and J. Kittler, Floating search methods in feature selection, Pattern Recognition
    Letters 15, 1994.

    Examples
    --------
    >>> from hedgerow.search.scores import SubsetScores
    >>> from hedgerow.search.goal import Goal
    >>> def score(masks):  # the first is good alone, the others are better together
    ...     a, b, c = masks.T.astype(float)
    ...     return (3 * a + 2 * b + 2 * c + b * c - 1.75 * a * (b + c))[:, None]
    >>> FloatingSearch().find(SubsetScores(3, score), Goal(), np.random.default_rng(0))
    array([False,  True,  True])
    """

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        best = SteppedSearch(search_floating(scores.n_units, goal, scores.note)).run(scores.score)
        return best[goal.size] if goal.size is not None else scores.choose(best.values(), goal.tolerance)


@configurable
class HillClimbSearch(BaseEstimator):
    """Start with a random subset, flip one random feature at a time, and keep what scores more.

    Its cost does not depend on the number of features, which makes it the search for wide tables and small budgets.

    Parameters
    ----------
    n_iter : int, default=100
        Number of flips of each climb.
    sideways : bool, default=False
        Whether a flip that changes nothing is kept too, which lets a climb wander over a plateau.
    n_starts : int, default=1
        Number of climbs, each from a start of its own; their flips are scored together, on several cores where
        `n_jobs` allows it.

    See Also
    --------
    WrapperSelector, MaskEnsembleClassifier

    Notes
    -----
    The empty subset is never visited. Where the number of features is given, a feature that is inside changes places
    with one outside. With a patience of m a climb ends after m flips in a row that were not kept. `GeneticSearch`
    breeds subsets instead. Several climbs run side by side.

    Cost: Hill climbing: ``n_iter`` subsets; genetic: at most 20 x 21, fewer as subsets come back.

    References
    ----------
    D. B. Skalak, Prototype and feature selection by sampling and random mutation hill climbing algorithms, ICML 1994.

    W. Siedlecki and J. Sklansky, A note on genetic algorithms for large-scale feature selection, Pattern Recognition
    Letters 10, 1989.

    Examples
    --------
    >>> from hedgerow.search.scores import SubsetScores
    >>> from hedgerow.search.goal import Goal
    >>> worth = np.array([1.0, 3.0, -1.0])
    >>> scores = SubsetScores(3, lambda masks: (masks @ worth)[:, None])
    >>> HillClimbSearch(n_iter=20).find(scores, Goal(), np.random.default_rng(0))
    array([ True,  True, False])
    """

    n_iter: int = parameter(Count(), default=100, kw_only=False)
    sideways: bool = parameter(Flag(), default=False)
    n_starts: int = parameter(Count(), default=1)

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        check_parameters(self)
        climbs = HillClimbs(scores.n_units, generator.spawn(self.n_starts), goal, sideways=self.sideways)
        climbs.tell(scores.score(climbs.ask()))
        for mask in climbs.masks:
            scores.note("start", mask)
        for _ in range(self.n_iter):
            if not climbs.active.size:
                break
            for climb in climbs.tell(scores.score(climbs.ask())):
                scores.note("flip" if goal.size is None else "swap", climbs.masks[climb])
        return scores.choose(climbs.masks, goal.tolerance)


@configurable
class GeneticSearch(BaseEstimator):
    """Breed subsets: parents are drawn by their scores, crossed at one point, and mutated.

    Parameters
    ----------
    population_size : int, default=20
        Subsets of each generation.
    n_generations : int, default=20
        Generations after the first, which is random.
    crossover : float, default=0.6
        Probability that two parents exchange all features behind a random place.
    mutation : float, default=0.033
        Probability that a feature of a child is flipped.

    Notes
    -----
    The defaults are those of the genetic search of Weka. Parents are drawn with probabilities that follow their
    scores linearly, so the worst has no offspring and the best at most twice the mean. The best subset of a
    generation lives on. A child that is empty is given a random feature; where the number of features is given,
    random features are added or removed until it is right. With a patience of m the search ends after m generations
    without a better subset.

    References
    ----------
    W. Siedlecki and J. Sklansky, A note on genetic algorithms for large-scale feature selection, Pattern Recognition
    Letters 10, 1989. D. E. Goldberg, Genetic algorithms in search, optimization and machine learning, 1989.

    Examples
    --------
    >>> from hedgerow.search.scores import SubsetScores
    >>> from hedgerow.search.goal import Goal
    >>> worth = np.array([1.0, 3.0, -1.0])
    >>> scores = SubsetScores(3, lambda masks: (masks @ worth)[:, None])
    >>> GeneticSearch().find(scores, Goal(), np.random.default_rng(0))
    array([ True,  True, False])
    """

    population_size: int = parameter(Count(2), default=20, kw_only=False)
    n_generations: int = parameter(Count(), default=20, kw_only=False)
    crossover: float = parameter(Number(0, 1), default=0.6)
    mutation: float = parameter(Number(0, 1), default=0.033)

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        check_parameters(self)
        n_units, size = scores.n_units, goal.size
        first = np.array([draw_mask(generator, n_units, size) for _ in range(self.population_size)])
        leader = Leader(goal.tolerance)

        def breed(masks: Mask, fitness: NDArray[np.float64]) -> Mask:
            children: list[Mask] = []
            chances = scale_linearly(fitness)
            while len(children) < self.population_size - 1:
                children += self._mate(
                    masks[generator.choice(len(masks), size=2, p=chances)], size, generator
                )
            return np.array([leader.mask, *children[: self.population_size - 1]])

        def note(generation: int) -> None:
            if generation:
                scores.of(leader.mask)  # the best so far is looked up, to be compared with the others
            scores.note(f"generation {generation}" if generation else "start", leader.mask)

        evolve(
            Islands(first[None], breed),
            scores.score,
            leader,
            n_generations=self.n_generations,
            patience=goal.wait(self.n_generations) + 1,
            watch=note,
        )
        return scores.choose(scores.masks(), goal.tolerance)

    def _mate(self, parents: Mask, size: int | None, generator: np.random.Generator) -> list[Mask]:
        """Two children, crossed at a random place or not, mutated and repaired one after the other."""
        one, other = parents
        if one.size > 1 and generator.random() < self.crossover:
            one, other = cross_at_point(one, other, int(generator.integers(1, one.size)))
        return [
            keep_size(flip_bits(child, self.mutation, generator), size, generator) for child in (one, other)
        ]
