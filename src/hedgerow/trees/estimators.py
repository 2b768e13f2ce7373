"""Decision trees as scikit-learn estimators, and as learners that ensembles grow in batches."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, csr_matrix, issparse
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.utils import Bunch
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.votes import Vote
from hedgerow.foundation.constraints import Constraints, Count, Word, check_parameters
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.kinship import counts_as
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.seeds import draw_seed
from hedgerow.foundation.target import Task
from hedgerow.foundation.target_group import gather_labels
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.trees.binning import code_table
from hedgerow.trees.directions import read_directions
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.partial_dependence import average_branches
from hedgerow.trees.pruning import find_pruning_path, trace_paths
from hedgerow.trees.rules import (
    CLASS_CRITERIA,
    CLASS_WEIGHT,
    LIMITS,
    SPLITS,
    SPLITTERS,
    VALUE_CRITERIA,
    check_events,
    choose_split,
    count_features,
    read_value_criterion,
)
from hedgerow.trees.scikit_learn_tree import show_as_scikit_learn
from hedgerow.trees.several_targets import code_class_weights, weigh_classes_of_several
from hedgerow.trees.tree import Tree


def _keep(X: Any) -> Any:
    """The features as pruning and model files take them."""
    make: Any = csr_array if issparse(X) else np.asarray
    return make(X)


@configurable
class _DecisionTree(BaseEstimator):
    """What both kinds of tree share."""

    _parameters: ClassVar[Constraints] = LIMITS
    _task: ClassVar[Task]

    criterion: str
    split: str = parameter(Word(*SPLITS), default="best")
    splitter: str | None = parameter(SPLITTERS, default=None)
    max_features: int | float | str | None = None
    max_depth: int | None = None
    min_samples_split: int | float = 2
    min_samples_leaf: int | float = 1
    min_weight_fraction_leaf: float = 0.0
    max_leaf_nodes: int | None = None
    min_impurity_decrease: float = 0.0
    n_best: int = parameter(Count(), default=20)
    pruning: str | None
    ccp_alpha: float = 0.0
    monotonic_cst: Any = None
    random_state: Any = None

    flat_tree_: Tree = fitted()
    n_features_in_: int = fitted()
    classes_: NDArray[Any] | list[NDArray[Any]] = fitted()
    n_classes_: int | list[int] = fitted()
    _encoding: FeatureEncoding | None = fitted()

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the tree.

        A fit that fails or is interrupted leaves the tree as it was.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features; a data frame may hold categories, values may be missing.
        y : array-like of shape (n_samples,) or (n_samples, n_targets)
            Class labels of any kind, or values; a column for each target where there are several.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; an integer weight is a repeat.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            training = TrainingSet.read(self, X, y, sample_weight, task=self._task)
            if isinstance(training.classes, tuple):
                self.classes_ = list(training.classes)
                self.n_classes_ = [len(classes) for classes in training.classes]
            elif training.classes is not None:
                self.classes_, self.n_classes_ = training.classes, len(training.classes)
            weights = self._weigh_rows(training)
            seed = draw_seed(self.random_state)
            grown = self._make_unweighted().prepare(training).grow(seed, weights[None])
            self.flat_tree_ = grown.forest[0]
        return self

    def check_together(self) -> None:
        """Refuse criteria and constraints that a way of pruning does not know.

        The description length counts bits, breadth first, of the best splits.
        """
        split = choose_split(self.split, self.splitter)
        if self.pruning is not None and self.monotonic_cst is not None:
            raise ValueError(
                f"pruning={self.pruning!r} knows no monotonic_cst; use ccp_alpha with it, or pruning=None"
            )
        if self.pruning == "reduced_error" and self.criterion in ("absolute_error", "poisson"):
            raise ValueError(
                f"pruning='reduced_error' judges squared errors; with criterion={self.criterion!r} use ccp_alpha"
            )
        if self.pruning != "mdl":
            return
        if self.criterion not in ("entropy", "log_loss"):
            raise ValueError("pruning='mdl' counts bits; use it with criterion='entropy'")
        if self.max_leaf_nodes is not None:
            raise ValueError("pruning='mdl' grows breadth first; leave max_leaf_nodes=None with it")
        if split != "best":
            raise ValueError("pruning='mdl' judges the best split of each feature; use it with split='best'")

    def _weigh_rows(self, training: TrainingSet) -> NDArray[Any]:
        return training.counts

    def _make_unweighted(self) -> Self:
        return self

    def prepare(self, training: TrainingSet) -> TreeGrower:
        """Code the table once, for any number of trees.

        Parameters
        ----------
        training : TrainingSet
            What to learn from.

        Returns
        -------
        TreeGrower
        """
        check_parameters(self)
        if self.criterion == "poisson":
            check_events(training.y)
        template = self
        if self.monotonic_cst is not None:
            directions = read_directions(self.monotonic_cst, training)
            template = type(self)(**self.get_params(deep=False) | {"monotonic_cst": directions})
        return TreeGrower(
            template,
            code_table(training.X, training.is_categorical),
            training.y,
            training.n_classes or 0,
            _keep(training.X),
            training.targets,
        )

    def from_tree(self, tree: Tree) -> Self:
        """A fitted estimator of this kind around a grown tree."""
        fitted = type(self)(**self.get_params(deep=False))
        fitted.flat_tree_, fitted.n_features_in_, fitted._encoding = tree, tree.n_features, None
        if tree.targets is not None and tree.n_classes:
            fitted.n_classes_ = list(tree.targets.n_classes)
            fitted.classes_ = [np.arange(n_classes) for n_classes in tree.targets.n_classes]
        elif tree.n_classes:
            fitted.classes_, fitted.n_classes_ = np.arange(tree.n_classes), tree.n_classes
        return fitted

    def _read(self, X: Any) -> NDArray[np.floating[Any]]:
        rows: NDArray[np.floating[Any]] = read_rows(self, X, "flat_tree_")
        return rows

    def cost_complexity_pruning_path(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Bunch:
        """Which values of `ccp_alpha` make a difference: the tree is grown, and cut back split by split.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            Class labels of any kind, or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        Bunch
            ``ccp_alphas``, from which each of the smaller trees is the best, and ``impurities``, the sums over their
            leaves; the first of each are those of the whole tree.
        """
        grown = clone(self).set_params(ccp_alpha=0.0).fit(X, y, sample_weight)
        alphas, impurities = find_pruning_path(grown.flat_tree_, grown.criterion)
        return Bunch(ccp_alphas=alphas, impurities=impurities)

    def apply(self, X: Any) -> NDArray[np.int32]:
        """Leaf of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        rows = self._read(X)
        return self.flat_tree_.forest.apply(rows)[:, 0]

    def decision_path(self, X: Any) -> csr_matrix:
        """Which nodes each row passes on its way to its leaf.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        sparse matrix of shape (n_samples, n_nodes)
            One where a row passes a node.
        """
        rows = self._read(X)
        return trace_paths(self.flat_tree_, rows)

    def get_depth(self) -> int:
        """Depth of the deepest leaf."""
        check_is_fitted(self, "flat_tree_")
        return self.flat_tree_.max_depth

    def get_n_leaves(self) -> int:
        """Number of leaves."""
        check_is_fitted(self, "flat_tree_")
        return self.flat_tree_.n_leaves

    @property
    def tree_(self) -> Any:
        """The tree as scikit-learn's own object, made when it is looked at; see `flat_tree_`."""
        check_is_fitted(self, "flat_tree_")
        return show_as_scikit_learn(self.flat_tree_, self.criterion)

    @property
    def n_outputs_(self) -> int:
        """Number of targets."""
        check_is_fitted(self, "flat_tree_")
        return 1 if self.flat_tree_.targets is None else self.flat_tree_.targets.n_targets

    @property
    def max_features_(self) -> int:
        """How many features a node tries."""
        check_is_fitted(self, "flat_tree_")
        return count_features(self.max_features, self.n_features_in_)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Gain of each feature, weighted by the share of rows it parts, summing to one."""
        check_is_fitted(self, "flat_tree_")
        importances: NDArray[np.float64] = self.flat_tree_.forest.feature_importances()[0]
        return importances

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.sparse = True
        tags.target_tags.multi_output = True
        if tags.classifier_tags is not None:
            tags.classifier_tags.multi_label = True
        return tags


@counts_as("sklearn.tree.DecisionTreeClassifier")
@configurable
class DecisionTreeClassifier(ClassifierMixin, _DecisionTree):
    """A tree of binary splits, each chosen to make the classes on its two sides purer.

    Missing values take a branch that is learned; columns of categories are split into two subsets.

    Parameters
    ----------
    criterion : {"entropy", "gain_ratio", "gini", "sum_minority", "log_loss"}, default="entropy"
        What a split should lower. "log_loss" is another name of "entropy".
    split : {"best", "random", "pert", "top_k"}, default="best"
        How a cut is found: the best one; one drawn between the extremes, per feature (extremely randomised trees);
        one drawn between two rows of different classes (PERT); the best cut of a feature drawn from the `n_best` best.
    splitter : {"best", "random"} or None, default=None
        scikit-learn's name of `split`; None to leave it to that.
    max_features : int, float, {"sqrt", "log2", "log2+1"} or None, default=None
        How many features a node tries; None for all. Features that are constant in the node do not count.
        With ``split="pert"`` a node always takes one feature at random.
    max_depth : int or None, default=None
        Greatest depth.
    min_samples_split, min_samples_leaf : int or float
        Fewest rows of a node that is split, and of a leaf; a float is a share of the rows. A row counts once, however
        often a bootstrap drew it, as in scikit-learn.
    min_weight_fraction_leaf : float, default=0.0
        Least share of the total weight in a leaf.
    max_leaf_nodes : int or None, default=None
        Most leaves; the tree then grows where the weighted gain is largest.
    min_impurity_decrease : float, default=0.0
        Least gain of a split, times the node's share of the weight.
    n_best : int, default=20
        From how many features ``split="top_k"`` draws.
    pruning : {None, "mdl", "reduced_error"}, default=None
        "mdl" splits only where that shortens the description of labels and tree together; "reduced_error" holds out a
        third of the rows and drops the splits that do not help them.
    ccp_alpha : float, default=0.0
        Cost per leaf of minimal cost-complexity pruning.
    class_weight : dict, list of dict, {"balanced", "balanced_subsample"} or None, default=None
        Weights of the classes, one dict for each target where there are several; "balanced_subsample" is for the trees
        of a forest, each of which sees other rows.
    monotonic_cst : array-like of shape (n_features,), dict or None, default=None
        1 where a feature may only raise what is predicted (of two classes, the probability of the second), -1 where it
        may only lower it, 0 elsewhere; a dict goes by the names of columns. Not for categories, nor for more classes.
    random_state : int, RandomState or None, default=None
        Draws of features and cuts.

    Attributes
    ----------
    flat_tree_ : Tree
        The nodes as flat arrays; ``flat_tree_.frame()`` is a data frame.
    tree_ : sklearn.tree._tree.Tree
        The same nodes in scikit-learn's shape, for whatever reads its trees; not where a split is a subset of
        categories. Rows are compared as 32-bit numbers there, as scikit-learn does.
    classes_ : ndarray of shape (n_classes,), or list of one for each target
        The class labels.
    feature_importances_ : ndarray of shape (n_features,)
        Gain of each feature, summing to one.

    See Also
    --------
    RandomForestClassifier, ExtraTreesClassifier

    Notes
    -----
    A vote tie in a leaf goes to the class with the larger weight in the root, then to the first. Where all features are
    tried, equal gains go to the first feature; where they are drawn, to the first drawn. Entropy is the default.
    Thresholds lie halfway between neighbouring values of the node, and of equal gains within a feature the lowest
    threshold is taken. Large nodes are counted into bins, and only bins that may hold a better cut are looked into.
    Splits without gain are allowed while a node is impure, which exclusive-or needs. Missing values take the side that
    gains more; categories split by subset. Sum-minority is extended from two classes to many.

    Under `monotonic_cst` a cut of such a feature is refused where its sides are in the wrong order, or beyond the
    limits of the node; the middle of the two sides is then a limit of all leaves below them, to which leaves of other
    cuts are brought back, as in scikit-learn. Every cut is scored by itself. Nothing is promised of missing values.

    Formula::

        Gain = Imp(node) - sum_c (n_c / n) Imp(c), with Imp one of entropy -sum_k p_k log2 p_k, Gini 1 - sum_k p_k^2,
        sum-minority 1 - max_k p_k, variance; gain ratio = information gain / -sum_c (n_c / n) log2(n_c / n). Rogers
        2007, eq. 2.16-2.22.

    Cost: Time O(F N log N) for a balanced tree, memory O(N) beside the coded table.

    **MDL-stopped tree.** Accept a split only if it shortens the description of the labels by more bits than it costs to
    write down.

    The order of growth is not published; the features already used are shared by the whole tree, so it matters: nodes
    are visited breadth first and, of the features whose best cut pays for itself, the one with the largest gain is
    taken. Fractional weights are scaled to sum to the number of rows. Classification only, as in the paper.

    Formula::

        Accept iff n IG >= log2(n-1) + log2(3^k - 2) - k Ent(l) + k1 Ent(l1) + k2 Ent(l2) + fcost. Rogers 2007, eq.
        2.23-2.24; fcost is the price of naming the feature.

    Cost: That of a decision tree, usually on far fewer nodes.

    Paper: U. Fayyad and K. Irani, Multi-interval discretization of continuous-valued attributes for classification
    learning, IJCAI 1993; J. Rogers, PhD thesis, University of Southampton, 2007, ch. 2.

    **Reduced-error pruning.** Grow on two thirds of the rows; from the leaves up, undo each split that does not help
    the held-out third.

    One post-order sweep. Nodes that no held-out row reaches are pruned. The leaves are refitted with all rows
    afterwards, as REPTree does.

    Formula::

        Replace a node by a leaf iff its error on the held-out rows does not grow; as a leaf with mean c the squared
        error is sum w y^2 - 2 c sum w y + c^2 sum w.

    Cost: O(N depth) to route the held-out rows once, O(nodes) to prune.

    Paper: J. R. Quinlan, Simplifying decision trees, International Journal of Man-Machine Studies 27, 1987,
    pp. 221-234.

    **Top-k splits (randomised C4.5).** At each node, list the k best splits and take one of them at random.

    Attributes are ranked, not cuts: a feature enters the list once, with its best cut, so one cannot fill the list by
    itself. Where the list holds splits that gain, one without gain is not drawn.

    Formula::

        k = 20 in the paper; k = 1 is the ordinary tree.

    Cost: That of a decision tree that tries every feature.

    Paper: T. Dietterich, An experimental comparison of three methods for constructing ensembles of decision trees:
    bagging, boosting, and randomization, Machine Learning 40, 2000, pp. 139-157.

    **PERT: perfect random trees.** Draw two rows of different classes and one feature, and cut at a random point
    between their values.

    When the two rows agree on the feature, or one of them misses it, another feature is drawn; after ten pairs that no
    feature parts the node becomes a leaf. With ``max_features`` above 1 the best of that many cuts is kept. Regression
    draws two rows with different targets.

    Formula::

        threshold = alpha a(f) + (1 - alpha) b(f), alpha uniform on (0, 1).

    Cost: O(N depth): one cut per node, and nothing to compare it with.

    Paper: A. Cutler and G. Zhao, PERT: perfect random tree ensembles, Computing Science and Statistics 33, 2001,
    pp. 490-497.

    References
    ----------
    L. Breiman, J. Friedman, R. Olshen and C. Stone, Classification and Regression Trees, Wadsworth, 1984.

    J. R. Quinlan, C4.5: Programs for Machine Learning, Morgan Kaufmann, 1993 (gain ratio).

    J. D. Rogers. PhD thesis, University of Southampton, 2007.

    Examples
    --------
    >>> from hedgerow import DecisionTreeClassifier, datasets
    >>> table = datasets.load("votes")
    >>> tree = DecisionTreeClassifier(pruning="mdl").fit(table.features, table.target)
    >>> tree.get_n_leaves() < 10, tree.score(table.features, table.target) > 0.95
    (True, True)
    """

    criterion: str = parameter(CLASS_CRITERIA, default="entropy")
    pruning: str | None = parameter(Word(None, "mdl", "reduced_error"), default=None)
    class_weight: Any = parameter(CLASS_WEIGHT, default=None)

    _task = "classification"

    def _weigh_rows(self, training: TrainingSet) -> NDArray[Any]:
        """Row weights times the weights of their classes, which a user gives by label."""
        if self.class_weight is None:
            return training.counts
        if training.targets is not None:
            coded = code_class_weights(self.class_weight, list(self.classes_))
            if coded == "balanced_subsample":
                raise ValueError(
                    'class_weight="balanced_subsample" is for the trees of a forest; use "balanced"'
                )
            weighed = weigh_classes_of_several(coded, training.counts[None], training.y, training.targets)
            return np.asarray(weighed[0])
        if isinstance(self.class_weight, list):
            raise ValueError(
                "class_weight is a list, which has a dict for each of several targets; pass a dict"
            )
        labels = self.classes_[training.y]
        factors = compute_class_weight(self.class_weight, classes=self.classes_, y=labels)
        by_class: NDArray[np.float64] = factors[training.y]
        return by_class if training.weights is None else training.weights * by_class

    def _make_unweighted(self) -> Self:
        """The same tree for rows whose weights hold those of their classes already."""
        if self.class_weight is None:
            return self
        return type(self)(**self.get_params(deep=False) | {"class_weight": None})

    def predict_proba(self, X: Any) -> NDArray[np.float64] | list[NDArray[np.float64]]:
        """Class shares of each row's leaf.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes), or a list of one for each target
        """
        rows = self._read(X)
        shares = self.flat_tree_.forest.sum_outputs(rows)
        return shares if self.flat_tree_.targets is None else self.flat_tree_.targets.split(shares)

    def predict_log_proba(self, X: Any) -> NDArray[np.float64] | list[NDArray[np.float64]]:
        """Logarithm of `predict_proba`."""
        shares = self.predict_proba(X)
        with np.errstate(divide="ignore"):
            return [np.log(each) for each in shares] if isinstance(shares, list) else np.log(shares)

    def predict(self, X: Any) -> NDArray[Any]:
        """Heaviest class of each row's leaf.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_targets)
        """
        shares: Any = self.predict_proba(X)
        if self.flat_tree_.targets is not None:
            priors = self.flat_tree_.targets.split(np.asarray(self.flat_tree_.values[0]))
            parts = zip(self.classes_, shares, priors, strict=True)
            return gather_labels([labels[Vote().decide(each, priors=prior)] for labels, each, prior in parts])
        labels: NDArray[Any] = self.classes_[Vote().decide(shares, priors=self.flat_tree_.values[0])]
        return labels


@counts_as("sklearn.tree.DecisionTreeRegressor")
@configurable
class DecisionTreeRegressor(RegressorMixin, _DecisionTree):
    """A tree of binary splits, each chosen to lower the error on its two sides.

    Parameters
    ----------
    criterion : {"squared_error", "absolute_error", "poisson"}, default="squared_error"
        What a split should lower: the squared error of the mean, the absolute error of the median, or half the Poisson
        deviance of the mean, for targets that count events.
    split : {"best", "random", "pert", "top_k"}, default="best"
        How a cut is found; see `DecisionTreeClassifier`. PERT parts two rows with different targets.
    max_features : int, float, {"sqrt", "log2", "log2+1"} or None, default=None
        How many features a node tries; None for all; with ``split="pert"`` always one.
    max_depth : int or None, default=None
        Greatest depth.
    min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes, min_impurity_decrease
        As for `DecisionTreeClassifier`.
    n_best : int, default=20
        From how many features ``split="top_k"`` draws.
    pruning : {None, "reduced_error"}, default=None
        "reduced_error" holds out a third of the rows and drops the splits that do not help them.
    ccp_alpha, monotonic_cst, random_state
        As for `DecisionTreeClassifier`.

    Attributes
    ----------
    flat_tree_, tree_, feature_importances_
        As for `DecisionTreeClassifier`. What ``flat_tree_.frame()`` calls mean and variance are the median and the mean
        absolute deviation under "absolute_error", and the mean and half the Poisson deviance under "poisson".

    Notes
    -----
    The median is that of the weights: up to it lies half of them, and where a half ends between two targets it lies
    half-way. Categories are parted in the order of their means, which is best for squared error and Poisson deviance,
    and good for absolute error. Under "poisson" targets are 0 or more, and no leaf is without events.

    Formula::

        Imp = sum w (y - mean)^2 / W; sum w |y - median| / W; sum w y log(y / mean) / W.

    Cost: As for `DecisionTreeClassifier`; Poisson deviance takes two to three times as long as squared error, and
    absolute error five times and more.

    Examples
    --------
    >>> import numpy as np
    >>> from hedgerow import DecisionTreeRegressor
    >>> X, y = np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([1.0, 2.0, 3.0, 10.0])
    >>> DecisionTreeRegressor(max_depth=1).fit(X, y).predict([[2.5], [3.5], [9.0]])
    array([ 2.,  2., 10.])
    """

    criterion: str = parameter(VALUE_CRITERIA, default="squared_error")
    pruning: str | None = parameter(Word(None, "reduced_error"), default=None)

    _task = "regression"

    def __post_init__(self) -> None:
        self.criterion = read_value_criterion(self.criterion)

    def _compute_partial_dependence_recursion(
        self, grid: ArrayLike, target_features: ArrayLike
    ) -> NDArray[np.float64]:
        """What ``sklearn.inspection.partial_dependence`` asks of trees."""
        return average_branches(self.flat_tree_.forest, grid, target_features, self._encoding)

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Mean target of each row's leaf, or its median under absolute error.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_targets)
        """
        rows = self._read(X)
        return self.flat_tree_.forest.sum_outputs(rows)
