"""What the estimators of this folder share: a mixture is experts, and gates that weigh them for each row."""

from __future__ import annotations

from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, is_classifier
from sklearn.utils import (
    assert_all_finite,
    check_array,
    check_consistent_length,
    check_random_state,
    column_or_1d,
    get_tags,
)
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.decision import pick_class
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.one_thread import ONE_THREAD
from hedgerow.foundation.parameters import check_count
from hedgerow.foundation.training_set import learn_encoding, read_features, read_weights
from hedgerow.learners.mixtures.experts import Lesson
from hedgerow.learners.protocol import Members


class Mixture(Protocol):
    """Experts and their weights."""

    @property
    def experts(self) -> tuple[Members, ...]:
        """The experts, one member each."""
        ...

    def weigh(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Weight of each expert for each row, (n_samples, n_experts); rows sum to 1."""
        ...


class MixtureEstimator(BaseEstimator):
    """Reads the data, has mixtures trained from several seeds, and averages them.

    Attributes
    ----------
    mixtures_ : list
        One trained mixture for each repeat.
    """

    estimator: Any
    n_repeats: int
    n_jobs: int | None
    random_state: Any
    mixtures_: list[Any]
    classes_: NDArray[Any]
    n_classes_: int
    class_prior_: NDArray[np.float64]
    n_features_in_: int
    _encoding: FeatureEncoding | None

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
        check_count("n_repeats", self.n_repeats)
        expert = self._choose_expert()
        encoding = learn_encoding(X)
        table = read_features(self, X, encoding, y=y, reset=True)
        check_consistent_length(table, y)
        given = read_weights(sample_weight, table.shape[0])
        weights = np.ones(table.shape[0]) if given is None else given
        classes, target = self._read_target(y)
        seen = np.flatnonzero(weights > 0)
        table = np.asarray(table, np.float64)
        state = check_random_state(self.random_state)
        with ONE_THREAD:
            lesson = Lesson.bind(
                table[seen],
                target[seen],
                weights[seen],
                None if classes is None else len(classes),
                None if encoding is None else encoding.is_categorical,
                expert,
            )
            mixtures = self._train(lesson, state.randint(2**31 - 1, size=self.n_repeats))
        self.mixtures_, self._encoding = mixtures, encoding
        if classes is not None:
            self.classes_, self.n_classes_ = classes, len(classes)
            prior = np.bincount(target, weights, len(classes))
            self.class_prior_ = prior / prior.sum()
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class or the value of each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        outputs = self._mix(X)
        if not is_classifier(self):
            return outputs
        labels: NDArray[Any] = self.classes_[pick_class(outputs, self.class_prior_)]
        return labels

    def weigh_experts(self, X: Any) -> NDArray[np.float64]:
        """How much each expert has to say about each row.

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

    def _train(self, lesson: Lesson, seeds: NDArray[Any]) -> list[Any]:
        """Train one mixture for each seed."""
        raise NotImplementedError

    def _choose_default(self) -> Any:
        """What the experts are where the user does not say."""
        raise NotImplementedError

    def _choose_expert(self) -> Any:
        if self.estimator is None:
            return self._choose_default()
        if not hasattr(self.estimator, "fit") or is_classifier(self.estimator) != is_classifier(self):
            kind = "classifier" if is_classifier(self) else "regressor"
            raise ValueError(
                f"estimator={self.estimator!r} is not a {kind}; pass one, or None for a small network"
            )
        return self.estimator

    def _mix(self, X: Any) -> NDArray[np.float64]:
        rows = self._read_rows(X)
        shape = (len(rows), self.n_classes_) if is_classifier(self) else (len(rows),)
        total = np.zeros(shape)
        for mixture in self.mixtures_:
            weights = mixture.weigh(rows)
            for expert, weight in zip(mixture.experts, weights.T, strict=True):
                total += (expert.outputs(rows)[0].T * weight).T
        return np.asarray(total / len(self.mixtures_))

    def _read_rows(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self, "mixtures_")
        return np.asarray(read_features(self, X, self._encoding, reset=False), np.float64)

    def _read_target(self, y: Any) -> tuple[NDArray[Any] | None, NDArray[Any]]:
        """Classes and their codes, or None and values."""
        target = column_or_1d(y, warn=True)
        if not is_classifier(self):
            return None, check_array(target, ensure_2d=False, dtype=np.float64, input_name="y")
        assert_all_finite(target, input_name="y")
        check_classification_targets(target)
        return np.unique(target, return_inverse=True)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        known = hasattr(self.estimator, "__sklearn_tags__")
        tags.input_tags.allow_nan = not known or get_tags(self.estimator).input_tags.allow_nan
        return tags
