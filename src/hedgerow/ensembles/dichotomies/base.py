"""What classifiers made of two-class models share: reading the data, and growing the models."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone, is_classifier
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from hedgerow.ensembles.dichotomies.class_tree import Dichotomy
from hedgerow.ensembles.dichotomies.models import DichotomyModels, grow_models
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.rollback import all_or_nothing
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet, learn_encoding, read_features, read_weights
from hedgerow.learners.adapter import as_learner
from hedgerow.trees.estimators import DecisionTreeClassifier

_MOST_CELLS = 2**24  # numbers that the answers about a block of rows may take, 128 MiB


class DichotomousClassifier(ClassifierMixin, BaseEstimator, ABC):
    """Asks two-class models; a subclass says which questions there are, and what the answers mean.

    Attributes
    ----------
    models_ : DichotomyModels
        The fitted models.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class.
    """

    estimator: Any
    n_jobs: int | None
    random_state: Any

    models_: DichotomyModels
    classes_: NDArray[Any]
    n_classes_: int
    class_prior_: NDArray[np.float64]
    n_features_in_: int
    _encoding: FeatureEncoding | None

    @abstractmethod
    def _list_dichotomies(self, present: NDArray[np.intp], entropy: int) -> Iterable[Dichotomy]:
        """The questions about the classes that have rows; raises where a parameter makes no sense."""

    @abstractmethod
    def _score_block(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Class probabilities of some rows, (n_samples, n_classes)."""

    @abstractmethod
    def _count_cells(self) -> int:
        """How many numbers the answers about one row take."""

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow a model for each question.

        A fit that fails or is interrupted leaves the classifier as it was.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features; a data frame may hold categories.
        y : array-like of shape (n_samples,)
            Class labels of any kind.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; a class without weight is never predicted.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            self._fit(X, y, sample_weight)
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:
        learner = as_learner(self._choose_estimator())
        self._encoding = learn_encoding(X)
        table = read_features(self, X, self._encoding, y=y, reset=True)
        check_consistent_length(table, y)
        weights = read_weights(sample_weight, table.shape[0])
        target = column_or_1d(y, warn=True)
        assert_all_finite(target, input_name="y")
        check_classification_targets(target)
        self.classes_, codes = np.unique(target, return_inverse=True)
        self.n_classes_ = len(self.classes_)
        counts = np.ones(table.shape[0], np.int32) if weights is None else weights
        seen = np.flatnonzero(counts)
        prior = np.bincount(codes, counts, self.n_classes_)
        self.class_prior_ = prior / prior.sum()
        entropy = draw_entropy(self.random_state)
        dichotomies = self._list_dichotomies(np.flatnonzero(prior), entropy)
        prepared = learner.prepare(
            TrainingSet.of(
                table[seen],
                np.arange(seen.size) % 2,  # any two classes: each model brings its own
                n_classes=2,
                is_categorical=None if self._encoding is None else self._encoding.is_categorical,
            )
        )
        self.models_ = grow_models(
            prepared,
            dichotomies,
            codes[seen],
            counts[seen],
            n_classes=self.n_classes_,
            entropy=entropy,
            n_jobs=self.n_jobs,
        )

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Class probabilities.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        rows = self._read_rows(X)
        return self._map_blocks(self._score_block, rows, self._count_cells())

    def _choose_estimator(self) -> Any:
        if self.estimator is None:
            return DecisionTreeClassifier()
        usable = hasattr(self.estimator, "fit") and not isinstance(self.estimator, type)
        if not usable or not is_classifier(self.estimator):
            raise ValueError(
                f"estimator={self.estimator!r} is not a classifier; pass one, or None for hedgerow's tree"
            )
        return clone(self.estimator)

    def _read_rows(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self, "models_")
        rows: NDArray[np.float64] = read_features(self, X, self._encoding, reset=False)
        return rows

    def _map_blocks(
        self,
        answer: Callable[[NDArray[np.float64]], NDArray[Any]],
        X: NDArray[np.float64],
        n_cells: int,
    ) -> NDArray[Any]:
        """Answer rows in blocks, so that memory stays bounded; the blocks do not depend on `n_jobs`."""
        size = max(16, min(1024, _MOST_CELLS // n_cells))
        calls = ((X[start : start + size],) for start in range(0, len(X), size))
        return np.concatenate(list(map_in_threads(answer, calls, self.n_jobs)))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        known = hasattr(self.estimator, "__sklearn_tags__") and not isinstance(self.estimator, type)
        tags.input_tags.allow_nan = not known or get_tags(self.estimator).input_tags.allow_nan
        return tags
