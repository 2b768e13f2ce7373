"""Population-based incremental learning: the population is a vector of probabilities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.codes.minimal.evolution import Bits
from hedgerow.foundation.parameters import check_count, check_number

LEAST_PROBABILITY = 0.02  # so that every bit can still come out either way


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

    def __init__(
        self,
        *,
        learning_rate: float = 0.1,
        noise: float = 0.02,
        n_best: int = 2,
        migration_every: int = 20,
    ) -> None:
        self.learning_rate = learning_rate
        self.noise = noise
        self.n_best = n_best
        self.migration_every = migration_every

    def begin(
        self, n_genes: int, size: int, n_islands: int, generator: np.random.RandomState
    ) -> ProbabilityPopulation:
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

        Returns
        -------
        ProbabilityPopulation
        """
        check_number("learning_rate", self.learning_rate, 0, 1)
        check_number("noise", self.noise, 0, 1)
        check_count("n_best", self.n_best, 1, size)
        check_count("migration_every", self.migration_every)
        return ProbabilityPopulation(self, n_genes, size, n_islands, generator)


class ProbabilityPopulation:
    """The probabilities of all islands, and how they learn."""

    def __init__(
        self,
        search: PBIL,
        n_genes: int,
        size: int,
        n_islands: int,
        generator: np.random.RandomState,
    ) -> None:
        self.search, self.size, self.generator = search, size, generator
        self.probabilities = np.full((n_islands, n_genes), 0.5)
        self.n_told = 0

    def ask(self) -> Bits:
        """Draw the individuals of every island."""
        n_islands, n_genes = self.probabilities.shape
        draws = self.generator.random_sample((n_islands, self.size, n_genes))
        return (draws < self.probabilities[:, None]).astype(np.uint8).reshape(-1, n_genes)

    def tell(self, bits: Bits, errors: NDArray[np.float64]) -> None:
        """Move the probabilities of each island towards its best individuals."""
        n_islands, n_genes = self.probabilities.shape
        islands, errors = bits.reshape(n_islands, self.size, n_genes), errors.reshape(n_islands, self.size)
        best = np.take_along_axis(
            islands, errors.argsort(axis=1, kind="stable")[:, : self.search.n_best, None], axis=1
        )
        self.n_told += 1
        if n_islands > 1 and self.n_told % self.search.migration_every == 0:
            # The best of the island before comes first where it is better than the island's own.
            guests = np.roll(best[:, :1], 1, axis=0)
            smallest = errors.min(axis=1)
            comes_first = (np.roll(smallest, 1) < smallest)[:, None, None]
            best = np.where(
                comes_first,
                np.concatenate([guests, best[:, :-1]], axis=1),
                np.concatenate([best[:, :1], guests, best[:, 1:]], axis=1)[:, : best.shape[1]],
            )
        self.probabilities = learn_probabilities(self.probabilities, best, self.search.learning_rate)
        noise = self.generator.uniform(-self.search.noise, self.search.noise, self.probabilities.shape)
        self.probabilities = np.clip(self.probabilities + noise, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)


def learn_probabilities(
    probabilities: NDArray[np.float64], best: Bits, learning_rate: float
) -> NDArray[np.float64]:
    """Move probabilities towards each of the best individuals in turn, the best first.

    Parameters
    ----------
    probabilities : ndarray of shape (n_islands, n_genes)
        Probabilities of bits that are 1.
    best : ndarray of shape (n_islands, n_best, n_genes)
        The best individuals of each island.
    learning_rate : float
        Share of the way.

    Examples
    --------
    >>> learn_probabilities(np.full((1, 2), 0.5), np.array([[[1, 0], [1, 1]]], np.uint8), 0.1)
    array([[0.595, 0.505]])
    """
    for individual in best.swapaxes(0, 1):
        probabilities = (1 - learning_rate) * probabilities + learning_rate * individual
    return probabilities
