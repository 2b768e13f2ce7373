"""Population-based incremental learning: search bit strings by the chance of each bit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Population:
    """How a search draws and learns.

    Parameters
    ----------
    size : int, default=50
        Strings of a generation.
    n_generations : int, default=100
        Number of generations.
    learning_rate : float, default=0.1
        How far chances move to the best string of a generation.
    mutation_rate : float, default=0.02
        Chance that a bit's chance mutates after a generation.
    mutation_shift : float, default=0.05
        How far it then moves, to 0 or to 1.

    References
    ----------
    S. Baluja, "Population-based incremental learning", Carnegie Mellon University, CMU-CS-94-163, 1994.

    Examples
    --------
    >>> learn(np.array([0.5, 0.5, 0.5]), np.array([True, False, True]), 0.1)
    array([0.55, 0.45, 0.55])
    >>> found = Population(size=10, n_generations=20).search(lambda bits: -abs(int(bits.sum()) - 2), 6, seed=0)
    >>> int(found.best.sum())
    2
    """

    size: int = 50
    n_generations: int = 100
    learning_rate: float = 0.1
    mutation_rate: float = 0.02
    mutation_shift: float = 0.05

    def search(self, judge: Callable[[NDArray[np.bool_]], float], n_bits: int, seed: int) -> Found:
        """Look for the bits that a judge likes best.

        Parameters
        ----------
        judge : callable
            Says how good a string of bits is, larger is better; it is asked once about each, and never about zeros.
        n_bits : int
            Number of bits.
        seed : int
            What is drawn follows from it.

        Returns
        -------
        Found
        """
        rng = np.random.default_rng(seed)
        chances = np.full(n_bits, 0.5)
        known: dict[bytes, float] = {}
        best, best_key = np.ones(n_bits, np.bool_), (-np.inf, -np.inf)
        curve = np.empty(self.n_generations)
        for generation in range(self.n_generations):
            strings = rng.random((self.size, n_bits)) < chances
            empty = ~strings.any(axis=1)
            strings[empty, rng.integers(n_bits, size=int(empty.sum()))] = True
            keys = []
            for bits in strings:
                code = bits.tobytes()
                if code not in known:
                    known[code] = judge(bits)
                keys.append((known[code], -int(bits.sum())))  # of equally good ones, that of fewer bits
            leader = max(range(self.size), key=keys.__getitem__)
            if keys[leader] > best_key:
                best, best_key = strings[leader].copy(), keys[leader]
            chances = learn(chances, strings[leader], self.learning_rate)
            mutating = rng.random(n_bits) < self.mutation_rate
            target = rng.integers(2, size=n_bits)
            chances = np.where(mutating, learn(chances, target, self.mutation_shift), chances)
            curve[generation] = best_key[0]
        return Found(best, chances, curve, len(known))


@dataclass(frozen=True, eq=False)
class Found:
    """What a search ended with.

    Parameters
    ----------
    best : ndarray of bool of shape (n_bits,)
        The best string that was judged.
    chances : ndarray of shape (n_bits,)
        The chance of each bit at the end.
    curve : ndarray of shape (n_generations,)
        How good the best string was after each generation.
    n_judged : int
        Number of different strings that were judged.
    """

    best: NDArray[np.bool_]
    chances: NDArray[np.float64]
    curve: NDArray[np.float64]
    n_judged: int


def learn(chances: NDArray[np.float64], bits: NDArray[Any], rate: float) -> NDArray[np.float64]:
    """Move chances to bits: (1 - rate) p + rate b."""
    return np.asarray((1 - rate) * chances + rate * bits)
