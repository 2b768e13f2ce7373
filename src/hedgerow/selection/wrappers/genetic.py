"""Genetic search: subsets are crossed and mutated, and the good ones have more offspring."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.parameters import check_count, check_number
from hedgerow.selection.wrappers.scores import Mask, SubsetScores
from hedgerow.selection.wrappers.searches import Goal, draw_mask


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
    scores linearly, so that the worst has no offspring and the best at most twice the mean. The best subset of a
    generation lives on. A child that is empty is given a random feature; where the number of features is given,
    random features are added or removed until it is right. With a patience of m the search ends after m generations
    without a better subset.

    References
    ----------
    W. Siedlecki and J. Sklansky, A note on genetic algorithms for large-scale feature selection, Pattern Recognition
    Letters 10, 1989. D. E. Goldberg, Genetic algorithms in search, optimization and machine learning, 1989.

    Examples
    --------
    >>> from hedgerow.selection.wrappers.scores import SubsetScores
    >>> from hedgerow.selection.wrappers.searches import Goal
    >>> worth = np.array([1.0, 3.0, -1.0])
    >>> scores = SubsetScores(3, lambda masks: (masks @ worth)[:, None])
    >>> GeneticSearch().find(scores, Goal(), np.random.default_rng(0))
    array([ True,  True, False])
    """

    def __init__(
        self,
        population_size: int = 20,
        n_generations: int = 20,
        *,
        crossover: float = 0.6,
        mutation: float = 0.033,
    ) -> None:
        self.population_size = population_size
        self.n_generations = n_generations
        self.crossover = crossover
        self.mutation = mutation

    def find(self, scores: SubsetScores, goal: Goal, generator: np.random.Generator) -> Mask:
        """Find a subset."""
        self._check()
        population = np.array(
            [draw_mask(generator, scores.n_units, goal.size) for _ in range(self.population_size)]
        )
        fitness = scores.score(population)
        best = population[int(np.argmax(fitness))]
        scores.note("start", best)
        waited = 0
        for number in range(self.n_generations):
            children = self._breed(population, fitness, goal.size, generator)
            population = np.vstack([best[None], children])
            fitness = scores.score(population)
            waited += 1
            if fitness.max() > scores.of(best) + goal.tolerance:
                best, waited = population[int(np.argmax(fitness))], 0
            scores.note(f"generation {number + 1}", best)
            if waited > goal.wait(self.n_generations):
                break
        return scores.choose(scores.masks(), goal.tolerance)

    def _check(self) -> None:
        check_count("population_size", self.population_size, 2)
        check_count("n_generations", self.n_generations)
        check_number("crossover", self.crossover, 0, 1)
        check_number("mutation", self.mutation, 0, 1)

    def _breed(
        self,
        population: Mask,
        fitness: NDArray[np.float64],
        size: int | None,
        generator: np.random.Generator,
    ) -> Mask:
        """As many children as there is room for beside the best."""
        n_children, n_units = self.population_size - 1, population.shape[1]
        chances = scale_linearly(fitness)
        children: list[Mask] = []
        while len(children) < n_children:
            one, other = population[generator.choice(len(population), size=2, p=chances)]
            if n_units > 1 and generator.random() < self.crossover:
                place = int(generator.integers(1, n_units))
                one, other = (
                    np.concatenate([one[:place], other[place:]]),
                    np.concatenate([other[:place], one[place:]]),
                )
            children += [
                repair(child ^ (generator.random(n_units) < self.mutation), size, generator)
                for child in (one, other)
            ]
        return np.array(children[:n_children])


def scale_linearly(fitness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chances that follow scores linearly: the best has at most twice the mean, and where it has less, the worst none.

    Examples
    --------
    >>> scale_linearly(np.array([0.0, 1.0, 2.0]))
    array([0.        , 0.33333333, 0.66666667])
    >>> scale_linearly(np.array([0.0, 0.0, 9.0])).max().round(6)  # twice 1/3, not 1
    np.float64(0.666667)
    """
    finite = np.isfinite(fitness)
    if not finite.any():
        return np.full(fitness.size, 1.0 / fitness.size)
    above = np.where(finite, fitness, fitness[finite].min()) - fitness[finite].min()
    mean, top = above.mean(), above.max()
    if top <= 0.0:
        return np.full(fitness.size, 1.0 / fitness.size)
    if top > 2.0 * mean:
        above = mean * (above + top - 2.0 * mean) / (top - mean)
    return np.asarray(above / above.sum())


def repair(mask: Mask, size: int | None, generator: np.random.Generator) -> Mask:
    """Make a mask allowed: not empty, or of the size that is given."""
    fixed = mask.copy()
    if size is None:
        if not fixed.any():
            fixed[generator.integers(fixed.size)] = True
        return fixed
    excess = int(fixed.sum()) - size
    if excess:
        fixed[generator.choice(np.flatnonzero(fixed == (excess > 0)), size=abs(excess), replace=False)] ^= (
            True
        )
    return fixed
