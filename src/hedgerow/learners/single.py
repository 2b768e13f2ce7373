"""A learner as an estimator of its own: fitted by itself, it is one member that sees every row."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, is_classifier

from hedgerow.combination.decision import pick_class
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.seeds import draw_seed
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.learners.adapter import accepts_missing
from hedgerow.learners.protocol import Members, Prepared, explain_failures


class OutputsMixin:
    """What predicts by its outputs, which are class probabilities or values; `_predict_outputs` makes them."""

    classes_: NDArray[Any]
    n_classes_: int
    class_prior_: NDArray[np.float64]
    n_features_in_: int
    _encoding: FeatureEncoding | None

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
        outputs = self._predict_outputs(X)
        if outputs.ndim == 1:
            return outputs
        return np.asarray(self.classes_[pick_class(outputs, self.class_prior_)])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.allow_nan = accepts_missing(getattr(self, "estimator", None))
        return tags

    def _predict_outputs(self, X: Any) -> NDArray[np.float64]:
        raise NotImplementedError


class SingleMember(OutputsMixin, BaseEstimator):
    """Learns one member; `prepare` of a subclass grows members.

    Attributes
    ----------
    members_ : Members
        The one member.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class; equal scores go to the larger.
    """

    members_: Members

    def prepare(self, training: TrainingSet) -> Prepared:
        """Bind the learner to a table; see `hedgerow.learners.Learner`."""
        raise NotImplementedError

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from a table.

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
        task = "classification" if is_classifier(self) else "regression"
        training = TrainingSet.read(self, X, y, sample_weight, task=task).drop_weightless()
        prepared = self.prepare(training)
        seed = draw_seed(getattr(self, "random_state", None))
        with explain_failures():
            members = prepared.grow(seed, training.counts[None])
        self._keep(members, training.classes, None if training.classes is None else training.class_weights)
        return self

    def wrap(self, member: Members, n_features: int, prior: NDArray[np.float64] | None) -> Self:
        """A fitted estimator of this kind around one grown member; `prior` has the weights of its classes."""
        fitted = type(self)(**self.get_params(deep=False))
        fitted.n_features_in_, fitted._encoding = n_features, None
        fitted._keep(member, None if prior is None else np.arange(prior.size), prior)
        return fitted

    def _predict_outputs(self, X: Any) -> NDArray[np.float64]:
        """Probabilities or values by the member."""
        rows = self._read_rows(X)
        return np.asarray(self.members_.outputs(rows)[0])

    def _read_rows(self, X: Any) -> NDArray[np.float64]:
        return np.asarray(read_rows(self, X, "members_"))

    def _keep(
        self, members: Members, classes: NDArray[Any] | None, prior: NDArray[np.float64] | None
    ) -> None:
        self.members_ = members
        if classes is not None and prior is not None:
            self.classes_, self.n_classes_ = classes, len(classes)
            self.class_prior_ = prior / prior.sum()


class ProbabilityMixin(ClassifierMixin):
    """What makes a classifier of a single member."""

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Predict the probability of each class.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return np.asarray(self._predict_outputs(X))
