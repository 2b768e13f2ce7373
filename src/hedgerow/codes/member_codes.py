"""Codes as members ask them: the classes themselves, or one column of a matrix for each member."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.codes.protocol import CodeMatrix


class Identity(BaseEstimator):
    """Each member learns the classes as they are.

    Examples
    --------
    >>> Identity().draw(seed=0, n_classes=3)
    array([0, 1, 2])
    """

    def count_symbols(self, n_classes: int) -> int:
        """Return the number of classes."""
        return n_classes

    def draw(self, seed: int, n_classes: int) -> NDArray[np.intp]:
        """Map each class to itself."""
        return np.arange(n_classes)

    def decode(self, member_code: NDArray[np.intp], output: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the answers as they are."""
        return output


def score_by_group(member_code: NDArray[np.intp], output: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give each class the member's probability of the group that holds it, and nothing to a class left out.

    With hard answers every class of the predicted group gets one vote, which is Hamming decoding.

    Parameters
    ----------
    member_code : ndarray of shape (n_classes,)
        The member's class of each class, -1 where left out.
    output : ndarray of shape (n_samples, n_symbols)
        The member's probabilities or votes.

    Examples
    --------
    >>> score_by_group(np.array([1, 0, 1, -1]), np.array([[0.2, 0.8]]))
    array([[0.8, 0.2, 0.8, 0. ]])
    """
    return np.where(member_code >= 0, output[:, member_code], 0.0)


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
