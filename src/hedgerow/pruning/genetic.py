"""A genetic search among all committees."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state

from hedgerow.foundation.parameters import check_count, check_number
from hedgerow.pruning.judge import Judge
from hedgerow.pruning.search import Search, Seed

Masks = NDArray[np.bool_]


class GeneticSelection(BaseEstimator):
    """Breed committees: the better ones have children, which are mixtures of two and differ a little.

    A committee is a mask of members. Parents win a contest of two by their error on the rows, and by being smaller
    where errors are equal; a child takes each member from one parent or the other, and a few bits flip. The best
    committee survives every generation, so it never becomes worse.

    Parameters
    ----------
    n_generations : int, default=50
        How often there are children.
    population_size : int, default=50
        Committees alive at a time.
    mutation : float or None, default=None
        Probability that a bit flips; None for one member of T on average.

    See Also
    --------
    FitSelect

    Notes
    -----
    Zhou et al. evolve weights and keep the members above a threshold; here the masks themselves evolve, and their error
    is that of the vote. The search is free to fit the rows it is judged on: give it many, and do not believe its error.
    `OpitzSelection` lets members go that are neither accurate nor different instead.

    Formula::

        Fitness of a committee: 1 - error.

    Cost: O(P T N K) for a generation of P committees; O(T^2 N) for `OpitzSelection`.

    References
    ----------
    Z.-H. Zhou, J. Wu and W. Tang, Ensembling neural networks: many could be better than all, Artificial Intelligence
    137, 2002, pp. 239-263.

    D. W. Opitz, Feature selection for ensembles, AAAI, 1999, pp. 379-384, for `OpitzSelection`.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.pruning import choose_members
    >>> said = ["10000011", "00101111", "01011100", "11000101", "10001010"]
    >>> outputs = Outputs.from_predictions([list(answers) for answers in said], truth=list("00001111"))
    >>> choose_members(outputs, GeneticSelection(), random_state=0)
    <Search: 3 of the members are kept, error 0>
    """

    def __init__(
        self, n_generations: int = 50, population_size: int = 50, mutation: float | None = None
    ) -> None:
        self.n_generations = n_generations
        self.population_size = population_size
        self.mutation = mutation

    def search(self, judge: Judge, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by what they said."""
        self._check()
        generator = np.random.default_rng(check_random_state(random_state).randint(2**32, dtype=np.uint64))
        n_all = judge.outputs.n_members
        rate = 1 / n_all if self.mutation is None else self.mutation
        masks = _repair(generator.random((self.population_size, n_all)) < 0.5, n_members, generator)
        if n_members is None or n_members >= n_all:
            masks[0] = True  # everybody, so that the result is no worse than no pruning
        errors = _judge(judge, masks)
        best: list[tuple[NDArray[np.bool_], float]] = []
        for _ in range(self.n_generations):
            champion = _rank(errors, masks)[0]
            best.append((masks[champion], float(errors[champion])))
            children = _repair(_breed(masks, errors, rate, generator), n_members, generator)
            children[0] = masks[champion]
            masks, errors = children, _judge(judge, children)
        champion = _rank(errors, masks)[0]
        best.append((masks[champion], float(errors[champion])))
        committees = [np.flatnonzero(mask) for mask, _ in best]
        return Search(committees, np.array([error for _, error in best]), len(best) - 1)

    def _check(self) -> None:
        check_count("n_generations", self.n_generations, 0)
        check_count("population_size", self.population_size, 2)
        if self.mutation is not None:
            check_number("mutation", self.mutation, 0, 1, other="None")


def _judge(judge: Judge, masks: Masks) -> NDArray[np.float64]:
    errors = judge.of(masks)
    return np.where(np.isnan(errors), np.inf, errors).round(12)


def _rank(errors: NDArray[np.float64], masks: Masks) -> NDArray[np.intp]:
    """From the smallest error; of equal ones, from the fewest members."""
    return np.lexsort((masks.sum(axis=1), errors))


def _breed(masks: Masks, errors: NDArray[np.float64], rate: float, generator: np.random.Generator) -> Masks:
    n, n_all = masks.shape
    place = np.empty(n, dtype=np.intp)
    place[_rank(errors, masks)] = np.arange(n)
    contests = generator.integers(n, size=(2, n, 2))  # two parents, each the better of two
    winners = np.take_along_axis(contests, place[contests].argmin(axis=2)[..., None], axis=2)[..., 0]
    mothers, fathers = masks[winners[0]], masks[winners[1]]
    children = np.where(generator.random((n, n_all)) < 0.5, mothers, fathers)
    return np.asarray(children ^ (generator.random((n, n_all)) < rate))


def _repair(masks: Masks, n_members: int | None, generator: np.random.Generator) -> Masks:
    """Nobody is too few, and more than `n_members` too many: some come in, or go, at random."""
    for mask in masks:
        if not mask.any():
            mask[generator.integers(len(mask))] = True
        surplus = 0 if n_members is None else int(mask.sum()) - n_members
        if surplus > 0:
            mask[generator.choice(np.flatnonzero(mask), surplus, replace=False)] = False
    return masks
