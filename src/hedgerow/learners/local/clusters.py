"""Parts as clusters: a row belongs to the nearest centre."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, check_parameters
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.threads import limit_openmp
from hedgerow.learners.prototype_oracle import PrototypePartition

_N_STARTS = 5  # of k-means


@configurable
class Clusters(BaseEstimator):
    """Parts found by k-means, without a look at the target: CLU of Zliobaite (2010).

    A new row goes to the model of the nearest centre.

    Parameters
    ----------
    n_clusters : int, default=4
        Number of parts; fewer where fewer points differ.
    random_state
        As for `ClassClusters`.

    Attributes
    ----------
    centres_ : ndarray of shape (n_parts, n_columns)
        The centres, sorted by their first coordinates.
    n_parts_ : int
        Their number.

    See Also
    --------
    LocalExpertsClassifier, PrototypeOracle

    Notes
    -----
    k-means starts five times from k-means++. A cluster of one class has a constant answer.

    Formula::

        Part i iff |x - c_i| is smallest; halfway, the lower i.

    Cost: O(N F k) a step of k-means and one matrix product to route; one pass of the learner.

    References
    ----------
    I. Zliobaite, Three data partitioning strategies for building local classifiers: an experiment, SUEMA 2010.

    Examples
    --------
    >>> clusters = Clusters(2, random_state=0).fit(np.array([[0.0], [1.0], [10.0], [11.0]]))
    >>> clusters.centres_.ravel(), clusters.assign(np.array([[5.2], [5.8]]))
    (array([ 0.5, 10.5]), array([0, 1]))
    """

    n_clusters: int = parameter(Count(), default=4, kw_only=False)
    random_state: Any = None

    centres_: NDArray[np.float64] = fitted()
    n_parts_: int = fitted()

    def fit(
        self, points: NDArray[np.float64], y: Any = None, sample_weight: NDArray[np.float64] | None = None
    ) -> Self:
        """Find the centres.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)
            The rows.
        y : ignored
        sample_weight : ndarray of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        self
        """
        check_parameters(self)
        random = check_random_state(self.random_state)
        self.centres_ = find_centres(points, self.n_clusters, sample_weight, random)
        self.n_parts_ = len(self.centres_)
        return self

    def assign(self, points: NDArray[np.float64]) -> NDArray[np.intp]:
        """Number of the nearest centre.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return find_nearest_centre(points, self.centres_)


def find_centres(
    points: NDArray[np.float64],
    n_clusters: int,
    weights: NDArray[np.float64] | None,
    random: np.random.RandomState,
) -> NDArray[np.float64]:
    """Centres by k-means, no more than there are different points.

    Examples
    --------
    >>> find_centres(np.array([[3.0], [3.0], [4.0]]), 5, None, np.random.RandomState(0))
    array([[3.],
           [4.]])
    """
    mass = np.ones(len(points)) if weights is None else np.asarray(weights, np.float64)
    different = np.unique(points, axis=0)
    if len(different) <= n_clusters:
        return np.asarray(different, np.float64)
    if n_clusters == 1:
        return np.average(points, axis=0, weights=mass)[None]
    means = KMeans(n_clusters, n_init=_N_STARTS, random_state=random.randint(2**31 - 1))
    with limit_openmp(), warnings.catch_warnings():
        # Points that differ by rounding only may give fewer clusters, which is fine here.
        warnings.simplefilter("ignore", ConvergenceWarning)
        labels = means.fit_predict(points, sample_weight=mass)
    present = np.unique(labels)
    centres = np.stack(
        [np.average(points[labels == label], axis=0, weights=mass[labels == label]) for label in present]
    )
    return np.asarray(centres[np.lexsort(centres.T[::-1])])


def find_nearest_centre(points: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.intp]:
    """Number of the nearest centre of each point; halfway, the lower number.

    Examples
    --------
    >>> find_nearest_centre(np.array([[1.0], [1.1]]), np.array([[0.0], [2.0]]))
    array([0, 1])
    """
    nearest: NDArray[np.intp] = PrototypePartition.gather([centres]).find_parts(points)[0]
    return nearest
