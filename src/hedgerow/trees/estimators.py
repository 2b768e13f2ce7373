"""Decision trees as scikit-learn estimators, and as learners that ensembles grow in batches."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.votes import Vote
from hedgerow.foundation.constraints import Constraints, Count, Word, check_parameters
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.target import Task
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.trees.binning import code_table
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.rules import (
    CLASS_CRITERIA,
    CLASS_WEIGHT,
    LIMITS,
    SPLITS,
    VALUE_CRITERIA,
)
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
    random_state: Any = None

    tree_: Tree = fitted()
    n_features_in_: int = fitted()
    classes_: NDArray[Any] = fitted()
    n_classes_: int = fitted()
    _encoding: FeatureEncoding | None = fitted()

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the tree.

        A fit that fails or is interrupted leaves the tree as it was.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features; a data frame may hold categories, values may be missing.
        y : array-like of shape (n_samples,)
            Class labels of any kind, or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; an integer weight is a repeat.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            training = TrainingSet.read(self, X, y, sample_weight, task=self._task)
            if training.classes is not None:
                self.classes_, self.n_classes_ = training.classes, len(training.classes)
            weights = self._weigh_rows(training)
            seed = check_random_state(self.random_state).randint(2**31 - 1, size=1).astype(np.uint64)
            grown = self._make_unweighted().prepare(training).grow(seed, weights[None])
            self.tree_ = grown.forest[0]
        return self

    def check_together(self) -> None:
        """Refuse what does not go with the description length: it counts bits, breadth first, of the best splits."""
        if self.pruning != "mdl":
            return
        if self.criterion not in ("entropy", "log_loss"):
            raise ValueError("pruning='mdl' counts bits; use it with criterion='entropy'")
        if self.max_leaf_nodes is not None:
            raise ValueError("pruning='mdl' grows breadth first; leave max_leaf_nodes=None with it")
        if self.split != "best":
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
        return TreeGrower(
            self,
            code_table(training.X, training.is_categorical),
            training.y,
            training.n_classes or 0,
            _keep(training.X),
        )

    def from_tree(self, tree: Tree) -> Self:
        """A fitted estimator of this kind around a grown tree."""
        fitted = type(self)(**self.get_params(deep=False))
        fitted.tree_, fitted.n_features_in_, fitted._encoding = tree, tree.n_features, None
        if tree.n_classes:
            fitted.classes_, fitted.n_classes_ = np.arange(tree.n_classes), tree.n_classes
        return fitted

    def _read(self, X: Any) -> NDArray[np.floating[Any]]:
        rows: NDArray[np.floating[Any]] = read_rows(self, X, "tree_")
        return rows

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
        return self.tree_.forest.apply(rows)[:, 0]

    def get_depth(self) -> int:
        """Depth of the deepest leaf."""
        check_is_fitted(self, "tree_")
        return self.tree_.max_depth

    def get_n_leaves(self) -> int:
        """Number of leaves."""
        check_is_fitted(self, "tree_")
        return self.tree_.n_leaves

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Gain of each feature, weighted by the share of rows it parts, summing to one."""
        check_is_fitted(self, "tree_")
        importances: NDArray[np.float64] = self.tree_.forest.feature_importances()[0]
        return importances

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.sparse = True
        return tags


@configurable
class DecisionTreeClassifier(ClassifierMixin, _DecisionTree):
    """A tree of binary splits, each chosen to make the classes on its two sides purer.

    Missing values take a branch that is learned; columns of categories are split into two subsets.

    Parameters
    ----------
    criterion : {"entropy", "gain_ratio", "gini", "sum_minority"}, default="entropy"
        What a split should lower. "log_loss" is another name of "entropy".
    split : {"best", "random", "pert", "top_k"}, default="best"
        How a cut is found: the best one; one drawn between the extremes, per feature (extremely randomised trees);
        one drawn between two rows of different classes (PERT); the best cut of a feature drawn from the `n_best` best.
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
    class_weight : dict, {"balanced", "balanced_subsample"} or None, default=None
        Weights of the classes; "balanced_subsample" is for the trees of a forest, each of which sees other rows.
    random_state : int, RandomState or None, default=None
        Draws of features and cuts.

    Attributes
    ----------
    tree_ : Tree
        The nodes as flat arrays; ``tree_.frame()`` is a data frame.
    classes_ : ndarray of shape (n_classes,)
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
    threshold is taken. Large nodes compare features in up to 256 bins of ranks, and cut only the best one exactly.
    Splits without gain are allowed while a node is impure, which exclusive-or needs. Missing values take the side that
    gains more; categories split by subset. Sum-minority is extended from two classes to many.

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
        labels = self.classes_[training.y]
        factors = compute_class_weight(self.class_weight, classes=self.classes_, y=labels)
        by_class: NDArray[np.float64] = factors[training.y]
        return by_class if training.weights is None else training.weights * by_class

    def _make_unweighted(self) -> Self:
        """The same tree for rows whose weights hold those of their classes already."""
        if self.class_weight is None:
            return self
        return type(self)(**self.get_params(deep=False) | {"class_weight": None})

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Class shares of each row's leaf.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        rows = self._read(X)
        return self.tree_.forest.sum_outputs(rows)

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Logarithm of `predict_proba`."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def predict(self, X: Any) -> NDArray[Any]:
        """Heaviest class of each row's leaf.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        shares = self.predict_proba(X)
        labels: NDArray[Any] = self.classes_[Vote().decide(shares, priors=self.tree_.values[0])]
        return labels


@configurable
class DecisionTreeRegressor(RegressorMixin, _DecisionTree):
    """A tree of binary splits, each chosen to lower the squared error on its two sides.

    Parameters
    ----------
    criterion : {"squared_error"}, default="squared_error"
        What a split should lower.
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
    ccp_alpha, random_state
        As for `DecisionTreeClassifier`.

    Attributes
    ----------
    tree_, feature_importances_
        As for `DecisionTreeClassifier`.

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

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Mean target of each row's leaf.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        rows = self._read(X)
        return self.tree_.forest.sum_outputs(rows)
