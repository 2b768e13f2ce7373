"""Features that a single clustering needs to find what a whole ensemble agrees on."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.search.evolution import Evolution, Leader, evolve
from hedgerow.search.incremental_learning import Chances, IncrementalLearning, move_chances
from hedgerow.search.masks import fill_empty
from hedgerow.search.scores import SubsetScores
from hedgerow.selection.selector import SelectionResult, Selector, WhenEmpty
from hedgerow.selection.unsupervised.agreement import adjusted_rand_index, rand_index
from hedgerow.selection.unsupervised.cluster_ensemble import ClusterEnsemble
from hedgerow.selection.unsupervised.clustering import find_clusters, make_clusterer
from hedgerow.selection.unsupervised.selector import make_ensemble

_MUTATION_RATE = 0.02  # chance that the chance of a feature mutates after a generation
_MUTATION_SHIFT = 0.05  # how far it then moves, to 0 or to 1


@configurable
class CEFSSelector(Selector):
    """Search the features in which one clustering agrees best with the consensus of many (Hong et al. 2008).

    The consensus of a cluster ensemble takes the place of a target. Subsets are drawn at random, the rows are clustered
    by each, and the chances of the features learn from the subset that agrees best (PBIL).

    Parameters
    ----------
    ensemble : ClusterEnsemble or None, default=None
        The cluster ensemble. None is ``ClusterEnsemble(50)``.
    clusterer : clusterer or None, default=None
        Who clusters the rows by a subset; None is k-means with one start.
    agreement : {"adjusted_rand", "rand"}, default="adjusted_rand"
        How agreement is measured.
    population_size : int, default=50
        Subsets of a generation.
    n_generations : int, default=100
        Number of generations.
    learning_rate : float, default=0.1
        How far chances move to the best subset of a generation.
    fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="all"
        As for other selectors; the search always ends with a feature.
    random_state : int, RandomState or None, default=None
        For the search, and for an ensemble that has none of its own.
    n_jobs : int or None, default=None
        Number of threads, for an ensemble that has none of its own; the answer does not depend on it.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        The best subset, before `fixed_features` and `groups` are applied; the smaller of equally good ones.
    scores_ : ndarray of shape (n_features,)
        The chance of each feature at the end of the search.
    p_values_ : None
        A search has no p-values.
    agreement_ : float
        Agreement of the best subset's clusters with the consensus.
    curve_ : ndarray of shape (n_generations,)
        The best agreement after each generation.
    ensemble_ : ClusterEnsemble
        The ensemble; its `labels_` are the consensus clusters.

    See Also
    --------
    ClusterEnsembleSelector, ClusterWrapperSelector

    Notes
    -----
    Values are placed as for `ClusterEnsemble`. A subset is clustered with the seed and the number of clusters of all
    others, so it is judged once. Hong et al. leave the numbers of the search open; those here are ours. Weights
    count in the clusterings and in the agreement, where a row of weight two is two rows. The numbers of the search are
    50 subsets in 100 generations at a rate of 0.1. Of equal subsets the smaller is kept.

    Formula::

        p <- (1 - lr) p + lr best, for the subset of a generation that agrees best (adjusted Rand index).

    Cost: Up to 5,000 clusterings.

    References
    ----------
    Y. Hong, S. Kwong, Y. Chang and Q. Ren, Unsupervised feature selection using clustering ensembles and population
    based incremental learning algorithm, Pattern Recognition 41, 2008.

    S. Baluja, Population-based incremental learning, Carnegie Mellon University, CMU-CS-94-163, 1994.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 6))
    >>> X[:, :3] += np.repeat([[0, 0, 9], [0, 9, 0], [9, 0, 0]], 20, axis=0)
    >>> selector = CEFSSelector(ClusterEnsemble(40, n_clusters=3), n_generations=8, population_size=10, random_state=0)
    >>> selector.fit(X).get_support(indices=True)      # two of the three are enough
    array([0, 2])
    """

    ensemble: ClusterEnsemble | None = parameter(default=None, kw_only=False)
    clusterer: Any = None
    agreement: Literal["adjusted_rand", "rand"] = parameter(
        Word("adjusted_rand", "rand"), default="adjusted_rand"
    )
    population_size: int = parameter(Count(), default=50)
    n_generations: int = parameter(Count(), default=100)
    learning_rate: float = parameter(Number(0, 1, "right"), default=0.1)
    when_empty: WhenEmpty = "all"
    random_state: int | np.random.RandomState | None = None
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "search for more generations"
    task: ClassVar[str] = "none"  # type: ignore[misc]

    ensemble_: ClusterEnsemble = fitted()
    curve_: NDArray[np.float64] = fitted()
    agreement_: float = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        generator = check_random_state(self.random_state)
        ensemble = ClusterEnsemble(50) if self.ensemble is None else self.ensemble
        self.ensemble_ = make_ensemble(ensemble, generator, self.n_jobs)
        points = self.ensemble_._fit_table(training)
        clusterer = KMeans(n_init=1) if self.clusterer is None else make_clusterer(self.clusterer)
        measure = adjusted_rand_index if self.agreement == "adjusted_rand" else rand_index
        seed, within = (int(each) for each in generator.randint(2**31 - 1, size=2))
        weights = training.weights
        counted = None if weights is None else weights * (len(weights) / weights.sum())

        def agree(features: NDArray[np.bool_]) -> float:
            columns = self.ensemble_._coordinates.find_columns(np.flatnonzero(features))
            n_clusters = self.ensemble_.n_clusters_
            labels = find_clusters(clusterer, points[:, columns], n_clusters, weights, within)
            return measure(self.ensemble_.labels_, labels, counted)

        scores = SubsetScores(
            training.n_features, lambda masks: np.array([[agree(features)] for features in masks])
        )
        chances, found = self._search(scores, seed)
        self.curve_, self.agreement_ = found.history, float(found.history[-1])
        return SelectionResult(chances, found.best)

    def _search(self, scores: SubsetScores, seed: int) -> tuple[Chances, Evolution]:
        """The chances of the features at the end, and what was found."""
        generator = np.random.default_rng(seed)

        def mutate(chances: Chances) -> Chances:
            mutating = generator.random(chances.shape) < _MUTATION_RATE
            target = generator.integers(2, size=chances.shape)
            return np.where(mutating, move_chances(chances, target, _MUTATION_SHIFT), chances)

        search = IncrementalLearning(
            scores.n_units,
            self.population_size,
            generator,
            mutate,
            learning_rate=self.learning_rate,
            prefers_small=True,
            repair=lambda masks: fill_empty(masks, generator),
        )
        found = evolve(search, scores.score, Leader(prefers_small=True), n_generations=self.n_generations - 1)
        return search.chances[0], found
