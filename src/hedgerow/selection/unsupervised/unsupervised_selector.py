"""Selectors that need no target: the table is all they read."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.selector import Selector


class UnsupervisedSelector(Selector):
    """A selector that has no target: `training.y` is zero in every row.

    A subclass implements `_select`, as other selectors do, and has their parameters but `task`.
    """

    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> Self:
        """Find out which features to keep.

        A fit that fails or is interrupted leaves the selector as it was.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features. The columns of a data frame may hold categories; values may be missing.
        y : None
            Not used.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        self
        """
        return super().fit(X, y, sample_weight)

    def _read(self, X: Any, y: Any, sample_weight: Any) -> TrainingSet:
        training = TrainingSet.read(self, X, None, sample_weight, task=None)
        if training.n_samples < 2:
            raise ValueError(
                f"a clustering needs two rows or more, but X has n_samples={training.n_samples}; pass more rows"
            )
        return training.with_target(np.zeros(training.n_samples), None)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        return tags
