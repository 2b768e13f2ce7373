"""Searches over bit strings, on islands: a genetic algorithm, and population-based incremental learning."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Number, check, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.search.ask_and_tell import Mask, Scores
from hedgerow.search.breeding import cross_uniformly, sample_by_rank, shake_bits
from hedgerow.search.evolution import rank_masks
from hedgerow.search.incremental_learning import Chances, IncrementalLearning
from hedgerow.search.islands import Islands, Repair, keep_masks

LEAST_PROBABILITY = 0.02  # so that every bit can still come out either way


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


@configurable
class PBIL(BaseEstimator):
    r"""Bits are drawn by probabilities, which move towards the best individuals.

    After each generation, for its two best individuals b in order,
    :math:`q \leftarrow (1 - \lambda)\, q + \lambda\, b`; then a little uniform noise is added to q, which stays within
    0.02 and 0.98.

    Parameters
    ----------
    learning_rate : float, default=0.1
        :math:`\lambda`.
    noise : float, default=0.02
        Largest noise that is added to a probability.
    n_best : int, default=2
        How many individuals the probabilities move towards.
    migration_every : int, default=20
        Generations between two migrations, in which the best individual of each island replaces the worst of the next.

    References
    ----------
    S. Baluja, "Population-based incremental learning: a method for integrating genetic search based function
    optimization and competitive learning", Carnegie Mellon University, CMU-CS-94-163 (1994).

    M. Bautista, X. Baro, O. Pujol, P. Radeva, J. Vitria and S. Escalera, "Compact evolutive design of error-correcting
    output codes", SUEMA (2010).

    Examples
    --------
    >>> PBIL(learning_rate=0.2)
    PBIL(learning_rate=0.2)
    """

    learning_rate: float = parameter(Number(0, 1), default=0.1)
    noise: float = parameter(Number(0, 1), default=0.02)
    n_best: int = parameter(Count(), default=2)
    migration_every: int = parameter(Count(), default=20)

    def begin(
        self,
        n_genes: int,
        size: int,
        n_islands: int,
        generator: np.random.RandomState,
        repair: Repair = keep_masks,
    ) -> IncrementalLearning:
        """Set all probabilities to one half.

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
        IncrementalLearning
        """
        check_parameters(self)
        check("n_best", self.n_best, Count(1, size))

        def disturb(chances: Chances) -> Chances:
            noise = generator.uniform(-self.noise, self.noise, chances.shape)
            return np.clip(chances + noise, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)

        return IncrementalLearning(
            n_genes,
            size,
            generator,
            disturb,
            learning_rate=self.learning_rate,
            n_islands=n_islands,
            n_best=self.n_best,
            repair=repair,
            migration_every=self.migration_every,
        )
