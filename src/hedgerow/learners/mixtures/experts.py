"""Experts: copies of a learner, each fitted to the rows that are given to it, by weights."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.dummy import DummyClassifier
from sklearn.utils.validation import has_fit_parameter

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import AdaptedMembers, AdaptedTable, as_learner
from hedgerow.learners.protocol import MemberError, Members, Prepared

# Rows of less than this share of the largest weight are left out: they change nothing, and trees would count them.
_NEGLIGIBLE = 1e-9


@dataclass(frozen=True, eq=False)
class Lesson:
    """What a mixture learns from: rows with weights, and the learner that is bound to them.

    Attributes
    ----------
    X : ndarray of shape (n_samples, n_features)
        The features, categories as codes.
    y : ndarray of shape (n_samples,)
        Class codes, or values.
    weights : ndarray of shape (n_samples,)
        Weights of the rows.
    n_classes : int or None
        None for values.
    is_categorical : ndarray of shape (n_features,) or None
        Which features are categories.
    estimator : estimator
        What the experts are copies of.
    prepared : Prepared
        It, bound to the rows.
    """

    X: NDArray[np.float64]
    y: NDArray[Any]
    weights: NDArray[np.float64]
    n_classes: int | None
    is_categorical: NDArray[np.bool_] | None
    estimator: Any
    prepared: Prepared

    @classmethod
    def bind(
        cls,
        X: NDArray[np.float64],
        y: NDArray[Any],
        weights: NDArray[np.float64],
        n_classes: int | None,
        is_categorical: NDArray[np.bool_] | None,
        estimator: Any,
    ) -> Lesson:
        """Bind a learner to rows."""
        prepared = as_learner(estimator).prepare(
            TrainingSet.of(X, y, n_classes=n_classes, is_categorical=is_categorical)
        )
        return cls(X, y, weights, n_classes, is_categorical, estimator, prepared)

    def select(self, rows: NDArray[np.intp]) -> Lesson:
        """The same lesson with some of its rows."""
        return self.bind(
            self.X[rows],
            self.y[rows],
            self.weights[rows],
            self.n_classes,
            self.is_categorical,
            self.estimator,
        )

    def fit_expert(
        self, seed: np.uint64, shares: NDArray[np.float64], previous: Members | None = None
    ) -> Members:
        """Fit one expert to the rows by the shares of them that it is given.

        Parameters
        ----------
        seed : uint64
            Its randomness.
        shares : ndarray of shape (n_samples,)
            Multiplied with the weights of the rows.
        previous : Members or None
            Where an expert whose `warm_start` is set goes on from.
        """
        weights = shares * self.weights
        largest = weights.max(initial=0.0)
        if largest <= 0:  # nobody's expert: as good as any other
            weights, largest = self.weights, self.weights.max()
        weights = np.where(weights < _NEGLIGIBLE * largest, 0.0, weights)
        if previous is not None and self._goes_on(previous):
            return self._continue(previous, weights)
        try:
            return self.prepared.grow(np.array([seed], np.uint64), weights[None])
        except MemberError as failure:
            raise (failure.__cause__ or failure) from None

    def _goes_on(self, previous: Members) -> bool:
        return (
            isinstance(self.prepared, AdaptedTable)
            and bool(getattr(self.estimator, "warm_start", False))
            and has_fit_parameter(self.estimator, "sample_weight")
            and not isinstance(previous[0], DummyClassifier)
        )

    def _continue(self, previous: Members, weights: NDArray[np.float64]) -> Members:
        assert isinstance(self.prepared, AdaptedTable)
        assert isinstance(previous, AdaptedMembers)
        expert = deepcopy(previous.estimators[0])  # the old one stays, in case the new one is no better
        expert.fit(self.prepared.X, self.prepared.y, sample_weight=weights)
        return replace(previous, estimators=(expert,))


def ask_experts(experts: tuple[Members, ...], X: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each expert says about each row, (n_experts, n_samples, n_classes) or (n_experts, n_samples)."""
    return np.stack([expert.outputs(X)[0] for expert in experts])
