"""Every member learns the classes themselves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator


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
