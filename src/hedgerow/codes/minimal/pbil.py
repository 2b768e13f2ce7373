"""Population-based incremental learning: the population is a vector of probabilities."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Number, check, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.search.incremental_learning import Chances, IncrementalLearning
from hedgerow.search.islands import Repair, keep_masks

LEAST_PROBABILITY = 0.02  # so that every bit can still come out either way


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
