"""A sparse table as the tree engine sees it: the cells that are not zero, each replaced by its rank."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from hedgerow._kernels.records import CodedColumns


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
    value_starts : ndarray of int64 of shape (n_features + 1,)
        Where the values of each column begin.
    lower, upper : ndarray of shape (n_values,)
        Least and greatest value of each code, column after column.
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
            data, column_starts, n_samples, codes, lower, upper, value_starts, zero_codes, n_codes, has_missing
        )
        traits = np.stack([n_codes, has_missing.astype(np.int32), np.zeros(n_features, np.int32)], axis=1)
        lower, upper = _cut_off(lower, upper, int(value_starts[-1]))
        cell_rows = columns.indices.astype(np.int32, copy=False)
        return cls(
            *_lock(column_starts, cell_rows, codes, value_starts, lower, upper, zero_codes, traits), n_samples
        )

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
        return SparseTable(
            *_lock(
                np.concatenate([starts, starts[1:] + starts[-1]]),
                np.concatenate([self.cell_rows, takers[self.cell_rows]]),
                np.concatenate([self.codes, self.codes]),
                np.concatenate([values[:-1], values]),
                self.lower,
                self.upper,
                np.concatenate([self.zero_codes, self.zero_codes]),
                np.concatenate([self.traits, self.traits]),
            ),
            self.n_samples,
        )

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


def _cut_off(
    lower: NDArray[np.float64], upper: NDArray[np.float64], n_values: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The values alone; a copy where few are different."""
    is_same = upper is lower
    lower, upper = lower[:n_values], upper[:n_values]
    if 2 * n_values < len(lower.base if lower.base is not None else lower):
        lower, upper = lower.copy(), upper.copy()
    return lower, lower if is_same else upper


def _lock(*arrays: NDArray[Any]) -> list[NDArray[Any]]:
    """Views that nobody writes to: one table is shared by all trees."""
    views = [array.view() for array in arrays]
    for view in views:
        view.setflags(write=False)
    return views
