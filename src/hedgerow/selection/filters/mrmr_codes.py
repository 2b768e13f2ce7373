"""Categories for mRMR: what they share with each other, and, all on one scale from 0 to 1, with numbers.

Codes are compared by mutual information or symmetrical uncertainty, from split counts. In a mixed table, two numbers
are compared by Pearson's correlation, a number and a category by the correlation ratio, two categories by symmetrical
uncertainty. The correlation ratio of a number and a category of two values is their correlation, so the first two are
one scale.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hedgerow.selection.filters.mrmr_numbers import CentredColumns, NumberRelations, sum_classes
from hedgerow.selection.filters.mrmr_parts import Parts
from hedgerow.selection.measures.columns import ROUND_OFF

_MOST_CODES = 4096  # of a column: a table of two such columns has 134 MB
_BLOCK = 1024  # columns of a sparse table that are read at a time


class CodeRelations:
    """Relations of columns of codes with classes and with each other, in bits or as a share of them.

    Parameters
    ----------
    codes : ndarray of uint16 of shape (n_features, n_samples)
        The codes 0, 1, ...; columns of the table are rows here.
    y : ndarray of int of shape (n_samples,) or None
        Class codes; None where relevance is found elsewhere.
    parts : Parts
        What each run leaves out.
    as_share : bool
        Whether to measure symmetrical uncertainty, from 0 to 1, instead of mutual information.
    """

    relevance: NDArray[np.float64]

    def __init__(
        self, codes: NDArray[np.uint16], y: NDArray[Any] | None, parts: Parts, *, as_share: bool
    ) -> None:
        order = parts.order
        self._codes = np.ascontiguousarray(codes[:, order])
        self._sizes = codes.max(axis=1, initial=0).astype(np.int64) + 1
        self._weights, self._starts = np.ascontiguousarray(parts.weights[order]), parts.starts
        self._left, self._as_share = parts.left_weights[:, None], as_share
        runs = np.arange(parts.n_runs)
        alone = np.zeros(order.size, np.uint16)
        self._alone = self._sum_logs(self._codes, self._sizes, alone, runs)
        self.constant = self._find_entropy(self._alone, self._left) <= ROUND_OFF
        if y is not None:
            classes = y[order].astype(np.uint16)[None]
            shared = self._sum_logs(classes, classes.max(axis=1).astype(np.int64) + 1, alone, runs)
            self.relevance = self._measure(
                self._sum_logs(self._codes, self._sizes, classes[0], runs), shared, runs
            )

    def relate(self, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the code that each run chose shares with all codes, on the rows of the run."""
        related = np.empty((chosen.size, self._codes.shape[0]))
        for feature in np.unique(chosen):
            runs = np.flatnonzero(chosen == feature)
            related[runs] = self.relate_to(int(feature), runs)
        return related

    def relate_to(self, feature: int, runs: NDArray[np.intp]) -> NDArray[np.float64]:
        """What one code shares with all codes, in some of the runs."""
        joint = self._sum_logs(self._codes, self._sizes, self._codes[feature], runs)
        return self._measure(joint, self._alone[runs, feature][:, None], runs)

    def _measure(
        self, joint: NDArray[np.float64], other: NDArray[np.float64], runs: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        """I = log2 N + (sum over pairs - sum over x - sum over y) / N, from sums of n log2 n."""
        left = self._left[runs]
        shared = np.log2(left) + (joint - self._alone[runs] - other) / left
        shared = np.where(shared > ROUND_OFF, shared, 0.0)
        if not self._as_share:
            return shared
        held = self._find_entropy(self._alone[runs], left) + self._find_entropy(other, left)
        return np.divide(2.0 * shared, held, out=np.zeros_like(shared), where=held > ROUND_OFF)

    @staticmethod
    def _find_entropy(sums: NDArray[np.float64], left: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.log2(left) - sums / left)

    def _sum_logs(
        self, codes: NDArray[np.uint16], sizes: NDArray[np.int64], other: NDArray[np.uint16], runs: NDArray[np.intp]
    ) -> NDArray[np.float64]:  # fmt: skip
        from hedgerow._kernels.split_counts import sum_logs_left_out

        sums = np.empty((runs.size, codes.shape[0]))
        n_other = int(other.max(initial=0)) + 1
        sum_logs_left_out(
            codes, sizes, other, n_other, self._weights, self._starts, runs.astype(np.int64), sums
        )
        return sums


def make_codes(X: Any, names: tuple[str, ...]) -> NDArray[np.uint16]:
    """Codes 0, 1, ... of the distinct values of each column, in their order; missing is a value of its own, the last.

    Examples
    --------
    >>> make_codes(np.array([[2.5, 0.0], [1.0, np.nan], [2.5, 7.0]]), ("a", "b"))
    array([[1, 0, 1],
           [0, 2, 1]], dtype=uint16)
    """
    n_samples, n_features = X.shape
    codes = np.empty((n_features, n_samples), np.uint16)
    is_sparse = sparse.issparse(X)
    table: Any = X.tocsc() if is_sparse else X
    for start in range(0, n_features, _BLOCK):
        block = table[:, start : start + _BLOCK]
        block = block.toarray() if is_sparse else block
        for place in range(block.shape[1]):
            values, inverse = np.unique(block[:, place], return_inverse=True)
            if values.size > _MOST_CODES:
                raise ValueError(
                    f"column {names[start + place]!r} has {values.size} distinct values, more than {_MOST_CODES}; "
                    "information counts them, so cut numbers into classes first, or use measure='correlation'"
                )
            codes[start + place] = inverse
    return codes


class MixedRelations:
    """Relations of a table that holds numbers and categories.

    Parameters
    ----------
    columns : DenseColumns
        The numbers, their rows in the order of the parts.
    codes : ndarray of uint16 of shape (n_categorical, n_samples)
        The categories, in the caller's order of rows.
    is_categorical : ndarray of bool of shape (n_features,)
        Which features are categories.
    y : ndarray of shape (n_samples,)
        Class codes or values.
    n_classes : int or None
        Number of classes; None where y holds values.
    parts : Parts
        What each run leaves out.
    order : ndarray of int of shape (n_samples,)
        The order of the rows in `columns`.
    """

    def __init__(
        self,
        columns: CentredColumns,
        codes: NDArray[np.uint16],
        is_categorical: NDArray[np.bool_],
        y: NDArray[Any],
        n_classes: int | None,
        parts: Parts,
        order: NDArray[np.intp],
    ) -> None:
        self._columns, self._parts, self._order = columns, parts, order
        self._codes, self._sizes = codes, codes.max(axis=1, initial=0).astype(np.intp) + 1
        self._is_categorical = is_categorical
        self._place = np.where(is_categorical, np.cumsum(is_categorical), np.cumsum(~is_categorical)) - 1
        self._numbers = NumberRelations(columns, y, n_classes, parts, order, by_f=False)
        self._categories = CodeRelations(codes, None if n_classes is None else y, parts, as_share=True)
        # Weight of each category in all rows less that in each part; line v is a category of some column.
        starts = np.concatenate([[0], np.cumsum(self._sizes)])
        line = (codes + starts[:-1, None]).ravel()
        row = np.tile(np.arange(y.size), len(codes))
        self._members = sparse.csr_array((np.ones(line.size), (line, row)), shape=(starts[-1], y.size))
        self._starts = starts[:-1]
        self._held = self._sum_categories(np.ones(y.size))
        self.constant = self._join(self._numbers.constant, self._categories.constant).astype(np.bool_)
        told = self._explain(y.astype(np.float64)) if n_classes is None else self._categories.relevance
        self.relevance = self._join(self._numbers.relevance, told)

    def relate(self, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the feature that each run chose shares with all features, on the rows of the run."""
        related = np.empty((chosen.size, self._is_categorical.size))
        for feature in np.unique(chosen):
            runs = np.flatnonzero(chosen == feature)
            place = int(self._place[feature])
            if self._is_categorical[feature]:
                among_numbers = self._split(place)[runs]
                among_categories = self._categories.relate_to(place, runs)
            else:
                same = np.full(chosen.size, place, np.int64)
                among_numbers = self._numbers.relate(same)[runs]
                values = np.empty(self._order.size)
                values[self._order] = self._columns.column(place)
                among_categories = self._explain(values)[runs]
            related[runs] = self._join(among_numbers, among_categories)
        return related

    def _split(self, place: int) -> NDArray[np.float64]:
        """Correlation ratio of every number within the values of one category, in each run."""
        codes, n_codes = self._codes[place][self._order].astype(np.int64), int(self._sizes[place])
        left = sum_classes(self._columns, codes, n_codes, self._parts, self._order)
        return np.where(self._numbers.constant, 0.0, np.sqrt(left.eta_squared()))

    def _explain(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Correlation ratio of one number within the values of every category, in each run."""
        weights, sum_parts = self._parts.weights, self._parts.sum_weights
        values = values - weights @ values / weights.sum()
        first, squares = (
            (weights * power).sum() - sum_parts(weights * power) for power in (values, values**2)
        )
        sums = self._sum_categories(values)
        shares = np.divide(sums**2, self._held, out=np.zeros_like(sums), where=self._held > ROUND_OFF)
        overall = first**2 / self._parts.left_weights
        between = np.add.reduceat(shares, self._starts, axis=0) - overall
        spread = squares - overall
        ratio = between / np.where(spread > ROUND_OFF * squares, spread, np.inf)
        return np.asarray(np.sqrt(np.where(ratio > ROUND_OFF, np.minimum(ratio, 1.0), 0.0)).T)

    def _sum_categories(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum of a number over the rows of each category, those that each run leaves out apart."""
        row = np.arange(values.size)
        spread = sparse.csr_array(
            (values * self._parts.weights, (row, self._parts.labels)),
            shape=(values.size, self._parts.n_runs + 1),
        )
        sums = (self._members @ spread).toarray()
        return np.asarray(sums.sum(axis=1, keepdims=True) - sums[:, :-1])

    def _join(self, numbers: NDArray[Any], categories: NDArray[Any]) -> NDArray[np.float64]:
        """One line for all features, in their order."""
        joined = np.empty((len(numbers), self._is_categorical.size))
        joined[:, ~self._is_categorical], joined[:, self._is_categorical] = numbers, categories
        return joined
