"""Clusters of redundant features, and a representative of each."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

from hedgerow.foundation.constraints import Count, Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.discretisation import Discretiser
from hedgerow.selection.filters.association import MEASURES, Measure, fill_matrix, find_associations
from hedgerow.selection.filters.coded_training_set import CODING_PARAMETERS
from hedgerow.selection.selector import SelectionResult, Selector

Linkage = Literal["average", "complete", "single"]


@configurable
class FeatureClusterSelector(Selector):
    r"""Put features that go together into clusters, and keep the best one of each.

    Features are merged bottom-up by their distance :math:`1 - \rho(f, g)`; of each cluster the feature with the largest
    association with the target stays. Every cluster has its representative, also one of noise.

    Parameters
    ----------
    n_clusters : int or None, default=None
        Number of clusters, and of features to keep. None merges as long as clusters are at least `min_association`
        alike.
    min_association : float, default=0.5
        Without `n_clusters`: least association of two clusters that are merged.
    linkage : {"average", "complete", "single"}, default="average"
        Whether clusters are as alike as their features on average, as their least like or as their most like ones.
    measure : {"auto", "symmetrical_uncertainty", "pearson"}, default="auto"
        The association :math:`\rho`. "auto" takes symmetrical uncertainty for classes, and absolute correlation for
        values.
    discretise : {"mdl", "equal_frequency", "equal_width", "distinct"} or Discretiser, default="equal_frequency"
        How numbers become codes, for symmetrical uncertainty. With a name, numbers of at most 10 distinct values are
        codes as they are.
    n_bins, task, fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when all features are constant.
    n_jobs
        As for `FCBFSelector`.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        The representatives, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_
        As for `CFSSelector`.
    p_values_ : None
        There are none.
    labels_ : ndarray of int of shape (n_features,)
        The cluster of each feature, numbered by their first features; -1 for constants, which are never kept.
    merges_ : ndarray of shape (n_merges, 4)
        The tree of clusters of the features that vary, as `scipy.cluster.hierarchy.dendrogram` draws it.

    See Also
    --------
    CFSSelector, KollerSahamiSelector

    Notes
    -----
    All pairs are measured, and held in memory. Missing values are a code of their own for symmetrical uncertainty; for
    correlations a gap in numbers lies at the mean. Weights are frequencies. The linkage, which the source leaves open,
    and a least association for a number, are choices.

    Formula::

        Distance 1 - SU(f, g), or 1 - |Pearson| for values; average linkage.

    Cost: O(N F^2) for all pairs, F^2 numbers of memory.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, chapter 6, describes the idea and leaves the linkage open.

    Examples
    --------
    >>> from hedgerow.selection.filters import FeatureClusterSelector
    >>> rng = np.random.default_rng(0)
    >>> a, b = rng.normal(size=(2, 300))
    >>> X = np.column_stack([a, a + 0.1 * rng.normal(size=300), b, b + 0.1 * rng.normal(size=300)])
    >>> selector = FeatureClusterSelector(n_clusters=2).fit(X, a + b > 0)
    >>> selector.labels_, int(selector.support_.sum())
    (array([0, 0, 1, 1]), 2)
    """

    n_clusters: int | None = parameter(Count() | None, default=None, kw_only=False)
    min_association: float = parameter(Number(0, 1), default=0.5)
    linkage: Linkage = parameter(Word("average", "complete", "single"), default="average")
    measure: Measure = parameter(Word(*MEASURES), default="auto")
    discretise: str | Discretiser = parameter(CODING_PARAMETERS["discretise"], default="equal_frequency")
    n_bins: int = parameter(CODING_PARAMETERS["n_bins"], default=5)
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "pass features that vary"

    labels_: NDArray[np.intp] = fitted()
    merges_: NDArray[np.float64] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        associations = find_associations(training, self.measure, self.discretise, self.n_bins, self.n_jobs)
        varying = np.flatnonzero(~associations.is_constant)
        self.merges_ = np.empty((0, 4))
        if varying.size > 1:
            mutual = fill_matrix(associations)[np.ix_(varying, varying)]
            apart = squareform(np.maximum(1.0 - (mutual + mutual.T) / 2, 0.0), checks=False)
            self.merges_ = linkage(apart, self.linkage)
        self.labels_ = np.full(training.n_features, -1, np.intp)
        self.labels_[varying] = cut_tree(self.merges_, varying.size, self._count_merges(varying.size))
        selected = np.zeros(training.n_features, np.bool_)
        best = np.argsort(-np.round(associations.relevance, 12), kind="stable")
        for label in range(int(self.labels_.max(initial=-1)) + 1):
            selected[best[self.labels_[best] == label][0]] = True
        return SelectionResult(associations.relevance, selected, details={"cluster": self.labels_})

    def _count_merges(self, n_features: int) -> int:
        if self.n_clusters is not None:
            return max(n_features - self.n_clusters, 0)
        return int((self.merges_[:, 2] <= 1.0 - self.min_association + 1e-12).sum())


def cut_tree(merges: NDArray[np.float64], n_leaves: int, n_merges: int) -> NDArray[np.intp]:
    """Labels of the leaves after the first merges, numbered by the first leaf of each cluster.

    Examples
    --------
    >>> cut_tree(np.array([[0, 2, 0.1, 2], [1, 3, 0.5, 3]]), 3, 1)
    array([0, 1, 0])
    """
    labels = np.arange(n_leaves)
    for step, (one, other) in enumerate(merges[:n_merges, :2].astype(np.intp)):
        labels[np.isin(labels, [one, other])] = n_leaves + step
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[inverse])
