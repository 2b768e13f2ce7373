"""A nearest-neighbour classifier in which every known row has features of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Count
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.tables.distances import Differences


@dataclass(eq=False)
class LeaveOneOut:
    """The nearest other row of every row, kept up to date while rows lose features.

    A row that loses features comes closer to all others and never moves away, so what is nearest to a row changes
    only where the row that was changed has become the nearest. Distances to that row alone are computed.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
        Class codes.
    """

    labels: NDArray[np.intp]

    def __post_init__(self) -> None:
        self.distance = np.full(len(self.labels), np.inf)
        self.nearest = np.full(len(self.labels), len(self.labels))
        self.is_right = np.zeros(len(self.labels), np.bool_)

    def meet(self, row: int, distances: NDArray[np.float64], *, unless_worse: bool) -> bool:
        """Let a row be met at these distances from the others; refuse where that loses right answers."""
        closer = (distances < self.distance) | ((distances == self.distance) & (row < self.nearest))
        closer[row] = False
        would_be_right = self.labels[closer] == self.labels[row]
        if unless_worse and np.count_nonzero(would_be_right) < np.count_nonzero(self.is_right[closer]):
            return False
        self.distance[closer], self.nearest[closer] = distances[closer], row
        self.is_right[closer] = would_be_right
        return True


@configurable
class LocalFeatureClassifier(ClassifierMixin, BaseEstimator):
    r"""The class of the nearest known row, to which the distance is measured in that row's own features.

    Every known row starts with all features. A feature on which it differs from its nearest row of the same class is
    not what makes the class here, so it is dropped for this row, unless the leave-one-out accuracy falls. Rows become
    rules of a kind: the fewer features they keep, the more they cover. The distance of x to row i with the features
    :math:`S_i` is

    .. math:: D(x, i)^2 = \sum_{f \in S_i} (x(f) - x_i(f))^2.

    Parameters
    ----------
    max_passes : int or None, default=None
        How often to go through the rows; None for until nothing changes.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    masks_ : ndarray of bool of shape (n_samples, n_features)
        The features that each training row keeps.
    accuracy_ : float
        Leave-one-out accuracy with these features.
    full_accuracy_ : float
        Leave-one-out accuracy with all features: the plain nearest neighbour's.
    n_passes_ : int
        How often the rows were gone through.
    n_features_in_, feature_names_in_
        Number of features, and their names where `X` had names.

    See Also
    --------
    contextual_relevance, ProfileTreeClassifier

    Notes
    -----
    Numbers are divided by their standard deviation (n - 1), and differ where they are more than one of it apart;
    categories differ where they are not the same, by 1. A missing value differs by what is to be expected over the
    known values of its column. Of rows at the same distance the first is the nearest. A row of a class that has no
    other row keeps all features. After a change only the distances to the changed row are computed again: it comes
    closer to all others, so no other neighbour changes.

    Cost: O(N^2 F) per pass, O(N F) memory.

    References
    ----------
    P. Domingos, Control-sensitive feature selection for lazy learners, Artificial Intelligence Review 11, 1997,
    pp. 227-253.

    Examples
    --------
    Which of two features decides depends on a third:

    >>> X = np.random.default_rng(0).random((500, 6))
    >>> y = np.where(X[:, 2] < 0.5, X[:, 0], X[:, 1]) > 0.5
    >>> model = LocalFeatureClassifier().fit(X[:250], y[:250])
    >>> model.masks_.shape, model.accuracy_ > model.full_accuracy_
    ((250, 6), True)
    """

    max_passes: int | None = parameter(Count(0) | None, default=None, kw_only=False)

    classes_: NDArray[Any] = fitted()
    masks_: NDArray[np.bool_] = fitted()
    accuracy_: float = fitted()
    full_accuracy_: float = fitted()
    n_passes_: int = fitted()
    n_features_in_: int = fitted()

    _encoding: FeatureEncoding | None = fitted()
    _known: Differences = fitted()
    _labels: NDArray[np.intp] = fitted()

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike) -> Self:
        """Find the features of each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features; columns of a data frame may hold categories. Values may be missing.
        y : array-like of shape (n_samples,)
            Class labels.

        Returns
        -------
        self
        """
        training = TrainingSet.read(self, X, y, task="classification")
        self._labels, self.classes_ = training.y, np.asarray(training.classes)
        self._known = Differences.learn(training.X, training.is_categorical)
        self.masks_ = np.ones(training.X.shape, np.bool_)
        kept = LeaveOneOut(self._labels)
        for row, differences in enumerate(self._differences(self._known.rows)):
            kept.meet(row, _add_squares(differences, self.masks_[row]), unless_worse=False)
        self.full_accuracy_ = float(kept.is_right.mean())
        self.n_passes_, changed = 0, True
        while changed and self.n_passes_ != self.max_passes:
            self.n_passes_ += 1
            changed = self._pass_through(kept)
        self.accuracy_ = float(kept.is_right.mean())
        return self

    def _pass_through(self, kept: LeaveOneOut) -> bool:
        """Try once to drop features of each row; tell whether any were dropped."""
        limits = np.where(self._known.is_categorical, 0.5, 1.0)
        changed = False
        for row, differences in enumerate(self._differences(self._known.rows)):
            alike = self._labels == self._labels[row]
            alike[row] = False
            if not alike.any():
                continue
            distances = np.where(alike, _add_squares(differences, self.masks_[row]), np.inf)
            differs = self.masks_[row] & (differences[distances.argmin()] > limits)
            if not differs.any():
                continue
            fewer = self.masks_[row] & ~differs
            if kept.meet(row, _add_squares(differences, fewer), unless_worse=True):
                self.masks_[row], changed = fewer, True
        return changed

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        nearest = self.find_nearest(X)
        return self.classes_[self._labels[nearest]]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """One for the class of the nearest row, zero for the others.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        nearest = self.find_nearest(X)
        return np.eye(len(self.classes_))[self._labels[nearest]]

    def find_nearest(self, X: Any) -> NDArray[np.intp]:
        """Position of the training row that answers for each row; `masks_` there says by which features.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        """
        table = read_rows(self, X)
        rows = self._known.scaled(table)
        best, nearest = np.full(len(rows), np.inf), np.zeros(len(rows), np.intp)
        for position, differences in enumerate(self._differences(rows)):
            distances = _add_squares(differences, self.masks_[position])
            closer = distances < best
            best[closer], nearest[closer] = distances[closer], position
        return nearest

    def frame(self) -> pd.DataFrame:
        """One row per feature: the share of the training rows that keep it, of all and of each class."""
        check_is_fitted(self)
        names = getattr(self, "feature_names_in_", [f"x{feature}" for feature in range(self.n_features_in_)])
        shares = {
            f"kept by {label}": self.masks_[self._labels == k].mean(axis=0)
            for k, label in enumerate(self.classes_)
        }
        return pd.DataFrame({"feature": names, "kept": self.masks_.mean(axis=0), **shares})

    def _differences(self, rows: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
        """For each known row how much all the given rows differ from it, (n_rows, n_features)."""
        known = self._known
        is_missing = np.isnan(rows).any(axis=0) | np.isnan(known.rows).any(axis=0)
        for position, own in enumerate(known.rows):
            differences = np.abs(rows - own)
            differences[:, known.is_categorical] = rows[:, known.is_categorical] != own[known.is_categorical]
            for feature in np.flatnonzero(is_missing):
                differences[:, feature] = known.compare(feature, rows, np.array([[position]]))[:, 0]
            yield differences

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


def _add_squares(differences: NDArray[np.float64], mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Squared distances in the features of a mask; a feature without a difference changes no bit of them."""
    return np.asarray((differences**2) @ mask.astype(np.float64))
