"""What all separate-and-conquer classifiers share: the table is read once, and stages are built on parts of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone, is_classifier
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.cascade import Cascade, Stage
from hedgerow.ensembles.lesson import Lesson
from hedgerow.ensembles.members import EstimatorSequence
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.rollback import all_or_nothing
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.training_set import TrainingSet, learn_encoding, read_features, read_weights
from hedgerow.learners import Members
from hedgerow.learners.adapter import as_learner

if TYPE_CHECKING:
    import pandas as pd


class SeparatingClassifier(ClassifierMixin, BaseEstimator, ABC):
    """Reads the data, sends rows down the stages; a subclass builds the stages.

    A subclass has the parameters that are annotated here.
    """

    estimator: Any
    random_state: int | np.random.RandomState | None

    classes_: NDArray[Any]
    n_classes_: int
    class_prior_: NDArray[np.float64]
    report_: pd.DataFrame
    n_features_in_: int

    _encoding: FeatureEncoding | None
    _cascade: Cascade

    @abstractmethod
    def _build(self, lesson: Lesson) -> Sequence[Stage]:
        """Make the stages, of which the last takes every row."""

    @abstractmethod
    def _check_parameters(self) -> None:
        """Refuse parameters that make no sense."""

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Build the stages.

        A fit that fails or is interrupted leaves the classifier as it was.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features. The columns of a data frame may hold categories; missing values and sparse matrices
            are accepted where the learner accepts them.
        y : array-like of shape (n_samples,)
            Class labels of any kind.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            self._check_parameters()
            lesson = self._read(X, y, sample_weight)
            self._cascade = Cascade(tuple(self._build(lesson)))
            self.report_ = self._make_report(lesson)
        return self

    def _read(self, X: Any, y: Any, sample_weight: Any) -> Lesson:
        learner = as_learner(self._make_learner())
        encoding = learn_encoding(X)
        table = read_features(self, X, encoding, y=y, reset=True)
        labels = column_or_1d(y, warn=True)
        assert_all_finite(labels, input_name="y")
        check_classification_targets(labels)
        check_consistent_length(table, labels)
        given = read_weights(sample_weight, table.shape[0])
        self.classes_, codes = np.unique(labels, return_inverse=True)
        self.n_classes_, self._encoding = len(self.classes_), encoding
        weights = np.ones(len(codes), np.int64) if given is None else given
        self.class_prior_ = np.bincount(codes, weights) / weights.sum()
        prepared = learner.prepare(
            TrainingSet.of(
                table,
                codes,
                n_classes=self.n_classes_,
                is_categorical=None if encoding is None else encoding.is_categorical,
            )
        )
        entropy = draw_entropy(self.random_state)
        return Lesson(table, codes, weights, self.class_prior_, prepared, entropy)

    def _make_learner(self) -> Any:
        """A copy of the estimator, or the default: a tree stopped by description length."""
        if self.estimator is None:
            from hedgerow.trees.estimators import DecisionTreeClassifier

            return DecisionTreeClassifier(pruning="mdl")
        is_fittable = hasattr(self.estimator, "fit") and not isinstance(self.estimator, type)
        if not is_fittable or not is_classifier(self.estimator):
            raise ValueError(
                f"estimator={self.estimator!r} is not a classifier; pass a scikit-learn classifier, or None for a "
                "tree stopped by description length"
            )
        return clone(self.estimator)

    def _make_report(self, lesson: Lesson) -> pd.DataFrame:
        """What is shown as `report_`."""
        return self._cascade.describe(lesson.X, lesson.y, lesson.priors, lesson.weights)

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        return self._decide(self.predict_proba(X))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Class shares that the answering stage gives to each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        rows = self._read_rows(X)
        return self._cascade.answer(rows)[0]

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Logarithm of `predict_proba`.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def staged_predict(self, X: Any) -> Iterator[NDArray[Any]]:
        """Predict the classes as if the first stage were the last, then the second, and so on.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        rows = self._read_rows(X)
        for shares, _ in self._cascade.walk(rows):
            yield self._decide(shares)

    def answering_stage(self, X: Any) -> NDArray[np.intp]:
        """Number of the stage that answers each row, counted from 0 in the order of `report_`.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        rows = self._read_rows(X)
        return self._cascade.answer(rows)[1]

    def report(
        self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> pd.DataFrame:
        """What each stage does with some rows: how many arrive, how many it takes, and how often it errs.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,), default=None
            Their labels; None leaves the errors out.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.
        """
        rows = self._read_rows(X)
        weights = read_weights(sample_weight, rows.shape[0])
        if y is None:
            return self._cascade.describe(rows, None, self.class_prior_, weights)
        labels = column_or_1d(y)
        check_consistent_length(rows, labels)
        codes = np.searchsorted(self.classes_, labels).clip(max=self.n_classes_ - 1)
        # A label that was not there to be learned can only be answered wrongly.
        codes = np.where(self.classes_[codes] == labels, codes, -1)
        return self._cascade.describe(rows, codes, self.class_prior_, weights)

    def _decide(self, shares: NDArray[np.float64]) -> NDArray[Any]:
        return self.classes_[pick_class(shares, self.class_prior_)]

    def _read_rows(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self)
        rows: NDArray[np.float64] = read_features(self, X, self._encoding, reset=False)
        return rows

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_cascade")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is None:
            tags.input_tags.allow_nan = True  # hedgerow's trees send missing values down a learned branch
        elif hasattr(self.estimator, "__sklearn_tags__"):
            child = get_tags(self.estimator).input_tags
            tags.input_tags.allow_nan, tags.input_tags.sparse = child.allow_nan, child.sparse
            tags.input_tags.positive_only = child.positive_only
        return tags


@runtime_checkable
class LearnedStage(Stage, Protocol):
    """A stage whose members learned."""

    @property
    def members(self) -> Members:
        """Who answers."""
        ...

    @property
    def seen(self) -> NDArray[np.intp]:
        """Positions of the training rows that they learned."""
        ...


class AskedMembers:
    """For classifiers each of whose members answers the question that the whole answers, so `Outputs` reads them."""

    _cascade: Cascade
    _read_rows: Callable[[Any], NDArray[np.float64]]

    combination_weights_ = None  # no member counts more than another: the stages say who is heard

    def member_outputs(self, X: Any) -> NDArray[np.float64]:
        """Ask each member of each stage about each row, whoever answers it in the end.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_members, n_samples, n_classes)
        """
        rows = self._read_rows(X)
        return np.concatenate([stage.members.outputs(rows) for stage in self._learned_stages()])

    @property
    def estimators_(self) -> list[Any]:
        """The fitted members, stage by stage."""
        return [member for stage in self._learned_stages() for member in EstimatorSequence(stage.members)]

    @property
    def estimators_samples_(self) -> list[NDArray[np.intp]]:
        """The training rows that each member learned."""
        return [stage.seen for stage in self._learned_stages() for _ in range(len(stage.members))]

    def _learned_stages(self) -> list[LearnedStage]:
        return [stage for stage in self._cascade.stages if isinstance(stage, LearnedStage)]
