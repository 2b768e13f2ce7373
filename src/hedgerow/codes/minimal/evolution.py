"""Generation after generation: what every search by a population shares."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

logger = logging.getLogger("hedgerow")

Bits = NDArray[np.uint8]
Ending = Literal["generations", "patience", "perfect", "interrupted"]


class Population(Protocol):
    """Bit strings that change from generation to generation."""

    def ask(self) -> Bits:
        """Breed the next generation, (n_individuals, n_genes)."""
        ...

    def tell(self, bits: Bits, errors: NDArray[np.float64]) -> None:
        """Learn how wrong each individual is, as it was repaired."""
        ...


class Search(Protocol):
    """The rules by which a population changes."""

    def begin(self, n_genes: int, size: int, n_islands: int, generator: np.random.RandomState) -> Population:
        """Make the first population: `n_islands` islands of `size` individuals."""
        ...


@dataclass(frozen=True)
class Evolution:
    """What an evolution came to.

    Attributes
    ----------
    best : ndarray of shape (n_genes,)
        The individual with the smallest error; of several, the one that was met first.
    history : ndarray of shape (n_generations + 1,)
        The smallest error so far after each generation, the first of which is drawn.
    ending : {"generations", "patience", "perfect", "interrupted"}
        Why it ended.
    """

    best: Bits
    history: NDArray[np.float64]
    ending: Ending


def evolve(
    population: Population,
    judge: Callable[[Bits], NDArray[np.float64]],
    *,
    n_generations: int,
    patience: int | None,
    repair: Callable[[Bits], Bits] | None = None,
    verbose: bool = False,
) -> Evolution:
    """Breed and judge until the generations are used up, nothing gets better, or nothing is wrong any more.

    An interrupt ends the evolution too, with a warning, and the best individual so far is kept; during the first
    generation there is none, and the interrupt goes through.

    Parameters
    ----------
    population : Population
        What breeds.
    judge : callable
        Gives each individual its error, 0 or more.
    n_generations : int
        Most generations after the first one.
    patience : int or None
        Generations without a smaller error after which to end; None for no such limit.
    repair : callable, default=None
        Turns bred bits into valid ones.
    verbose : bool, default=False
        Whether to log a line ten times on the way.

    Examples
    --------
    >>> from hedgerow.codes.minimal.genetic import GeneticAlgorithm
    >>> population = GeneticAlgorithm().begin(12, 20, 1, np.random.RandomState(0))
    >>> found = evolve(population, lambda bits: 12.0 - bits.sum(axis=1), n_generations=200, patience=None)
    >>> found.best.tolist(), found.ending
    ([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 'perfect')
    """
    best: Bits | None = None
    history: list[float] = []
    n_stalled = 0
    ending: Ending = "generations"
    for generation in range(n_generations + 1):
        try:
            bits = population.ask() if repair is None else repair(population.ask())
            errors = judge(bits)
        except KeyboardInterrupt:
            if best is None:
                raise
            warnings.warn(
                f"the search was interrupted after {generation - 1} of {n_generations} generations; "
                "the best found so far is used",
                stacklevel=2,
            )
            ending = "interrupted"
            break
        population.tell(bits, errors)
        leader = int(errors.argmin())
        if best is None or errors[leader] < history[-1]:
            best, n_stalled = bits[leader].copy(), 0
            history.append(float(errors[leader]))
        else:
            n_stalled += 1
            history.append(history[-1])
        if verbose and generation * 10 // max(n_generations, 1) > (generation - 1) * 10 // max(
            n_generations, 1
        ):
            logger.info("generation %d of %d: smallest error %.4g", generation, n_generations, history[-1])
        if history[-1] == 0:
            ending = "perfect"
            break
        if patience is not None and n_stalled >= patience:
            ending = "patience"
            break
    assert best is not None  # there is a first generation
    return Evolution(best, np.array(history), ending)
