"""Numbers for mRMR: F or correlation with the target, correlation with each other, from split sums.

A table in memory is centred once. One that is mapped from a file is read in blocks of columns, once for each step of
the search, whatever the number of runs; a sparse one is multiplied as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hedgerow.foundation.threads import map_in_threads
from hedgerow.selection.filters.mrmr_parts import Parts
from hedgerow.selection.measures.moments import PERFECT, ROUND_OFF, ClassSums

_BLOCK_CELLS = 4_000_000  # of a mapped table, read at a time: 32 MB
_KEPT_CELLS = 32_000_000  # of sums over all rows, kept for runs that choose the same feature later: 256 MB
_FEWEST_CELLS_A_THREAD = 2_000_000


class DenseColumns:
    """A table in memory or in a file, each column less its mean.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        The numbers; NaN is a missing value.
    counts : ndarray of shape (n_samples,)
        How often each row counts, for the means.
    order : ndarray of int of shape (n_samples,)
        In which order the rows are kept.
    in_blocks : bool
        Whether to read blocks of columns again and again, instead of keeping a centred copy.
    n_jobs : int or None, default=None
        Number of threads.
    """

    def __init__(
        self,
        X: NDArray[Any],
        counts: NDArray[np.float64],
        order: NDArray[np.intp],
        *,
        in_blocks: bool,
        n_jobs: int | None = None,
    ) -> None:
        self.n_features = X.shape[1]
        self._X, self._order, self._n_jobs = X, order, n_jobs
        width = max(_BLOCK_CELLS // max(X.shape[0], 1), 1)
        edges = [*range(0, self.n_features, width), self.n_features]
        self._blocks = list(pairwise(edges))
        self._means = np.empty(self.n_features)
        self._centred: NDArray[np.float64] | None = None
        if not in_blocks:
            self._centred = np.empty(X.shape)
        for start, stop in self._blocks:
            block = self._read(start, stop)
            self._means[start:stop] = find_means(block, counts[order])
            if self._centred is not None:
                self._centre(block, start, stop, out=self._centred[:, start:stop])

    def column(self, place: int) -> NDArray[np.float64]:
        """One column, centred, in the table's own order of rows."""
        if self._centred is not None:
            return self._centred[:, place]
        return self._centre(self._read(place, place + 1), place, place + 1)[:, 0]

    def sum_cells(
        self, cells: NDArray[np.int64], n_cells: int, weights: NDArray[np.float64], *, squared: bool = False
    ) -> NDArray[np.float64]:
        """Sums over the rows of each cell, or of their squares, times their weights; one line for each cell."""
        from hedgerow._kernels.split_sums import sum_cells

        sums = np.empty((n_cells, self.n_features))
        for start, stop, block, begin in self._walk():
            end = begin + stop - start
            sum_cells(block, begin, end, cells, weights, squared, sums[:, start - begin : stop])
        return sums

    def sum_products(
        self,
        columns: NDArray[np.float64],
        lines: NDArray[np.int64],
        own: NDArray[np.float64],
        starts: NDArray[np.int64],
        totals: NDArray[np.float64],
        parts: NDArray[np.float64],
    ) -> None:
        """Products of all columns with some, summed over all rows and over parts; see the kernel of this name."""

        def work(start: int, stop: int) -> None:
            from hedgerow._kernels.split_sums import sum_products

            for first, last, block, begin in self._walk(start, stop):
                sum_products(
                    block, begin, begin + last - first, columns, lines, own, starts,
                    totals[:, first - begin : last], parts[:, first - begin : last],
                )  # fmt: skip

        worthwhile = 1 + own.size * self.n_features // _FEWEST_CELLS_A_THREAD
        if worthwhile == 1 or self._n_jobs is None:
            work(0, self.n_features)
            return
        edges = np.linspace(0, self.n_features, worthwhile + 1).astype(int).tolist()
        for _ in map_in_threads(work, pairwise(edges), self._n_jobs):
            pass

    def _walk(
        self, start: int = 0, stop: int | None = None
    ) -> Iterator[tuple[int, int, NDArray[np.float64], int]]:
        """Ranges of columns, each with a centred block that holds them and where they begin in it."""
        stop = self.n_features if stop is None else stop
        for first, last in self._blocks:
            low, high = max(first, start), min(last, stop)
            if low >= high:
                continue
            if self._centred is None:
                yield low, high, self._centre(self._read(low, high), low, high), 0
            else:
                yield low, high, self._centred, low

    def _read(self, start: int, stop: int) -> NDArray[np.float64]:
        return np.asarray(self._X[:, start:stop], dtype=np.float64)[self._order]

    def _centre(
        self, block: NDArray[np.float64], start: int, stop: int, out: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        centred = np.subtract(block, self._means[start:stop], out=out)
        if np.isnan(centred.sum()):  # a sum is a quick look for missing values, without room for marks
            centred[np.isnan(centred)] = 0.0
        return centred


class SparseColumns:
    """A sparse table, which is multiplied as it is; what centring would have changed is taken away from the sums.

    Parameters
    ----------
    X : sparse matrix or array of shape (n_samples, n_features)
        The numbers; NaN is a missing value.
    counts : ndarray of shape (n_samples,)
        How often each row counts, for the means.
    order : ndarray of int of shape (n_samples,)
        In which order the rows are kept.
    """

    def __init__(self, X: Any, counts: NDArray[np.float64], order: NDArray[np.intp]) -> None:
        table = sparse.csc_array(X, dtype=np.float64)[order]
        table = sparse.csc_array(table)
        self.n_features = table.shape[1]
        place = np.repeat(np.arange(self.n_features), np.diff(table.indptr))
        missing = np.isnan(table.data)
        heavy = counts[order][table.indices]
        lost = np.bincount(place[missing], heavy[missing], minlength=self.n_features)
        present = np.where(missing, 0.0, table.data)
        kept = counts.sum() - lost
        sums = np.bincount(place, heavy * present, minlength=self.n_features)
        self._means = np.divide(sums, kept, out=np.zeros(self.n_features), where=kept > 0)
        table.data = np.where(missing, self._means[place], table.data)
        self._X, self._lines = table, sparse.csr_array(table.T)

    def column(self, place: int) -> NDArray[np.float64]:
        """One column, centred."""
        dense: NDArray[np.float64] = self._X[:, [place]].toarray()[:, 0]
        return np.asarray(dense - self._means[place])

    def sum_cells(
        self, cells: NDArray[np.int64], n_cells: int, weights: NDArray[np.float64], *, squared: bool = False
    ) -> NDArray[np.float64]:
        """Sums over the rows of each cell, or of their squares, times their weights."""
        place = np.arange(cells.size)
        factors = sparse.csr_array((weights, (cells, place)), shape=(n_cells, cells.size))
        held = np.bincount(cells, weights, minlength=n_cells)[:, None]
        plain = (factors @ self._X).toarray()
        if not squared:
            return np.asarray(plain - held * self._means)
        squares = (factors @ self._X.power(2)).toarray()
        return np.asarray(squares - 2.0 * plain * self._means + held * self._means**2)

    def sum_products(
        self,
        columns: NDArray[np.float64],
        lines: NDArray[np.int64],
        own: NDArray[np.float64],
        starts: NDArray[np.int64],
        totals: NDArray[np.float64],
        parts: NDArray[np.float64],
    ) -> None:
        """Products of all columns with some, summed over all rows and over parts."""
        totals[lines] = self._multiply(columns)
        masked = np.zeros((len(parts), own.size))
        for run, (start, stop) in enumerate(pairwise(starts)):
            masked[run, start:stop] = own[start:stop]
        parts[:] = self._multiply(masked)

    def _multiply(self, factors: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((self._lines @ factors.T).T - factors.sum(axis=1)[:, None] * self._means)


CentredColumns = (
    DenseColumns | SparseColumns
)  # tables of numbers whose columns have a mean of 0; missing values too


class NumberRelations:
    """Relations of numbers: with classes by F or the correlation ratio, with each other by Pearson's correlation.

    Parameters
    ----------
    columns : DenseColumns or SparseColumns
        The table, its rows in the order of the parts.
    y : ndarray of shape (n_samples,)
        Class codes or values, in the order of the caller.
    n_classes : int or None
        Number of classes; None where y holds values.
    parts : Parts
        What each run leaves out.
    order : ndarray of int of shape (n_samples,)
        The order of the rows in `columns`.
    by_f : bool
        Whether relevance is F, or a correlation from 0 to 1.
    """

    def __init__(
        self,
        columns: CentredColumns,
        y: NDArray[Any],
        n_classes: int | None,
        parts: Parts,
        order: NDArray[np.intp],
        *,
        by_f: bool,
    ) -> None:
        self._columns, self._starts = columns, parts.starts
        self._weights = np.ascontiguousarray(parts.weights[order])
        self._labels = parts.labels[order]
        self._left = np.ascontiguousarray(parts.left_weights)
        n_lines = parts.n_runs + 1  # one for each part, and one for the rows that are in none
        squares = columns.sum_cells(self._labels, n_lines, self._weights, squared=True)
        codes = np.zeros_like(self._labels) if n_classes is None else y[order]
        classes = sum_classes(columns, codes, n_classes or 1, parts, order, squares)
        self._firsts = np.ascontiguousarray(classes.sums.sum(axis=0))
        spread = classes.squares - self._firsts**2 / self._left[:, None]
        self.constant = spread <= ROUND_OFF * squares.sum(axis=0)
        self._scales = np.where(self.constant, 0.0, 1.0 / np.sqrt(np.where(self.constant, 1.0, spread)))
        if n_classes is None:
            relevance = self._relate_values(y[order], by_f)
        else:
            relevance = classes.f_statistic() if by_f else np.sqrt(classes.eta_squared())
        self.relevance = np.where(self.constant, 0.0, relevance)
        n_kept = max(_KEPT_CELLS // max(columns.n_features, 1), 2 * parts.n_runs)
        n_kept = min(n_kept, columns.n_features + parts.n_runs)
        self._totals = np.empty((n_kept, columns.n_features))
        self._values = np.empty((n_kept, order.size))
        self._lines: dict[
            int, int
        ] = {}  # where the sums of a chosen feature are; the one chosen last stands last
        self._free = list(range(n_kept))[::-1]
        self._sums = np.empty((parts.n_runs, columns.n_features))
        self._shared = np.empty_like(self._sums)

    def _relate_values(self, values: NDArray[np.float64], by_f: bool) -> NDArray[np.float64]:
        n_lines, weights = self._left.size + 1, self._weights
        values = values - weights @ values / weights.sum()
        sums = self._columns.sum_cells(self._labels, n_lines, weights * values)
        products = sums.sum(axis=0) - sums[:-1]
        first, square = (
            total.sum() - total[:-1]
            for total in (np.bincount(self._labels, weights * values**power, n_lines) for power in (1, 2))
        )
        spread = square - first**2 / self._left
        scale = np.sqrt(np.where(spread > ROUND_OFF * square, 1.0 / np.where(spread > 0, spread, 1.0), 0.0))
        centred = products - self._firsts * (first / self._left)[:, None]
        correlation = centred * self._scales * scale[:, None]
        share = np.where(np.abs(correlation) > ROUND_OFF, np.minimum(correlation**2, 1.0), 0.0)
        if not by_f:
            return np.asarray(np.sqrt(share))
        freedom = np.maximum(self._left - 2.0, 0.0)[:, None]
        perfect = 1.0 - share <= ROUND_OFF
        return np.where(perfect, PERFECT, freedom * share / np.where(perfect, 1.0, 1.0 - share))

    def relate(self, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
        """Correlation of the feature that each run chose with all features, on the rows of the run."""
        from hedgerow._kernels.split_sums import correlate_left_out

        new = self._make_room(list(dict.fromkeys(chosen.tolist())))
        lines = np.array([self._lines[feature] for feature in chosen.tolist()], np.int64)
        # The rows of part i, times the column that run i chose; rows of no part are not asked for.
        own = self._values[np.append(lines, 0)[self._labels], np.arange(self._labels.size)]
        self._columns.sum_products(self._values[new], new, own, self._starts, self._totals, self._sums)
        correlate_left_out(
            self._totals, lines, self._sums, chosen, self._firsts, self._scales, self._left, self._shared
        )
        return self._shared

    def _make_room(self, wanted: list[int]) -> NDArray[np.int64]:
        """Give each wanted feature a line of sums, and return the lines that are yet to be summed.

        Where there is no room, the features that were chosen longest ago are forgotten.
        """
        known = [feature for feature in wanted if feature in self._lines]
        for feature in known:
            self._lines[feature] = self._lines.pop(feature)
        n_new = len(wanted) - len(known)
        while len(self._free) < n_new:
            self._free.append(self._lines.pop(next(iter(self._lines))))
        new = np.array([self._free.pop() for _ in range(n_new)], np.int64)
        unknown = [feature for feature in wanted if feature not in self._lines]
        for feature, line in zip(unknown, new.tolist(), strict=True):
            self._lines[feature] = line
            self._values[line] = self._weights * self._columns.column(feature)
        return new


def sum_classes(
    columns: CentredColumns,
    codes: NDArray[Any],
    n_codes: int,
    parts: Parts,
    order: NDArray[np.intp],
    squares: NDArray[np.float64] | None = None,
) -> ClassSums:
    """Sum every column class by class, on the rows that each run keeps.

    Parameters
    ----------
    columns : DenseColumns or SparseColumns
        The table.
    codes : ndarray of int of shape (n_samples,)
        The class codes 0, 1, ..., in the order of the table's rows.
    n_codes : int
        Number of classes.
    parts : Parts
        What each run leaves out.
    order : ndarray of int of shape (n_samples,)
        The order of the table's rows.
    squares : ndarray of shape (n_runs + 1, n_features), default=None
        Sums of squares over each part, where they are known.

    Returns
    -------
    ClassSums
        Weights of shape (n_codes, n_runs, 1), sums of shape (n_codes, n_runs, n_features).
    """
    n_lines = parts.n_runs + 1
    labels, weights = parts.labels[order], np.ascontiguousarray(parts.weights[order])
    cells = codes * n_lines + labels
    sums = columns.sum_cells(cells, n_codes * n_lines, weights).reshape(n_codes, n_lines, -1)
    held = np.bincount(cells, weights, minlength=n_codes * n_lines).reshape(n_codes, n_lines, 1)
    if squares is None:
        squares = columns.sum_cells(labels, n_lines, weights, squared=True)
    whole = ClassSums(held.sum(axis=1, keepdims=True), sums.sum(axis=1, keepdims=True), squares.sum(axis=0))
    return whole.without(ClassSums(held[:, :-1], sums[:, :-1], squares[:-1]))


def find_means(block: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weighted mean of each column over the values that are there; 0 where there are none.

    Examples
    --------
    >>> find_means(np.array([[1.0, np.nan], [4.0, np.nan]]), np.array([2.0, 1.0]))
    array([2., 0.])
    """
    means = counts @ block / counts.sum()
    if not np.isnan(means.sum()):
        return np.asarray(means)
    present = ~np.isnan(block)
    weights = counts @ present
    sums = counts @ np.where(present, block, 0.0)
    return np.divide(sums, weights, out=np.zeros(block.shape[1]), where=weights > 0)
