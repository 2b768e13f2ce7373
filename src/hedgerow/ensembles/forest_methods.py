"""What forests can do beyond other ensembles: leaves, proximities, permutation importance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, hstack
from sklearn.utils import check_consistent_length

from hedgerow.ensembles.plan import Plan
from hedgerow.foundation.constraints import Count, check
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.target_group import check_one_target
from hedgerow.foundation.training_set import read_rows
from hedgerow.trees.binning import code_table
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.permutation import PermutationImportance, permute_out_of_bag
from hedgerow.trees.pruning import trace_paths


class ForestMethods:
    """Leaves, proximities and out-of-bag permutation importance, for ensembles whose members are hedgerow's trees."""

    bootstrap: bool
    n_jobs: int | None
    n_features_in_: int
    _plan: Plan
    _encoding: FeatureEncoding | None

    if TYPE_CHECKING:
        members_: TreeMembers
        _iterate_draws: Callable[[], Iterator[NDArray[Any]]]

    @property
    def n_outputs_(self) -> int:
        """Number of targets."""
        return 1 if self._plan.targets is None else self._plan.targets.n_targets

    def apply(self, X: Any) -> NDArray[np.int32]:
        """Leaf of each row in each tree.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_estimators)
        """
        rows = read_rows(self, X)
        return self.members_.forest.apply(rows)

    def decision_path(self, X: Any) -> tuple[csr_matrix, NDArray[np.int64]]:
        """Which nodes each row passes on its way to the leaves.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        indicator : sparse matrix of shape (n_samples, n_nodes)
            One where a row passes a node; the trees stand side by side.
        n_nodes_ptr : ndarray of shape (n_estimators + 1,)
            Where the columns of each tree begin.
        """
        rows, forest = read_rows(self, X), self.members_.forest
        passed = [trace_paths(forest[tree], rows) for tree in range(len(forest))]
        return hstack(passed, format="csr"), forest.starts.copy()

    def proximity(self, X: Any, other: Any = None) -> NDArray[np.float64]:
        """Share of trees in which two rows meet in a leaf.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        other : array-like, sparse matrix or data frame of shape (n_others, n_features), default=None
            What to compare them with; None for themselves.

        Returns
        -------
        ndarray of shape (n_samples, n_others)

        See Also
        --------
        RandomForestClassifier

        Notes
        -----
        All trees count, in bag or not.

        Formula::

            prox(i, j) = (1 / T) sum_t [leaf_t(i) = leaf_t(j)].

        Cost: O(T N depth) to find the leaves, O(T N^2) to compare them.

        References
        ----------
        L. Breiman and A. Cutler, Setting up, using, and understanding random forests V4.0, 2003.
        """
        from hedgerow._kernels.pair_tracing import count_meetings

        leaves = self.apply(X)
        others = leaves if other is None else self.apply(other)
        meetings = np.empty((leaves.shape[0], others.shape[0]))
        count_meetings(leaves, others, meetings)
        return meetings

    def oob_permutation_importance(
        self,
        X: Any,
        y: ArrayLike,
        *,
        n_repeats: int = 5,
        random_state: int | np.random.RandomState | None = 0,
    ) -> PermutationImportance:
        """What shuffling each feature costs on out-of-bag rows.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows the forest was fitted on, in the same order.
        y : array-like of shape (n_samples,)
            Their targets.
        n_repeats : int, default=5
            Number of permutations; one permutation serves all features.
        random_state : int, RandomState or None, default=0
            Where the permutations come from.

        Returns
        -------
        PermutationImportance
            ``frame()`` has one row per feature: ``feature``, ``importance`` (accuracy or R^2 lost) and ``spread``.

        See Also
        --------
        RandomForestClassifier, RandomForestClassifier.proximity

        Notes
        -----
        The ensemble's out-of-bag prediction is scored, not each tree's. One permutation of all rows, not of a tree's
        out-of-bag rows, serves every feature and tree of a repeat; repeats give the spread. Where features carry the
        same information, each scores low, since the others still inform; a score can be below zero.

        Formula::

            importance(f) = error(out of bag, f shuffled) - error(out of bag).

        Cost: For R repeats each row walks down each tree once, and once more for each feature on its path: O(R T N
        depth^2) whatever the number of features.

        References
        ----------
        L. Breiman, Random forests, Machine Learning 45, 2001, section 10.
        """
        rows = read_rows(self, X)
        check_one_target(self, "out-of-bag importance")
        if not self.bootstrap:
            raise ValueError("out-of-bag importance needs bootstrap=True; without it no row is out of bag")
        if rows.shape[0] != self._plan.n_samples:
            raise ValueError(
                f"X has {rows.shape[0]} rows; pass the {self._plan.n_samples} rows the forest was fitted on"
            )
        check_consistent_length(rows, y)
        check("n_repeats", n_repeats, Count())
        in_bag = np.stack([draw > 0 for draw in self._iterate_draws()])
        categorical = None if self._encoding is None else self._encoding.is_categorical
        names = getattr(self, "feature_names_in_", [f"x{f}" for f in range(self.n_features_in_)])
        return permute_out_of_bag(
            self.members_.forest,
            code_table(rows, categorical),
            self._code_target(y),
            in_bag,
            names=names,
            n_repeats=n_repeats,
            seed=draw_entropy(random_state),
            n_jobs=self.n_jobs,
        )

    def _code_target(self, y: Any) -> NDArray[Any]:
        values = np.asarray(y)
        if not hasattr(self, "classes_"):
            return values.astype(np.float64)
        codes = np.searchsorted(self.classes_, values)
        codes = np.minimum(codes, len(self.classes_) - 1)
        if (self.classes_[codes] != values).any():
            raise ValueError(
                f"y holds labels that the forest was not fitted on; it knows {list(self.classes_)}"
            )
        return codes
