"""What all additive models share: reading data, holding rows out, scores of the rounds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from hedgerow.boosting.additive.losses import Loss, Matrix, find_shares
from hedgerow.boosting.additive.round_tables import RoundTables, SharedTable, StandardTable, Table
from hedgerow.boosting.additive.rounds import AdditiveModel, Validation, grow_rounds, split_off
from hedgerow.boosting.additive.stumps import SignStump
from hedgerow.foundation.base_estimator import check_base_estimator
from hedgerow.foundation.constraints import Count, Number
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import Progress, all_or_nothing
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.target import Task
from hedgerow.foundation.training_set import TrainingSet, adopt_input_tags, read_rows
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.protocol import Learner
from hedgerow.trees.estimators import DecisionTreeRegressor


@configurable
class Additive(BaseEstimator, ABC):
    """Reads the data and adds the rounds; a subclass says what is lowered, on which tables, and what is predicted."""

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: int = parameter(Count(), default=500, kw_only=False)
    validation_fraction: float = parameter(Number(0, 1, "neither"), default=0.1)
    n_iter_no_change: int | None = parameter(Count() | None, default=None)
    tol: float = parameter(Number(0), default=0.0)
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0

    _task: ClassVar[Task]

    n_features_in_: int = fitted()
    train_loss_: NDArray[np.float64] = fitted()
    validation_loss_: NDArray[np.float64] = fitted()
    _model: AdditiveModel = fitted()
    _encoding: FeatureEncoding | None = fitted()
    _standard: StandardTable | None = fitted()

    @abstractmethod
    def _make_loss(self) -> Loss:
        """What is lowered."""

    @abstractmethod
    def _make_learner(self) -> Any:
        """What learns when `estimator` is None."""

    @abstractmethod
    def _make_targets(self, training: TrainingSet) -> Matrix:
        """Targets, one line per output."""

    def _prepare_tables(self, learner: Learner, training: TrainingSet) -> RoundTables:
        """Where rounds take their tables from; sets `_standard` where the table is made anew first."""
        return SharedTable.prepare(learner, training)

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Add the rounds.

        A fit that fails or is interrupted leaves the model as it was.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features; the columns of a data frame may hold categories.
        y : array-like of shape (n_samples,)
            Class labels of any kind, or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; an integer weight is a repeat.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            self._fit(TrainingSet.read(self, X, y, sample_weight, task=self._task))
        return self

    def _fit(self, training: TrainingSet) -> None:
        loss = self._make_loss()
        weights = training.row_weights
        targets = self._make_targets(training)
        entropy = draw_entropy(self.random_state)
        learned, held_out = self._split_rows(training, weights, entropy)
        self._standard = None
        make = self._make_learner
        learner = as_learner(check_base_estimator(self, self.estimator, "regressor", make))
        tables = self._prepare_tables(learner, training.select(learned))
        validation = None
        if held_out is not None and self.n_iter_no_change is not None:
            rows = self._make_standard(training.X[held_out])
            validation = Validation(
                rows, targets[:, held_out], weights[held_out], self.n_iter_no_change, self.tol
            )
        shape = (self.n_estimators, len(targets), len(Stream))
        seeds = draw_seeds(entropy, shape[0] * shape[1]).reshape(shape)
        with Progress(self.n_estimators, type(self).__name__, verbose=self.verbose > 0) as progress:
            grown = grow_rounds(
                loss, tables, targets[:, learned], weights[learned], seeds, progress, validation
            )
        self._model, self.train_loss_ = grown.model, grown.losses
        self.__dict__.pop("validation_loss_", None)
        if validation is not None:
            self.validation_loss_ = np.array(validation.losses)

    def _split_rows(
        self, training: TrainingSet, weights: NDArray[np.float64], entropy: int
    ) -> tuple[NDArray[np.intp], NDArray[np.intp] | None]:
        """Rows to learn from and rows to hold out; rows of weight 0 are neither."""
        rows = np.flatnonzero(weights)
        if self.n_iter_no_change is None:
            return rows, None
        labels = None if training.classes is None else training.y[rows]
        return split_off(rows, self.validation_fraction, labels, entropy)

    def _make_standard(self, table: Table) -> Table:
        return table if self._standard is None else self._standard.transform(table)

    def _score(self, X: Any) -> Matrix:
        rows = self._make_standard(read_rows(self, X))
        return self._model.score(rows)

    def _stages(self, X: Any) -> Iterator[Matrix]:
        rows = self._make_standard(read_rows(self, X))
        return self._model.stages(rows)

    @property
    def n_estimators_(self) -> int:
        """Number of rounds that were kept."""
        check_is_fitted(self)
        return len(self._model.steps)

    @property
    def members_(self) -> tuple[Any, ...]:
        """For each output the members of all rounds; they are corrections, not predictions."""
        check_is_fitted(self)
        return self._model.members

    @property
    def steps_(self) -> NDArray[np.float64]:
        """How far each round goes along each prediction, (n_rounds, n_outputs)."""
        check_is_fitted(self)
        return self._model.steps

    def __sklearn_tags__(self) -> Any:
        tags = adopt_input_tags(super().__sklearn_tags__(), self.estimator)
        tags.input_tags.sparse = tags.input_tags.positive_only = False
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_model")


class AdditiveClassifier(ClassifierMixin):
    """What makes a classifier of an additive model: one additive model for two classes, one per class for more."""

    _task: ClassVar[Task] = "classification"
    classes_: NDArray[Any]
    n_classes_: int

    def _make_learner(self) -> Any:
        return SignStump()

    def _link(self, scores: Matrix) -> Matrix:
        """Class probabilities of scores, (n_classes, n_samples)."""
        return find_shares(scores)

    def _code(self, is_class: NDArray[np.bool_]) -> Matrix:
        """Targets from class membership; as a rule -1 and +1."""
        return np.where(is_class, 1.0, -1.0)

    def _make_targets(self: Any, training: TrainingSet) -> Matrix:
        self.classes_ = np.asarray(training.classes)
        self.n_classes_ = len(self.classes_)
        outputs = np.arange(self.n_classes_) if self.n_classes_ > 2 else np.array([1])
        return np.asarray(self._code(outputs[:, None] == training.y))

    def predict(self: Any, X: Any) -> NDArray[Any]:
        """Predict the class of each row: the largest score; of two classes the second where the score is 0 or more.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return np.asarray(self._decide(self._score(X)))

    def predict_proba(self: Any, X: Any) -> NDArray[np.float64]:
        """Predict the probability of each class.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return np.asarray(self._share(self._score(X)))

    def predict_log_proba(self: Any, X: Any) -> NDArray[np.float64]:
        """Take the logarithm of `predict_proba`.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        with np.errstate(divide="ignore"):
            logarithms: NDArray[np.float64] = np.log(self.predict_proba(X))
        return logarithms

    def decision_function(self: Any, X: Any) -> NDArray[np.float64]:
        """Scores F of each row: (n_samples,) for two classes, (n_samples, n_classes) for more.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return np.asarray(self._arrange(self._score(X)))

    def staged_predict(self: Any, X: Any) -> Iterator[NDArray[Any]]:
        """Predict the classes after the first round, after two, and so on.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return (self._decide(scores) for scores in self._stages(X))

    def staged_predict_proba(self: Any, X: Any) -> Iterator[NDArray[np.float64]]:
        """Predict the probabilities after the first round, after two, and so on.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return (self._share(scores) for scores in self._stages(X))

    def staged_decision_function(self: Any, X: Any) -> Iterator[NDArray[np.float64]]:
        """Scores F after the first round, after two, and so on.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return map(self._arrange, self._stages(X))

    def _arrange(self: Any, scores: Matrix) -> NDArray[np.float64]:
        """Scores as users see them: one for two classes, else a column for each class."""
        return np.asarray(scores[0]) if len(scores) == 1 else np.ascontiguousarray(scores.T)

    def _decide(self: Any, scores: Matrix) -> NDArray[Any]:
        codes = scores[0] >= 0 if len(scores) == 1 else scores.argmax(axis=0)
        return np.asarray(self.classes_[np.minimum(codes, self.n_classes_ - 1)])

    def _share(self: Any, scores: Matrix) -> NDArray[np.float64]:
        if self.n_classes_ == 1:
            return np.ones((scores.shape[1], 1))
        return np.ascontiguousarray(self._link(scores).T)


class AdditiveRegressor(RegressorMixin):
    """What makes a regressor of an additive model: one additive model for the values."""

    _task: ClassVar[Task] = "regression"

    def _make_learner(self) -> Any:
        return DecisionTreeRegressor(max_depth=1)

    def _make_targets(self: Any, training: TrainingSet) -> Matrix:
        return np.asarray(training.y[None])

    def predict(self: Any, X: Any) -> NDArray[np.float64]:
        """Predict the value of each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return np.asarray(self._score(X)[0])

    def staged_predict(self: Any, X: Any) -> Iterator[NDArray[np.float64]]:
        """Predict the values after the first round, after two, and so on.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return (scores[0] for scores in self._stages(X))
