"""Kohonen's map as a clusterer: units on a grid move to the data together with their neighbours."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import AgglomerativeClustering
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.column_scale import check_sizes
from hedgerow.foundation.constraints import Count
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, read_features
from hedgerow.selection.unsupervised.clustering import number_clusters
from hedgerow.selection.unsupervised.member import find_nearest


@configurable
class SelfOrganisingMap(ClusterMixin, BaseEstimator):
    """Fit a grid of units to the rows, then join the units to clusters by average link.

    In each epoch every row belongs to its nearest unit, and every unit moves to the mean of all rows, weighted by how
    near their units are on the grid: w_u = sum_i h(u, b_i) x_i / sum_i h(u, b_i), with a Gaussian h that narrows from
    half the grid to half a step (batch map, Kohonen 2001).

    Parameters
    ----------
    n_clusters : int, default=3
        Number of clusters.
    n_units : int or None, default=None
        About so many units; None is five times the root of the number of rows.
    n_epochs : int, default=50
        Number of epochs.
    random_state : int, RandomState or None, default=None
        For the rows that the units begin at.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        The cluster of each row.
    units_ : ndarray of shape (n_units, n_features)
        Where the units are.
    grid_ : ndarray of int of shape (n_units, 2)
        Their places on the grid.
    unit_labels_ : ndarray of int of shape (n_units,)
        Their clusters.

    See Also
    --------
    ClusterEnsembleSelector

    Notes
    -----
    Values may not be missing. A `ClusterEnsemble` with such members may have missing values, which it places at the
    mean. Only units that are nearest to some row are joined; the others take the cluster of the nearest of those. About
    5 sqrt(N) units, 50 epochs, a width that shrinks from half the grid to half a step, and average link on the units:
    none of it is told where random cluster ensembles use the map.

    Cost: O(E N U F) for E epochs and U units.

    References
    ----------
    T. Kohonen, Self-Organizing Maps, 3rd edition, Springer, 2001.

    Examples
    --------
    >>> from sklearn.datasets import make_blobs
    >>> X, _ = make_blobs(60, centers=[[0, 0], [0, 9], [9, 0]], random_state=0)
    >>> np.bincount(SelfOrganisingMap(3, random_state=0).fit_predict(X))
    array([20, 20, 20])
    """

    n_clusters: int = parameter(Count(), default=3, kw_only=False)
    n_units: int | None = parameter(Count() | None, default=None)
    n_epochs: int = parameter(Count(), default=50)
    random_state: int | np.random.RandomState | None = None

    n_features_in_: int = fitted()
    grid_: NDArray[np.int64] = fitted()
    units_: NDArray[np.float64] = fitted()
    labels_: NDArray[np.int64] = fitted()
    unit_labels_: NDArray[np.int64] = fitted()

    @fits_all_or_nothing
    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> Self:
        """Fit the map and its clusters.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.
        y : None
            Not used.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        self
        """
        training = TrainingSet.read(self, X, None, sample_weight, task=None, numbers_only=True)
        points = np.asarray(training.X, np.float64)
        check_sizes(points)
        weights = training.counts
        self.grid_ = lay_grid(round(5 * np.sqrt(len(points))) if self.n_units is None else self.n_units)
        self.units_ = self._move_units(points, weights)
        nearest = find_nearest(points, self.units_)
        used = np.unique(nearest[weights > 0])
        joined = np.zeros(len(used), np.intp)
        n_clusters = min(self.n_clusters, len(np.unique(self.units_[used], axis=0)))
        if n_clusters > 1:
            joined = AgglomerativeClustering(n_clusters, linkage="average").fit_predict(self.units_[used])
        labels = joined[find_nearest(self.units_, self.units_[used])]
        labels[used] = joined
        self.labels_ = number_clusters(labels[nearest])
        order = np.full(labels.max() + 1, -1, np.intp)
        order[labels[nearest]] = self.labels_
        self.unit_labels_ = order[labels]
        return self

    def _move_units(self, points: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        apart = ((self.grid_[:, None] - self.grid_) ** 2).sum(axis=2)
        widest = max(float(self.grid_.max()) / 2, 0.5)
        start = check_random_state(self.random_state).choice(
            len(points), len(self.grid_), p=weights / weights.sum()
        )
        units = points[start]
        for width in np.geomspace(widest, 0.5, self.n_epochs):
            nearest = find_nearest(points, units)
            pull = np.exp(-apart / (2 * width**2))[:, nearest] * weights
            total = pull.sum(axis=1, keepdims=True)
            # A unit so far from every row that its weights vanish stays where it is.
            units = np.where(total > 0, pull @ points / np.where(total > 0, total, 1.0), units)
        return np.asarray(units)

    def predict(self, X: Any) -> NDArray[np.intp]:
        """The cluster of the nearest unit.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of int of shape (n_samples,)
        """
        check_is_fitted(self)
        points = np.asarray(read_features(self, X, None, reset=False), np.float64)
        return self.unit_labels_[find_nearest(points, self.units_)]


def lay_grid(n_units: int) -> NDArray[np.int64]:
    """Places of about so many units on a rectangle that is nearly a square.

    Examples
    --------
    >>> lay_grid(5).tolist()
    [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    """
    height = max(int(np.sqrt(n_units)), 1)
    width = -(-n_units // height)
    return np.argwhere(np.ones((height, width)))
