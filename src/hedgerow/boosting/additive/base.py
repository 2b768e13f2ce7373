"""What all additive models share: reading data, holding rows out, scores of the rounds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone, is_regressor
from sklearn.utils import assert_all_finite, check_array, check_consistent_length, column_or_1d, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from hedgerow.boosting.additive.grounds import Ground, SharedTable, StandardTable, Table
from hedgerow.boosting.additive.losses import Loss, Matrix
from hedgerow.boosting.additive.rounds import AdditiveModel, Watch, grow_rounds
from hedgerow.boosting.additive.validation import split_off
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import check_count
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.rollback import all_or_nothing
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.training_set import learn_encoding, read_features, read_weights
from hedgerow.learners import Learner
from hedgerow.learners.adapter import as_learner


class Additive(BaseEstimator, ABC):
    """Reads the data and adds the rounds; a subclass says what is lowered, on which tables, and what answers are."""

    estimator: Any
    n_estimators: int
    validation_fraction: float
    n_iter_no_change: int | None
    tol: float
    random_state: int | np.random.RandomState | None
    verbose: int

    n_features_in_: int
    train_loss_: NDArray[np.float64]
    validation_loss_: NDArray[np.float64]
    _model: AdditiveModel
    _encoding: FeatureEncoding | None
    _standard: StandardTable | None

    @abstractmethod
    def _make_loss(self) -> Loss:
        """What is lowered; raises where a parameter makes no sense."""

    @abstractmethod
    def _make_learner(self) -> Any:
        """What learns when `estimator` is None."""

    @abstractmethod
    def _read_target(self, y: Any) -> tuple[Matrix, NDArray[Any] | None]:
        """Targets, one line per output, and the labels to stratify by, if any."""

    def _lay_ground(
        self,
        learner: Learner,
        X: Table,
        is_categorical: NDArray[np.bool_] | None,
        weights: NDArray[np.float64],
    ) -> Ground:
        """Where rounds take their tables from; sets `_standard` where the table is made anew first."""
        return SharedTable.prepare(learner, X, is_categorical)

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
            self._fit(X, y, sample_weight)
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:
        check_count("n_estimators", self.n_estimators)
        loss = self._make_loss()
        self._encoding = learn_encoding(X)
        table = read_features(self, X, self._encoding, y=y, reset=True)
        check_consistent_length(table, y)
        given = read_weights(sample_weight, table.shape[0])
        weights = np.ones(table.shape[0]) if given is None else given
        targets, labels = self._read_target(y)
        entropy = draw_entropy(self.random_state)
        learned, watched = self._split_rows(weights, labels, entropy)
        is_categorical = None if self._encoding is None else self._encoding.is_categorical
        self._standard = None
        ground = self._lay_ground(self._find_learner(), table[learned], is_categorical, weights[learned])
        watch = None
        if watched is not None and self.n_iter_no_change is not None:
            rows = self._make_standard(table[watched])
            watch = Watch(rows, targets[:, watched], weights[watched], self.n_iter_no_change, self.tol)
        shape = (self.n_estimators, len(targets), len(Stream))
        seeds = draw_seeds(entropy, shape[0] * shape[1]).reshape(shape)
        with Progress(self.n_estimators, type(self).__name__, verbose=self.verbose > 0) as progress:
            grown = grow_rounds(loss, ground, targets[:, learned], weights[learned], seeds, progress, watch)
        self._model, self.train_loss_ = grown.model, grown.losses
        self.__dict__.pop("validation_loss_", None)
        if watch is not None:
            self.validation_loss_ = np.array(watch.losses)

    def _split_rows(
        self, weights: NDArray[np.float64], labels: NDArray[Any] | None, entropy: int
    ) -> tuple[NDArray[np.intp], NDArray[np.intp] | None]:
        """Rows to learn from and rows to watch; rows of weight 0 are neither."""
        rows = np.flatnonzero(weights)
        if self.n_iter_no_change is None:
            return rows, None
        check_count("n_iter_no_change", self.n_iter_no_change, other="None")
        return split_off(rows, self.validation_fraction, None if labels is None else labels[rows], entropy)

    def _find_learner(self) -> Learner:
        estimator = self.estimator
        if estimator is None:
            return as_learner(self._make_learner())
        if not hasattr(estimator, "fit") or isinstance(estimator, type) or not is_regressor(estimator):
            raise ValueError(
                f"estimator={estimator!r} is not a regressor, and each round of {type(self).__name__} explains values; "
                "pass a regressor such as DecisionTreeRegressor(max_depth=3), or None"
            )
        return as_learner(clone(estimator))

    def _make_standard(self, table: Table) -> Table:
        return table if self._standard is None else self._standard.transform(table)

    def _read_rows(self, X: Any) -> Table:
        check_is_fitted(self)
        return self._make_standard(read_features(self, X, self._encoding, reset=False))

    def _score(self, X: Any) -> Matrix:
        rows = self._read_rows(X)
        return self._model.score(rows)

    def _stages(self, X: Any) -> Iterator[Matrix]:
        rows = self._read_rows(X)
        return self._model.stages(rows)

    @property
    def n_estimators_(self) -> int:
        """Number of rounds that were kept."""
        return len(self._model.steps)

    @property
    def members_(self) -> tuple[Any, ...]:
        """For each output the members of all rounds; they are corrections, not answers."""
        return self._model.members

    @property
    def steps_(self) -> NDArray[np.float64]:
        """How far each round goes along each answer, (n_rounds, n_outputs)."""
        return self._model.steps

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if hasattr(self.estimator, "__sklearn_tags__") and not isinstance(self.estimator, type):
            tags.input_tags.allow_nan = get_tags(self.estimator).input_tags.allow_nan
        else:
            tags.input_tags.allow_nan = True  # stumps and hedgerow's own trees know what to do
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_model")


class AdditiveClassifier(ClassifierMixin, Additive):
    """One additive model for two classes, one per class for more."""

    classes_: NDArray[Any]
    n_classes_: int

    @abstractmethod
    def _link(self, scores: Matrix) -> Matrix:
        """Class probabilities of scores, (n_classes, n_samples)."""

    def _code(self, is_class: NDArray[np.bool_]) -> Matrix:
        """Targets from class membership; as a rule -1 and +1."""
        return np.where(is_class, 1.0, -1.0)

    def _read_target(self, y: Any) -> tuple[Matrix, NDArray[Any] | None]:
        y = column_or_1d(y, warn=True)
        assert_all_finite(y, input_name="y")
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        self.n_classes_ = len(self.classes_)
        asked = np.arange(self.n_classes_) if self.n_classes_ > 2 else np.array([1])
        targets: Matrix = self._code(asked[:, None] == codes)
        return targets, codes

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row: the largest score; of two classes the second where the score is 0 or more.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return self._decide(self._score(X))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Predict the probability of each class.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return self._share(self._score(X))

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Take the logarithm of `predict_proba`.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Scores F of each row: (n_samples,) for two classes, (n_samples, n_classes) for more.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        scores = self._score(X)
        return scores[0] if len(scores) == 1 else np.ascontiguousarray(scores.T)

    def staged_predict(self, X: Any) -> Iterator[NDArray[Any]]:
        """Predict the classes after the first round, after two, and so on.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return (self._decide(scores) for scores in self._stages(X))

    def staged_predict_proba(self, X: Any) -> Iterator[NDArray[np.float64]]:
        """Predict the probabilities after the first round, after two, and so on.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return (self._share(scores) for scores in self._stages(X))

    def _decide(self, scores: Matrix) -> NDArray[Any]:
        codes = scores[0] >= 0 if len(scores) == 1 else scores.argmax(axis=0)
        labels: NDArray[Any] = self.classes_[np.minimum(codes, self.n_classes_ - 1)]
        return labels

    def _share(self, scores: Matrix) -> NDArray[np.float64]:
        if self.n_classes_ == 1:
            return np.ones((scores.shape[1], 1))
        return np.ascontiguousarray(self._link(scores).T)


class AdditiveRegressor(RegressorMixin, Additive):
    """One additive model for the values."""

    def _read_target(self, y: Any) -> tuple[Matrix, NDArray[Any] | None]:
        values = check_array(column_or_1d(y, warn=True), ensure_2d=False, dtype=np.float64, input_name="y")
        return values[None], None

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the value of each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        values: NDArray[np.float64] = self._score(X)[0]
        return values

    def staged_predict(self, X: Any) -> Iterator[NDArray[np.float64]]:
        """Predict the values after the first round, after two, and so on.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        return (scores[0] for scores in self._stages(X))
