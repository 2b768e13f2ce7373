"""A genetic search over bit strings, on islands."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Number, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.search.ask_and_tell import Mask, Scores
from hedgerow.search.islands import Islands, Repair, keep_masks
from hedgerow.search.leader import rank_masks
from hedgerow.search.parents import sample_by_rank
from hedgerow.search.variation import cross_uniformly, shake_bits


@configurable
class GeneticAlgorithm(BaseEstimator):
    r"""Bit strings are crossed and mutated, and the better ones have more children.

    Of each island the `n_elite` best stay. Of the others a share `crossover` are children of two parents, the rest
    mutated copies of one. Parents are drawn with chances that fall with the rank of their error as
    :math:`1 / \sqrt{\text{rank}}`. Children take each bit from one parent or the other. A mutated bit is a number,
    0 or 1, to which normal noise is added: it flips with probability :math:`\Phi(-1/2) = 0.31`.

    Parameters
    ----------
    crossover : float, default=0.8
        Share of the individuals beside the elite that have two parents.
    n_elite : int, default=2
        How many of the best individuals of an island stay as they are.
    mutation : float or None, default=None
        Probability that a bit of a mutated copy is chosen; None for one bit a copy, on average.
    migration_every : int, default=20
        Generations between two migrations.
    migration_share : float, default=0.2
        Share of each island, its best, that replaces the worst of the next island.

    Notes
    -----
    The paper names the operators; the values are those of the toolbox whose names they are.

    References
    ----------
    M. Bautista, X. Baro, O. Pujol, P. Radeva, J. Vitria and S. Escalera, "Compact evolutive design of error-correcting
    output codes", SUEMA (2010).

    Examples
    --------
    >>> GeneticAlgorithm(mutation=0.1)
    GeneticAlgorithm(mutation=0.1)
    """

    crossover: float = parameter(Number(0, 1), default=0.8)
    n_elite: int = parameter(Count(0), default=2)
    mutation: float | None = parameter(Number(0, 1) | None, default=None)
    migration_every: int = parameter(Count(), default=20)
    migration_share: float = parameter(Number(0, 1), default=0.2)

    def begin(
        self,
        n_genes: int,
        size: int,
        n_islands: int,
        generator: np.random.RandomState,
        repair: Repair = keep_masks,
    ) -> Islands:
        """Draw the first population.

        Parameters
        ----------
        n_genes : int
            Bits of an individual.
        size : int
            Individuals of an island.
        n_islands : int
            Number of islands.
        generator : RandomState
            Where the randomness comes from.
        repair : callable, default=keep_masks
            Makes individuals valid.

        Returns
        -------
        Islands
        """
        check_parameters(self)
        if self.n_elite >= size:
            raise ValueError(
                f"n_elite={self.n_elite} leaves no room for children in a population of {size}; use a smaller "
                "n_elite or a larger population"
            )
        return Islands(
            generator.random((n_islands, size, n_genes)) < 0.5,
            lambda masks, scores: self._breed(masks, scores, generator),
            repair=repair,
            migration_every=self.migration_every,
            n_movers=round(self.migration_share * size),
        )

    def _breed(self, masks: Mask, scores: Scores, generator: np.random.RandomState) -> Mask:
        size, n_genes = masks.shape
        n_crossed = round(self.crossover * (size - self.n_elite))
        n_couples, n_mutated = -(-n_crossed // 2), size - self.n_elite - n_crossed
        parents = masks[sample_by_rank(scores, 2 * n_couples + n_mutated, generator)]
        mothers, fathers, others = np.split(parents, [n_couples, 2 * n_couples])
        crossed = np.concatenate(cross_uniformly(mothers, fathers, generator))[:n_crossed]
        mutated = shake_bits(others, 1 / n_genes if self.mutation is None else self.mutation, generator)
        return np.concatenate([masks[rank_masks(masks, scores)[: self.n_elite]], crossed, mutated])
