"""Genetic search: subsets are crossed and mutated, and the good ones have more offspring."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Number, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.search.ask_and_tell import Mask
from hedgerow.search.breeding import cross_at_point, flip_bits, scale_linearly
from hedgerow.search.evolution import Leader, evolve
from hedgerow.search.goal import Goal
from hedgerow.search.islands import Islands
from hedgerow.search.masks import draw_mask, keep_size
from hedgerow.search.scores import SubsetScores


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
