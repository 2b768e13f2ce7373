"""Random linear combinations of few features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Flag, Multiple
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.views.preparation import MixingView
from hedgerow.views.projection import count_components
from hedgerow.views.sparse_transform import SparseTransform


@configurable
class RandomCombinations(MixingView):
    """Each member sees a pool of sums of three random features, with random coefficients.

    With a tree that tries few features a node, this is Breiman's Forest-RC, whose nodes choose between a few fresh
    combinations. Here each tree has a pool of combinations, and its nodes draw from the pool.

    Parameters
    ----------
    n_combinations : int or float, default=4.0
        Size of the pool; a float is a multiple of the number of features.
    n_terms : int, default=3
        Features in a combination; all of them where there are fewer.
    standardise : bool, default=True
        Whether features are brought to mean 0 and standard deviation 1 first.

    See Also
    --------
    RandomForestClassifier, RandomRotation

    Notes
    -----
    Coefficients are uniform between -1 and 1. Breiman draws combinations at every node; a pool that is large beside the
    number of nodes on a path comes close to that, and is coded once. A missing number becomes the median of its
    feature. Splits on combinations are not shared out to features, so there are no importances. The pool has four times
    as many combinations as there are features.

    Formula::

        z = c_1 x_i + c_2 x_j + c_3 x_k, c uniform in [-1, 1], features distinct.

    Cost: That of a random forest on a table as wide as the pool, coded for each tree.

    References
    ----------
    L. Breiman, Random forests, Machine Learning 45, 2001, section 5.

    Examples
    --------
    >>> from hedgerow import DecisionTreeClassifier, EnsembleClassifier
    >>> from sklearn.datasets import load_iris
    >>> tree = DecisionTreeClassifier(max_features="log2+1")
    >>> forest_rc = EnsembleClassifier(tree, view=RandomCombinations(), random_state=0)
    >>> forest_rc.fit(*load_iris(return_X_y=True)).estimators_[0].n_features_in_
    16
    """

    n_combinations: float = parameter(Count() | Multiple(), default=4.0, kw_only=False)
    n_terms: int = parameter(Count(), default=3)
    standardise: bool = parameter(Flag(), default=True)

    def fit_member(
        self,
        seeds: NDArray[np.uint64],
        position: int,
        X: NDArray[np.float64],
        y: NDArray[Any],
        weights: NDArray[Any] | None,
    ) -> Combinations:
        """Fix the seed and the size of the pool; the data are not looked at."""
        return Combinations(
            int(seeds[position]),
            count_components(self.n_combinations, X.shape[1]),
            min(int(self.n_terms), X.shape[1]),
        )


@dataclass(frozen=True)
class Combinations:
    """The pool of one member, drawn again from its seed whenever it is needed.

    Attributes
    ----------
    seed : int
        What it is drawn from.
    n_combinations, n_terms : int
        Its size.
    """

    seed: int
    n_combinations: int
    n_terms: int

    @property
    def n_components(self) -> int:
        """Number of combinations."""
        return self.n_combinations

    def draw(self, n_features: int) -> SparseTransform:
        """Draw the combinations."""
        if self.n_terms > n_features:
            raise ValueError(f"X has {n_features} features; this view combines {self.n_terms} at a time")
        generator = np.random.default_rng(self.seed)
        sources = draw_distinct(generator, self.n_combinations, self.n_terms, n_features)
        return SparseTransform(sources, generator.uniform(-1.0, 1.0, sources.shape))

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Combine the features."""
        return self.draw(X.shape[1]).apply(X)


def draw_distinct(
    generator: np.random.Generator, n_draws: int, size: int, n_features: int
) -> NDArray[np.int64]:
    """Draw sets of distinct features, (n_draws, size), all sets of the size alike.

    Examples
    --------
    >>> np.sort(draw_distinct(np.random.default_rng(0), 2, size=3, n_features=3))
    array([[0, 1, 2],
           [0, 1, 2]])
    """
    drawn = np.empty((n_draws, size), np.int64)
    for place in range(size):
        # A number among those that are left becomes a feature by stepping over those that are taken.
        feature = generator.integers(n_features - place, size=n_draws)
        for taken in np.sort(drawn[:, :place], axis=1).T:
            feature += feature >= taken
        drawn[:, place] = feature
    return drawn
