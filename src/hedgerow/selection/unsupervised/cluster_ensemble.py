"""Many clusterings of random rows and features, and the clusters they agree on."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Count, Share, Word, check, check_parameters
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.selection.unsupervised.cluster_quality import choose_number
from hedgerow.selection.unsupervised.clustering import ClusterRange, make_clusterer
from hedgerow.selection.unsupervised.consensus import (
    NORMALIZATIONS,
    Dendrogram,
    Normalization,
    find_consensus,
    measure_co_association,
    measure_dissimilarities,
)
from hedgerow.selection.unsupervised.coordinates import Coordinates
from hedgerow.selection.unsupervised.member import ClusterMember, grow_member
from hedgerow.trees.rules import count_features

BaseClusters = int | Literal["davies_bouldin", "each"]


@configurable
class ClusterEnsemble(ClusterMixin, BaseEstimator):
    """Cluster bootstrap samples of the rows in random subsets of the features, and merge what is often found together.

    A single clustering depends on its start, on single rows and on every noisy feature. Here each of many members sees
    its own rows and features. Two rows are similar as far as members that have drawn both put them into the same
    cluster; average link on that makes the consensus, cut where it agrees best with the members (Elghazel & Aussem
    2010).

    Parameters
    ----------
    n_estimators : int, default=200
        Number of members.
    clusterer : clusterer or None, default=None
        Who finds the clusters of a member: any clusterer with `fit_predict`, such as `SelfOrganisingMap`. None is
        k-means with ten restarts.
    n_clusters : int or (int, int), default=(2, 10)
        Number of consensus clusters; or the least and the most, of which the one with the largest mean normalised
        mutual information with the members is taken.
    base_clusters : int, "davies_bouldin" or "each", default="davies_bouldin"
        Number of clusters of a member. "davies_bouldin" takes the number up to 10 and up to the root of the number of
        rows with the smallest Davies-Bouldin index, once, on all rows and features; "each" chooses so for every member.
        A clusterer that has no `n_clusters` finds its own.
    max_features : int, float, "sqrt" or None, default="sqrt"
        Features of a member: a number, a share, the root of their number, or all.
    normalization : {"co_sampled", "paper"}, default="co_sampled"
        Two rows meet in a share of the members that have drawn both; or of all members, as the paper has it.
    max_linked : int, default=20000
        With more rows, only so many, drawn at random, are linked, which takes 2 n^2 bytes; the others join the cluster
        they meet most.
    random_state : int, RandomState or None, default=None
        What is drawn follows from it.
    n_jobs : int or None, default=None
        Number of threads; the answer does not depend on it.

    Attributes
    ----------
    labels_ : ndarray of int of shape (n_samples,)
        The consensus cluster of each row; clusters are numbered by their first rows.
    n_clusters_ : int
        Number of consensus clusters.
    agreement_ : dict of int to float
        Mean normalised mutual information with the members (ANMI), for each number of clusters that was tried.
    base_clusters_ : int or None
        Number of clusters that members were told; None where each has its own.
    members_ : list of ClusterMember
        The members.
    dendrogram_ : Dendrogram
        The merges of the linked rows.
    linked_ : ndarray of int
        The rows that were linked; all of them, as a rule.

    Notes
    -----
    Numbers are standardised, categories become indicators that together have a variance of one, and a missing value
    lies at the mean of its feature. Rows drawn twice count twice where the clusterer takes weights, and once in the
    co-association. Weights of rows are chances to be drawn; rows of weight zero are never drawn and join at the end.
    The paper divides by the number of members even for pairs that were not drawn together, so rows that are always
    together meet in about 0.4 = (1 - 1/e)^2 of them; the share of the joint draws (Monti et al. 2003) has less noise.

    References
    ----------
    H. Elghazel and A. Aussem, "Feature selection for unsupervised learning using random cluster ensembles", ICDM 2010.
    S. Monti, P. Tamayo, J. Mesirov and T. Golub, "Consensus clustering", Machine Learning 52, 2003. A. Strehl and J.
    Ghosh, "Cluster ensembles", Journal of Machine Learning Research 3, 2002.

    Examples
    --------
    >>> from sklearn.datasets import make_blobs
    >>> X, kinds = make_blobs(90, n_features=9, centers=3, random_state=0)
    >>> ensemble = ClusterEnsemble(30, random_state=0).fit(X)
    >>> ensemble.n_clusters_
    3
    >>> len(set(zip(kinds.tolist(), ensemble.labels_.tolist())))      # one cluster for each kind
    3
    """

    n_estimators: int = parameter(Count(), default=200, kw_only=False)
    clusterer: Any = None
    n_clusters: int | tuple[int, int] = parameter(ClusterRange(), default=(2, 10))
    base_clusters: BaseClusters = parameter(
        Count() | Word("davies_bouldin", "each"), default="davies_bouldin"
    )
    max_features: int | float | str | None = parameter(
        Count() | Share() | Word("sqrt") | None, default="sqrt"
    )
    normalization: Normalization = parameter(NORMALIZATIONS, default="co_sampled")
    max_linked: int = parameter(Count(2), default=20_000)
    random_state: int | np.random.RandomState | None = None
    n_jobs: int | None = None

    labels_: NDArray[np.intp] = fitted()
    members_: list[ClusterMember] = fitted()
    base_clusters_: int | None = fitted()
    n_features_in_: int = fitted()
    _coordinates: Coordinates = fitted()
    _encoding: FeatureEncoding | None = fitted()
    linked_: NDArray[np.int64] = fitted()
    dendrogram_: Dendrogram = fitted()
    agreement_: dict[int, float] = fitted()
    n_clusters_: int = fitted()
    _meetings: list[NDArray[np.float64]] = fitted()

    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the members and find the consensus.

        A fit that fails or is interrupted leaves the ensemble as it was.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows. The columns of a data frame may hold categories; values may be missing.
        y : None
            Not used.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows: their chances to be drawn.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            training = TrainingSet.read(self, X, None, sample_weight, task=None)
            self._fit_table(training)
        return self

    def _fit_table(self, training: TrainingSet) -> NDArray[np.float64]:
        """Fit on a table that has been read; returns its rows as points."""
        if training.n_samples < 2:
            raise ValueError(f"a clustering needs two rows or more, but X has n_samples={training.n_samples}")
        check_parameters(self)
        sizes = Count(1, training.n_features) | Share() | Word("sqrt") | None
        check("max_features", self.max_features, sizes)
        weights = training.weights
        clusterer = make_clusterer(self.clusterer)
        generator = check_random_state(self.random_state)
        seeds = generator.randint(2**31 - 1, size=self.n_estimators + 2)
        self._coordinates = Coordinates.learn(training.X, training.categorical, weights)
        points = self._coordinates.place(training.X)
        chances = None if weights is None else weights / weights.sum()
        if self.base_clusters == "davies_bouldin":
            counted = slice(None) if weights is None else weights > 0
            self.base_clusters_ = choose_number(
                clusterer, points[counted], None if weights is None else weights[counted], int(seeds[-1])
            )
        else:
            self.base_clusters_ = None if self.base_clusters == "each" else self.base_clusters
        n_features = count_features(self.max_features, training.n_features)
        calls = (
            (points, self._coordinates, clusterer, n_features, self.base_clusters_, chances, int(seed))
            for seed in seeds[: self.n_estimators]
        )
        self.members_ = list(map_in_threads(grow_member, calls, self.n_jobs))
        self._find_clusters(points, weights, int(seeds[-2]))
        return points

    def _find_clusters(
        self, points: NDArray[np.float64], weights: NDArray[np.float64] | None, seed: int
    ) -> None:
        rows = np.arange(len(points)) if weights is None else np.flatnonzero(weights)
        if rows.size > self.max_linked:
            rows = np.sort(np.random.default_rng(seed).choice(rows, self.max_linked, replace=False))
        labels, in_bag, clustered = self._stack(rows)
        apart = measure_dissimilarities(
            labels, in_bag, clustered, normalization=self.normalization, n_jobs=self.n_jobs
        )
        self.linked_ = rows
        self.dendrogram_ = Dendrogram.link(apart)
        linked, self.agreement_ = find_consensus(
            self.dendrogram_, labels, self.n_clusters, None if weights is None else weights[rows]
        )
        self.n_clusters_ = int(linked.max()) + 1
        self._meetings = _count_shares(labels, linked)
        self.labels_ = np.empty(len(points), np.intp)
        self.labels_[rows] = linked
        late = np.setdiff1d(np.arange(len(points)), rows)
        self.labels_[late] = self._join(points[late])

    def _stack(self, rows: NDArray[np.intp]) -> tuple[NDArray[Any], NDArray[np.bool_], NDArray[np.bool_]]:
        """Labels, draws and cluster memberships, a column for each member."""
        return (
            np.stack([member.labels[rows] for member in self.members_], axis=1),
            np.stack([member.in_bag[rows] for member in self.members_], axis=1),
            np.stack([member.clustered[rows] for member in self.members_], axis=1),
        )

    def _join(self, points: NDArray[np.float64]) -> NDArray[np.intp]:
        """The cluster whose rows each point shares most labels with."""
        together = np.zeros((len(points), self.n_clusters_))
        for member, shares in zip(self.members_, self._meetings, strict=True):
            together += shares[:, member.assign(points)].T
        return np.asarray(together.argmax(axis=1))

    def predict(self, X: Any) -> NDArray[np.intp]:
        """The consensus cluster that new rows meet most.

        Every member puts a row to its nearest centroid; the row joins the consensus cluster whose rows it shares most
        of these labels with, on average. A fitted row may so leave the cluster that linkage gave it (`labels_`).

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of int of shape (n_samples,)
        """
        rows = read_rows(self, X)
        return self._join(self._coordinates.place(rows))

    def co_association(self) -> NDArray[np.float32]:
        """How often two of the linked rows meet, from 0 to 1; computed anew, since it takes 4 n^2 bytes.

        Returns
        -------
        ndarray of float32 of shape (n_linked, n_linked)
        """
        check_is_fitted(self)
        labels, in_bag, clustered = self._stack(self.linked_)
        return measure_co_association(
            np.where(clustered, labels, -1), in_bag, normalization=self.normalization, n_jobs=self.n_jobs
        )

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "labels_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


def _count_shares(labels: NDArray[np.integer], clusters: NDArray[np.intp]) -> list[NDArray[np.float64]]:
    """For each member, the share of the rows of each cluster that have each label: (n_clusters, n_labels)."""
    n_clusters = int(clusters.max()) + 1
    shares = []
    for column in labels.T:
        n_labels = int(column.max()) + 1
        cells = np.bincount(clusters * n_labels + column, minlength=n_clusters * n_labels)
        counts = cells.reshape(n_clusters, n_labels)
        shares.append(counts / counts.sum(axis=1, keepdims=True))
    return shares
