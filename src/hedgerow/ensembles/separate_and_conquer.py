"""What all separate-and-conquer classifiers share: the table is read once, and stages are built on parts of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_consistent_length, column_or_1d

from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.cascade import Cascade, Stage
from hedgerow.ensembles.estimator_sequence import EstimatorSequence
from hedgerow.foundation.base_estimator import check_base_estimator
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.training_set import TrainingSet, adopt_input_tags, read_rows, read_weights
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.protocol import Members, Prepared, explain_failures

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class StageGrower:
    """A learner and a table, ready to grow the members of any stage.

    Attributes
    ----------
    training : TrainingSet
        The rows.
    prepared : Prepared
        The learner, ready to grow from any weights of the rows.
    entropy : int
        Where the randomness comes from.
    """

    training: TrainingSet
    prepared: Prepared
    entropy: int

    def grow(self, weights: NDArray[Any], stage: int, targets: NDArray[np.intp] | None = None) -> Members:
        """Grow one member per line of weights; rows of weight 0 are not seen. Targets replace the class codes."""
        seeds = np.random.PCG64([self.entropy, stage]).random_raw(len(weights))
        with explain_failures(f"raised while member {{member}} of stage {stage} was fitted"):
            return self.prepared.grow(seeds, weights, None, targets)

    def grow_one(self, kept: NDArray[np.bool_], stage: int) -> Members:
        """Grow one member on the rows that are kept."""
        return self.grow(self.narrow(kept)[None], stage)

    def narrow(self, kept: NDArray[np.bool_]) -> NDArray[Any]:
        """The weights, zero for rows that are not kept."""
        weights = self.training.counts
        return np.where(kept, weights, 0).astype(weights.dtype)

    def count_classes(self, kept: NDArray[np.bool_]) -> int:
        """Number of classes among the rows that are kept and have a weight."""
        return int(np.unique(self.training.y[kept & (self.training.counts > 0)]).size)


@configurable
class SeparatingClassifier(ClassifierMixin, BaseEstimator, ABC):
    """Reads the data, sends rows down the stages; a subclass builds the stages.

    A subclass has the parameters that are annotated here.
    """

    estimator: Any = parameter(default=None, kw_only=False)
    random_state: int | np.random.RandomState | None = None

    classes_: NDArray[Any] = fitted()
    n_classes_: int = fitted()
    class_prior_: NDArray[np.float64] = fitted()
    report_: pd.DataFrame = fitted()
    n_features_in_: int = fitted()

    _encoding: FeatureEncoding | None = fitted()
    _cascade: Cascade = fitted()

    @abstractmethod
    def _build(self, grower: StageGrower) -> Sequence[Stage]:
        """Make the stages, of which the last takes every row."""

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
            training = TrainingSet.read(self, X, y, sample_weight, task="classification")
            training.keep_classes(self)
            learner = as_learner(check_base_estimator(self, self.estimator, "classifier", _make_default))
            prepared = learner.prepare(training.unweighted())
            grower = StageGrower(training, prepared, draw_entropy(self.random_state))
            self._cascade = Cascade(tuple(self._build(grower)))
            self.report_ = self._make_report(training)
        return self

    def _make_report(self, training: TrainingSet) -> pd.DataFrame:
        """What is shown as `report_`."""
        return self._cascade.describe(training.X, training.y, training.priors, training.counts)

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
        rows = read_rows(self, X)
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
        rows = read_rows(self, X)
        for shares, _ in self._cascade.walk(rows):
            yield self._decide(shares)

    def answering_stage(self, X: Any) -> NDArray[np.intp]:
        """Number of the stage that answers each row, counted from 0 in the order of `report_`.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        rows = read_rows(self, X)
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
        rows = read_rows(self, X)
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

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_cascade")

    def __sklearn_tags__(self) -> Any:
        return adopt_input_tags(super().__sklearn_tags__(), self.estimator)


def _make_default() -> Any:
    """A tree stopped by description length."""
    from hedgerow.trees.estimators import DecisionTreeClassifier

    return DecisionTreeClassifier(pruning="mdl")


@runtime_checkable
class LearnedStage(Stage, Protocol):
    """A stage whose members learned."""

    @property
    def members(self) -> Members:
        """The members."""
        ...

    @property
    def seen(self) -> NDArray[np.intp]:
        """Positions of the training rows that they learned."""
        ...


class MemberOutputs:
    """For classifiers each of whose members predicts the classes that the whole predicts, so `Outputs` reads them."""

    _cascade: Cascade

    combination_weights_ = None  # no member counts more than another: the stages say which of them predicts

    def member_outputs(self, X: Any) -> NDArray[np.float64]:
        """Predictions of each member of each stage for each row, whichever stage answers it in the end.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_members, n_samples, n_classes)
        """
        rows = read_rows(self, X)
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
