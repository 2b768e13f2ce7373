"""Parts as clusters: a row belongs to the nearest centre, of all rows or of those of each class."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, Many, check_parameters
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
    return np.asarray(PrototypePartition.gather([centres]).find_parts(points)[0])


@configurable
class ClassClusters(BaseEstimator):
    r"""Clusters within each class; an expert sees one cluster of every class: CL2 of Zliobaite (2010).

    Class c has :math:`k_c` clusters, so there are :math:`\prod_c k_c` combinations. A row goes to the expert that has
    learned from the nearest cluster of each class. Where the target is a value, groups of rows between quantiles of the
    target stand for classes.

    Parameters
    ----------
    n_clusters : int, sequence of int or None, default=None
        Clusters of each class, or of one class after the other. None shares out `n_parts`.
    n_parts : int, default=4
        Most combinations where `n_clusters` is None. Classes get one more cluster in turn, those with fewest
        clusters and then most rows first, while the product allows it: two classes have 2 x 2 clusters for 4 parts and
        3 x 3 for 9; of many classes only the largest are parted.
    n_groups : int, default=2
        Groups of a target of values.
    random_state : int, RandomState or None, default=None
        Where k-means starts.

    Attributes
    ----------
    groups_ : ndarray of shape (n_groups,)
        The class codes, or numbers of groups, that have rows.
    centres_ : list of ndarray
        The centres within each of them.

    See Also
    --------
    LocalExpertsClassifier, Clusters

    Notes
    -----
    A number of parts is shared out to the classes so that there are no more combinations; of many classes the largest
    are parted. Combinations that no training row needs are trained when a new row does, with a seed of their own, and a
    bounded number of experts is kept.

    Formula::

        prod_c k_c combinations; the paper's product ends at k_i.

    Cost: Each row is learned by all combinations with its cluster: prod k_c / k_own of them.

    References
    ----------
    I. Zliobaite, Three data partitioning strategies for building local classifiers: an experiment, SUEMA 2010.

    Examples
    --------
    >>> points, y = np.array([[0.0], [1.0], [10.0], [11.0]]), np.array([0, 1, 0, 1])
    >>> clusters = ClassClusters(2, random_state=0).fit(points, y)
    >>> [centres.ravel().tolist() for centres in clusters.centres_]
    [[0.0, 10.0], [1.0, 11.0]]
    >>> clusters.assign(np.array([[5.2]]))          # the second of class 0 and the first of class 1
    array([[1, 0]])
    >>> clusters.gather((1, 0))                     # who learns from the rows at 1 and 10
    array([1, 2])
    """

    n_clusters: int | Sequence[int] | None = parameter(
        Count() | Many(Count(), "a list of these") | None, default=None, kw_only=False
    )
    n_parts: int = parameter(Count(), default=4)
    n_groups: int = parameter(Count(), default=2)
    random_state: Any = None

    groups_: NDArray[np.int64] = fitted()
    centres_: list[NDArray[np.float64]] = fitted()
    _group_of_row: NDArray[np.int64] = fitted()
    _cluster_of_row: NDArray[np.int64] = fitted()

    def fit(
        self, points: NDArray[np.float64], y: NDArray[Any], sample_weight: NDArray[np.float64] | None = None
    ) -> Self:
        """Find the clusters of each class.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)
            The rows.
        y : ndarray of shape (n_samples,)
            Class codes, or floats as values.
        sample_weight : ndarray of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        self
        """
        check_parameters(self)
        codes = group_values(y, self.n_groups) if y.dtype.kind == "f" else y
        self.groups_, self._group_of_row, sizes = np.unique(codes, return_inverse=True, return_counts=True)
        random = check_random_state(self.random_state)
        self.centres_: list[NDArray[np.float64]] = []
        self._cluster_of_row = np.zeros(len(points), np.intp)
        for group, n_clusters in enumerate(self._count_clusters(sizes)):
            rows = np.flatnonzero(self._group_of_row == group)
            weights = None if sample_weight is None else sample_weight[rows]
            self.centres_.append(find_centres(points[rows], n_clusters, weights, random))
            self._cluster_of_row[rows] = find_nearest_centre(points[rows], self.centres_[-1])
        return self

    def assign(self, points: NDArray[np.float64]) -> NDArray[np.intp]:
        """Nearest cluster of every class.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)

        Returns
        -------
        ndarray of shape (n_samples, n_groups)
        """
        return np.column_stack([find_nearest_centre(points, centres) for centres in self.centres_])

    def gather(self, address: Sequence[int]) -> NDArray[np.intp]:
        """Training rows in a combination of clusters.

        Parameters
        ----------
        address : sequence of int
            A cluster of each class.

        Returns
        -------
        ndarray
            Positions of the rows.
        """
        return np.flatnonzero(self._cluster_of_row == np.asarray(address)[self._group_of_row])

    def _count_clusters(self, sizes: NDArray[np.intp]) -> list[int]:
        if self.n_clusters is None:
            return share_clusters(sizes, self.n_parts)
        if not isinstance(self.n_clusters, Sequence):
            return [self.n_clusters] * len(sizes)
        if len(self.n_clusters) <= self.groups_[-1]:
            raise ValueError(
                f"n_clusters={self.n_clusters!r} has no number for class code {self.groups_[-1]}; pass one for each "
                "class, or a single int"
            )
        return [self.n_clusters[group] for group in self.groups_]


def share_clusters(sizes: NDArray[np.intp], n_parts: int) -> list[int]:
    """Clusters of classes of some sizes, so there are at most `n_parts` combinations.

    Examples
    --------
    >>> share_clusters(np.array([70, 30]), 4), share_clusters(np.array([70, 30]), 9)
    ([2, 2], [3, 3])
    >>> share_clusters(np.array([10, 20, 5, 30]), 4)
    [1, 2, 1, 2]
    """
    counts = np.ones(len(sizes), np.int64)
    order = np.argsort(-sizes, kind="stable")
    product = 1
    while True:
        chosen = order[counts[order].argmin()]
        product = product // int(counts[chosen]) * (int(counts[chosen]) + 1)
        if product > n_parts:
            return [int(count) for count in counts]
        counts[chosen] += 1


def group_values(y: NDArray[np.float64], n_groups: int) -> NDArray[np.intp]:
    """Number of the group of each value, between quantiles that part the rows evenly; a value at a border is above it.

    Examples
    --------
    >>> group_values(np.array([5.0, 1.0, 3.0, 9.0]), 2)
    array([1, 0, 0, 1])
    """
    borders = np.quantile(y, np.arange(1, n_groups) / n_groups)
    return np.asarray(np.searchsorted(borders, y, side="right"))
