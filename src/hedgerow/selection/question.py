"""What a selector is asked: a table and a target as arrays, and what the user has decided beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.target import Task
from hedgerow.selection.groups import Groups


@dataclass(frozen=True, eq=False)
class Question:
    """A table and a target, and which of the features the target needs is the question.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        The features as numbers: NaN is a missing value, a category is a code 0, 1, ...
    y : ndarray of shape (n_samples,)
        Class codes, or values.
    classes : ndarray of shape (n_classes,) or None
        The class labels; None for regression.
    is_categorical : ndarray of bool of shape (n_features,)
        Which columns of X hold codes.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows.
    names : tuple of str
        The names of the features; x0, x1, ... where they have none.
    fixed : ndarray of bool of shape (n_features,)
        The features that are kept whatever is found.
    groups : Groups
        Which features stand or fall together.
    """

    X: NDArray[np.floating[Any]]
    y: NDArray[Any]
    classes: NDArray[Any] | None
    is_categorical: NDArray[np.bool_]
    weights: NDArray[np.float64] | None
    names: tuple[str, ...]
    fixed: NDArray[np.bool_]
    groups: Groups

    @property
    def task(self) -> Task:
        """Whether the target is a class or a value."""
        return "regression" if self.classes is None else "classification"

    @property
    def n_classes(self) -> int | None:
        """Number of classes; None for regression."""
        return None if self.classes is None else len(self.classes)

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        """Number of columns."""
        return int(self.X.shape[1])
