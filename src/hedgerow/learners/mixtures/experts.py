"""What all mixtures share: experts that are fitted to rows by weight, and predictions that gates weigh."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from hedgerow.foundation.constraints import Constraint, Count
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.threads import ONE_THREAD
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.learners.adapter import AdaptedMembers, AdaptedTable, as_learner, choose_estimator
from hedgerow.learners.protocol import Members, Prepared, explain_failures
from hedgerow.learners.single import OutputsMixin

# Rows of less than this share of the largest weight are left out: they change nothing, and trees would count them.
_NEGLIGIBLE = 1e-9


@dataclass(frozen=True, eq=False)
class ExpertFitter:
    """A learner that is bound to weighted rows, and fits experts to shares of them.

    Attributes
    ----------
    training : TrainingSet
        The rows.
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
        return cls(training, estimator, as_learner(estimator).prepare(training.unweighted()))

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


class MixtureEstimator(OutputsMixin, BaseEstimator):
    """Reads the data, has mixtures trained from several seeds, and averages them.

    Attributes
    ----------
    mixtures_ : list
        One trained mixture for each repeat.
    """

    _parameters: ClassVar[dict[str, Constraint]] = {"n_repeats": Count()}

    estimator: Any
    n_repeats: int
    n_jobs: int | None
    random_state: Any
    mixtures_: list[Any]

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Train experts and gates.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features; a data frame may hold categories.
        y : array-like of shape (n_samples,)
            Class labels of any kind, or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; rows without weight are not seen.

        Returns
        -------
        self
        """
        task = "classification" if is_classifier(self) else "regression"
        training = TrainingSet.read(self, X, y, sample_weight, task=task)
        expert = choose_estimator(self, self._make_network, "a small network")
        training = replace(training, X=np.asarray(training.X, np.float64))
        seeds = check_random_state(self.random_state).randint(2**31 - 1, size=self.n_repeats)
        with ONE_THREAD:
            self.mixtures_ = self._train(ExpertFitter.bind(training.drop_weightless(), expert), seeds)
        if training.classes is not None:
            self.classes_, self.n_classes_ = training.classes, len(training.classes)
            self.class_prior_ = training.class_weights / training.class_weights.sum()
        return self

    def weigh_experts(self, X: Any) -> NDArray[np.float64]:
        """The weight of each expert for each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_experts)
            In the order of `estimators_`; rows sum to 1.
        """
        rows = self._read_rows(X)
        return np.hstack([mixture.weigh(rows) for mixture in self.mixtures_]) / len(self.mixtures_)

    @property
    def estimators_(self) -> list[Any]:
        """The fitted experts of all mixtures."""
        check_is_fitted(self, "mixtures_")
        return [expert[0] for mixture in self.mixtures_ for expert in mixture.experts]

    def _train(self, fitter: ExpertFitter, seeds: NDArray[Any]) -> list[Any]:
        """Train one mixture for each seed."""
        raise NotImplementedError

    def _make_network(self) -> Any:
        """What the experts are where the user does not say."""
        raise NotImplementedError

    def _predict_outputs(self, X: Any) -> NDArray[np.float64]:
        rows = self._read_rows(X)
        shape = (len(rows), self.n_classes_) if is_classifier(self) else (len(rows),)
        total = np.zeros(shape)
        for mixture in self.mixtures_:
            weights = mixture.weigh(rows)
            for expert, weight in zip(mixture.experts, weights.T, strict=True):
                total += (expert.outputs(rows)[0].T * weight).T
        return np.asarray(total / len(self.mixtures_))

    def _read_rows(self, X: Any) -> NDArray[np.float64]:
        return np.asarray(read_rows(self, X, "mixtures_"), np.float64)
