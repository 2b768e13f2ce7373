"""What the engine asks of a code: which question a member is asked."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

CodeMatrix = NDArray[np.int8]  # (n_classes, n_columns) of -1, 0 and +1; 0 leaves the class out of the column


@runtime_checkable
class Code(Protocol):
    """A way to turn the K classes into the classes that one member learns, and its answers back."""

    def count_symbols(self, n_classes: int) -> int:
        """Count the classes in a member's question."""
        ...

    def draw(self, seed: int, n_classes: int) -> NDArray[np.intp]:
        """Draw the member's class of each class, (n_classes,); -1 leaves the class out."""
        ...

    def decode(self, member_code: NDArray[np.intp], output: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn a member's answers, (n, n_symbols), into scores of the classes, (n, n_classes)."""
        ...


@runtime_checkable
class Design(Protocol):
    """A code of two-class questions that is drawn without a look at the data, all its columns at once."""

    def build(
        self, n_classes: int, n_columns: int | None, generator: np.random.RandomState
    ) -> NDArray[np.int8]:
        """Build the code matrix.

        Parameters
        ----------
        n_classes : int
            Number of rows, 2 or more.
        n_columns : int or None
            Number of columns; None for the design's own. A design of fixed length refuses another one.
        generator : RandomState
            Where the randomness comes from.

        Returns
        -------
        ndarray of shape (n_classes, n_columns), int8
            +1 and -1 for the two sides of a column's question, 0 for a class that it leaves out.
        """
        ...


@runtime_checkable
class LearnedDesign(Protocol):
    """A code of two-class questions that is made for the training data."""

    def learn(
        self,
        X: Any,
        y: NDArray[np.intp],
        n_classes: int,
        *,
        estimator: Any,
        sample_weight: NDArray[np.float64] | None,
        generator: np.random.RandomState,
        n_jobs: int | None,
    ) -> NDArray[np.int8]:
        """Learn the code matrix.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
            The features: numbers, and the codes of categories.
        y : ndarray of shape (n_samples,)
            Class codes 0..n_classes-1.
        n_classes : int
            Number of rows, 2 or more.
        estimator : classifier
            What will learn the columns.
        sample_weight : ndarray of shape (n_samples,) or None
            Weights of the rows.
        generator : RandomState
            Where the randomness comes from.
        n_jobs : int or None
            Number of workers; it never changes the result.

        Returns
        -------
        ndarray of shape (n_classes, n_columns), int8
            +1 and -1 for the two sides of a column's question, 0 for a class that it leaves out.
        """
        ...
