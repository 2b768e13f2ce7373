"""A code matrix as the engine asks it: one column for each member."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes.decoding import score_by_group
from hedgerow.codes.protocol import CodeMatrix


@dataclass(frozen=True)
class MatrixCode:
    """The columns of a matrix, which members take in turn.

    Attributes
    ----------
    matrix : ndarray of shape (n_classes, n_members)
        The code.

    Examples
    --------
    >>> MatrixCode(np.array([[1, 0], [-1, 1], [1, -1]], dtype=np.int8)).take(0, 2)
    array([[ 1,  0,  1],
           [-1,  1,  0]])
    """

    matrix: CodeMatrix

    def count_symbols(self, n_classes: int) -> int:
        """A column has two sides."""
        return 2

    def take(self, first: int, n_members: int) -> NDArray[np.intp]:
        """The questions of some members, one line each: 1 and 0 for the sides +1 and -1; -1 leaves the class out."""
        sides = self.matrix[:, first : first + n_members].T
        return np.where(sides == 0, -1, sides > 0).astype(np.intp)

    def decode(self, member_code: NDArray[np.intp], output: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give each class the probability of its side, and one half to a class left out: no word against it."""
        return score_by_group(member_code, output) + 0.5 * (member_code < 0)
