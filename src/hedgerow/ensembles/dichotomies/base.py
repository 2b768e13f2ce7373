"""What classifiers made of two-class models share: reading the data, and growing the models."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from hedgerow.ensembles.dichotomies.class_tree import Dichotomy
from hedgerow.ensembles.dichotomies.models import DichotomyModels, grow_models
from hedgerow.foundation.base_estimator import check_base_estimator
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet, adopt_input_tags, read_rows
from hedgerow.learners.adapter import as_learner
from hedgerow.trees.estimators import DecisionTreeClassifier

_MOST_CELLS = 2**24  # numbers that the predictions for a block of rows may take, 128 MiB


@configurable
class DichotomousClassifier(ClassifierMixin, BaseEstimator, ABC):
    """Grows two-class models; a subclass says which classes each tells apart, and combines their predictions.

    Attributes
    ----------
    models_ : DichotomyModels
        The fitted models.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class.
    """

    estimator: Any = parameter(default=None, kw_only=False)
    n_jobs: int | None = None
    random_state: Any = None

    models_: DichotomyModels = fitted()
    classes_: NDArray[Any] = fitted()
    n_classes_: int = fitted()
    class_prior_: NDArray[np.float64] = fitted()
    n_features_in_: int = fitted()
    _encoding: FeatureEncoding | None = fitted()

    @abstractmethod
    def _list_dichotomies(self, present: NDArray[np.intp], entropy: int) -> Iterable[Dichotomy]:
        """The splits of the classes that have rows."""

    @abstractmethod
    def _score_block(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Class probabilities of some rows, (n_samples, n_classes)."""

    @abstractmethod
    def _count_cells(self) -> int:
        """How many numbers the predictions for one row take."""

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow a model for each split of the classes.

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
            training = TrainingSet.read(self, X, y, sample_weight, task="classification")
            training.keep_classes(self)
            weights = training.class_weights
            self.class_prior_ = weights / weights.sum()
            tree = DecisionTreeClassifier
            learner = as_learner(check_base_estimator(self, self.estimator, "classifier", tree))
            entropy = draw_entropy(self.random_state)
            splits = self._list_dichotomies(np.flatnonzero(weights), entropy)
            self.models_ = grow_models(
                learner, splits, training.drop_weightless(), entropy=entropy, n_jobs=self.n_jobs
            )
        return self

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
        rows = read_rows(self, X, "models_")
        return self._map_blocks(self._score_block, rows, self._count_cells())

    def _map_blocks(
        self,
        predict: Callable[[NDArray[np.float64]], NDArray[Any]],
        X: NDArray[np.float64],
        n_cells: int,
    ) -> NDArray[Any]:
        """Predict rows in blocks, so memory stays bounded; the blocks do not depend on `n_jobs`."""
        size = max(16, min(1024, _MOST_CELLS // n_cells))
        calls = ((X[start : start + size],) for start in range(0, len(X), size))
        return np.concatenate(list(map_in_threads(predict, calls, self.n_jobs)))

    def __sklearn_tags__(self) -> Any:
        tags = adopt_input_tags(super().__sklearn_tags__(), self.estimator)
        tags.input_tags.sparse = tags.input_tags.positive_only = False
        return tags
