"""Selectors that need no target: the table is all they read."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import check_choice
from hedgerow.foundation.training_set import learn_encoding, read_features, read_weights
from hedgerow.selection.base import Selector
from hedgerow.selection.groups import Groups, find_columns
from hedgerow.selection.question import Question


class UnsupervisedSelector(Selector):
    """A selector whose question has no target: `question.y` is zero in every row.

    A subclass implements `_judge`, as other selectors do, and has their parameters but `task`.
    """

    _encoding: FeatureEncoding | None

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

    def _read(self, X: Any, y: Any, sample_weight: Any) -> Question:
        check_choice("when_empty", self.when_empty, ("best", "all", "none"))
        self._encoding = learn_encoding(X)
        table = read_features(self, X, self._encoding, reset=True)
        n_samples, n_features = table.shape
        if n_samples < 2:
            raise ValueError(f"a clustering needs two rows or more, but X has n_samples={n_samples}")
        names = tuple(getattr(self, "feature_names_in_", (f"x{place}" for place in range(n_features))))
        return Question(
            X=table,
            y=np.zeros(n_samples),
            classes=None,
            is_categorical=(
                np.zeros(n_features, np.bool_) if self._encoding is None else self._encoding.is_categorical
            ),
            weights=read_weights(sample_weight, n_samples),
            names=names,
            fixed=find_columns(self.fixed_features, names, "fixed_features"),
            groups=Groups.read(self.groups, names),
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        return tags
