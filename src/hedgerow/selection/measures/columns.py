"""Many columns of codes, measured against one other at a time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import xlogy

from hedgerow.foundation.threads import count_threads, map_in_threads

ROUND_OFF = 1e-12  # information below this is none: independent columns measure 4e-16
_MOST_CODES = 65_536
_MOST_CELLS = 1 << 20  # of a table of counts; a wider pair is sorted instead
_FEWEST_CELLS_A_THREAD = 200_000  # rows times columns for which a thread is worth starting


@dataclass(frozen=True, eq=False)
class Association:
    """How much each of many columns tells about one other, in bits.

    Parameters
    ----------
    entropies : ndarray of shape (n_columns,)
        Of each column.
    joint_entropies : ndarray of shape (n_columns,)
        Of each column together with the other.
    other_entropy : float
        Of the other.
    """

    entropies: NDArray[np.float64]
    joint_entropies: NDArray[np.float64]
    other_entropy: float

    @property
    def mutual_information(self) -> NDArray[np.float64]:
        """Bits that a column and the other share; exactly 0 where they are independent."""
        shared = self.entropies + self.other_entropy - self.joint_entropies
        return np.where(shared > ROUND_OFF, shared, 0.0)

    @property
    def symmetrical_uncertainty(self) -> NDArray[np.float64]:
        """Twice what is shared over what both hold: 0 for independent columns, 1 where each tells the other."""
        shared, held = 2.0 * self.mutual_information, self.entropies + self.other_entropy
        return np.divide(shared, held, out=np.zeros_like(shared), where=held > ROUND_OFF)


@dataclass(frozen=True, eq=False)
class CodeColumns:
    """A table of codes, column after column in memory, ready to be measured.

    Parameters
    ----------
    codes : ndarray of uint16 of shape (n_columns, n_samples)
        The codes 0, 1, ...; columns of the table are rows here.
    sizes : ndarray of int64 of shape (n_columns,)
        One more than the largest code of each column.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows.

    Examples
    --------
    >>> columns = CodeColumns.from_matrix([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> columns.measure(columns.codes[0]).symmetrical_uncertainty
    array([1., 0.])
    """

    codes: NDArray[np.uint16]
    sizes: NDArray[np.int64]
    weights: NDArray[np.float64] | None = None

    @classmethod
    def from_matrix(cls, codes: ArrayLike, weights: ArrayLike | None = None) -> Self:
        """Read a table of codes of shape (n_samples, n_columns)."""
        table = np.asarray(codes)
        if table.ndim != 2:
            raise ValueError(f"codes has shape {table.shape}; pass a table of rows and columns")
        _check_codes(table)
        short = np.ascontiguousarray(table.T, dtype=np.uint16)
        sizes = short.max(axis=1, initial=0).astype(np.int64) + 1
        return cls(short, sizes, None if weights is None else np.ascontiguousarray(weights, dtype=np.float64))

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return int(self.codes.shape[0])

    def measure(
        self, other: ArrayLike, chosen: NDArray[Any] | None = None, *, n_jobs: int | None = None
    ) -> Association:
        """Measure columns against one other.

        Parameters
        ----------
        other : array-like of shape (n_samples,)
            The codes of the other column.
        chosen : ndarray of int or bool, default=None
            Which columns; None is all of them.
        n_jobs : int, default=None
            Number of threads, in joblib's sense. The answer is the same for any.

        Returns
        -------
        Association
        """
        against = np.asarray(other)
        _check_codes(against)
        against = np.ascontiguousarray(against, dtype=np.uint16)
        if against.shape != self.codes.shape[1:]:
            raise ValueError(f"the other column has shape {against.shape}, not {self.codes.shape[1:]}")
        columns = np.arange(self.n_columns)
        if chosen is not None:
            columns = columns[chosen]
        n_other = int(against.max(initial=0)) + 1
        is_wide = self.sizes[columns] * n_other > _MOST_CELLS
        sums = np.empty((columns.size, 2))
        sums[~is_wide] = self._measure_narrow(columns[~is_wide], against, n_other, n_jobs)
        for place in np.flatnonzero(is_wide):
            sums[place] = self._measure_wide(columns[place], against, n_other)
        counted = np.bincount(against, self.weights)
        total = float(counted.sum())
        joint, alone = (np.log2(total) - sums[:, place] / total for place in (1, 0))
        return Association(alone, joint, float(np.log2(total) - sum_of_logs(counted) / total))

    def _measure_narrow(
        self, columns: NDArray[np.intp], other: NDArray[np.uint16], n_other: int, n_jobs: int | None
    ) -> NDArray[np.float64]:
        from hedgerow._kernels.contingency import measure_pairs

        weights = np.empty(0) if self.weights is None else self.weights
        sums = np.empty((columns.size, 2))
        worthwhile = 1 + columns.size * other.size // _FEWEST_CELLS_A_THREAD
        n_threads = min(count_threads(n_jobs), worthwhile)
        edges = np.linspace(0, columns.size, n_threads + 1).astype(np.intp)
        calls = [
            (self.codes, self.sizes, columns[start:end], other, n_other, weights, sums[start:end])
            for start, end in pairwise(edges)
        ]
        for _ in map_in_threads(measure_pairs, calls, n_threads):
            pass
        return sums

    def _measure_wide(self, column: np.intp, other: NDArray[np.uint16], n_other: int) -> tuple[float, float]:
        codes = self.codes[column].astype(np.int64)
        _, pairs = np.unique(codes * n_other + other, return_inverse=True)
        alone, together = (sum_of_logs(np.bincount(each, self.weights)) for each in (codes, pairs))
        return alone, together


def sum_of_logs(weights: ArrayLike) -> float:
    """Sum of w log2 w, which entropies are made of and which adds up over tables.

    Examples
    --------
    >>> sum_of_logs([4, 0, 1])
    8.0
    """
    given = np.asarray(weights, dtype=np.float64)
    return float(xlogy(given, given).sum() / np.log(2.0))


def _check_codes(codes: NDArray[Any]) -> None:
    if codes.dtype.kind not in "iub":
        raise ValueError(
            f"codes are integers 0, 1, ...; found {codes.dtype}. Discretiser makes codes of numbers"
        )
    low, high = codes.min(initial=0), codes.max(initial=0)
    if low < 0 or high >= _MOST_CODES:
        found = low if low < 0 else high
        raise ValueError(
            f"codes run from 0 to {_MOST_CODES - 1}; found {found}. Give missing values a code too"
        )
