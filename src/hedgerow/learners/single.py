"""A learner as an estimator of its own: fitted by itself, it is one member that sees every row."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, is_classifier
from sklearn.utils import (
    assert_all_finite,
    check_array,
    check_consistent_length,
    check_random_state,
    column_or_1d,
)
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.decision import pick_class
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.training_set import TrainingSet, learn_encoding, read_features, read_weights
from hedgerow.learners.protocol import MemberError, Members, Prepared


class SingleMember(BaseEstimator):
    """Reads the data and asks its one member; a subclass says in `prepare` how members are grown.

    Attributes
    ----------
    members_ : Members
        The one member.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class; equal scores go to the larger.
    """

    members_: Members
    classes_: NDArray[Any]
    n_classes_: int
    class_prior_: NDArray[np.float64]
    n_features_in_: int
    _encoding: FeatureEncoding | None

    def prepare(self, training: TrainingSet) -> Prepared:
        """Bind the learner to a table; as `hedgerow.learners.Learner` says."""
        raise NotImplementedError

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
        encoding = learn_encoding(X)
        table = read_features(self, X, encoding, y=y, reset=True)
        check_consistent_length(table, y)
        weights = read_weights(sample_weight, table.shape[0])
        classes, target = self._read_target(y)
        seen = slice(None) if weights is None else weights > 0
        counts = np.ones(table.shape[0], np.int32) if weights is None else weights[seen]
        prepared = self.prepare(
            TrainingSet.of(
                table[seen],
                target[seen],
                n_classes=None if classes is None else len(classes),
                is_categorical=None if encoding is None else encoding.is_categorical,
            )
        )
        state = check_random_state(getattr(self, "random_state", None))
        seed = state.randint(2**31 - 1, size=1).astype(np.uint64)
        try:
            members = prepared.grow(seed, counts[None])
        except MemberError as failure:
            raise (failure.__cause__ or failure) from None
        self._encoding = encoding
        prior = (
            None if classes is None else np.bincount(target[seen], counts, len(classes)).astype(np.float64)
        )
        self._keep(members, classes, prior)
        return self

    def wrap(self, member: Members, n_features: int, prior: NDArray[np.float64] | None) -> Self:
        """A fitted estimator of this kind around one grown member; `prior` has the weights of its classes."""
        fitted = type(self)(**self.get_params(deep=False))
        fitted.n_features_in_, fitted._encoding = n_features, None
        fitted._keep(member, None if prior is None else np.arange(prior.size), prior)
        return fitted

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
        outputs = self._ask(X)
        if outputs.ndim == 1:
            return outputs
        labels: NDArray[Any] = self.classes_[pick_class(outputs, self.class_prior_)]
        return labels

    def _ask(self, X: Any) -> NDArray[np.float64]:
        """What the member says about each row."""
        rows = self._read_rows(X)
        outputs: NDArray[np.float64] = self.members_.outputs(rows)[0]
        return outputs

    def _read_rows(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self, "members_")
        rows: NDArray[np.float64] = read_features(self, X, self._encoding, reset=False)
        return rows

    def _read_target(self, y: Any) -> tuple[NDArray[Any] | None, NDArray[Any]]:
        """Classes and their codes, or None and values."""
        target = column_or_1d(y, warn=True)
        if not is_classifier(self):
            return None, check_array(target, ensure_2d=False, dtype=np.float64, input_name="y")
        assert_all_finite(target, input_name="y")
        check_classification_targets(target)
        return np.unique(target, return_inverse=True)

    def _keep(
        self, members: Members, classes: NDArray[Any] | None, prior: NDArray[np.float64] | None
    ) -> None:
        self.members_ = members
        if classes is not None and prior is not None:
            self.classes_, self.n_classes_ = classes, len(classes)
            self.class_prior_ = prior / prior.sum()
