"""What classifiers made of two-class models share: reading the data, and growing the models from one prepared table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from hedgerow.foundation.base_estimator import check_base_estimator
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet, adopt_input_tags, read_rows
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.protocol import Learner, Members, Prepared, explain_failures
from hedgerow.trees.estimators import DecisionTreeClassifier

Dichotomy = tuple[tuple[int, ...], tuple[int, ...]]
"""Two sets of classes, codes in ascending order; the lowest code of all is in the first."""

_MOST_CELLS = 2**24  # numbers that the predictions for a block of rows may take, 128 MiB


@dataclass(frozen=True, eq=False)
class DichotomyModels:
    """One model for each dichotomy.

    Attributes
    ----------
    models : mapping of Dichotomy to Members
        A single member each, which has learned the rows of its classes only.
    """

    models: Mapping[Dichotomy, Members]

    def __len__(self) -> int:
        return len(self.models)

    def predict(self, dichotomy: Dichotomy, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """How probable the first side is, if it is either, for each row."""
        return np.asarray(self.models[dichotomy].outputs(X)[0, :, 0])

    def predict_all(self, X: NDArray[np.float64]) -> dict[Dichotomy, NDArray[np.float64]]:
        """How probable the first side of every model is, for each row."""
        return {dichotomy: self.predict(dichotomy, X) for dichotomy in self.models}


def grow_models(
    learner: Learner,
    dichotomies: Iterable[Dichotomy],
    training: TrainingSet,
    *,
    entropy: int,
    n_jobs: int | None,
) -> DichotomyModels:
    """Grow one model per dichotomy; equal ones share a model.

    Parameters
    ----------
    learner : Learner
        What learns.
    dichotomies : iterable of Dichotomy
        The splits; each class that they name must have rows.
    training : TrainingSet
        The rows.
    entropy : int
        Where the models' seeds follow from, in the order in which dichotomies first come.
    n_jobs : int or None
        Number of threads.

    Returns
    -------
    DichotomyModels
    """
    distinct = list(dict.fromkeys(dichotomies))
    seeds = draw_seeds(entropy, len(distinct))[:, Stream.LEARNER]
    any_two = np.arange(training.n_samples) % 2  # each model brings its own classes
    prepared = learner.prepare(training.unweighted().with_target(any_two, 2))
    calls = ((prepared, dichotomy, training, seeds[[index]]) for index, dichotomy in enumerate(distinct))
    return DichotomyModels(dict(zip(distinct, map_in_threads(_grow_model, calls, n_jobs), strict=True)))


def _grow_model(
    prepared: Prepared, dichotomy: Dichotomy, training: TrainingSet, seed: NDArray[np.uint64]
) -> Members:
    side_of_class = np.full(training.n_classes or 0, -1, np.intp)
    near, far = map(list, dichotomy)
    side_of_class[near], side_of_class[far] = 0, 1
    with explain_failures(f"raised while class codes {near} were told from {far}"):
        return prepared.grow(seed, training.counts[None], None, side_of_class[training.y][None])


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
