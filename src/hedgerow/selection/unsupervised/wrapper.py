"""Add the feature that makes the clusters better, cluster anew, and stop when none does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.search.sequential import Additions
from hedgerow.selection.selector import SelectionResult, Selector, WhenEmpty
from hedgerow.selection.unsupervised.cluster_quality import (
    choose_number,
    measure_davies_bouldin,
    measure_separability,
    project_across,
)
from hedgerow.selection.unsupervised.clustering import (
    ClusterRange,
    find_clusters,
    make_clusterer,
    takes_number,
)
from hedgerow.selection.unsupervised.coordinates import Coordinates

if TYPE_CHECKING:
    import pandas as pd

Criterion = Literal["separability", "davies_bouldin"]


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A subset of the features, and the clusters found there."""

    features: tuple[int, ...]
    points: NDArray[np.float64]
    labels: NDArray[np.intp]
    value: float


@configurable
class ClusterWrapperSelector(Selector):
    """Search features forward for those in which a clusterer finds good clusters.

    The simplest way to select without a target: cluster the rows by each feature, keep the best one, cluster by it and
    each other one, and so on, as long as clusters get better. It is a baseline: greedy, one clustering for every
    candidate, and fond of few features.

    Parameters
    ----------
    criterion : {"separability", "davies_bouldin"}, default="separability"
        What good clusters are: far apart for their scatter, with subsets of different size compared by cross-projection
        (Dy & Brodley 2004); or of a small Davies-Bouldin index, which Morita et al. (2003) search with genes.
    clusterer : clusterer or None, default=None
        Who finds clusters; None is k-means with ten restarts.
    n_clusters : int or (int, int), default=(2, 10)
        Number of clusters. Of a range, "davies_bouldin" takes the number with the smallest index, for every candidate;
        "separability" does so once, on all features.
    max_features : int or None, default=None
        Stop at so many features.
    fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="all"
        What is kept, with a warning, when no feature has two values.
    random_state : int, RandomState or None, default=None
        For clusterers that draw.
    n_jobs
        As for `ClusterEnsemble`.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What the search ended with, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        One over the step at which the feature was added; zero where it was not.
    p_values_ : None
        A search has no p-values.
    path_ : DataFrame
        One row for each step: the feature added, and the criterion.
    labels_ : ndarray of int of shape (n_samples,)
        The clusters in the last subset.

    See Also
    --------
    ClusterEnsembleSelector, CEFSSelector

    Notes
    -----
    Values are placed as for `ClusterEnsemble`: standardised, categories as indicators, missing values at the mean. The
    index of Davies and Bouldin grows with the number of features whatever they say, so its search often ends with
    one or two. The levels of a category are perfect clusters by themselves, so both criteria begin with a category
    where there is one. Subsets of the same size are compared by the criterion itself, since cross-projection of two
    unrelated features is decided by chance. The number of clusters is fixed, or chosen once by the index of Davies and
    Bouldin, not by merging components. The index is searched forward, not by a genetic algorithm.

    Formula::

        trace(Sw^-1 Sb); subset S2 beats S1 if crit(S2, C2) crit(S1, C2) > crit(S1, C1) crit(S2, C1), with C the
        clusters found in a subset. Davies-Bouldin: mean over clusters of max (s_i + s_j) / d_ij.

    Cost: A clustering for each of up to F^2 / 2 candidates; ten times that for a range of ten numbers.

    References
    ----------
    J. Dy and C. Brodley, Feature selection for unsupervised learning, Journal of Machine Learning Research 5, 2004.

    M. Morita, R. Sabourin, F. Bortolozzi and C. Suen, Unsupervised feature selection using multi-objective genetic
    algorithms for handwritten word recognition, ICDAR 2003.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(120, 5))
    >>> X[:, [1, 2]] += np.repeat([0, 4], 60)[:, None]
    >>> selector = ClusterWrapperSelector(n_clusters=2, random_state=0).fit(X)
    >>> selector.get_support(indices=True)
    array([1, 2])
    """

    criterion: Criterion = parameter(
        Word("separability", "davies_bouldin"), default="separability", kw_only=False
    )
    clusterer: Any = None
    n_clusters: int | tuple[int, int] = parameter(ClusterRange(), default=(2, 10))
    max_features: int | None = parameter(Count() | None, default=None)
    when_empty: WhenEmpty = "all"
    random_state: int | np.random.RandomState | None = None
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "fit rows that differ"
    task: ClassVar[str] = "none"  # type: ignore[misc]
    path_: pd.DataFrame = fitted()
    labels_: NDArray[np.int64] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        coordinates = Coordinates.learn(training.X, training.categorical, training.weights)
        points = coordinates.place(training.X)
        search = self._open_search(coordinates, points, training.weights)
        usable = np.isin(np.arange(training.n_features), coordinates.owner[points.any(axis=0)])
        best = self._search(search, usable)
        scores, selected = np.zeros(training.n_features), np.zeros(training.n_features, np.bool_)
        self.path_ = _tell_path(best, training.names)
        self.labels_ = best[-1].labels if best else np.zeros(training.n_samples, np.intp)
        for step, candidate in enumerate(best, start=1):
            scores[candidate.features[-1]], selected[candidate.features[-1]] = 1.0 / step, True
        return SelectionResult(scores, selected)

    def _open_search(
        self, coordinates: Coordinates, points: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> _Search:
        clusterer = make_clusterer(self.clusterer)
        seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        least, most = (
            (self.n_clusters, self.n_clusters)
            if isinstance(self.n_clusters, int | np.integer)
            else self.n_clusters
        )
        if self.criterion == "separability" and most > least:
            least = most = choose_number(clusterer, points, weights, seed, least=least, most=most)
        numbers = range(least, max(least, min(most, len(points) - 1)) + 1)
        if not takes_number(clusterer):
            numbers = range(least, least + 1)
        return _Search(self.criterion, coordinates, points, weights, clusterer, numbers, seed)

    def _search(self, search: _Search, usable: NDArray[np.bool_]) -> list[_Candidate]:
        """The best subset of each size, as long as each is better than the one before."""
        path: list[_Candidate] = []
        additions = Additions(usable.size, candidates=usable)
        most = usable.sum() if self.max_features is None else min(self.max_features, usable.sum())
        while len(path) < most:
            calls = [((*additions.order, feature),) for feature in additions.ask().tolist()]
            candidates = list(map_in_threads(search.cluster, calls, self.n_jobs))
            # Subsets of the same size are compared by the criterion itself: projected on each other, two that know
            # nothing of each other would be compared by chance.
            joined = additions.tell(np.array([search.sign * candidate.value for candidate in candidates]))
            best = next(candidate for candidate in candidates if candidate.features[-1] == joined)
            if path and not search.is_better(path[-1], best):
                break
            path.append(best)
        return path


@dataclass(frozen=True, eq=False)
class _Search:
    """What does not change while subsets are tried."""

    criterion: Criterion
    coordinates: Coordinates
    points: NDArray[np.float64]
    weights: NDArray[np.float64] | None
    clusterer: Any
    numbers: range
    seed: int

    def cluster(self, features: tuple[int, ...]) -> _Candidate:
        points = self.points[:, self.coordinates.find_columns(np.array(features))]
        found = []
        for number in self.numbers:
            labels = find_clusters(self.clusterer, points, number, self.weights, self.seed)
            measure = measure_separability if self.criterion == "separability" else measure_davies_bouldin
            found.append(_Candidate(features, points, labels, measure(points, labels, self.weights)))
        return min(found, key=lambda candidate: candidate.value) if len(found) > 1 else found[0]

    @property
    def sign(self) -> float:
        """Which way is better."""
        return 1.0 if self.criterion == "separability" else -1.0

    def is_better(self, one: _Candidate, other: _Candidate) -> bool:
        if self.criterion == "davies_bouldin":
            return other.value < one.value
        ours, theirs = project_across(one.points, one.labels, other.points, other.labels, self.weights)
        return theirs > ours


def _tell_path(path: list[_Candidate], names: tuple[str, ...]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        {
            "feature": [names[candidate.features[-1]] for candidate in path],
            "criterion": [candidate.value for candidate in path],
            "n_clusters": [len(np.unique(candidate.labels)) for candidate in path],
        },
        index=pd.RangeIndex(1, len(path) + 1, name="step"),
    )
