"""Tests of independence that see straight lines: Fisher's z for numbers, and Wilks' lambda for mixed tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.causal.independence.protocol import Dependence, Variables
from hedgerow.selection.causal.independence.sample_size import count_as_rows

_LEAST_VARIANCE = 1e-10  # share of a column's variance below which it counts as explained by others
_MOST_WIDTH = 64  # categories of one variable


@dataclass(frozen=True, eq=False)
class LinearTest:
    """Conditional independence of blocks of columns, after a linear function of the known blocks is taken away.

    A number is a block of one column, a category with k values one of k - 1 indicators. With the residual covariances
    E, Wilks' lambda is ``|E_xy| / (|E_x| |E_y|)``; its strength as information, -1/2 log2 lambda, is that of Gaussian
    variables. The p-value is that of Rao's F, which is exact for Gaussian residuals where one of the two blocks has at
    most two columns: the t-test of a partial correlation for two numbers, the analysis of covariance for a number and a
    category. With `uses_z` it is that of Fisher's z, for numbers only.

    Only the covariances of those variables that something was asked about are computed, once: memory is the number of
    columns times the columns of those variables, besides the table itself.

    Parameters
    ----------
    table : ndarray of shape (n_rows, n_columns)
        Standardised columns, times the square roots of the weights over their sum.
    starts : ndarray of shape (n_variables + 1,)
        Where the block of each variable begins, and the number of columns; the target is the last block.
    variances : ndarray of shape (n_columns,)
        1, and 0 for constant columns.
    n_rows : float
        Number of rows that the weights stand for.
    alpha : float, default=0.01
        Level of the test.
    uses_z : bool, default=False
        Whether p-values are those of Fisher's z.

    References
    ----------
    C. R. Rao, "An asymptotic expansion of the distribution of Wilks' criterion", Bulletin of the International
    Statistical Institute 33 (1951). R. A. Fisher, "The distribution of the partial correlation coefficient", Metron 3
    (1924).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> cause = rng.normal(size=500)
    >>> middle = cause + rng.normal(size=500)
    >>> effect = middle + rng.normal(size=500)
    >>> test = LinearTest.of([cause[:, None], middle[:, None], effect[:, None]])
    >>> bool(test.measure([0], 2).is_dependent[0]), bool(test.measure([0], 2, [1]).is_dependent[0])
    (True, False)
    """

    table: NDArray[np.float64]
    starts: NDArray[np.intp]
    variances: NDArray[np.float64]
    n_rows: float
    alpha: float = 0.01
    uses_z: bool = False
    _covariances: dict[int, NDArray[np.float64]] = field(default_factory=dict, repr=False)
    _inner: dict[int, NDArray[np.float64]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        blocks: Sequence[NDArray[np.float64]],
        weights: NDArray[np.float64] | None = None,
        *,
        alpha: float = 0.01,
        uses_z: bool = False,
    ) -> Self:
        """Standardise blocks of columns.

        Parameters
        ----------
        blocks : sequence of ndarray of shape (n_rows, n_columns)
            One block for each variable, without missing values; the target is the last.
        weights : ndarray of shape (n_rows,), default=None
            Weights of the rows.
        alpha, uses_z
            As for the class.

        Returns
        -------
        LinearTest
        """
        widths = [block.shape[1] for block in blocks]
        if uses_z and max(widths) > 1:
            raise ValueError("Fisher's z compares single columns; leave uses_z=False for blocks")
        return cls._standardise(np.column_stack(blocks), widths, weights, alpha, uses_z)

    @classmethod
    def _standardise(
        cls,
        table: NDArray[np.float64],
        widths: Sequence[int],
        weights: NDArray[np.float64] | None,
        alpha: float,
        uses_z: bool,
    ) -> Self:
        """Take over a table whose columns belong to variables of the given widths."""
        counted = count_as_rows(weights, len(table))
        shares = counted / counted.sum()
        means = shares @ table
        table -= means
        scale = np.sqrt(np.einsum("r,rc,rc->c", shares, table, table))
        # a column that only rounding keeps from being constant says nothing
        varies = scale > 1e-12 * np.abs(means)
        table *= np.where(varies, 1.0 / np.where(varies, scale, 1.0), 0.0)
        table *= np.sqrt(shares)[:, None]
        starts = np.concatenate([[0], np.cumsum(widths)]).astype(np.intp)
        return cls(table, starts, varies.astype(np.float64), float(counted.sum()), alpha, uses_z)

    @classmethod
    def read(cls, training: TrainingSet, *, alpha: float = 0.01, uses_z: bool = False) -> Self:
        """Turn a table and a target into blocks.

        A missing number is replaced by the mean of its column, and in a mixed table a column of indicators says where.
        A missing category is a category.

        Parameters
        ----------
        training : TrainingSet
            The table and the target.
        alpha, uses_z
            As for the class.

        Returns
        -------
        LinearTest
        """
        if uses_z:
            _refuse_categories(training)
        weights = training.counts
        X, y = np.asarray(training.X, np.float64), training.y.astype(np.float64)
        target = y[:, None] if uses_z or training.classes is None else _indicate(y, weights, "y")
        if uses_z or not (training.categorical.any() or np.isnan(X).any()):
            table = np.hstack([_fill_all(X, weights), target])
            widths = [1] * training.n_features + [target.shape[1]]
            return cls._standardise(table, widths, training.weights, alpha, uses_z)
        blocks = [
            _indicate(column, weights, name) if is_categorical else _fill(column, weights)
            for column, is_categorical, name in zip(X.T, training.categorical, training.names, strict=True)
        ]
        return cls.of([*blocks, target], training.weights, alpha=alpha)

    def measure(self, variables: Variables, other: int, given: Sequence[int] = ()) -> Dependence:
        """Whether each of `variables` depends on `other`, given all of `given`."""
        asked = np.asarray(variables, np.intp)
        strength, p_values = np.zeros(len(asked)), np.full(len(asked), np.nan)
        known = self._span(given)
        own = self._block(other)
        rest = self._covary(other) - known @ known[own].T
        whiten_y, rank_y = _whiten(rest[own][None])
        widths = np.diff(self.starts)[asked]
        for width in np.unique(widths):
            places = np.flatnonzero(widths == width)
            columns = self.starts[asked[places]][:, None] + np.arange(width)
            loadings = known[columns]
            inner = self._covary_within(asked[places], columns)
            whiten_x, rank_x = _whiten(inner - loadings @ loadings.transpose(0, 2, 1))
            # canonical correlations of what is left of x and y
            across = whiten_x.transpose(0, 2, 1) @ rest[columns] @ whiten_y
            squares = np.linalg.svd(across, compute_uv=False) ** 2
            log_lambda = np.log1p(-np.clip(squares, 0.0, 1.0 - 1e-15)).sum(axis=-1)
            strength[places] = -0.5 / np.log(2.0) * log_lambda
            p_values[places] = self._test(log_lambda, rank_x, int(rank_y[0]), known.shape[1])
        is_tested = ~np.isnan(p_values)
        strength[~is_tested] = 0.0
        is_dependent = is_tested & (np.nan_to_num(p_values, nan=1.0) <= self.alpha)
        return Dependence(np.round(strength, 12), p_values, is_dependent, is_tested & ~is_dependent)

    def _block(self, variable: int) -> slice:
        return slice(self.starts[variable], self.starts[variable + 1])

    def _covary(self, variable: int) -> NDArray[np.float64]:
        """Covariances of all columns with those of a variable."""
        if variable not in self._covariances:
            self._covariances[variable] = self.table.T @ self.table[:, self._block(variable)]
        return self._covariances[variable]

    def _covary_within(self, variables: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.float64]:
        """Covariances of the columns of each variable among themselves."""
        if columns.shape[1] == 1:
            return self.variances[columns[:, 0], None, None]
        for variable in variables.tolist():
            if variable not in self._inner:
                block = self.table[:, self._block(variable)]
                self._inner[variable] = block.T @ block
        return np.stack([self._inner[variable] for variable in variables.tolist()])

    def _span(self, given: Sequence[int]) -> NDArray[np.float64]:
        """Covariances of all columns (rows) with an orthonormal basis of the known ones (columns)."""
        if len(given) == 0:
            return np.empty((self.table.shape[1], 0))
        across = np.hstack([self._covary(variable) for variable in given])
        within = np.vstack([across[self._block(variable)] for variable in given])
        whitening, rank = _whiten(within[None])
        return across @ whitening[0][:, -int(rank[0]) :] if rank[0] else np.empty((len(across), 0))

    def _test(
        self, log_lambda: NDArray[np.float64], rank_x: NDArray[np.intp], rank_y: int, n_known: int
    ) -> NDArray[np.float64]:
        """P-values of Wilks' lambdas; 1 where one side is explained completely, NaN where rows are too few."""
        if self.uses_z:
            freedom = self.n_rows - n_known - 3
            if freedom <= 0:
                return np.full(len(log_lambda), np.nan)
            z = np.arctanh(np.sqrt(-np.expm1(log_lambda))) * np.sqrt(freedom)
            return np.asarray(2.0 * stats.norm.sf(z))
        p, q = np.maximum(rank_x, 1).astype(np.float64), float(max(rank_y, 1))
        below = p**2 + q**2 - 5.0
        root = np.sqrt(np.where(below > 0.0, (p**2 * q**2 - 4.0) / np.where(below > 0.0, below, 1.0), 1.0))
        lower = (self.n_rows - 1.0 - n_known - (p + q + 1.0) / 2.0) * root - p * q / 2.0 + 1.0
        ratio = np.expm1(-log_lambda / root)
        p_values = stats.f.sf(ratio * np.maximum(lower, 0.0) / (p * q), p * q, np.maximum(lower, 1.0))
        p_values = np.where((rank_x == 0) | (rank_y == 0), 1.0, p_values)
        return np.where(lower > 0.0, p_values, np.nan)


def _whiten(covariances: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Matrices W with W^T C W = 1 on the span of each C, 0 elsewhere, and the ranks; the span comes last."""
    values, vectors = np.linalg.eigh(covariances)
    counts = values > _LEAST_VARIANCE * values.shape[-1]
    scales = np.where(counts, 1.0 / np.sqrt(np.where(counts, values, 1.0)), 0.0)
    return vectors * scales[:, None, :], counts.sum(axis=-1)


def _refuse_categories(training: TrainingSet) -> None:
    n_values = [
        len(np.unique(column[~np.isnan(column)])) if is_categorical else 0
        for column, is_categorical in zip(training.X.T, training.categorical, strict=True)
    ]
    if max(n_values, default=0) > 2:
        worst = int(np.argmax(n_values))
        raise ValueError(
            f"test='fisher-z' is for numbers, and {training.names[worst]!r} has {n_values[worst]} categories; "
            "use test='mixed' or 'g2'"
        )
    if training.n_classes is not None and training.n_classes > 2:
        raise ValueError(
            f"test='fisher-z' is for numbers, and y has {training.n_classes} classes; use test='mixed' or 'g2'"
        )


def _fill_all(X: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The table with the means of its columns in place of missing values."""
    is_missing = np.isnan(X)
    if not is_missing.any():
        return X
    known = weights @ ~is_missing
    means = np.divide(weights @ np.nan_to_num(X), known, out=np.zeros(X.shape[1]), where=known > 0.0)
    return np.where(is_missing, means, X)


def _fill(column: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The column with its mean in place of missing values, and where those are."""
    is_missing = np.isnan(column)
    filled = _fill_all(column[:, None], weights)
    return np.column_stack([filled, is_missing]) if is_missing.any() else filled


def _indicate(column: NDArray[np.float64], weights: NDArray[np.float64], name: str) -> NDArray[np.float64]:
    """A column of 0 and 1 for each category but the last; a missing value is a category."""
    values = np.unique(np.where(np.isnan(column), -1.0, column)[weights > 0.0])
    if len(values) > _MOST_WIDTH:
        raise ValueError(
            f"{name!r} has {len(values)} categories, and test='mixed' would make a column of each; "
            f"merge them into at most {_MOST_WIDTH}, or use test='g2'"
        )
    if len(values) == 1:
        return np.zeros((len(column), 1))
    return np.asarray(np.where(np.isnan(column), -1.0, column)[:, None] == values[:-1], np.float64)
