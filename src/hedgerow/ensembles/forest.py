"""Forests of trees, with the parameters of scikit-learn's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, hstack
from sklearn.utils import check_consistent_length

from hedgerow.ensembles.base import Ensemble
from hedgerow.ensembles.choices import Choices
from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
from hedgerow.foundation.loading import load_kernel
from hedgerow.foundation.parameters import check_choice, check_count
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.resampling import Bootstrap, Full
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.permutation import PermutationImportance, permute_out_of_bag
from hedgerow.trees.pruning import paths

_TREE_PARAMETERS = (
    "criterion",
    "max_depth",
    "min_samples_split",
    "min_samples_leaf",
    "min_weight_fraction_leaf",
    "max_features",
    "max_leaf_nodes",
    "min_impurity_decrease",
    "ccp_alpha",
)


class _Forest(Ensemble):
    """What forests add to ensembles: leaves, proximities, out-of-bag permutation importance."""

    bootstrap: bool
    max_samples: int | float | None
    monotonic_cst: None
    n_outputs_: ClassVar[int] = 1  # as scikit-learn's forests say it
    _split: str

    def _resampling(self) -> Bootstrap | Full:
        if self.monotonic_cst is not None:
            raise ValueError(
                "monotonic_cst is not supported; leave it None, or use scikit-learn's forest for it"
            )
        if not self.bootstrap and self.max_samples is not None:
            raise ValueError("max_samples needs bootstrap=True; without it every tree sees all rows")
        if not self.bootstrap and self.oob_score:
            raise ValueError("oob_score needs bootstrap=True; without it no row is out of bag")
        return Bootstrap(max_samples=self.max_samples) if self.bootstrap else Full()

    def _tree_parameters(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _TREE_PARAMETERS} | {"split": self._split}

    @property
    def members_(self) -> TreeMembers:
        """The trees, answering together."""
        members: Any = super().members_
        return members  # type: ignore[no-any-return]

    @property
    def estimator_(self) -> DecisionTreeClassifier | DecisionTreeRegressor:
        """The unfitted tree whose parameters all trees have."""
        return self.members_.template

    def apply(self, X: Any) -> NDArray[np.int32]:
        """Leaf of each row in each tree.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_estimators)
        """
        return self.members_.forest.apply(self._read_rows(X))

    def decision_path(self, X: Any) -> tuple[csr_array, NDArray[np.int64]]:
        """Which nodes each row passes on its way to the leaves.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        indicator : sparse array of shape (n_samples, n_nodes)
            One where a row passes a node; the trees stand side by side.
        n_nodes_ptr : ndarray of shape (n_estimators + 1,)
            Where the columns of each tree begin.
        """
        rows, forest = self._read_rows(X), self.members_.forest
        passed = [
            csr_array((np.ones(row.size, np.int64), (row, node)), shape=(len(rows), tree.node_count))
            for tree in map(forest.__getitem__, range(len(forest)))
            for row, node in [paths(tree, rows)]
        ]
        return hstack(passed, format="csr"), forest.starts.copy()

    def proximity(self, X: Any, other: Any = None) -> NDArray[np.float64]:
        """Share of trees in which two rows meet in a leaf.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        other : array-like or data frame of shape (n_others, n_features), default=None
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
        count_meetings = load_kernel("tracing", "count_meetings")

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
        """What shuffling each feature costs on rows the trees have not seen.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
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
        rows = self._read_rows(X)
        if not self.bootstrap:
            raise ValueError("out-of-bag importance needs bootstrap=True; without it no row is out of bag")
        if rows.shape[0] != self._plan.n_samples:
            raise ValueError(
                f"X has {rows.shape[0]} rows; pass the {self._plan.n_samples} rows the forest was fitted on"
            )
        check_consistent_length(rows, y)
        check_count("n_repeats", n_repeats)
        in_bag = np.stack([draw > 0 for draw in self._iterate_draws()])
        categorical = None if self._encoding is None else self._encoding.is_categorical
        names = getattr(self, "feature_names_in_", [f"x{f}" for f in range(self.n_features_in_)])
        return permute_out_of_bag(
            self.members_.forest,
            BinnedTable.from_matrix(rows, categorical),
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
            raise ValueError(f"y holds labels that the forest has not seen; it knows {list(self.classes_)}")
        return codes


class RandomForestClassifier(_Forest, EnsembleClassifier):
    """Bagged trees that try a few random features at each node.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    criterion : {"entropy", "gain_ratio", "gini", "sum_minority", "log_loss"}, default="entropy"
        What a split should lower.
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes
        Limits of each tree; see `DecisionTreeClassifier`.
    max_features : int, float, {"sqrt", "log2", "log2+1"} or None, default="sqrt"
        How many features a node tries.
    min_impurity_decrease, ccp_alpha : float, default=0.0
        Least weighted gain of a split; cost per leaf of cost-complexity pruning.
    bootstrap : bool, default=True
        Whether each tree sees a bootstrap sample or all rows.
    oob_score, n_jobs, random_state, verbose, warm_start
        As for `EnsembleClassifier`.
    class_weight : dict, {"balanced", "balanced_subsample"} or None, default=None
        Weights of the classes, by label, over all rows or over each tree's sample.
    max_samples : int, float or None, default=None
        Number, or share, of the rows to draw for each tree; None for as many as there are.
    monotonic_cst : None
        Present for scikit-learn's signature; only None is supported.

    Attributes
    ----------
    estimators_ : sequence of trees
        Made when they are looked at.
    classes_, oob_decision_function_, oob_score_, feature_importances_, estimators_samples_
        And the others of `EnsembleClassifier`.

    See Also
    --------
    BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier.oob_permutation_importance,
    RandomForestClassifier.proximity

    Notes
    -----
    Change the import and scikit-learn code runs. What differs: entropy is the default criterion; columns of categories
    and missing values are used as they are; importances are weighted gains under the chosen criterion; sparse matrices,
    several outputs and `monotonic_cst` are refused. Constant features do not count as tried; equal gains go to the
    feature drawn first. Probabilities of the trees are averaged, votes are not counted.

    Formula::

        error <= rho (1 - s^2) / s^2 with strength s and correlation rho; Rogers 2007, section 2.5.

    Cost: Time O(T F N log N); memory O(N) per thread beside the coded table and the trees.

    References
    ----------
    L. Breiman, Random forests, Machine Learning 45, 2001, pp. 5-32.

    J. Rogers, PhD thesis, University of Southampton, 2007.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from hedgerow import RandomForestClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> RandomForestClassifier(random_state=0).fit(X, y).predict(X[:2])
    array([0, 0])
    """

    _split = "best"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "entropy",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = "sqrt",
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = True,
        oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = False,
        n_jobs: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        verbose: int = 0,
        warm_start: bool = False,
        class_weight: Any = None,
        ccp_alpha: float = 0.0,
        max_samples: int | float | None = None,
        monotonic_cst: None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.class_weight = class_weight
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst

    def _choices(self) -> Choices:
        tree = DecisionTreeClassifier(**self._tree_parameters(), class_weight=self._code_class_weight())
        return Choices(tree, self._resampling(), "all", None, "mean_probability")

    def _code_class_weight(self) -> Any:
        """Class weights by code instead of by label."""
        if not isinstance(self.class_weight, dict):
            words = (None, "balanced", "balanced_subsample")
            return check_choice("class_weight", self.class_weight, words, other="a dict of label: weight")
        return {code: self.class_weight.get(label, 1.0) for code, label in enumerate(self.classes_.tolist())}


class RandomForestRegressor(_Forest, EnsembleRegressor):
    """Bagged regression trees that try some random features at each node.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    criterion : {"squared_error"}, default="squared_error"
        What a split should lower.
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes
        Limits of each tree; see `DecisionTreeRegressor`.
    max_features : int, float, {"sqrt", "log2", "log2+1"} or None, default=1.0
        How many features a node tries.
    min_impurity_decrease, ccp_alpha, bootstrap
        As for `RandomForestClassifier`.
    oob_score, n_jobs, random_state, verbose, warm_start
        As for `EnsembleRegressor`.
    max_samples : int, float or None, default=None
        Number, or share, of the rows to draw for each tree; None for as many as there are.
    monotonic_cst : None
        Present for scikit-learn's signature; only None is supported.

    Attributes
    ----------
    estimators_ : sequence of trees
        Made when they are looked at.
    oob_prediction_, oob_score_, feature_importances_, estimators_samples_
        And the others of `EnsembleRegressor`.

    Notes
    -----
    Change the import and scikit-learn code runs. What differs: columns of categories and missing values are used as
    they are; squared error is the only criterion; sparse matrices, several outputs and `monotonic_cst` are refused.

    References
    ----------
    .. [1] L. Breiman. Random forests. Machine Learning 45 (2001).

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from hedgerow import RandomForestRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> RandomForestRegressor(random_state=0).fit(X, y).score(X, y) > 0.8
    True
    """

    _split = "best"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "squared_error",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = 1.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = True,
        oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = False,
        n_jobs: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        verbose: int = 0,
        warm_start: bool = False,
        ccp_alpha: float = 0.0,
        max_samples: int | float | None = None,
        monotonic_cst: None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst

    def _choices(self) -> Choices:
        return Choices(
            DecisionTreeRegressor(**self._tree_parameters()), self._resampling(), "all", None, "mean"
        )


class ExtraTreesClassifier(RandomForestClassifier):
    """Trees whose cuts are drawn at random: the best of one random cut per feature tried.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    criterion : {"entropy", "gain_ratio", "gini", "sum_minority", "log_loss"}, default="entropy"
        What a split should lower.
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes
        Limits of each tree; see `DecisionTreeClassifier`.
    max_features, min_impurity_decrease, ccp_alpha
        As for `RandomForestClassifier`.
    bootstrap : bool, default=False
        Whether each tree sees a bootstrap sample or all rows.
    oob_score, n_jobs, random_state, verbose, warm_start
        As for `EnsembleClassifier`.
    class_weight
        As for `RandomForestClassifier`.
    max_samples : int, float or None, default=None
        Number, or share, of the rows to draw for each tree; None for as many as there are.
    monotonic_cst : None
        Present for scikit-learn's signature; only None is supported.

    Attributes
    ----------
    estimators_ : sequence of trees
        Made when they are looked at.
    classes_, oob_decision_function_, oob_score_, feature_importances_, estimators_samples_
        And the others of `EnsembleClassifier`.

    See Also
    --------
    RandomForestClassifier, DecisionTreeClassifier

    Notes
    -----
    Every member sees all rows unless ``bootstrap=True``. Missing values go to a side drawn at random. Defaults are
    scikit-learn's, but for entropy as the criterion, and so are not the paper's for regression (5 rows to split).

    Formula::

        threshold uniform between the node's least and largest value of the feature.

    Cost: O(T F N depth): one pass per candidate and no sorting.

    **Totally random trees.** Draw the feature and the threshold of every split at random, and look at the target in the
    leaves only.

    This is ``max_features=1``. The target decides when a node is pure, and nothing else.

    Formula::

        One feature among those that are not constant, and one threshold between its extremes.

    Cost: O(T N depth).

    Paper: P. Geurts, D. Ernst and L. Wehenkel, Extremely randomized trees, Machine Learning 63, 2006, pp. 3-42 (the
    case of one feature a node).

    References
    ----------
    P. Geurts, D. Ernst and L. Wehenkel, Extremely randomized trees, Machine Learning 63, 2006, pp. 3-42.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from hedgerow import ExtraTreesClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> ExtraTreesClassifier(random_state=0).fit(X, y).predict(X[:2])
    array([0, 0])
    """

    _split = "random"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "entropy",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = "sqrt",
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = False,
        oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = False,
        n_jobs: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        verbose: int = 0,
        warm_start: bool = False,
        class_weight: Any = None,
        ccp_alpha: float = 0.0,
        max_samples: int | float | None = None,
        monotonic_cst: None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.class_weight = class_weight
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst


class ExtraTreesRegressor(RandomForestRegressor):
    """Regression trees whose cuts are drawn at random.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    criterion : {"squared_error"}, default="squared_error"
        What a split should lower.
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes
        Limits of each tree; see `DecisionTreeRegressor`.
    max_features
        As for `RandomForestRegressor`.
    min_impurity_decrease, ccp_alpha
        As for `RandomForestClassifier`.
    bootstrap
        As for `ExtraTreesClassifier`.
    oob_score, n_jobs, random_state, verbose, warm_start
        As for `EnsembleRegressor`.
    max_samples : int, float or None, default=None
        Number, or share, of the rows to draw for each tree; None for as many as there are.
    monotonic_cst : None
        Present for scikit-learn's signature; only None is supported.

    Attributes
    ----------
    estimators_ : sequence of trees
        Made when they are looked at.
    oob_prediction_, oob_score_, feature_importances_, estimators_samples_
        And the others of `EnsembleRegressor`.

    References
    ----------
    .. [1] P. Geurts, D. Ernst, L. Wehenkel. Extremely randomized trees. Machine Learning 63 (2006).

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from hedgerow import ExtraTreesRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ExtraTreesRegressor(random_state=0).fit(X, y).score(X, y) > 0.8
    True
    """

    _split = "random"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "squared_error",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = 1.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = False,
        oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = False,
        n_jobs: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        verbose: int = 0,
        warm_start: bool = False,
        ccp_alpha: float = 0.0,
        max_samples: int | float | None = None,
        monotonic_cst: None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst
