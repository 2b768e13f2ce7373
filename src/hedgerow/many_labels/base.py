"""What every classifier of many labels shares: reading the data, and from scores to labels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone, is_classifier
from sklearn.utils import check_consistent_length, get_tags
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import check_choice
from hedgerow.foundation.rollback import all_or_nothing
from hedgerow.foundation.training_set import learn_encoding, read_features, read_weights
from hedgerow.many_labels.label_table import LabelTable, to_array
from hedgerow.many_labels.thresholds import PLAIN, cut, pcut

COMBINATIONS = ("vote", "mean_probability")


@dataclass(frozen=True, eq=False)
class Lesson:
    """What there is to learn from: the rows that have a weight.

    Attributes
    ----------
    X : ndarray or sparse matrix of shape (n_samples, n_features)
        The features, categories as codes.
    on : ndarray of bool of shape (n_samples, n_labels)
        Which labels each row carries.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows, all positive; None for ones.
    is_categorical : ndarray of shape (n_features,) or None
        Which features are categories.
    """

    X: Any
    on: NDArray[np.bool_]
    weights: NDArray[np.float64] | None
    is_categorical: NDArray[np.bool_] | None

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return len(self.on)

    @property
    def n_labels(self) -> int:
        """Number of labels."""
        return int(self.on.shape[1])

    @property
    def cardinality(self) -> float:
        """Mean number of labels of a row."""
        return float(np.average(self.on.sum(axis=1), weights=self.weights))


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

    classes_: NDArray[Any]
    label_names_: NDArray[Any]
    n_labels_: int
    n_features_in_: int
    threshold_: float
    _labels: LabelTable
    _encoding: FeatureEncoding | None

    @abstractmethod
    def _learn(self, lesson: Lesson) -> None:
        """Fit the members."""

    @abstractmethod
    def _score(self, X: Any) -> NDArray[np.float64]:
        """Score of each label for each row, 0 to 1."""

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
            encoding = learn_encoding(X)
            table = read_features(self, X, encoding, y=y, reset=True)
            labels = LabelTable.read(y)
            check_consistent_length(table, labels.on)
            weights = read_weights(sample_weight, table.shape[0])
            seen = slice(None) if weights is None else weights > 0
            self._keep_labels(labels)
            self._encoding = encoding
            self._learn(
                Lesson(
                    table[seen],
                    labels.on[seen],
                    None if weights is None else weights[seen],
                    None if encoding is None else encoding.is_categorical,
                )
            )
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
        rows = self._read_rows(X)
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
        rows = self._read_rows(X)
        scores = self._score(rows)
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
        said = self.predict(X)
        truth = to_array(y)
        if truth.size != said.size or len(truth) != len(said):
            raise ValueError(f"y has shape {truth.shape}; the labels of X have shape {said.shape}")
        right = (said == truth.reshape(said.shape)).reshape(len(said), -1).all(axis=1)
        return float(np.average(right, weights=read_weights(sample_weight, len(said))))

    def _keep_labels(self, labels: LabelTable) -> None:
        self._labels = replace(labels, on=labels.on[:0])
        self.n_labels_ = int(labels.on.shape[1])
        # An array, since cross_val_predict asks a list of arrays for its shape.
        self.classes_ = labels.values if labels.is_vector else np.tile(labels.values, (self.n_labels_, 1))
        self.__dict__.pop("label_names_", None)
        if labels.names is not None:
            self.label_names_ = labels.names

    def _read_rows(self, X: Any) -> Any:
        check_is_fitted(self, "n_labels_")
        return read_features(self, X, self._encoding, reset=False)

    def _calibrate(self, lesson: Lesson, scores: NDArray[np.float64]) -> float:
        """PCut on rows that were not learned from; rows of NaN, which all members know, say nothing.

        Where y is a vector, the more probable of two classes is the answer, as everywhere in scikit-learn.
        """
        unseen = ~np.isnan(scores).any(axis=1)
        if not unseen.any() or self._labels.is_vector:
            return PLAIN
        weights = None if lesson.weights is None else lesson.weights[unseen]
        return pcut(scores[unseen], lesson.cardinality, weights)

    def _choose_estimator(self) -> Any:
        """A copy of the learner; hedgerow's decision tree where none is given."""
        from hedgerow.trees.estimators import DecisionTreeClassifier

        estimator = getattr(self, "estimator", None)
        if estimator is None:
            return DecisionTreeClassifier()
        if not hasattr(estimator, "fit") or isinstance(estimator, type) or not is_classifier(estimator):
            raise ValueError(
                f"estimator={estimator!r} is not a classifier; pass one, or None for hedgerow's decision tree"
            )
        return clone(estimator)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.multi_label = True
        learner = getattr(self, "estimator", None)
        if hasattr(learner, "__sklearn_tags__"):
            child = get_tags(learner).input_tags
            tags.input_tags.allow_nan, tags.input_tags.sparse = child.allow_nan, child.sparse
            tags.input_tags.positive_only = child.positive_only
        else:
            tags.input_tags.allow_nan = True  # hedgerow's own trees send missing values down a learned branch
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "n_labels_")


def check_combination(combination: Any) -> bool:
    """Whether members vote; otherwise the mean of their probabilities counts.

    Examples
    --------
    >>> check_combination("vote"), check_combination("mean_probability")
    (True, False)
    """
    check_choice("combination", combination, COMBINATIONS)
    return bool(combination == "vote")
