"""The label axis: what the engine asks of a code, and the shorthands of codes."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.axis import Axis

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


class CodeAxis(Axis):
    """The axis of codes, where None is the identity and a matrix is a code."""

    def accepts(self, value: Any) -> bool:
        """Whether a value is a shorthand, an object of the axis, None or a matrix."""
        return value is None or isinstance(value, _MATRICES) or super().accepts(value)

    def resolve(self, value: Any) -> Any:
        """Make a fresh code from None, its shorthand or matrix, or clone the given one; its parameters are checked.

        Examples
        --------
        >>> CODES.resolve(None), CODES.resolve("one_vs_rest")
        (Identity(), OneVsRest())
        """
        if isinstance(value, _MATRICES):
            from hedgerow.codes.fixed_length import GivenCode

            value = GivenCode(value)
        return super().resolve("identity" if value is None else value)


_MATRICES = (np.ndarray, list, tuple)

CODES = CodeAxis(
    "code",
    {
        "identity": "hedgerow.codes.member_codes:Identity",
        "one_vs_rest": "hedgerow.codes.fixed_length:OneVsRest",
        "one_vs_one": "hedgerow.codes.fixed_length:OneVsOne",
        "dense_random": "hedgerow.codes.random_codes:DenseRandom",
        "sparse_random": "hedgerow.codes.random_codes:SparseRandom",
        "exhaustive": "hedgerow.codes.fixed_length:Exhaustive",
        "maximal_distance": "hedgerow.codes.random_codes:MaximalDistance",
        "even_partitions": "hedgerow.codes.random_codes:RandomPartitions",
        "random_partitions": "hedgerow.codes.random_codes:RandomPartitions",
        "binary": "hedgerow.codes.fixed_length:BinaryCode",
        "gray": "hedgerow.codes.fixed_length:GrayCode",
        "discriminant": "hedgerow.codes.discriminant:Discriminant",
        "minimal": "hedgerow.codes.minimal.design:MinimalCode",
    },
    (Code, Design, LearnedDesign),
    "None, a matrix, or an object with `build`, `learn`, or `count_symbols`, `draw` and `decode`",
    {"random_partitions": {"balance": "free"}},
)
