"""How well each column tells each class from the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.codes.protocol import CodeMatrix

Floats = NDArray[np.float64]


def class_separability(
    sides: ArrayLike,
    y: ArrayLike,
    matrix: CodeMatrix,
    *,
    sample_weight: ArrayLike | None = None,
    seen: ArrayLike | None = None,
) -> Floats:
    r"""Weights of the columns for each class, from the answers about rows whose class is known (CSEP).

    Over all pairs of a row of class c and a row of another class, Smith and Windeatt count those that column k has both
    right, less those that it has both wrong, which is

    .. math:: W_{ck} = n_c (T_k - a_{ck}) - (n_c - a_{ck}) (P - n_c)
              \propto \mathrm{acc}_c + \mathrm{acc}_{rest} - 1

    with P rows, n_c of them of the class, T_k right answers, a_ck of them in the class, and accuracies in and out of
    the class. Negative values become 0, and each class's weights sum to one. A class that no column separates, or that
    has no rows, has equal weights. Where a column leaves classes out, only the rows of the others count.

    Parameters
    ----------
    sides : array-like of shape (n_samples, n_columns)
        What each column said, from -1 to +1; 0 is the side +1.
    y : array-like of shape (n_samples,)
        Class codes 0..n_classes-1.
    matrix : ndarray of shape (n_classes, n_columns)
        The code.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.
    seen : array-like of shape (n_samples, n_columns), default=None
        Which answers count, such as those out of bag; None for all.

    Returns
    -------
    ndarray of shape (n_classes, n_columns)

    See Also
    --------
    ECOCClassifier, BaggingClassifier

    Notes
    -----
    Weights may come from out-of-bag predictions (``csep_rows="oob"``). Platt curves are fitted to out-of-bag scores;
    the authors use training scores.

    Formula::

        F = 1 - sum W |s - z| for the answers s and the letters z.

    Cost: O(P T) for P rows, where the published loop is O(P^2 T).

    References
    ----------
    R. Smith and T. Windeatt, Facial action unit recognition using filtered local binary pattern features with
    bootstrapped and weighted ECOC classifiers, SUEMA, 2010.

    Examples
    --------
    >>> code = np.array([[-1, 1], [1, -1], [1, 1]], dtype=np.int8)
    >>> class_separability([[-1, 1], [1, -1], [1, -1]], [0, 1, 2], code).round(3)
    array([[0.667, 0.333],
           [0.667, 0.333],
           [1.   , 0.   ]])
    """
    counts = Separability.count(
        np.asarray(sides, np.float64),
        np.asarray(y, np.intp),
        matrix,
        None if sample_weight is None else np.asarray(sample_weight, np.float64),
        None if seen is None else np.asarray(seen, np.bool_),
    )
    return counts.weigh()


@dataclass(frozen=True)
class Separability:
    """What the weights are made of; additive over rows.

    Attributes
    ----------
    right : ndarray of shape (n_classes, n_columns)
        Weight of the rows of each class that each column has right.
    predicted_weight : ndarray of shape (n_classes, n_columns)
        Weight of the rows of each class that count for each column.
    """

    right: Floats
    predicted_weight: Floats

    @classmethod
    def count(
        cls,
        sides: Floats,
        y: NDArray[np.intp],
        matrix: CodeMatrix,
        sample_weight: Floats | None = None,
        seen: NDArray[np.bool_] | None = None,
    ) -> Self:
        """Count the answers about some rows."""
        truth = matrix[y]
        counts = truth != 0 if seen is None else (truth != 0) & seen
        is_right = ((sides >= 0) == (truth > 0)) & counts
        order = np.argsort(y, kind="stable")
        present, starts = np.unique(y[order], return_index=True)
        right, predicted = np.zeros(matrix.shape), np.zeros(matrix.shape)
        for sums, flags in ((right, is_right), (predicted, counts)):
            # Sums over runs of rows of one class: no product with a matrix that is nearly all zeros.
            rows = flags[order] if sample_weight is None else flags[order] * sample_weight[order, None]
            sums[present] = np.add.reduceat(rows, starts, axis=0, dtype=np.float64)
        return cls(right, predicted)

    @classmethod
    def merge(cls, parts: Iterable[Self]) -> Self:
        """Put together what was counted on different rows."""
        parts = list(parts)
        return cls(sum(part.right for part in parts), sum(part.predicted_weight for part in parts))  # type: ignore[arg-type]

    def pairs(self) -> Floats:
        """Pairs of rows, in and out of the class, both right less both wrong."""
        rest_right, rest = (
            self.right.sum(axis=0) - self.right,
            self.predicted_weight.sum(axis=0) - self.predicted_weight,
        )
        return np.asarray(self.predicted_weight * rest_right - (self.predicted_weight - self.right) * rest)

    def weigh(self) -> Floats:
        """The weights of each class, which sum to one."""
        # Divided by the number of pairs, so a column with predictions for fewer rows counts no less.
        n_pairs = self.predicted_weight * (self.predicted_weight.sum(axis=0) - self.predicted_weight)
        shares = np.divide(self.pairs(), n_pairs, out=np.zeros_like(self.right), where=n_pairs > 0)
        shares = np.maximum(shares, 0.0)
        totals = shares.sum(axis=1, keepdims=True)
        even = np.full_like(shares, 1 / shares.shape[1])
        return np.asarray(np.divide(shares, totals, out=even, where=totals > 0))
