"""A genetic search over bit strings, on islands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.codes.minimal.evolution import Bits
from hedgerow.foundation.parameters import check_count, check_number


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

    def __init__(
        self,
        *,
        crossover: float = 0.8,
        n_elite: int = 2,
        mutation: float | None = None,
        migration_every: int = 20,
        migration_share: float = 0.2,
    ) -> None:
        self.crossover = crossover
        self.n_elite = n_elite
        self.mutation = mutation
        self.migration_every = migration_every
        self.migration_share = migration_share

    def begin(
        self, n_genes: int, size: int, n_islands: int, generator: np.random.RandomState
    ) -> GeneticPopulation:
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

        Returns
        -------
        GeneticPopulation
        """
        check_number("crossover", self.crossover, 0, 1)
        check_number("migration_share", self.migration_share, 0, 1)
        check_count("n_elite", self.n_elite, 0)
        check_count("migration_every", self.migration_every)
        if self.mutation is not None:
            check_number("mutation", self.mutation, 0, 1, other="None")
        if self.n_elite >= size:
            raise ValueError(
                f"n_elite={self.n_elite} leaves no room for children in a population of {size}; use a smaller "
                "n_elite or a larger population"
            )
        return GeneticPopulation(self, n_genes, size, n_islands, generator)


class GeneticPopulation:
    """The individuals of all islands, and how to breed the next."""

    def __init__(
        self,
        search: GeneticAlgorithm,
        n_genes: int,
        size: int,
        n_islands: int,
        generator: np.random.RandomState,
    ) -> None:
        self.search, self.size, self.n_islands, self.generator = search, size, n_islands, generator
        self.mutation = 1 / n_genes if search.mutation is None else search.mutation
        self.bits = (generator.random_sample((n_islands, size, n_genes)) < 0.5).astype(np.uint8)
        self.errors: NDArray[np.float64] | None = None
        self.n_told = 0

    def ask(self) -> Bits:
        """Breed the next generation; the first one is drawn."""
        if self.errors is not None:
            self.bits = np.stack(
                [self._breed(*island) for island in zip(self.bits, self.errors, strict=True)]
            )
        return self.bits.reshape(-1, self.bits.shape[2])

    def tell(self, bits: Bits, errors: NDArray[np.float64]) -> None:
        """Take the errors of the individuals, and let the best migrate when it is time."""
        self.bits = bits.reshape(self.n_islands, self.size, -1).copy()
        self.errors = np.array(errors, dtype=np.float64).reshape(self.n_islands, self.size)
        self.n_told += 1
        if self.n_islands > 1 and self.n_told % self.search.migration_every == 0:
            migrate(self.bits, self.errors, round(self.search.migration_share * self.size))

    def _breed(self, bits: Bits, errors: NDArray[np.float64]) -> Bits:
        n_elite = self.search.n_elite
        n_crossed = round(self.search.crossover * (self.size - n_elite))
        n_couples, n_mutated = -(-n_crossed // 2), self.size - n_elite - n_crossed
        order = errors.argsort(kind="stable")
        parents = bits[select_parents(errors, 2 * n_couples + n_mutated, self.generator)]
        mothers, fathers = parents[:n_couples], parents[n_couples : 2 * n_couples]
        masks = self.generator.random_sample(mothers.shape) < 0.5
        crossed = np.concatenate(cross_scattered(mothers, fathers, masks))[:n_crossed]
        mutated = mutate(parents[2 * n_couples :], self.mutation, self.generator)
        return np.concatenate([bits[order[:n_elite]], crossed, mutated])


def cross_scattered(mothers: Bits, fathers: Bits, masks: NDArray[np.bool_]) -> tuple[Bits, Bits]:
    """Two children of each couple: one has its mother's bits where the mask is true, the other its father's.

    Examples
    --------
    >>> mother, father = np.array([[1, 1, 0, 0]], np.uint8), np.array([[0, 1, 1, 0]], np.uint8)
    >>> cross_scattered(mother, father, np.array([[True, False, True, False]]))
    (array([[1, 1, 0, 0]], dtype=uint8), array([[0, 1, 1, 0]], dtype=uint8))
    """
    return np.where(masks, mothers, fathers), np.where(masks, fathers, mothers)


def mutate(bits: Bits, rate: float, generator: np.random.RandomState) -> Bits:
    """Add normal noise to chosen bits and round; so a chosen bit flips with probability 0.31.

    Examples
    --------
    >>> flipped = mutate(np.zeros((1000, 100), np.uint8), 1.0, np.random.RandomState(0))
    >>> round(float(flipped.mean()), 2)
    0.31
    """
    chosen = generator.random_sample(bits.shape) < rate
    noisy = np.clip(bits + generator.standard_normal(bits.shape), 0.0, 1.0)
    return np.where(chosen, noisy >= 0.5, bits).astype(np.uint8)


def select_parents(
    errors: NDArray[np.float64], n_parents: int, generator: np.random.RandomState
) -> NDArray[np.intp]:
    """Draw parents by stochastic uniform sampling: equal steps along a line on which good ranks have long pieces.

    An individual of rank r has a piece as long as 1 / sqrt(r); it is drawn as often as that says, rounded up or down.

    Examples
    --------
    >>> drawn = select_parents(np.array([0.3, 0.1, 0.2]), 100, np.random.RandomState(0))
    >>> np.bincount(drawn)
    array([25, 44, 31])
    """
    if n_parents == 0:
        return np.empty(0, dtype=np.intp)
    order = errors.argsort(kind="stable")
    ends = np.cumsum(1 / np.sqrt(np.arange(1, errors.size + 1)))
    steps = (np.arange(n_parents) + generator.random_sample()) * (ends[-1] / n_parents)
    ranks = np.searchsorted(ends, steps, side="right").clip(max=errors.size - 1)
    return np.asarray(generator.permutation(order[ranks]))


def migrate(bits: Bits, errors: NDArray[np.float64], n_movers: int) -> None:
    """Copy the best of each island over the worst of the next one, the last island's to the first; in place.

    Examples
    --------
    >>> bits = np.array([[[0], [1]], [[2], [3]]], dtype=np.uint8)
    >>> errors = np.array([[0.1, 0.2], [0.4, 0.3]])
    >>> migrate(bits, errors, 1)
    >>> bits[:, :, 0].tolist(), errors.tolist()
    ([[0, 3], [0, 3]], [[0.1, 0.3], [0.1, 0.3]])
    """
    order = errors.argsort(axis=1, kind="stable")
    best, worst = order[:, :n_movers], order[:, order.shape[1] - n_movers :]
    islands = np.arange(len(bits))[:, None]
    arriving = np.roll(bits[islands, best], 1, axis=0), np.roll(errors[islands, best], 1, axis=0)
    bits[islands, worst], errors[islands, worst] = arriving
