"""The table as the tree engine sees it: each value replaced by its rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.threads import count_threads, map_in_threads
from hedgerow.trees.sparse_table import SparseTable

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow._kernels.records import CodedColumns

MOST_CODES = 65_535
_MANY_CELLS = 2**19  # below this a second thread costs more than it saves
_MOST_BINS, _CODES_PER_BIN = 1024, 16
_LARGE, _NARROW = 2**24, 128  # cells that no cache near the processor holds; codes in four lines of a cache


@dataclass(frozen=True)
class BinnedTable:
    """A matrix whose values are replaced by their ranks within the column; made once, shared by all trees.

    A column with at most 65,535 distinct values keeps all of them apart. Beyond that, neighbours within 1/65,535 of
    the distinct values share a code. Missing values have the code 65,535 and take no part in the order.

    Parameters
    ----------
    codes : ndarray of shape (n_features, n_samples)
        Ranks; columns of the table are rows here. A column is contiguous; in a long and narrow table a row is.
    lower, upper : ndarray of shape (n_features, most_codes)
        Least and greatest value of each code.
    traits : ndarray of shape (n_features, 3)
        Number of codes, whether there are missing values, whether the column is categorical.

    Examples
    --------
    >>> table = BinnedTable.from_matrix(np.array([[1.5, np.nan], [0.5, 7.0], [1.5, 8.0]]))
    >>> table.codes
    array([[    1,     0,     1],
           [65535,     0,     1]], dtype=uint16)
    """

    codes: NDArray[np.uint16]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    traits: NDArray[np.int32]

    def check_loaded(self) -> None:
        """Check the table of a file, because kernels look codes up without checks.

        Raises
        ------
        ValueError
            If arrays do not fit each other, or a code is not one of its column.
        """
        codes, n_codes, shape = self.codes, self.traits[:, :1], self.lower.shape
        if codes.ndim != 2 or 0 in codes.shape or self.traits.shape != (len(codes), 3):
            raise ValueError("this is not a coded table: its arrays do not fit each other")
        if len(shape) != 2 or shape != self.upper.shape or len(codes) != shape[0]:
            raise ValueError("this is not a coded table: its codes have no values")
        is_unknown = (codes >= n_codes) & (codes != MOST_CODES)
        if (
            is_unknown.any()
            or (n_codes[self.traits[:, 2] == 0] > shape[1]).any()
            or (n_codes > MOST_CODES).any()
        ):
            raise ValueError("this is not a coded table: it holds a code that its column does not have")

    @classmethod
    def from_matrix(
        cls, X: NDArray[np.floating[Any]], is_categorical: NDArray[np.bool_] | None = None
    ) -> BinnedTable:
        """Rank the columns of a matrix, in as many threads as `joblib.parallel_config` says.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Finite numbers or NaN. Categorical columns hold codes 0, 1, ...
        is_categorical : ndarray of bool of shape (n_features,), default=None
            Which columns are categories; None for no column.

        Returns
        -------
        BinnedTable
        """
        n_samples, n_features = X.shape
        if n_samples < 1 or n_features < 1:
            raise ValueError(f"X has shape {X.shape}; a tree needs at least one row and one column")
        most = min(n_samples, MOST_CODES)
        codes = _empty_codes(n_features, n_samples)
        lower = np.empty((n_features, most))
        upper = lower if n_samples <= MOST_CODES else np.empty((n_features, most))
        n_codes, has_missing = np.empty(n_features, np.int32), np.empty(n_features, np.bool_)
        results = (codes, lower, upper, n_codes, has_missing)
        n_threads = count_threads(None) if X.size > _MANY_CELLS else 1
        width = -(-n_features // n_threads)
        calls = [(X[:, first : first + width], first, *results) for first in range(0, n_features, width)]
        for _ in map_in_threads(_rank, calls, n_threads):
            pass
        categorical = (
            np.zeros(n_features, np.int32) if is_categorical is None else is_categorical.astype(np.int32)
        )
        traits = np.stack([n_codes, has_missing.astype(np.int32), categorical], axis=1)
        _code_categories(X, codes, traits)
        for array in (codes, lower, upper, traits):
            array.setflags(write=False)
        return cls(codes, lower, upper, traits)

    def with_twins(self, donors: NDArray[np.integer[Any]]) -> BinnedTable:
        """The columns, then the same columns with the rows in another order: features that cannot matter.

        Parameters
        ----------
        donors : ndarray of shape (n_samples,)
            The row that each row of a twin takes its value from.

        Returns
        -------
        BinnedTable
            Twice as wide; column ``n_features + f`` is the twin of column f.

        Examples
        --------
        >>> BinnedTable.from_matrix(np.array([[5.0], [6.0]])).with_twins(np.array([1, 0])).codes
        array([[0, 1],
               [1, 0]], dtype=uint16)
        """
        if donors.shape != (self.n_samples,) or donors.min() < 0 or donors.max() >= self.n_samples:
            raise ValueError(f"donors must name one of the {self.n_samples} rows for each of them")
        codes = np.empty((2 * self.n_features, self.n_samples), np.uint16)
        codes[: self.n_features] = self.codes
        np.take(self.codes, donors, axis=1, out=codes[self.n_features :], mode="clip")
        codes.setflags(write=False)
        return BinnedTable(codes, *self._doubled)

    @cached_property
    def _doubled(self) -> tuple[NDArray[Any], ...]:
        """What a column and its twin have in common, once for all twins."""
        doubled = tuple(np.concatenate([array, array]) for array in (self.lower, self.upper, self.traits))
        for array in doubled:
            array.setflags(write=False)
        return doubled

    def take_columns(self, columns: NDArray[np.intp]) -> BinnedTable:
        """Some of the columns."""
        return _lock(*(array[columns] for array in (self.codes, self.lower, self.upper, self.traits)))

    def take_rows(self, rows: NDArray[np.intp]) -> BinnedTable:
        """Some of the rows; their values keep the codes they have in the whole table."""
        return _lock(self.codes.take(rows, axis=1), self.lower, self.upper, self.traits)

    def list_values(self, feature: int) -> NDArray[np.float64]:
        """The least value of each code of a feature."""
        return self.lower[feature, : self.traits[feature, 0]]

    def spell_out(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.uint16]:
        """The codes of some cells: (n_columns, n_rows)."""
        return self.codes[np.ix_(columns, rows)]

    @property
    def n_samples(self) -> int:
        """Number of rows of the table."""
        return int(self.codes.shape[1])

    @property
    def n_features(self) -> int:
        """Number of columns of the table."""
        return int(self.codes.shape[0])

    @cached_property
    def _values(self) -> NDArray[np.float64]:
        """What codes stand for, row by row; nothing where that takes too much memory."""
        if self.codes.size > _LARGE:
            return np.empty(0)
        first = np.arange(self.n_features) * self.lower.shape[1]
        places = np.add(self.codes.T, first, order="C", dtype=np.intp)
        values: NDArray[np.float64] = self.lower.reshape(-1).take(places, mode="clip")
        return values

    @cached_property
    def _bins(self) -> tuple[NDArray[np.float64], NDArray[np.uint16]]:
        """Where to look for a value among those of its column: bins of equal width, and the first code of each."""
        n_bins = min(self.n_samples // _CODES_PER_BIN, _MOST_BINS) if self.n_samples >= _MOST_BINS else 1
        scales, bins = np.zeros(self.n_features), np.zeros((self.n_features, n_bins + 1), np.uint16)
        bins[:, 1:] = self.traits[:, :1]
        for feature in np.flatnonzero(self.traits[:, 2] == 0) if n_bins > 1 else ():
            values = self.lower[feature, : self.traits[feature, 0]]
            with np.errstate(all="ignore"):
                scale = n_bins / (values[-1] - values[0]) if values.size else 0.0
            if 0.0 < scale < np.inf:
                places = np.minimum((values - values[0]) * scale, n_bins - 1).astype(np.intp)
                scales[feature] = scale
                bins[feature, 1:] = np.bincount(places, minlength=n_bins).cumsum()
        return scales, bins

    def columns(self, *, with_values: bool = False) -> CodedColumns:
        """The table as kernels receive it.

        Parameters
        ----------
        with_values : bool, default=False
            Whether cuts are drawn at random, for which values are read row by row.
        """
        from hedgerow._kernels.records import CODED_COLUMNS

        feature_step, row_step = (step // self.codes.itemsize for step in self.codes.strides)
        codes = self.codes.ravel("K").view()  # in the order of memory, so nothing is copied
        codes.setflags(write=False)
        values = self._values if with_values else np.empty(0)
        scales, bins = self._bins if with_values else (np.empty(0), np.empty((0, 1), np.uint16))
        columns: CodedColumns = CODED_COLUMNS.allocate(
            codes=codes, lower=self.lower, upper=self.upper, traits=self.traits, values=values,
            n_features=self.n_features, n_values=self.lower.shape[1], feature_step=feature_step, row_step=row_step,
            value_step=self.n_features if values.size else 0, scales=scales, bins=bins, n_bins=bins.shape[1] - 1,
            cell_rows=0, column_starts=0, value_starts=0, zero_codes=0, row_features=0, row_codes=0, row_starts=0,
            n_rows=self.n_samples, is_sparse=False,
        )  # fmt: skip
        return columns

    def frame(self) -> pd.DataFrame:
        """One row per column: how many codes, whether values are missing, whether it is categorical."""
        import pandas as pd

        return pd.DataFrame(
            {
                "n_codes": self.traits[:, 0],
                "has_missing": self.traits[:, 1] != 0,
                "is_categorical": self.traits[:, 2] != 0,
            }
        )


CodedTable: TypeAlias = BinnedTable | SparseTable


def code_table(X: Any, is_categorical: NDArray[np.bool_] | None = None) -> CodedTable:
    """Code a matrix, dense or sparse, for trees to grow from."""
    return SparseTable.from_matrix(X) if issparse(X) else BinnedTable.from_matrix(X, is_categorical)


def _lock(*arrays: NDArray[Any]) -> BinnedTable:
    """A table that nobody writes to: the kernels know read-only ones."""
    for array in arrays:
        array.setflags(write=False)
    return BinnedTable(*arrays)


def _empty_codes(n_features: int, n_samples: int) -> NDArray[np.uint16]:
    """Room for codes. Where each visit to a large table waits for memory, the codes of a row should come together."""
    if n_features * n_samples >= _LARGE and n_features <= _NARROW:
        return np.empty((n_samples, n_features), np.uint16).T
    return np.empty((n_features, n_samples), np.uint16)


def _rank(block: NDArray[np.floating[Any]], first: int, *results: NDArray[Any]) -> None:
    from hedgerow._kernels.column_ranks import rank_columns

    if np.isinf(block).any():
        raise ValueError("X holds infinite values; replace them by NaN or by a large number")
    rank_columns(block.astype(np.float64, copy=False), first, *results)


def _code_categories(
    X: NDArray[np.floating[Any]], codes: NDArray[np.uint16], traits: NDArray[np.int32]
) -> None:
    """Categories keep their own codes, whether or not all of them occur."""
    for feature in np.flatnonzero(traits[:, 2]):
        column = X[:, feature]
        present = ~np.isnan(column)
        values = column[present]
        whole = values.size == 0 or (values.min() >= 0 and (values == np.floor(values)).all())
        if not whole or (values.size and values.max() >= MOST_CODES):
            raise ValueError(
                f"column {feature} is categorical but does not hold codes 0, 1, ..., {MOST_CODES - 1}; "
                "pass a data frame with a category column, or number the categories"
            )
        codes[feature, present] = values.astype(np.uint16)
        traits[feature, 0] = int(values.max()) + 1 if values.size else 0
