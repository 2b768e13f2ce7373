"""What numbers share: one-way F and the correlation ratio, from sums by class, and information compression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

PERFECT = 1e12  # the F of classes that a feature separates without any spread within them
ROUND_OFF = 1e-12  # share of a sum of squares that may be rounding


@dataclass(frozen=True, eq=False)
class ClassSums:
    """Weighted sums of a column of numbers in each class, about an origin near its mean.

    Sums add up over parts of the rows, and what is measured comes from the sums, so `without` leaves a part out. The
    origin keeps the squares small: measured about 0, numbers with a mean of 1e8 would lose all their digits. The first
    axis of `weights` and `sums` is the class.

    Parameters
    ----------
    weights : ndarray of shape (n_classes, ...)
        Weight of the rows of each class. The degrees of freedom take it for a number of rows.
    sums : ndarray of shape (n_classes, ...)
        Sums of the differences from the origin.
    squares : float or ndarray of shape (...)
        Sum of their squares, over all classes.
    origin : float or ndarray of shape (...), default=0.0
        What was taken away from the column.

    Examples
    --------
    >>> whole = ClassSums.of([1, 2, 3, 4, 5, 6, 9], [0, 0, 0, 1, 1, 1, 1])
    >>> round(float(whole.without(ClassSums.of([9], [1])).f_statistic()), 6)
    13.5
    """

    weights: Any
    sums: Any
    squares: Any
    origin: Any = 0.0

    @classmethod
    def of(
        cls, x: ArrayLike, codes: ArrayLike, n_classes: int | None = None, weights: ArrayLike | None = None
    ) -> Self:
        """Sum a column, or each column of a table, class by class.

        Parameters
        ----------
        x : array-like of shape (n_samples,) or (n_samples, n_columns)
            Finite numbers.
        codes : array-like of int of shape (n_samples,)
            The class codes 0, 1, ...
        n_classes : int, default=None
            Number of classes; None is one more than the largest code.
        weights : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        ClassSums
        """
        table, labels = _read_numbers(x, "x"), np.asarray(codes)
        counts = _read_counts(weights, table.shape[0])
        if labels.shape != counts.shape or labels.dtype.kind not in "iub":
            raise ValueError(
                f"codes have shape {labels.shape} and type {labels.dtype}; pass one integer 0, 1, ... "
                f"for each of the {table.shape[0]} rows"
            )
        n_codes = int(labels.max(initial=-1)) + 1 if n_classes is None else n_classes
        if n_codes <= labels.max(initial=-1) or labels.min(initial=0) < 0:
            raise ValueError(
                f"codes run from {labels.min()} to {labels.max()}, but with {n_codes} classes from 0 to {n_codes - 1}"
            )
        origin = counts @ table / counts.sum()
        table = table - origin
        members = (labels == np.arange(n_codes)[:, None]) * counts
        weight = members.sum(axis=1).reshape(-1, *[1] * (table.ndim - 1))
        return cls(weight, members @ table, counts @ table**2, origin)

    def without(self, part: ClassSums) -> ClassSums:
        """The sums of the rows that are not in a part of them."""
        away = part.origin - self.origin
        moved = part.sums + away * part.weights
        squares = part.squares + away * (part.sums + moved).sum(axis=0)
        weights = self.weights - part.weights
        # A class whose rows are all taken away must be gone, not a rounding error of fractional weights.
        weights = np.where(weights > ROUND_OFF * np.abs(self.weights), weights, 0.0)
        return ClassSums(weights, self.sums - moved, self.squares - squares, self.origin)

    def squares_between_and_within(self) -> tuple[Any, Any]:
        """Sums of squares between the classes and within them."""
        total = self.weights.sum(axis=0)
        total = np.where(total > 0.0, total, 1.0)
        weights = np.where(self.weights > 0.0, self.weights, 1.0)
        explained = (np.where(self.weights > 0.0, self.sums, 0.0) ** 2 / weights).sum(axis=0)
        overall = self.sums.sum(axis=0) ** 2 / total
        return np.maximum(explained - overall, 0.0), np.maximum(self.squares - explained, 0.0)

    def f_statistic(self) -> Any:
        """One-way F: the mean square between classes over the mean square within them.

        0 where there are fewer than two classes, or no more rows than classes; 1e12 where there is no spread within
        the classes.
        """
        between, within = self.squares_between_and_within()
        n_present, n_rows = (self.weights > 0.0).sum(axis=0), self.weights.sum(axis=0)
        spread = ROUND_OFF * (between + within)
        known = (n_present > 1) & (n_rows > n_present) & (between > spread)
        perfect = within <= spread
        ratio = np.divide(between, np.where(perfect, 1.0, within))
        freedom = (n_rows - n_present) / np.maximum(n_present - 1, 1)
        return np.where(known, np.where(perfect, PERFECT, ratio * freedom), 0.0)[()]

    def eta_squared(self) -> Any:
        """Share of the squares that lies between the classes: the squared correlation ratio, from 0 to 1."""
        between, within = self.squares_between_and_within()
        whole = between + within
        is_some = between > ROUND_OFF * whole
        return np.divide(between, whole, out=np.zeros(np.shape(whole)), where=is_some)[()]


def information_compression(x: ArrayLike, y: ArrayLike, weights: ArrayLike | None = None) -> Any:
    """Maximal information compression index of two columns: what is lost when one component stands for both.

    Parameters
    ----------
    x : array-like of shape (n_samples,) or (n_samples, n_columns)
        Finite numbers.
    y : array-like of shape (n_samples,)
        Finite numbers.
    weights : array-like of shape (n_samples,), default=None
        How often each row counts.

    Returns
    -------
    float or ndarray of shape (n_columns,)
        The smaller eigenvalue of the covariance matrix; 0 where one column is a linear function of the other. Unlike a
        correlation it depends on the units of the columns.

    References
    ----------
    P. Mitra, C. Murthy and S. Pal, Unsupervised feature selection using feature similarity, IEEE Transactions on
    Pattern Analysis and Machine Intelligence 24, 2002.

    Examples
    --------
    >>> float(information_compression([1, 2, 3], [2, 4, 6]))
    0.0
    >>> float(information_compression([1, -1, 0, 0], [0, 0, 2, -2]))
    0.5
    """
    one, other = _read_numbers(x, "x"), _read_numbers(y, "y")
    counts = _read_counts(weights, one.shape[0])
    if other.shape != counts.shape:
        raise ValueError(f"x has {one.shape[0]} rows and y has shape {other.shape}; pass one y for each row")
    total = counts.sum()
    one, other = one - counts @ one / total, other - counts @ other / total
    heavy = counts * other
    rest_x, rest_y = counts @ one / total, heavy.sum() / total  # what rounding left of the means
    variance_x = np.maximum(counts @ one**2 / total - rest_x * rest_x, 0.0)
    variance_y = np.maximum(heavy @ other / total - rest_y * rest_y, 0.0)
    covariance = heavy @ one / total - rest_x * rest_y
    determinant = np.maximum(variance_x * variance_y - covariance**2, 0.0)
    # Twice the determinant over twice the larger eigenvalue: no difference of nearly equal numbers.
    larger = variance_x + variance_y + np.hypot(variance_x - variance_y, 2.0 * covariance)
    return np.divide(2.0 * determinant, larger, out=np.zeros(np.shape(larger)), where=larger > 0.0)[()]


def _read_numbers(values: ArrayLike, name: str) -> NDArray[np.float64]:
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.ndim not in (1, 2) or numbers.shape[0] == 0:
        raise ValueError(f"{name} has shape {numbers.shape}; pass a column or a table with at least one row")
    if not np.isfinite(numbers).all():
        raise ValueError(
            f"{name} holds missing or infinite values; leave such rows out or fill them in first"
        )
    return numbers


def _read_counts(weights: ArrayLike | None, n_samples: int) -> NDArray[np.float64]:
    if weights is None:
        return np.ones(n_samples)
    counts = np.asarray(weights, dtype=np.float64)
    if counts.shape != (n_samples,) or not (counts >= 0.0).all() or not 0.0 < counts.sum() < np.inf:
        raise ValueError(
            f"weights of shape {counts.shape} do not do; pass one for each of the {n_samples} rows, none negative and "
            "not all zero"
        )
    return counts
