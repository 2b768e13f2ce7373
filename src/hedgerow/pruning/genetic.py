"""A genetic search among all committees."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, Number, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.pruning.committee_errors import Evaluator
from hedgerow.pruning.search import Search, Seed
from hedgerow.search.ask_and_tell import Mask, Scores
from hedgerow.search.breeding import cross_uniformly, flip_bits, win_contests
from hedgerow.search.evolution import Leader, evolve, rank_masks
from hedgerow.search.islands import Islands
from hedgerow.search.masks import keep_size


@configurable
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
    is that of the vote. The search is free to fit the rows it is evaluated on: give it many, and do not believe its
    error. `OpitzSelection` lets members go that are neither accurate nor different instead.

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

    n_generations: int = parameter(Count(0), default=50, kw_only=False)
    population_size: int = parameter(Count(2), default=50, kw_only=False)
    mutation: float | None = parameter(Number(0, 1) | None, default=None, kw_only=False)

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions."""
        check_parameters(self)
        generator = np.random.default_rng(check_random_state(random_state).randint(2**32, dtype=np.uint64))
        n_all = evaluator.outputs.n_members
        rate = 1 / n_all if self.mutation is None else self.mutation
        first = _repair(generator.random((self.population_size, n_all)) < 0.5, n_members, generator)
        if n_members is None or n_members >= n_all:
            first[0] = True  # everybody, so the result is no worse than no pruning
        leader = Leader(prefers_small=True)

        def breed(masks: Mask, scores: Scores) -> Mask:
            mothers, fathers = win_contests(rank_masks(masks, scores, True), len(masks), generator)
            children, _ = cross_uniformly(masks[mothers], masks[fathers], generator)
            children = _repair(flip_bits(children, rate, generator), n_members, generator)
            children[0] = leader.mask
            return children

        committees: list[NDArray[np.intp]] = []
        found = evolve(
            Islands(first[None], breed),
            lambda masks: _score(evaluator, masks),
            leader,
            n_generations=self.n_generations,
            watch=lambda generation: committees.append(np.flatnonzero(leader.mask)),
        )
        return Search(committees, -found.history, len(committees) - 1)


def _score(evaluator: Evaluator, masks: Mask) -> Scores:
    errors = evaluator.of(masks)
    return np.asarray(-np.where(np.isnan(errors), np.inf, errors).round(12))


def _repair(masks: Mask, n_members: int | None, generator: np.random.Generator) -> Mask:
    """Nobody is too few, and more than `n_members` too many: some come in, or go, at random."""
    for mask in masks:
        keep_size(mask, None, generator)
        if n_members is not None and mask.sum() > n_members:
            keep_size(mask, n_members, generator)
    return masks
