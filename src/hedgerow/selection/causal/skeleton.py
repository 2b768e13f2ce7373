"""The edges of a causal graph before they have directions, and what separates the pairs without an edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Skeleton:
    """Edges, and the reason why there are no others.

    Parameters
    ----------
    is_adjacent : ndarray of bool of shape (n_variables, n_variables)
        Which pairs have an edge.
    separators : dict of (int, int) to tuple of int
        For each pair without one, the smaller number first: the variables given which the two are independent.
    strength : ndarray of shape (n_variables, n_variables)
        Least conditional mutual information that was seen of each pair, in bits.
    """

    is_adjacent: NDArray[np.bool_]
    separators: dict[tuple[int, int], tuple[int, ...]]
    strength: NDArray[np.float64]

    def separator(self, first: int, second: int) -> tuple[int, ...]:
        """The variables that separate two."""
        return self.separators[min(first, second), max(first, second)]
