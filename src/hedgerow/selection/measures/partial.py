"""What is left of a correlation when other columns are known, from sums that can be added up over parts of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

_LEAST_VARIANCE = 1e-10  # share of a column's variance below which it counts as explained by others


class Significance(NamedTuple):
    """A statistic and the probability of one at least as extreme when nothing is there."""

    statistic: float
    p_value: float


@dataclass(frozen=True, eq=False)
class CovarianceRecord:
    """Weight, means and scatter of a table; the records of two parts merge into that of both.

    Parameters
    ----------
    weight : float
        Sum of the weights of the rows.
    means : ndarray of shape (n_columns,)
        Weighted means.
    scatter : ndarray of shape (n_columns, n_columns)
        Weighted sums of products of deviations from the means.

    Examples
    --------
    >>> X = np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 7.0], [5.0, 8.0]])
    >>> whole = CovarianceRecord.of(X[:2]).merge(CovarianceRecord.of(X[2:]))
    >>> bool(np.allclose(whole.correlation(), np.corrcoef(X.T)))
    True
    """

    weight: float
    means: NDArray[np.float64]
    scatter: NDArray[np.float64]

    @classmethod
    def of(cls, X: ArrayLike, weights: ArrayLike | None = None) -> Self:
        """Add up a table without missing values.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_columns)
            Numbers.
        weights : array-like of shape (n_rows,), default=None
            Weights of the rows.

        Returns
        -------
        CovarianceRecord
        """
        table = np.asarray(X, np.float64)
        if table.ndim != 2:
            raise ValueError(f"X has {table.ndim} dimensions; pass rows and columns")
        if np.isnan(table).any():
            raise ValueError("X holds missing values, and products with them are unknown; fill or drop them")
        counted = np.ones(len(table)) if weights is None else np.asarray(weights, np.float64)
        if counted.shape != (len(table),):
            raise ValueError(f"weights has shape {counted.shape}; pass one for each of {len(table)} rows")
        total = float(counted.sum())
        means = counted @ table / total if total > 0 else np.zeros(table.shape[1])
        deviations = table - means
        return cls(total, means, deviations.T @ (deviations * counted[:, None]))

    def merge(self, other: CovarianceRecord) -> CovarianceRecord:
        """The record of both parts together (Chan, Golub & LeVeque 1983)."""
        if self.means.shape != other.means.shape:
            raise ValueError(
                f"a record of {self.means.size} columns does not merge with one of {other.means.size}; "
                "pass parts of one table"
            )
        weight = self.weight + other.weight
        if weight == 0.0:
            return self
        apart = other.means - self.means
        between = np.outer(apart, apart) * (self.weight * other.weight / weight)
        means = self.means + apart * (other.weight / weight)
        return CovarianceRecord(weight, means, self.scatter + other.scatter + between)

    def correlation(self) -> NDArray[np.float64]:
        """Pearson's correlations; 0 where a column is constant, with 1 on the diagonal."""
        lengths = np.sqrt(np.diag(self.scatter))
        products = np.outer(lengths, lengths)
        correlation = np.divide(self.scatter, products, out=np.zeros_like(self.scatter), where=products > 0.0)
        np.fill_diagonal(correlation, 1.0)
        return np.asarray(np.clip(correlation, -1.0, 1.0))


def partial_correlation(correlation: ArrayLike, first: int, second: int, given: Sequence[int] = ()) -> float:
    """Correlation of what two columns have that a linear function of other columns does not explain.

    Parameters
    ----------
    correlation : array-like of shape (n_columns, n_columns)
        Pearson's correlations.
    first, second : int
        The two columns.
    given : sequence of int, default=()
        The columns that are known.

    Returns
    -------
    float
        Between -1 and 1; 0 where one of the two is explained completely.

    Examples
    --------
    >>> correlation = [[1, 0.6, 0.5], [0.6, 1, 0.3], [0.5, 0.3, 1]]
    >>> round(partial_correlation(correlation, 0, 1, [2]), 10)
    0.5447047794
    """
    matrix = np.asarray(correlation, np.float64)
    known = list(given)
    pair = [first, second]
    across = matrix[np.ix_(known, pair)]
    # The residuals' covariance: a Schur complement. The pseudo-inverse lets known columns repeat each other.
    rest = matrix[np.ix_(pair, pair)] - across.T @ np.linalg.pinv(matrix[np.ix_(known, known)]) @ across
    if min(rest[0, 0], rest[1, 1]) <= _LEAST_VARIANCE:
        return 0.0
    return float(np.clip(rest[0, 1] / np.sqrt(rest[0, 0] * rest[1, 1]), -1.0, 1.0))


def fisher_z(correlation: float, n_rows: float, n_given: int = 0) -> Significance:
    """Fisher's z-test of a (partial) correlation: z = atanh(r) sqrt(n - |S| - 3), two-sided.

    Parameters
    ----------
    correlation : float
        The correlation r.
    n_rows : float
        Number of rows n.
    n_given : int, default=0
        Number of columns |S| that are known.

    Returns
    -------
    Significance
        The statistic z and its p-value.

    References
    ----------
    R. A. Fisher, "The distribution of the partial correlation coefficient", Metron 3 (1924).

    Examples
    --------
    >>> z, p_value = fisher_z(0.5447047794019222, 50, 1)
    >>> round(z, 10), round(p_value, 10)
    (4.1427897344, 3.43106e-05)
    """
    freedom = n_rows - n_given - 3
    if freedom <= 0:
        raise ValueError(
            f"{n_rows:g} rows are too few for a z-test given {n_given} columns; it needs more than {n_given + 3}"
        )
    with np.errstate(divide="ignore"):
        z = float(np.arctanh(correlation) * np.sqrt(freedom))
    return Significance(z, float(2.0 * stats.norm.sf(abs(z))))


def partial_t(correlation: float, n_rows: float, n_given: int = 0) -> Significance:
    """Student's t-test of a (partial) correlation: t = r sqrt(d / (1 - r^2)), d = n - 2 - |S|, two-sided.

    Exact for Gaussian columns.

    Parameters
    ----------
    correlation : float
        The correlation r.
    n_rows : float
        Number of rows n.
    n_given : int, default=0
        Number of columns |S| that are known.

    Returns
    -------
    Significance
        The statistic t and its p-value.

    Examples
    --------
    >>> t, p_value = partial_t(0.354604, 100, 1)
    >>> round(t, 4), round(p_value, 6)
    (3.7352, 0.000317)
    """
    freedom = n_rows - 2 - n_given
    if freedom <= 0:
        raise ValueError(
            f"{n_rows:g} rows are too few for a t-test given {n_given} columns; it needs more than {n_given + 2}"
        )
    with np.errstate(divide="ignore"):
        t = float(correlation * np.sqrt(np.divide(freedom, 1.0 - correlation**2)))
    return Significance(t, float(2.0 * stats.t.sf(abs(t), freedom)))
