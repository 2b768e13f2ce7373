"""Features that hold the clusters of an ensemble together, cluster by cluster."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Flag
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.selector import SelectionResult, Selector, WhenEmpty
from hedgerow.selection.unsupervised.cluster_ensemble import ClusterEnsemble
from hedgerow.selection.unsupervised.coordinates import Coordinates
from hedgerow.selection.unsupervised.member import ClusterMember
from hedgerow.selection.unsupervised.scree import SCREE_RULES, ScreeRule, keep_before_scree
from hedgerow.trees.rules import count_features

_LEFT_OUT = np.exp(-1.0)  # share of the rows that a bootstrap sample leaves out


@configurable
class ClusterEnsembleSelector(Selector):
    """Keep the features without which rows would lie in other clusters.

    A member of a cluster ensemble puts the rows that it has not drawn to their nearest centroids. Shuffle one feature
    among them: the share of members in which a row moves to another centroid is the importance of the feature to
    this row. The importances of the rows of a consensus cluster are summed, the features before the scree of their
    curve are those of the cluster, and the features of all clusters are kept (Elghazel & Aussem 2010).

    Parameters
    ----------
    ensemble : ClusterEnsemble or None, default=None
        The cluster ensemble. None is ``ClusterEnsemble()``: 200 k-means in bootstrap samples and random features.
    rule : {"acceleration", "double"}, default="acceleration"
        Where the scree begins; see `keep_before_scree`.
    unbiased : bool, default=False
        Divide by the number of members in which a row had the chance to move, instead of by the number of members.
    fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="all"
        What is kept, with a warning, when shuffling moves no row.
    random_state : int, RandomState or None, default=None
        For the permutations, and for an ensemble that has none of its own.
    n_jobs
        As for `CEFSSelector`.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        The features of all clusters, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        Mean importance over the rows.
    p_values_ : None
        The scree rule has no p-values.
    ensemble_
        As for `CEFSSelector`.
    row_importances_ : ndarray of shape (n_samples, n_features)
        Importance of each feature to each row.
    cluster_importances_ : ndarray of shape (n_clusters, n_features)
        Their sums over the rows of each cluster.
    cluster_means_ : ndarray of shape (n_clusters, n_features)
        Their means; those of a small cluster are means of few rows.
    cluster_supports_ : ndarray of bool of shape (n_clusters, n_features)
        The features of each cluster.

    See Also
    --------
    UnsupervisedForestSelector, ClusterWrapperSelector, CEFSSelector

    Notes
    -----
    Missing values lie at the mean of their feature and categories are indicators that are shuffled together, as for
    `ClusterEnsemble`. Weights are chances to be drawn, and the weights of the rows in sums and means. The number of
    clusters of a member is chosen once, on all rows, by the index of Davies and Bouldin. New rows join the cluster
    whose labels they share most. Where there are more than 20,000 rows, a sample of them is linked.

    Formula::

        Dissimilarity 1 - A/S, with A the members that put both rows into one cluster and S those that have drawn both;
        average link, cut where the mean NMI with the members is largest. I(i, v): share of the members in which row i,
        out of bag, changes its nearest centroid when feature v is shuffled; summed over a cluster, and cut at the
        largest f_(i+1) - 2 f_i + f_(i-1).

    Cost: T clusterings dominate; co-association takes N^2 T / 64 word operations, linkage O(N^2), both in 2 N^2 bytes;
    importances O(N T m k) for m features and k clusters of a member.

    References
    ----------
    H. Elghazel and A. Aussem, Feature selection for unsupervised learning using random cluster ensembles, ICDM 2010.

    S. Monti, P. Tamayo, J. Mesirov and T. Golub, Consensus clustering, Machine Learning 52, 2003.

    A. Strehl and J. Ghosh, Cluster ensembles, Journal of Machine Learning Research 3, 2002.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(120, 8))
    >>> X[:, :3] += np.repeat([[0, 0, 9], [0, 9, 0], [9, 0, 0]], 40, axis=0)
    >>> selector = ClusterEnsembleSelector(ClusterEnsemble(100, n_clusters=3), random_state=0).fit(X)
    >>> selector.get_support(indices=True)
    array([0, 1, 2])
    """

    ensemble: ClusterEnsemble | None = parameter(default=None, kw_only=False)
    rule: ScreeRule = parameter(SCREE_RULES, default="acceleration")
    unbiased: bool = parameter(Flag(), default=False)
    when_empty: WhenEmpty = "all"
    random_state: int | np.random.RandomState | None = None
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "fit more rows, or an ensemble of more members and other clusters"
    task: ClassVar[str] = "none"  # type: ignore[misc]

    ensemble_: ClusterEnsemble = fitted()
    row_importances_: NDArray[np.float64] = fitted()
    cluster_importances_: NDArray[np.float64] = fitted()
    cluster_means_: NDArray[np.float64] = fitted()
    cluster_supports_: NDArray[np.bool_] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        generator = check_random_state(self.random_state)
        self.ensemble_ = make_ensemble(self.ensemble, generator, self.n_jobs)
        points = self.ensemble_._fit_table(training)
        changes, chances = count_changes(
            points,
            self.ensemble_._coordinates,
            self.ensemble_.members_,
            generator.randint(2**31 - 1),
            training.weights,
            self.ensemble_.n_jobs,
        )
        self.row_importances_ = self._divide(changes, chances)
        labels = self.ensemble_.labels_
        weights = training.counts
        sums = sum_by_cluster(self.row_importances_, labels, weights)
        sizes = np.bincount(labels, weights)[:, None]
        self.cluster_importances_ = sums
        self.cluster_means_ = np.divide(sums, sizes, out=np.zeros_like(sums), where=sizes > 0)
        self.cluster_supports_ = np.stack([keep_before_scree(curve, self.rule) for curve in sums])
        return SelectionResult(
            sums.sum(axis=0) / weights.sum(),
            np.asarray(self.cluster_supports_.any(axis=0)),
            details={"n_clusters": self.cluster_supports_.sum(axis=0)},
        )

    def _divide(self, changes: NDArray[np.int32], chances: NDArray[np.int32]) -> NDArray[np.float64]:
        n_members, n_features = len(self.ensemble_.members_), changes.shape[1]
        if not self.unbiased:
            return changes / n_members
        n_drawn = count_features(self.ensemble_.max_features, n_features)
        expected = n_members * _LEFT_OUT * n_drawn / n_features
        if expected < 5:
            warnings.warn(
                f"a row has about {expected:.1f} chances to move by a feature, fewer than 5: unbiased importances are "
                "coarse; raise n_estimators or max_features of the ensemble",
                stacklevel=5,
            )
        return np.divide(changes, chances, out=np.zeros(changes.shape), where=chances > 0)


def make_ensemble(
    ensemble: ClusterEnsemble | None, generator: np.random.RandomState, n_jobs: int | None
) -> ClusterEnsemble:
    """A copy of the given ensemble, or the default one, with a seed and threads where it has none of its own."""
    if ensemble is not None and not isinstance(ensemble, ClusterEnsemble):
        raise TypeError(
            f"ensemble={ensemble!r} is not a ClusterEnsemble; pass one, or its clusterer as its parameter"
        )
    copy: ClusterEnsemble = ClusterEnsemble() if ensemble is None else clone(ensemble)
    seed = generator.randint(2**31 - 1)
    if copy.random_state is None:
        copy.set_params(random_state=seed)
    if copy.n_jobs is None:
        copy.set_params(n_jobs=n_jobs)
    return copy


def find_changed(
    points: NDArray[np.float64],
    centroids: NDArray[np.float64],
    owner: NDArray[np.intp],
    order: NDArray[np.intp],
) -> NDArray[np.bool_]:
    """Which rows move to another centroid when the values of one feature are permuted among them.

    Squared distances are sums over features, so a permutation exchanges one summand and nothing is computed again:
    d2 - (x_iv - m_cv)^2 + (x_p(i)v - m_cv)^2.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_columns)
        The rows.
    centroids : ndarray of shape (n_clusters, n_columns)
        The centroids.
    owner : ndarray of int of shape (n_columns,)
        The feature of each column, in order.
    order : ndarray of int of shape (n_samples,)
        The row whose value each row is given.

    Returns
    -------
    ndarray of bool of shape (n_samples, n_features)
        One column for each feature that owns columns.

    Examples
    --------
    >>> points, centroids = np.array([[0.0, 0], [1, 0], [5, 1], [6, 0]]), np.array([[0.5, 0], [5.5, 0.5]])
    >>> find_changed(points, centroids, np.array([0, 1]), np.array([2, 0, 3, 1])).astype(int).T
    array([[1, 0, 0, 1],
           [0, 0, 0, 0]])
    """
    squares = (points[:, None, :] - centroids) ** 2  # rows x centroids x columns
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    parts = np.add.reduceat(squares, starts, axis=2)
    apart = parts.sum(axis=2)
    labels = apart.argmin(axis=1)
    shuffled = apart[:, :, None] - parts + parts[order]
    return np.asarray(shuffled.argmin(axis=1) != labels[:, None])


def count_changes(
    points: NDArray[np.float64],
    coordinates: Coordinates,
    members: Sequence[ClusterMember],
    seed: int,
    weights: NDArray[np.float64] | None = None,
    n_jobs: int | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """How often each row changed its cluster by each feature, and how often it had the chance.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_coordinates)
        The rows that the members were grown on.
    coordinates : Coordinates
        Which coordinates are whose.
    members : sequence of ClusterMember
        The members.
    seed : int
        The permutations follow from it.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the rows; one without weight has no chance, and lends its values to nobody.
    n_jobs : int or None, default=None
        Number of threads.

    Returns
    -------
    changes, chances : ndarray of int of shape (n_samples, n_features)
        A row has its chance with a feature where a member has not drawn the row and has drawn the feature.
    """
    changes = np.zeros((len(points), coordinates.n_features), np.int32)
    chances = np.zeros_like(changes)
    seeds = np.random.SeedSequence(seed).spawn(len(members))

    def left_out(member: ClusterMember) -> NDArray[np.bool_]:
        return ~member.in_bag if weights is None else ~member.in_bag & (weights > 0)

    def shuffle(member: ClusterMember, source: np.random.SeedSequence) -> NDArray[np.bool_]:
        rows = np.flatnonzero(left_out(member))
        if rows.size == 0:
            return np.zeros((0, member.features.size), np.bool_)
        order = np.random.default_rng(source).permutation(rows.size)
        seen = points[np.ix_(rows, member.columns)]
        return find_changed(seen, member.centroids, coordinates.owner[member.columns], order)

    calls = zip(members, seeds, strict=True)
    for member, changed in zip(members, map_in_threads(shuffle, calls, n_jobs), strict=True):
        cells = np.ix_(left_out(member), member.features)
        changes[cells] += changed
        chances[cells] += 1
    return changes, chances


def sum_by_cluster(
    importances: NDArray[np.float64],
    clusters: NDArray[np.intp],
    weights: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Importance of each feature to each cluster: the sum over its rows.

    Examples
    --------
    >>> rows = np.array([[0.1, 0.0], [0.2, 0.1], [0.0, 0.3], [0.1, 0.2]])
    >>> sum_by_cluster(rows, np.array([0, 0, 1, 1])).round(2)
    array([[0.3, 0.1],
           [0.1, 0.5]])
    """
    belongs = (clusters == np.arange(clusters.max() + 1)[:, None]).astype(np.float64)
    return np.asarray((belongs if weights is None else belongs * weights) @ importances)
