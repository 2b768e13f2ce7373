"""Numbers and categories together for mRMR, all on one scale from 0 to 1.

Two numbers are compared by Pearson's correlation, a number and a category by the correlation ratio, two categories by
symmetrical uncertainty. The correlation ratio of a number and a category of two values is their correlation, so the
first two are one scale.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hedgerow.selection.filters.mrmr_codes import CodeRelations
from hedgerow.selection.filters.mrmr_numbers import CentredColumns, NumberRelations, sum_classes
from hedgerow.selection.filters.mrmr_parts import Parts
from hedgerow.selection.measures.moments import ROUND_OFF


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
