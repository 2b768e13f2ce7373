"""What every estimator that predicts by a committee can do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone, is_classifier
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, has_fit_parameter, validate_data

from hedgerow.combination.decision import pick_class
from hedgerow.foundation.constraints import Word
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.frames import is_frame
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, adopt_input_tags, read_rows
from hedgerow.learners.adapter import seed_estimator
from hedgerow.pruning.committee import Committee
from hedgerow.pruning.instance import InstanceChooser, InstanceSelection

COMBINATIONS = Word("vote", "mean_probability")


class CommitteeModel(BaseEstimator):
    """An estimator that predicts by kept members."""

    n_jobs: int | None
    random_state: int | np.random.RandomState | None

    classes_: NDArray[Any]
    n_classes_: int
    committee_: Committee
    kept_: NDArray[np.intp]
    path_: pd.DataFrame

    _chooser: InstanceChooser | None = None
    _encoding: FeatureEncoding | None = None

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the members, and choose among them.

        A fit that fails or is interrupted leaves the estimator as it was.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features, as the members accept them.
        y : array-like of shape (n_samples,)
            Class labels of any kind, or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows, for growing members and for choosing them.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            task = "classification" if is_classifier(self) else "regression"
            training = TrainingSet.read(self, X, y, sample_weight, task=task)
            if training.classes is not None:
                self.classes_, self.n_classes_ = training.classes, len(training.classes)
                training = replace(training, y=training.classes[training.y])
            self._fit(replace(training, X=X) if is_frame(X) else training, training.X)
        return self

    def _fit(self, training: TrainingSet, table: Any) -> None:
        """Set `committee_`, `kept_` and `path_`; X and the labels or values are for the members, the table for us."""
        raise NotImplementedError

    def _combine(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self)
        X, chooser = self._look_at(X), self._chooser
        if chooser is None:
            return self.committee_.combine(X, self.n_jobs)
        return self.committee_.combine_by_row(
            X, lambda rows: chooser.choose(read_rows(self, rows)), self.n_jobs
        )

    def _look_at(self, X: Any) -> Any:
        """Rows of the shape and the names that `fit` saw; what they hold is for the members to evaluate."""
        if not hasattr(self, "n_features_in_"):
            return X  # members of another origin, which may read anything
        if is_frame(X):
            validate_data(self, X, reset=False, skip_check_array=True)
            return X
        return validate_data(
            self, X, reset=False, dtype=None, ensure_all_finite=False, accept_sparse=["csr", "csc", "coo"]
        )

    def member_outputs(self, X: Any) -> NDArray[np.float64]:
        """Predict each row by each member that was kept.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_members, n_samples, n_classes) or (n_members, n_samples)
            Class probabilities, or values.
        """
        check_is_fitted(self)
        return self.committee_.ask(self._look_at(X), self.n_jobs)

    @property
    def estimators_(self) -> list[Any]:
        """The members that are kept, in the order in which they were chosen; shared with the whole ensemble."""
        return self.committee_.estimators()

    @property
    def member_weights_(self) -> NDArray[np.float64]:
        """How much each kept member counts."""
        return self.committee_.combination_weights

    @property
    def combination_weights_(self) -> NDArray[np.float64] | None:
        """Weights of the kept members, where they are not all the same."""
        combination_weights = self.committee_.combination_weights
        return combination_weights if np.ptp(combination_weights) > 0 else None

    @property
    def n_members_(self) -> int:
        """Number of members that are kept."""
        return len(self.committee_)

    def _prepare(self, estimator: Any, seed: int) -> Any:
        """A fresh copy, seeded where this estimator is."""
        fresh = clone(estimator)
        if self.random_state is not None:
            fresh = seed_estimator(fresh, np.uint64(seed))
        if self.n_jobs is not None and "n_jobs" in fresh.get_params(deep=False):
            fresh.set_params(n_jobs=self.n_jobs)
        return fresh

    def _draw_seeds(self, n_seeds: int) -> NDArray[np.uint64]:
        generator = check_random_state(self.random_state)
        return np.asarray(generator.randint(2**32, size=n_seeds, dtype=np.uint64))

    def __sklearn_tags__(self) -> Any:
        tags = adopt_input_tags(super().__sklearn_tags__(), getattr(self, "estimator", None))
        method = getattr(self, "method", None)
        if method == "instance" or isinstance(
            method, InstanceSelection
        ):  # looks for neighbours among whole rows
            tags.input_tags.sparse = False
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "committee_")


class CommitteeClassifier(ClassifierMixin, CommitteeModel):
    """What makes a classifier of a committee: votes, or means of probabilities; a tie goes to the lower class."""

    combination: str

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        scores = self._combine(X)
        return np.asarray(self.classes_[pick_class(scores)])

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Predict the share of each class: of the votes, or in the mean of the probabilities.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        scores = self._combine(X)
        return np.asarray(scores / scores.sum(axis=1, keepdims=True))

    def staged_predict(self, X: Any) -> Iterator[NDArray[Any]]:
        """Predict by the first kept member, by the first two, and so on.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        check_is_fitted(self)
        for scores in self.committee_.stages(self._look_at(X), self.n_jobs):
            yield self.classes_[pick_class(scores)]

    @property
    def _soft(self) -> bool:
        return self.combination == "mean_probability"


class CommitteeRegressor(RegressorMixin, CommitteeModel):
    """What makes a regressor of a committee: the mean of the values."""

    _soft = False

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the value of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        return np.asarray(self._combine(X))

    def staged_predict(self, X: Any) -> Iterator[NDArray[np.float64]]:
        """Predict by the first kept member, by the first two, and so on.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        check_is_fitted(self)
        yield from self.committee_.stages(self._look_at(X), self.n_jobs)


def choose_ensemble(model: Any, *arguments: Any) -> Any:
    """What is pruned: the parameter `estimator` of a model, or a random forest where that is None."""
    if model.estimator is not None:
        return model.estimator
    from hedgerow.ensembles.forest import RandomForestClassifier, RandomForestRegressor

    return (RandomForestClassifier if is_classifier(model) else RandomForestRegressor)(*arguments)


def fit_weighted(estimator: Any, rows: TrainingSet) -> Any:
    """Fit with weights of rows where there are some; an error where the estimator cannot take them."""
    if rows.weights is None:
        return estimator.fit(rows.X, rows.y)
    if not has_fit_parameter(estimator, "sample_weight"):
        raise ValueError(
            f"{type(estimator).__name__} does not take sample_weight; leave the weights out, or use an estimator that "
            "takes them"
        )
    return estimator.fit(rows.X, rows.y, sample_weight=rows.weights)
