"""What the estimators of this folder share: a mixture is experts, and gates that weigh them for each row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, is_classifier
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Constraint, Count
from hedgerow.foundation.one_thread import ONE_THREAD
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.learners.adapter import choose_estimator
from hedgerow.learners.mixtures.experts import ExpertFitter
from hedgerow.learners.single import OutputsMixin


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
        weights = np.ones(training.n_samples) if training.weights is None else training.weights
        training = replace(training, X=np.asarray(training.X, np.float64), weights=weights)
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
