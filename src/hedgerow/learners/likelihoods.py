"""Rows as the columns in which the log-likelihoods of naive Bayes are linear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.column_scale import find_units, from_units, spread_from_units, standardise, to_units

_SMALLEST_SHARE = 1e-300  # of a category without smoothing: its logarithm is finite, and its posterior zero
_WIDEST = 1e300  # variance of a density that says nothing
_MOST_CELLS = 2**22  # columns times rows that are expanded at a time, 32 MiB of float64

Codes = tuple[NDArray[np.float64], bool]  # category codes, or (True) the cuts between bins


@dataclass(frozen=True, eq=False)
class LikelihoodColumns:
    r"""What a row becomes: for a number with a normal density 1, x and x^2; for a category or a bin, indicators.

    A missing value is zeros. Sums of these columns over the rows of a class are all that naive Bayes learns, and the
    log-likelihood of a class is linear in them:

    .. math:: \ln p(x \mid y) = -\frac{\mu^2 / \sigma^2 + \ln 2 \pi \sigma^2}{2} + \frac{\mu}{\sigma^2} x
              - \frac{1}{2 \sigma^2} x^2 .

    Parameters
    ----------
    codes : tuple
        For each feature None (a number with a density), or its codes: those of its categories, or the cuts between
        its bins and True.
    centre, scale : ndarray of shape (n_features,)
        What densities subtract and divide by, so squares do not drown in rounding.

    Examples
    --------
    >>> design = LikelihoodColumns.learn(np.array([[0.0, 0.0], [2.0, 1.0]]), np.array([False, True]))
    >>> design.expand(np.array([[1.0, 1.0], [np.nan, 0.0]]))
    array([[1., 0., 0., 0., 1.],
           [0., 0., 0., 1., 0.]])
    """

    codes: tuple[Codes | None, ...]
    centre: NDArray[np.float64]
    scale: NDArray[np.float64]

    @classmethod
    def learn(
        cls,
        X: NDArray[np.float64],
        is_categorical: NDArray[np.bool_],
        cuts: list[NDArray[np.float64]] | None = None,
    ) -> Self:
        """Read centres, scales and categories off a table; numbers have a density unless cuts make bins of them."""
        known = ~np.isnan(X)
        counts, units = np.maximum(known.sum(axis=0), 1), find_units(X)
        near = np.ascontiguousarray(to_units(X, units))
        centre = np.where(known, near, 0.0).sum(axis=0) / counts
        scale = np.sqrt((np.where(known, near - centre, 0.0) ** 2).sum(axis=0) / counts)
        codes: list[Codes | None] = []
        for feature, column in enumerate(X.T):
            if is_categorical[feature]:
                codes.append((np.unique(column[known[:, feature]]), False))
            else:
                codes.append(None if cuts is None else (cuts[feature], True))
        scale = np.where(scale > 0, spread_from_units(scale, units), 1.0)
        return cls(tuple(codes), from_units(centre, units), scale)

    @property
    def widths(self) -> NDArray[np.intp]:
        """Number of columns of each feature."""
        return np.array([3 if codes is None else codes[0].size + codes[1] for codes in self.codes], np.intp)

    @property
    def owners(self) -> NDArray[np.intp]:
        """Feature of each column."""
        return np.repeat(np.arange(len(self.codes)), self.widths)

    def expand(
        self, X: NDArray[np.floating], features: NDArray[np.intp] | slice = slice(None)
    ) -> NDArray[np.float64]:
        """Make the columns of some features, all by default: (n_samples, n_columns)."""
        chosen = np.arange(len(self.codes))[features]
        columns = np.zeros((len(X), int(self.widths[chosen].sum())))
        first = 0
        for feature in chosen:
            column, codes = X[:, feature], self.codes[feature]
            rows = np.flatnonzero(~np.isnan(column))
            values = np.asarray(column[rows], np.float64)
            if codes is None:
                scaled = standardise(values, self.centre[feature], self.scale[feature])
                columns[rows, first : first + 3] = np.stack([np.ones(len(rows)), scaled, scaled**2], axis=1)
                first += 3
                continue
            places, is_known = _encode(values, codes)
            columns[rows[is_known], first + places[is_known]] = 1.0
            first += codes[0].size + codes[1]
        return columns

    def sum_columns(self, X: NDArray[np.floating], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Weighted sums of the columns, one line for each line of weights: (n_lines, n_columns)."""
        sums = np.zeros((len(weights), int(self.widths.sum())))
        for features, columns in self.split(len(X)):
            sums[:, columns] = weights @ self.expand(X, features)
        return sums

    def split(self, n_rows: int) -> Iterator[tuple[slice, slice]]:
        """Features and their columns, as many at a time as memory should hold."""
        ends = self.widths.cumsum()
        room = max(_MOST_CELLS // max(n_rows, 1), 1)
        first = 0
        while first < len(ends):
            begin = ends[first] - self.widths[first]
            last = max(int(np.searchsorted(ends, begin + room, side="right")), first + 1)
            yield slice(first, last), slice(int(begin), int(ends[last - 1]))
            first = last

    def weigh(
        self, sums: NDArray[np.float64], visible: NDArray[np.bool_], smoothing: float, variance_floor: float
    ) -> NDArray[np.float64]:
        """Turn sums into the weights of the columns in each class's log-likelihood.

        Parameters
        ----------
        sums : ndarray of shape (n_members, n_classes, n_columns)
            Weighted sums over the rows of each class.
        visible : ndarray of shape (n_members, n_features)
            Which features each member sees; the columns of the others weigh nothing.
        smoothing : float
            What is added to the count of each category.
        variance_floor : float
            Least variance of a density, times the largest variance among the features that the member sees.

        Returns
        -------
        ndarray of shape (n_members, n_classes, n_columns)
        """
        weights = np.zeros_like(sums)
        starts = self.widths.cumsum() - self.widths
        is_number = np.array([codes is None for codes in self.codes], np.bool_)
        if is_number.any():
            at = starts[is_number, None] + np.arange(3)
            weights[..., at] = self._weigh_numbers(
                sums[..., at], visible[:, is_number], self.scale[is_number], variance_floor
            )
        for feature in np.flatnonzero(~is_number):
            codes = slice(starts[feature], starts[feature] + self.widths[feature])
            weights[..., codes] = _weigh_categories(sums[..., codes], smoothing)
        return np.where(visible[:, None, self.owners], weights, 0.0)

    @staticmethod
    def _weigh_numbers(
        sums: NDArray[np.float64],
        visible: NDArray[np.bool_],
        scale: NDArray[np.float64],
        variance_floor: float,
    ) -> NDArray[np.float64]:
        """Weights of 1, x and x^2 from their sums, both (n_members, n_classes, n_numbers, 3)."""
        mean, variance, is_known = _find_moments(sums)
        pooled_mean, pooled_variance, ever_known = _find_moments(sums.sum(axis=1, keepdims=True))
        # A class that has no known value of a feature takes those of all classes.
        mean, variance = np.where(is_known, mean, pooled_mean), np.where(is_known, variance, pooled_variance)
        # On the scale of the widest feature, so no square overflows.
        square = np.ldexp(scale, -np.frexp(scale)[1].max(initial=0)) ** 2
        largest = np.where(visible, pooled_variance[:, 0] * square, 0.0).max(axis=1)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            floor = np.nan_to_num(variance_floor * largest[:, None, None] / square, nan=0.0, posinf=_WIDEST)
        variance = np.maximum(variance, np.minimum(floor, _WIDEST))
        variance = np.where(variance > 0, variance, 1.0)
        constant = -0.5 * (mean**2 / variance + np.log(2 * np.pi * variance))
        weights = np.stack([constant, mean / variance, -0.5 / variance], axis=-1)
        return np.where(ever_known[..., None], weights, 0.0)


def _find_moments(
    sums: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Means and variances from the sums of 1, x and x^2, and where there are any."""
    count = sums[..., 0]
    is_known = count > 0
    mean = np.divide(sums[..., 1], count, out=np.zeros_like(count), where=is_known)
    square = np.divide(sums[..., 2], count, out=np.zeros_like(count), where=is_known)
    return mean, np.maximum(square - mean**2, 0.0), is_known


def _weigh_categories(counts: NDArray[np.float64], smoothing: float) -> NDArray[np.float64]:
    """Logarithms of (count + s) / (sum + s V); of 1 / V where there is nothing to count."""
    n_codes = counts.shape[-1]
    totals = counts.sum(axis=-1, keepdims=True) + smoothing * n_codes
    shares = np.full_like(counts, 1 / max(n_codes, 1))
    np.divide(counts + smoothing, totals, out=shares, where=totals > 0)
    return np.log(np.maximum(shares, _SMALLEST_SHARE))


def _encode(values: NDArray[np.float64], codes: Codes) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Position of each value among its categories or bins, and whether it has one."""
    places = np.searchsorted(codes[0], values)
    if codes[1]:
        return places, np.ones(len(places), np.bool_)
    if codes[0].size == 0:
        return places, np.zeros(len(places), np.bool_)
    return places, codes[0][np.minimum(places, codes[0].size - 1)] == values
