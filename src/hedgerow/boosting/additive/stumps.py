"""Stumps that answer -1 or +1: the cut whose two sides differ most in what is left to explain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import sum_members
from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.row_products import multiply_rows
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.indicators import Indicators
from hedgerow.views.projection import round_to_grain

MAX_CELLS = 2**22  # sums of one block of features, 32 MiB


class Cut(NamedTuple):
    """The best stump: +1 on the side that `sign` says; `merit` is the |sum of u h| it reaches, 0 for no stump."""

    feature: int
    threshold: float
    sign: float
    missing_sign: float
    merit: float


_NO_CUT = Cut(0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class SignStump:
    """A learner of stumps h(x) in {-1, +1} for least squares.

    For residuals u with weights w, h maximises |sum w u h|. The squared error after the best step along h falls with
    that sum whatever the penalty of the step, so this is the best stump for every penalty (Casale, Pujol & Radeva
    2010).

    Examples
    --------
    >>> X, u = np.array([[0.0], [1.0], [2.0]]), np.array([-1.0, 1.0, 3.0])
    >>> prepared = SignStump().prepare(TrainingSet.of(X, u, n_classes=None))
    >>> prepared.grow(np.zeros(1, np.uint64), np.ones((1, 3))).outputs(X)
    array([[-1.,  1.,  1.]])
    """

    def prepare(self, training: TrainingSet) -> PreparedStumps:
        """Sort the columns once, with indicator columns in place of categories."""
        indicators = Indicators.of_categories(training)
        X = training.X if indicators is None else indicators.transform(training.X)
        return PreparedStumps(SortedColumns.from_matrix(X), training.y, indicators)


@dataclass(frozen=True)
class SortedColumns:
    """The columns of a table and their order, from which the best cut for any residuals is found.

    Attributes
    ----------
    columns : ndarray of shape (n_features, n_samples)
        The table, column by column.
    order : ndarray of shape (n_features, n_samples)
        Rows in ascending order of each column, missing values last.
    """

    columns: NDArray[np.float64]
    order: NDArray[np.intp]

    @classmethod
    def from_matrix(cls, X: NDArray[np.float64]) -> Self:
        """Sort the columns of a matrix."""
        columns = np.ascontiguousarray(X.T, np.float64)
        return cls(columns, columns.argsort(axis=1))

    @cached_property
    def may_cut(self) -> NDArray[np.bool_]:
        """Whether position i differs from position i + 1; missing values, at the end, are not cut off."""
        values = np.take_along_axis(self.columns, self.order, axis=1)
        return values[:, 1:] > values[:, :-1]

    @cached_property
    def n_missing(self) -> NDArray[np.intp]:
        """Number of missing values of each column."""
        has_missing = np.isnan(self.columns[np.arange(len(self.order)), self.order[:, -1]])
        return np.isnan(self.columns).sum(axis=1) if has_missing.any() else np.zeros(len(self.order), np.intp)

    def find(self, residuals: NDArray[np.float64]) -> Cut:
        """Find the cut with the largest |sum of u h|; equal ones go to the first feature, then to the lowest cut."""
        n_features, n_samples = self.order.shape
        width = max(1, MAX_CELLS // n_samples)
        blocks = [slice(start, start + width) for start in range(0, n_features, width)]
        cuts = [self._find_in(block, residuals) for block in blocks]
        return cuts[_find_first_largest(np.array([cut.merit for cut in cuts]))]

    def _find_in(self, block: slice, residuals: NDArray[np.float64]) -> Cut:
        # | c_1 c_2 ... c_m | missing |    left of cut i lies c_i, right of it total - c_i
        sums = residuals[self.order[block]].cumsum(axis=1)
        last = sums.shape[1] - 1 - self.n_missing[block]
        total = np.where(last >= 0, sums[np.arange(len(sums)), last], 0.0)
        missing = sums[:, -1] - total
        sums = sums[:, :-1]
        if sums.size == 0:
            return _NO_CUT
        feature, position = _find_first_best(sums, total, missing)
        low, high = self._neighbours(block.start + feature, position)
        if not low < high:
            # Only then is the whole table compared with itself, which takes as long as all the rest.
            merit = np.abs(total[:, None] - 2.0 * sums) + np.abs(missing)[:, None]
            place = _find_first_largest(np.where(self.may_cut[block], merit, 0.0).ravel())
            feature, position = divmod(place, sums.shape[1])
            low, high = self._neighbours(block.start + feature, position)
        contrast = total[feature] - 2.0 * sums[feature, position]
        reached = abs(contrast) + abs(missing[feature])
        if not low < high or reached == 0.0:
            return _NO_CUT
        middle = low + (high - low) / 2
        return Cut(
            block.start + feature,
            middle if middle < high else low,  # neighbouring floats have no middle
            1.0 if contrast >= 0 else -1.0,
            float(np.sign(missing[feature])),
            float(reached),
        )

    def _neighbours(self, feature: int, position: int) -> tuple[float, float]:
        low, high = self.columns[feature, self.order[feature, position : position + 2]]
        return float(low), float(high)


def _find_first_best(
    sums: NDArray[np.float64], total: NDArray[np.float64], missing: NDArray[np.float64]
) -> tuple[int, int]:
    """Feature and position with the largest |total - 2 sum|, which is at the largest or the least sum of the feature.

    Missing values go to the side that suits them, whatever the cut is. The first wins of those that are equal but for
    rounding errors, which depend on the order of the rows.
    """
    extremes = np.abs(total - 2.0 * sums.min(axis=1)), np.abs(total - 2.0 * sums.max(axis=1))
    merit = np.maximum(*extremes) + np.abs(missing)
    feature = _find_first_largest(merit)
    return feature, _find_first_largest(np.abs(total[feature] - 2.0 * sums[feature]))


def _find_first_largest(values: NDArray[np.float64]) -> int:
    return int((values >= (1.0 - 1e-10) * values.max()).argmax())


@dataclass(frozen=True)
class PreparedStumps:
    """Sorted columns and the residuals to explain.

    Attributes
    ----------
    columns : SortedColumns
        The table.
    y : ndarray of shape (n_samples,)
        What to explain.
    indicators : Indicators or None
        What turned categories into columns.
    """

    columns: SortedColumns
    y: NDArray[np.float64]
    indicators: Indicators | None

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> StumpMembers:
        """Find the best stump for each line of weights; nothing is random, and all columns are looked at."""
        cuts = [self.columns.find(weight * self.y) for weight in weights]
        features, thresholds, signs, missing_signs, _ = (np.array(each) for each in zip(*cuts, strict=True))
        return StumpMembers(features, thresholds, signs, missing_signs, self.indicators)


@dataclass(frozen=True)
class StumpMembers:
    """Stumps that answer together.

    Attributes
    ----------
    features : ndarray of shape (n_members,)
        The feature each stump cuts.
    thresholds : ndarray of shape (n_members,)
        Where; larger values are on the right.
    signs : ndarray of shape (n_members,)
        The answer on the right; 0 where no cut was possible, and the answer is 0.
    missing_signs : ndarray of shape (n_members,)
        The answer to a missing value; 0, for no opinion, where there was none to learn from.
    indicators : Indicators or None
        What turns categories into columns.
    directions : ndarray of shape (n_members, n_features) or None
        The mixture of features that is cut in place of one feature.
    """

    features: NDArray[np.intp]
    thresholds: NDArray[np.float64]
    signs: NDArray[np.float64]
    missing_signs: NDArray[np.float64]
    indicators: Indicators | None = None
    directions: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.signs)

    def __getitem__(self, index: int) -> Any:
        return self._with([getattr(self, name)[index : index + 1] for name in self._arrays])

    @property
    def _arrays(self) -> list[str]:
        names = ["features", "thresholds", "signs", "missing_signs"]
        return names if self.directions is None else [*names, "directions"]

    def _with(self, arrays: list[NDArray[Any]]) -> Self:
        changes: dict[str, Any] = dict(zip(self._arrays, arrays, strict=True))
        return replace(self, **changes)

    def seen_through(self, matrix: NDArray[np.float64]) -> Self:
        """The same stumps for a table from which X @ matrix makes the features that they cut."""
        return replace(self, directions=np.ascontiguousarray(matrix[:, self.features].T))

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predict each row by each stump: (n_members, n_samples)."""
        X = X if self.indicators is None else self.indicators.transform(np.asarray(X, np.float64))
        cells = (
            X[:, self.features]
            if self.directions is None
            else round_to_grain(multiply_rows(X, self.directions.T))
        )
        answers = np.where(cells > self.thresholds, self.signs, -self.signs)
        missing = np.isnan(cells)
        answers = np.where(missing, self.missing_signs, answers) if missing.any() else answers
        return np.ascontiguousarray(answers.T)

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the stumps."""
        outputs = self.outputs(X)
        return sum_members(iter(outputs), weights, False)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these stumps."""
        batches = (self, *others)
        return self._with(
            [np.concatenate([getattr(each, name) for each in batches]) for name in self._arrays]
        )
