"""What a decision tree does whatever it predicts: it is fitted, walked and looked at, alone or in batches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, csr_matrix, issparse
from sklearn.base import BaseEstimator, clone
from sklearn.utils import Bunch
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Constraints, Count, Word, check_parameters
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.seeds import draw_seed
from hedgerow.foundation.target import Task
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.trees.binning import code_table
from hedgerow.trees.directions import read_directions
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.pruning import find_pruning_path, trace_paths
from hedgerow.trees.rules import (
    LIMITS,
    SPLITS,
    SPLITTERS,
    check_events,
    choose_split,
    count_features,
)
from hedgerow.trees.scikit_learn_tree import show_as_scikit_learn
from hedgerow.trees.tree import Tree


def _keep(X: Any) -> Any:
    """The features as pruning and model files take them."""
    make: Any = csr_array if issparse(X) else np.asarray
    return make(X)


@configurable
class DecisionTree(BaseEstimator, ABC):
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

    @abstractmethod
    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class or the value of each row."""

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
