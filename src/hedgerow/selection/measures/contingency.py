"""What columns of codes share, in bits: entropy, mutual information and its relatives, and the G2 test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import chi2

from hedgerow.foundation.constraints import Word, check
from hedgerow.selection.measures.columns import ROUND_OFF, CodeColumns, sum_of_logs

Degrees = Literal["full", "observed"]
_LN_2 = float(np.log(2.0))


@dataclass(frozen=True, eq=False)
class ContingencyTable:
    """Weighted counts of the pairs of two columns of codes.

    Counts add up over parts of the rows, and everything that is measured comes from the counts: `merge` tables of
    parts, or leave a part out by `without`, and measure then.

    Parameters
    ----------
    counts : ndarray of shape (n_x, n_y)
        Weight of the rows that hold each pair of codes.

    Examples
    --------
    >>> table = ContingencyTable.count([0, 0, 1, 1], ["no", "no", "no", "yes"])
    Traceback (most recent call last):
    ...
    ValueError: codes are integers 0, 1, ..., not <U3; np.unique(..., return_inverse=True) makes codes of labels
    >>> table = ContingencyTable.count([0, 0, 1, 1], [0, 0, 0, 1])
    >>> table.counts
    array([[2., 0.],
           [1., 1.]])
    >>> round(table.mutual_information(), 6)
    0.311278
    """

    counts: NDArray[np.float64]

    @classmethod
    def count(
        cls,
        x_codes: ArrayLike,
        y_codes: ArrayLike,
        weights: ArrayLike | None = None,
        n_x: int | None = None,
        n_y: int | None = None,
    ) -> Self:
        """Count the rows of each pair of codes.

        Parameters
        ----------
        x_codes, y_codes : array-like of int of shape (n_samples,)
            The codes 0, 1, ...; a missing value has a code of its own.
        weights : array-like of shape (n_samples,), default=None
            Weights of the rows.
        n_x, n_y : int, default=None
            Number of codes; None is one more than the largest.

        Returns
        -------
        ContingencyTable
        """
        x, y = _read_pair(x_codes, y_codes)
        rows, columns = _find_size(x, n_x, "n_x"), _find_size(y, n_y, "n_y")
        counts = np.bincount(x * columns + y, _read_weights(weights, x.size), minlength=rows * columns)
        return cls(counts.reshape(rows, columns).astype(np.float64))

    @property
    def total(self) -> float:
        """Weight of all rows."""
        return float(self.counts.sum())

    def merge(self, other: ContingencyTable) -> ContingencyTable:
        """The table of the rows of both; the smaller one is filled up with zeros."""
        shape = np.maximum(self.counts.shape, other.counts.shape)
        return ContingencyTable(_widen(self.counts, shape) + _widen(other.counts, shape))

    def without(self, part: ContingencyTable) -> ContingencyTable:
        """The table of the rows that are not in a part of them."""
        shape = np.maximum(self.counts.shape, part.counts.shape)
        return ContingencyTable(np.maximum(_widen(self.counts, shape) - _widen(part.counts, shape), 0.0))

    def entropy_x(self) -> float:
        """Entropy of the rows of the table, in bits."""
        return _entropy_of_counts(self.counts.sum(axis=1))

    def entropy_y(self) -> float:
        """Entropy of the columns of the table, in bits."""
        return _entropy_of_counts(self.counts.sum(axis=0))

    def mutual_information(self) -> float:
        """Bits that the two share; exactly 0 where they are independent."""
        shared = self.entropy_x() + self.entropy_y() - _entropy_of_counts(self.counts.ravel())
        return shared if shared > ROUND_OFF else 0.0

    def symmetrical_uncertainty(self) -> float:
        """Twice what is shared over the sum of the entropies, from 0 to 1; 0 where both are constant."""
        held = self.entropy_x() + self.entropy_y()
        return 2.0 * self.mutual_information() / held if held > ROUND_OFF else 0.0

    def gain_ratio(self) -> float:
        """What is shared over the entropy of x: what x tells about y, less for an x of many codes."""
        held = self.entropy_x()
        return self.mutual_information() / held if held > ROUND_OFF else 0.0

    def g2(self) -> float:
        """The likelihood-ratio statistic of independence, 2 n ln 2 times the mutual information."""
        return 2.0 * self.total * _LN_2 * self.mutual_information()


class G2Test(NamedTuple):
    """Outcome of a G2 test.

    Parameters
    ----------
    statistic : float
        G2, in twice the natural unit of information times rows.
    degrees_of_freedom : int
        Of the chi-squared distribution that G2 has when the columns are independent.
    p_value : float
        Probability of a statistic as large when they are; 1 without degrees of freedom.
    """

    statistic: float
    degrees_of_freedom: int
    p_value: float


def entropy(codes: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Entropy of a column of codes, in bits.

    Parameters
    ----------
    codes : array-like of int of shape (n_samples,)
        The codes 0, 1, ...
    weights : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Examples
    --------
    >>> entropy([0, 0, 1, 2])
    1.5
    """
    read = read_codes(codes)
    return _entropy_of_counts(np.bincount(read, _read_weights(weights, read.size)))


def mutual_information(x: ArrayLike, y: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Bits that two columns of codes share.

    Parameters
    ----------
    x, y : array-like of int of shape (n_samples,)
        The codes 0, 1, ...
    weights : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Examples
    --------
    >>> round(mutual_information([0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 1, 0, 1]), 6)
    0.360073
    """
    return conditional_mutual_information(x, y, None, weights)


def symmetrical_uncertainty(x: ArrayLike, y: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Mutual information over the mean of the two entropies, from 0 to 1.

    Parameters
    ----------
    x, y : array-like of int of shape (n_samples,)
        The codes 0, 1, ...
    weights : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Examples
    --------
    >>> symmetrical_uncertainty([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    held = entropy(x, weights) + entropy(y, weights)
    return 2.0 * mutual_information(x, y, weights) / held if held > ROUND_OFF else 0.0


def conditional_mutual_information(
    x: ArrayLike, y: ArrayLike, z_codes: ArrayLike | None, weights: ArrayLike | None = None
) -> float:
    """Bits that two columns of codes share when others are known.

    Parameters
    ----------
    x, y : array-like of int of shape (n_samples,)
        The codes 0, 1, ...
    z_codes : array-like of int of shape (n_samples,) or (n_samples, n_columns), or None
        What is known; None is nothing.
    weights : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Examples
    --------
    >>> one, other = [0, 0, 1, 1], [0, 1, 0, 1]
    >>> conditional_mutual_information(one, other, None), conditional_mutual_information(one, other, [0, 1, 1, 0])
    (0.0, 1.0)
    """
    strata = _Strata.read(x, y, z_codes, weights)
    return strata.information()


def g2_test(
    x: ArrayLike,
    y: ArrayLike,
    z_codes: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    *,
    degrees: Degrees = "full",
) -> G2Test:
    """Test whether two columns of codes are independent when others are known.

    Parameters
    ----------
    x, y : array-like of int of shape (n_samples,)
        The codes 0, 1, ...
    z_codes : array-like of int of shape (n_samples,) or (n_samples, n_columns), default=None
        What is known; None is nothing.
    weights : array-like of shape (n_samples,), default=None
        How often each row counts. The test takes them for numbers of rows.
    degrees : {"full", "observed"}, default="full"
        Degrees of freedom: (r_x - 1)(r_y - 1) times the product of the r of the known columns, with r the number of
        codes that occur; or the sum, over the settings of the known columns that occur, of what their tables have.

    Returns
    -------
    G2Test
        The statistic, its degrees of freedom and the p-value.

    Examples
    --------
    >>> outcome = g2_test([0] * 40 + [1] * 40, [0] * 30 + [1] * 10 + [0] * 10 + [1] * 30)
    >>> round(outcome.statistic, 6), outcome.degrees_of_freedom, f"{outcome.p_value:.4e}"
    (20.929926, 1, '4.7639e-06')
    """
    check("degrees", degrees, Word("full", "observed"))
    strata = _Strata.read(x, y, z_codes, weights)
    statistic = 2.0 * strata.total * _LN_2 * strata.information()
    freedom = strata.count_full_degrees() if degrees == "full" else strata.count_observed_degrees()
    return G2Test(statistic, freedom, float(chi2.sf(statistic, freedom)) if freedom > 0 else 1.0)


def symmetrical_uncertainties(
    codes_matrix: ArrayLike,
    y_codes: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    n_jobs: int | None = None,
) -> NDArray[np.float64]:
    """Symmetrical uncertainty of each column of a table with one other column.

    Parameters
    ----------
    codes_matrix : array-like of int of shape (n_samples, n_columns)
        The codes 0, 1, ...
    y_codes : array-like of int of shape (n_samples,)
        The codes of the other column.
    weights : array-like of shape (n_samples,), default=None
        Weights of the rows.
    n_jobs : int, default=None
        Number of threads, in joblib's sense.

    Examples
    --------
    >>> symmetrical_uncertainties([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 1, 1])
    array([1., 0.])
    """
    return (
        CodeColumns.from_matrix(codes_matrix, weights).measure(y_codes, n_jobs=n_jobs).symmetrical_uncertainty
    )


def read_codes(codes: ArrayLike) -> NDArray[np.int64]:
    """Check a column of codes.

    Examples
    --------
    >>> read_codes([True, False])
    array([1, 0])
    """
    read = np.asarray(codes)
    if read.size == 0 and read.dtype.kind == "f":
        read = read.astype(np.int64)
    if read.ndim != 1:
        raise ValueError(f"codes have shape {read.shape}; pass one column")
    if read.dtype.kind not in "iub":
        raise ValueError(
            f"codes are integers 0, 1, ..., not {read.dtype}; np.unique(..., return_inverse=True) makes codes of labels"
        )
    if read.size and read.min() < 0:
        raise ValueError(
            f"codes hold {read.min()}, but begin with 0; give missing values a code of their own"
        )
    return read.astype(np.int64)


def _read_pair(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    one, other = read_codes(x), read_codes(y)
    if one.shape != other.shape:
        raise ValueError(
            f"two columns of one length are needed, but there are {one.size} and {other.size} codes"
        )
    return one, other


def join_codes(*columns: NDArray[np.int64]) -> NDArray[np.int64]:
    """One column of codes 0, 1, ... for the combinations of several that occur, in the order of their values.

    Examples
    --------
    >>> join_codes(np.array([0, 0, 5]), np.array([3, 1, 0]))
    array([1, 0, 2])
    """
    joined = np.zeros(columns[0].size, np.int64)
    for column in columns:
        # Made short again at every step, so products of many sizes cannot overflow.
        joined = _shorten(joined * (int(column.max(initial=0)) + 1) + column)
    return joined


def _shorten(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same codes without gaps."""
    if _is_scattered(codes):
        return np.unique(codes, return_inverse=True)[1]
    occurs = np.zeros(int(codes.max(initial=0)) + 1, np.int64)
    occurs[codes] = 1
    return np.asarray((np.cumsum(occurs) - 1)[codes])


def _list_codes(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The codes that occur, in order."""
    if _is_scattered(codes):
        return np.unique(codes)
    occurs = np.zeros(int(codes.max(initial=-1)) + 1, np.bool_)
    occurs[codes] = True
    return np.flatnonzero(occurs)


def _is_scattered(codes: NDArray[np.int64]) -> bool:
    """Whether there are so many more possible codes than rows that sorting is better than counting."""
    return int(codes.max(initial=0)) > 65_536 + 4 * codes.size


@dataclass(frozen=True, eq=False)
class _Strata:
    """Two columns, and the combinations of what is known."""

    x: NDArray[np.int64]
    y: NDArray[np.int64]
    z: NDArray[np.int64]
    weights: NDArray[np.float64] | None
    n_known: int  # product of the number of codes that occur in each known column

    @classmethod
    def read(cls, x: ArrayLike, y: ArrayLike, z_codes: ArrayLike | None, weights: ArrayLike | None) -> Self:
        one, other = _read_pair(x, y)
        counted = _read_weights(weights, one.size)
        known = [] if z_codes is None else [read_codes(column) for column in _list_columns(z_codes, one.size)]
        present = slice(None) if counted is None else counted > 0
        sizes = [_list_codes(column[present]).size for column in known]
        z = join_codes(*known) if known else np.zeros(one.size, np.int64)
        return cls(one, other, z, counted, int(np.prod(sizes, dtype=object)))

    @property
    def total(self) -> float:
        return float(self.z.size if self.weights is None else self.weights.sum())

    def information(self) -> float:
        """I(x; y | z) = (S(xyz) - S(xz) - S(yz) + S(z)) / n, with S the sum of n log2 n over the cells."""
        xz, yz = join_codes(self.x, self.z), join_codes(self.y, self.z)
        sums = [
            sum_of_logs(np.bincount(codes, self.weights))
            for codes in (join_codes(xz, self.y), xz, yz, self.z)
        ]
        shared = (sums[0] - sums[1] - sums[2] + sums[3]) / self.total
        return shared if shared > ROUND_OFF else 0.0

    def count_full_degrees(self) -> int:
        n_x, n_y = (_list_codes(self._counted(column)).size for column in (self.x, self.y))
        return (n_x - 1) * (n_y - 1) * self.n_known

    def count_observed_degrees(self) -> int:
        z, n_strata = self._counted(self.z), int(self.z.max(initial=0)) + 1
        occurring = []
        for column in (self.x, self.y):
            size = int(column.max(initial=0)) + 1
            occurring.append(
                np.bincount(_list_codes(z * size + self._counted(column)) // size, minlength=n_strata)
            )
        return int((np.maximum(occurring[0] - 1, 0) * np.maximum(occurring[1] - 1, 0)).sum())

    def _counted(self, column: NDArray[np.int64]) -> NDArray[np.int64]:
        return column if self.weights is None else column[self.weights > 0]


def _list_columns(codes: ArrayLike, n_rows: int) -> list[NDArray[Any]]:
    table = np.asarray(codes)
    if table.ndim not in (1, 2) or table.shape[0] != n_rows:
        raise ValueError(f"z_codes has shape {table.shape}; pass a column or a table of {n_rows} rows")
    return [table] if table.ndim == 1 else list(table.T)


def _read_weights(weights: ArrayLike | None, n_rows: int) -> NDArray[np.float64] | None:
    if weights is None:
        return None
    read = np.asarray(weights, dtype=np.float64)
    if read.shape != (n_rows,):
        raise ValueError(f"weights have shape {read.shape}; pass one for each of the {n_rows} rows")
    if not (read >= 0).all():
        raise ValueError(f"weights hold {read[~(read >= 0)][0]:g}; weights must not be negative or missing")
    return read


def _find_size(codes: NDArray[np.int64], size: int | None, name: str) -> int:
    needed = int(codes.max(initial=-1)) + 1
    if size is None:
        return needed
    if size < needed:
        raise ValueError(
            f"{name}={size} is too small: the largest code is {needed - 1}, and codes begin with 0"
        )
    return size


def _widen(counts: NDArray[np.float64], shape: NDArray[np.intp]) -> NDArray[np.float64]:
    return np.pad(counts, [(0, int(wanted - held)) for wanted, held in zip(shape, counts.shape, strict=True)])


def _entropy_of_counts(counts: NDArray[Any]) -> float:
    total = float(counts.sum())
    bits = np.log2(total) - sum_of_logs(counts) / total if total > 0 else 0.0
    return float(max(bits, 0.0))
