"""Parts as intervals of one feature."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Instance, check, check_parameters
from hedgerow.foundation.parameters import configurable, fitted, parameter


@configurable
class FeatureIntervals(BaseEstimator):
    """Intervals of equal width of one feature: FEA of Zliobaite (2010).

    Intervals hold their left border, the last one both. What lies outside the training range goes to the first or
    the last interval, and what falls in an empty one to the nearest that has rows, the lower of two.

    Parameters
    ----------
    n_intervals : int, default=4
        Number of intervals.
    feature : int, str or None, default=None
        Which feature; a name where the table has names. None takes the first with at least `n_intervals` different
        values, or else the first of those with most.

    Attributes
    ----------
    column_ : int
        The column that is cut.
    borders_ : ndarray of shape (n_intervals + 1,)
        The borders, on the scale of the points.
    n_parts_ : int
        Number of intervals that have rows.

    See Also
    --------
    LocalExpertsClassifier

    Notes
    -----
    The first feature with enough values unless one is named, as in the paper's experiments. Missing values lie at the
    mean.

    Formula::

        Interval floor(k (x - min) / (max - min)), the last one closed.

    Cost: One pass of the learner.

    References
    ----------
    I. Zliobaite, Three data partitioning strategies for building local classifiers: an experiment, SUEMA 2010.

    Examples
    --------
    >>> line = np.array([[0.0], [1.0], [2.5], [5.0], [7.4], [7.5], [10.0]])
    >>> intervals = FeatureIntervals(4).fit(line)
    >>> intervals.assign(line), intervals.assign(np.array([[-3.0], [12.0]]))
    (array([0, 0, 1, 2, 2, 3, 3]), array([0, 3]))
    """

    n_intervals: int = parameter(Count(), default=4, kw_only=False)
    feature: int | str | None = parameter(
        Count(0) | Instance("the name of a column", kind=str) | None, default=None
    )

    column_: int = fitted()
    borders_: NDArray[np.float64] = fitted()
    n_parts_: int = fitted()
    _part_of_interval: NDArray[np.int64] = fitted()

    def fit(self, points: NDArray[np.float64], y: Any = None) -> Self:
        """Cut the feature.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)
            The rows.
        y : ignored

        Returns
        -------
        self
        """
        check_parameters(self)
        self.column_ = self._choose_column(points)
        column = points[:, self.column_]
        self.borders_ = np.linspace(column.min(), column.max(), self.n_intervals + 1)
        used = np.unique(self._find_intervals(column))
        gaps = np.abs(np.arange(self.n_intervals)[:, None] - used)
        self._part_of_interval = gaps.argmin(axis=1)
        self.n_parts_ = len(used)
        return self

    def assign(self, points: NDArray[np.float64]) -> NDArray[np.intp]:
        """Interval of each row, counting those that have rows.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return np.asarray(self._part_of_interval[self._find_intervals(points[:, self.column_])])

    def _find_intervals(self, column: NDArray[np.float64]) -> NDArray[np.intp]:
        inner = self.borders_[1:-1]
        return np.asarray(np.searchsorted(inner, column, side="right"), np.intp)

    def _choose_column(self, points: NDArray[np.float64]) -> int:
        n_columns = points.shape[1]
        if self.feature is not None:
            return int(check("feature", self.feature, Count(0, n_columns - 1) | None))
        n_values = np.array([len(np.unique(column)) for column in points.T])
        return int(np.minimum(n_values, self.n_intervals).argmax())
