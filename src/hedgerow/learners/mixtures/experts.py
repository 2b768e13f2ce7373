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
from hedgerow.learners.protocol import Members, Prepared, explain_failures

# Rows of less than this share of the largest weight are left out: they change nothing, and trees would count them.
_NEGLIGIBLE = 1e-9


@dataclass(frozen=True, eq=False)
class ExpertFitter:
    """A learner that is bound to weighted rows, and fits experts to shares of them.

    Attributes
    ----------
    training : TrainingSet
        The rows; all of them have weights.
    estimator : estimator
        What the experts are copies of.
    prepared : Prepared
        It, bound to the rows.
    """

    training: TrainingSet
    estimator: Any
    prepared: Prepared

    @classmethod
    def bind(cls, training: TrainingSet, estimator: Any) -> ExpertFitter:
        """Bind a learner to rows."""
        table = TrainingSet.of(
            training.X, training.y, n_classes=training.n_classes, is_categorical=training.is_categorical
        )
        return cls(training, estimator, as_learner(estimator).prepare(table))

    def select(self, rows: NDArray[np.intp]) -> ExpertFitter:
        """The learner bound to some of the rows."""
        return self.bind(self.training.select(rows), self.estimator)

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
        weights = shares * self.training.row_weights
        largest = weights.max(initial=0.0)
        if largest <= 0:  # nobody's expert: as good as any other
            weights, largest = self.training.row_weights, self.training.row_weights.max()
        weights = np.where(weights < _NEGLIGIBLE * largest, 0.0, weights)
        if previous is not None and self._goes_on(previous):
            return self._continue(previous, weights)
        with explain_failures():
            return self.prepared.grow(np.array([seed], np.uint64), weights[None])

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


def predict_experts(experts: tuple[Members, ...], X: NDArray[np.float64]) -> NDArray[np.float64]:
    """The prediction of each expert for each row, (n_experts, n_samples, n_classes) or (n_experts, n_samples)."""
    return np.stack([expert.outputs(X)[0] for expert in experts])
