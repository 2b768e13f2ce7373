"""A sparse table as the tree engine sees it: the cells that are not zero, each replaced by its rank."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

if TYPE_CHECKING:
    from hedgerow._kernels.records import CodedColumns

MISSING = 65_535  # the code of a missing value


@dataclass(frozen=True)
class SparseTable:
    """A sparse matrix whose values are replaced by their ranks within the column, zero among them.

    It says the same as `BinnedTable` of the dense matrix, and trees that grow from either are the same.

    Parameters
    ----------
    column_starts : ndarray of int64 of shape (n_features + 1,)
        Where the stored cells of each column begin.
    cell_rows, codes : ndarray of shape (n_cells,)
        Row and rank of each cell.
    value_starts : ndarray of int64 of shape (n_features,)
        Where the values of each column begin; a column and its twin share them.
    lower, upper : ndarray of shape (n_values,)
        Least and greatest value of each code of a column, one after the other.
    zero_codes : ndarray of uint16 of shape (n_features,)
        The code of zero in each column.
    traits : ndarray of shape (n_features, 3)
        Number of codes, whether there are missing values, and that the column is not categorical.
    n_samples : int
        Number of rows.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> table = SparseTable.from_matrix(csr_array(np.array([[0.0, 3.0], [-1.0, 0.0], [0.0, 2.0]])))
    >>> table.codes, table.zero_codes
    (array([0, 2, 1], dtype=uint16), array([1, 0], dtype=uint16))
    """

    column_starts: NDArray[np.int64]
    cell_rows: NDArray[np.int32]
    codes: NDArray[np.uint16]
    value_starts: NDArray[np.int64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    zero_codes: NDArray[np.uint16]
    traits: NDArray[np.int32]
    n_samples: int

    @classmethod
    def from_matrix(cls, X: Any) -> SparseTable:
        """Rank the columns of a sparse matrix.

        Parameters
        ----------
        X : sparse matrix of shape (n_samples, n_features)
            Finite numbers or NaN; what is not stored is zero. Cells that are stored twice are added up.

        Returns
        -------
        SparseTable
        """
        from hedgerow._kernels.stored_ranks import rank_stored_columns

        n_samples, n_features = X.shape
        if n_samples < 1 or n_features < 1:
            raise ValueError(f"X has shape {X.shape}; a tree needs at least one row and one column")
        columns = _make_canonical(X)
        column_starts = columns.indptr.astype(np.int64)
        data = columns.data.astype(np.float64, copy=False)
        if np.isinf(data).any():
            raise ValueError("X holds infinite values; replace them by NaN or by a large number")
        codes, room = np.empty(data.size, np.uint16), data.size + n_features
        lower = np.empty(room)
        upper = lower if n_samples <= np.iinfo(np.uint16).max else np.empty(room)
        value_starts, zero_codes = np.empty(n_features + 1, np.int64), np.empty(n_features, np.uint16)
        n_codes, has_missing = np.empty(n_features, np.int32), np.empty(n_features, np.bool_)
        rank_stored_columns(
            data,
            column_starts,
            n_samples,
            codes,
            lower,
            upper,
            value_starts,
            zero_codes,
            n_codes,
            has_missing,
        )
        traits = np.stack([n_codes, has_missing.astype(np.int32), np.zeros(n_features, np.int32)], axis=1)
        lower, upper = _cut_off(lower, upper, int(value_starts[-1]))
        cell_rows = columns.indices.astype(np.int32, copy=False)
        return _assemble(
            n_samples,
            column_starts,
            cell_rows,
            codes,
            value_starts[:-1].copy(),
            lower,
            upper,
            zero_codes,
            traits,
        )

    def check_loaded(self) -> None:
        """Check the table of a file, because kernels look codes up without checks.

        Raises
        ------
        ValueError
            If arrays do not fit each other, or a code is not one of its column.
        """
        n_features, starts, values = len(self.zero_codes), self.column_starts, self.value_starts
        n_codes = self.traits[:, :1].ravel().astype(np.int64)
        fits = (
            all(array.ndim == 1 for array in (self.cell_rows, self.codes, self.lower, self.zero_codes))
            and self.traits.shape == (n_features, 3)
            and starts.shape == (n_features + 1,)
            and values.shape == (n_features,)
            and len(self.cell_rows) == len(self.codes)
            and self.upper.shape == self.lower.shape
            and min(n_features, self.n_samples) > 0
        )
        # Compared and not subtracted: differences of large numbers wrap around, and may be what they should be.
        if not fits or starts[0] != 0 or starts[-1] != len(self.codes) or (starts[1:] < starts[:-1]).any():
            raise ValueError("this is not a coded table: its arrays do not fit each other")
        n_values = len(self.lower)
        if (n_codes < 0).any() or (n_codes > min(n_values, MISSING)).any() or self.traits[:, 2].any():
            raise ValueError("this is not a coded table: it has codes without a value")
        if (values < 0).any() or (values > n_values - n_codes).any():
            raise ValueError("this is not a coded table: it has codes without a value")
        limits = np.repeat(n_codes, np.diff(starts))
        if ((self.codes >= limits) & (self.codes != MISSING)).any() or (
            self.zero_codes >= np.maximum(n_codes, 1)
        ).any():
            raise ValueError("this is not a coded table: it holds a code that its column does not have")
        if not ((self.cell_rows >= 0) & (self.cell_rows < self.n_samples)).all():
            raise ValueError("this is not a coded table: it holds a cell of a row that is not there")

    @property
    def n_features(self) -> int:
        """Number of columns of the table."""
        return len(self.zero_codes)

    def with_twins(self, donors: NDArray[np.integer[Any]]) -> SparseTable:
        """The columns, then the same columns with the rows in another order; see `BinnedTable.with_twins`.

        Parameters
        ----------
        donors : ndarray of shape (n_samples,)
            The row that each row of a twin takes its value from: every row once.

        Returns
        -------
        SparseTable
        """
        takers = np.full(self.n_samples, -1, np.int32)
        takers[donors] = np.arange(self.n_samples, dtype=np.int32)
        if donors.shape != (self.n_samples,) or takers.min() < 0:
            raise ValueError(f"donors must name each of the {self.n_samples} rows once")
        starts, values = self.column_starts, self.value_starts
        return _assemble(
            self.n_samples,
            np.concatenate([starts, starts[1:] + starts[-1]]),
            np.concatenate([self.cell_rows, takers[self.cell_rows]]),
            np.concatenate([self.codes, self.codes]),
            np.concatenate([values, values]),
            self.lower,
            self.upper,
            np.concatenate([self.zero_codes, self.zero_codes]),
            np.concatenate([self.traits, self.traits]),
        )

    def take_columns(self, columns: NDArray[np.intp]) -> SparseTable:
        """Some of the columns.

        Parameters
        ----------
        columns : ndarray of int
            Which ones.

        Returns
        -------
        SparseTable
        """
        cells, column_starts = _list_stretches(
            self.column_starts[columns], self.column_starts[columns + 1] - self.column_starts[columns]
        )
        values, value_starts = _list_stretches(self.value_starts[columns], self.traits[columns, 0])
        lower = self.lower[values]
        upper = lower if self.upper is self.lower else self.upper[values]
        return _assemble(
            self.n_samples, column_starts, self.cell_rows[cells], self.codes[cells], value_starts[:-1].copy(), lower,
            upper, self.zero_codes[columns], self.traits[columns],
        )  # fmt: skip

    def take_rows(self, rows: NDArray[np.intp]) -> SparseTable:
        """Some of the rows; their values keep the codes they have in the whole table.

        Parameters
        ----------
        rows : ndarray of int
            Which ones.

        Returns
        -------
        SparseTable
        """
        # As floats, whose zeros are kept as they are: a code of 0 is a stored cell like any other.
        shape = (self.n_samples, self.n_features)
        taken = csc_array((self.codes.astype(np.float64), self.cell_rows, self.column_starts), shape=shape)[
            rows
        ]
        return replace(
            self,
            column_starts=_lock(taken.indptr.astype(np.int64))[0],
            cell_rows=_lock(taken.indices.astype(np.int32, copy=False))[0],
            codes=_lock(taken.data.astype(np.uint16))[0],
            n_samples=len(rows),
        )

    def list_values(self, feature: int) -> NDArray[np.float64]:
        """The least value of each code of a feature."""
        begin = self.value_starts[feature]
        return self.lower[begin : begin + self.traits[feature, 0]]

    def spell_out(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.uint16]:
        """The codes of some cells, zeros among them, as those of a dense table.

        Parameters
        ----------
        rows, columns : ndarray of int
            Which ones; a column at most once.

        Returns
        -------
        ndarray of shape (n_columns, n_rows)
        """
        features, codes, row_starts = self._rows
        places = np.full(self.n_features, -1, np.intp)
        places[columns] = np.arange(len(columns))
        dense = np.repeat(self.zero_codes[columns][:, None], len(rows), axis=1)
        cells, starts = _list_stretches(row_starts[rows], row_starts[rows + 1] - row_starts[rows])
        to, line = places[features[cells]], np.repeat(np.arange(len(rows)), np.diff(starts))
        dense[to[to >= 0], line[to >= 0]] = codes[cells][to >= 0]
        return dense

    @cached_property
    def _rows(self) -> tuple[NDArray[Any], ...]:
        """The cells row by row: their features, their codes, and where those of each row begin."""
        from hedgerow._kernels.stored_ranks import list_by_row

        return tuple(_lock(*list_by_row(self.column_starts, self.cell_rows, self.codes, self.n_samples)))

    def columns(self, *, with_values: bool = False) -> CodedColumns:
        """The table as kernels receive it.

        Parameters
        ----------
        with_values : bool, default=False
            Whether cuts are drawn at random; sparse tables do without what dense ones add for them.
        """
        from hedgerow._kernels.records import CODED_COLUMNS

        row_features, row_codes, row_starts = self._rows
        columns: CodedColumns = CODED_COLUMNS.allocate(
            codes=self.codes, lower=self.lower, upper=self.upper, traits=self.traits, values=0, scales=0, bins=0,
            n_features=self.n_features, n_values=0, feature_step=0, row_step=0, value_step=0, n_bins=0,
            cell_rows=self.cell_rows, column_starts=self.column_starts, value_starts=self.value_starts,
            zero_codes=self.zero_codes, row_features=row_features, row_codes=row_codes, row_starts=row_starts,
            n_rows=self.n_samples, is_sparse=True,
        )  # fmt: skip
        return columns


def _make_canonical(X: Any) -> Any:
    """The matrix column by column, every cell once and none of them zero; the original is left alone."""
    columns = X.tocsc()
    if columns is X and not (X.has_canonical_format and X.data.all()):
        columns = X.copy()
    columns.sum_duplicates()
    if not columns.data.all():
        columns.eliminate_zeros()
    return columns


def _list_stretches(
    starts: NDArray[np.int64], sizes: NDArray[np.integer[Any]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Places of all that lies in some stretches, one after the other, and where each of them begins now."""
    ends = np.cumsum(sizes)
    places = np.arange(sizes.sum()) + np.repeat(starts - ends + sizes, sizes)
    return places, np.concatenate([[0], ends]).astype(np.int64)


def _cut_off(
    lower: NDArray[np.float64], upper: NDArray[np.float64], n_values: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The values alone; a copy where few are different."""
    is_same = upper is lower
    lower, upper = lower[:n_values], upper[:n_values]
    if 2 * n_values < len(lower.base if lower.base is not None else lower):
        lower, upper = lower.copy(), upper.copy()
    return lower, lower if is_same else upper


def _assemble(n_samples: int, *arrays: NDArray[Any]) -> SparseTable:
    """A table of the arrays of its fields, in their order."""
    names = [each.name for each in fields(SparseTable)]
    parts: dict[str, Any] = dict(zip(names, [*_lock(*arrays), n_samples], strict=True))
    return SparseTable(**parts)


def _lock(*arrays: NDArray[Any]) -> list[NDArray[Any]]:
    """Views that nobody writes to: one table is shared by all trees."""
    views = [array.view() for array in arrays]
    for view in views:
        view.setflags(write=False)
    return views
