"""What every classifier of many labels shares: reading the data, and from scores to labels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from hedgerow.foundation.base_estimator import check_base_estimator
from hedgerow.foundation.constraints import Constraints, Count, Word
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, adopt_input_tags, read_rows, read_weights
from hedgerow.many_labels.label_table import LabelTable, to_array
from hedgerow.many_labels.thresholds import PLAIN, THRESHOLD, cut, pcut


@configurable
class ManyLabelsClassifier(ClassifierMixin, BaseEstimator, ABC):
    """Reads the data and writes labels; a subclass learns and scores.

    Attributes
    ----------
    classes_ : ndarray of shape (n_labels, 2)
        For each label, how it is written when it is off and when it is on; of shape (2,) where y was a vector.
    label_names_ : ndarray of shape (n_labels,)
        Names of the labels; only where y was a data frame.
    n_labels_ : int
        Number of labels.
    """

    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None

    _parameters: ClassVar[Constraints] = {
        "n_estimators": Count(),
        "combination": Word("vote", "mean_probability"),
        "threshold": THRESHOLD,
    }

    classes_: NDArray[Any] = fitted()
    label_names_: NDArray[Any] = fitted()
    n_labels_: int = fitted()
    n_features_in_: int = fitted()
    threshold_: float = fitted()
    _labels: LabelTable = fitted()
    _encoding: FeatureEncoding | None = fitted()

    @abstractmethod
    def _learn(self, training: TrainingSet) -> None:
        """Fit the members; the target says in a column of bool for each label which rows carry it."""

    def _score(self: Any, X: Any) -> NDArray[np.float64]:
        """Score of each label for each row, 0 to 1; of members in `_label_members`, where a subclass has no other."""
        return np.asarray(self._label_members.score(X, vote=self._votes, n_jobs=self.n_jobs))

    @property
    def _votes(self) -> bool:
        return getattr(self, "combination", None) == "vote"

    def _decide(self, X: Any) -> NDArray[np.bool_]:
        """Which labels each row carries."""
        calibrated = isinstance(getattr(self, "threshold", None), str) and not self._labels.is_vector
        return cut(self._score(X), self.threshold_, calibrated=calibrated)

    def fit(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> Self:
        """Learn which labels rows carry.

        A fit that fails or is interrupted leaves the estimator as it was.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features. The columns of a data frame may hold categories; missing values and sparse matrices are
            accepted where the learner accepts them.
        y : array-like, sparse matrix or data frame of shape (n_samples, n_labels)
            A column for each label, of 0 and 1 (or any two values, of which the greater means on). A vector is one
            label, and answers are then those of a classifier of two classes, whose "pcut" is 0.5.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; rows without weight are not seen.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            if y is None:
                raise ValueError(
                    f"{type(self).__name__} requires y to be passed, but the target y is None; pass a column of 0 and "
                    "1 for each label"
                )
            training = TrainingSet.read(self, X, y, sample_weight, task=None)
            labels = LabelTable.read(y)
            self._keep_labels(labels)
            self._learn(training.with_target(labels.on, None).drop_weightless())
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict which labels each row carries.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_labels)
            0 and 1, or the two values that `fit` was given; a vector where `fit` was given one.
        """
        rows = read_rows(self, X, "n_labels_")
        return self._labels.write(self._decide(rows))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Score each label for each row: the probability, or the share of votes, that it is on.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_labels)
            Of both classes, (n_samples, 2), where `fit` was given a vector.
        """
        scores = self._score(read_rows(self, X, "n_labels_"))
        return np.hstack([1 - scores, scores]) if self._labels.is_vector else scores

    def score(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> float:
        """Subset accuracy: the share of rows whose labels are all right.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like, sparse matrix or data frame of shape (n_samples, n_labels)
            Their labels, written as `fit` was given them.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        float
        """
        predicted = self.predict(X)
        truth = to_array(y)
        if truth.size != predicted.size or len(truth) != len(predicted):
            raise ValueError(f"y has shape {truth.shape}; the labels of X have shape {predicted.shape}")
        right = (predicted == truth.reshape(predicted.shape)).reshape(len(predicted), -1).all(axis=1)
        return float(np.average(right, weights=read_weights(sample_weight, len(predicted))))

    def _keep_labels(self, labels: LabelTable) -> None:
        self._labels = replace(labels, on=labels.on[:0])
        self.n_labels_ = int(labels.on.shape[1])
        # An array, since cross_val_predict asks a list of arrays for its shape.
        self.classes_ = labels.values if labels.is_vector else np.tile(labels.values, (self.n_labels_, 1))
        self.__dict__.pop("label_names_", None)
        if labels.names is not None:
            self.label_names_ = labels.names

    def _calibrate(self, training: TrainingSet, scores: NDArray[np.float64]) -> float:
        """PCut on out-of-bag scores; rows of NaN, which all members know, do not count.

        Where y is a vector, the more probable of two classes is predicted, as everywhere in scikit-learn.
        """
        is_scored = ~np.isnan(scores).any(axis=1)
        if not is_scored.any() or self._labels.is_vector:
            return PLAIN
        weights = None if training.weights is None else training.weights[is_scored]
        cardinality = float(np.average(training.y.sum(axis=1), weights=training.weights))
        return pcut(scores[is_scored], cardinality, weights)

    def _find_threshold(self, training: TrainingSet, score: Callable[[], NDArray[np.float64]]) -> None:
        """Set the threshold that is given, or the one that out-of-bag scores call for."""
        threshold: Any = getattr(self, "threshold", PLAIN)
        is_learned = isinstance(threshold, str)
        self.threshold_ = self._calibrate(training, score()) if is_learned else float(threshold)

    def _choose_estimator(self) -> Any:
        """A copy of the learner; hedgerow's decision tree where none is given."""
        from hedgerow.trees.estimators import DecisionTreeClassifier

        estimator = getattr(self, "estimator", None)
        return check_base_estimator(self, estimator, "classifier", DecisionTreeClassifier)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.multi_label = True
        return adopt_input_tags(tags, getattr(self, "estimator", None))

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "n_labels_")
