"""Selection by one tree: the features it splits on, those it could have split on, or those it splits on often."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils import check_random_state
from sklearn.utils.class_weight import compute_sample_weight

from hedgerow.foundation.constraints import Count, Instance, Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.selector import SelectionResult, Selector, WhenEmpty
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.pruning import paths
from hedgerow.trees.tree import Tree

Rule = Literal["used", "feasible", "frequency"]
_MOST_CELLS = 2**22  # weights of the rows for some stumps, 32 MiB


@configurable
class TreeSelector(Selector):
    """Keep the features that a single tree needs.

    A tree that stops by description length splits only where that pays, so the features it needs are few. Its
    splits are a selection (Cardie 1993); so are all features that would have paid at one of its nodes, chosen or not,
    which is kinder to features that a better one hides; and so are those that many of its nodes use (Frey & Fisher
    2003).

    Parameters
    ----------
    rule : {"used", "feasible", "frequency"}, default="used"
        Keep the features that the tree splits on; those that passed the description-length test at one of its splits,
        used or not; or those that a large share of its splits use.
    tree : DecisionTreeClassifier, DecisionTreeRegressor or None, default=None
        How the tree grows. None is ``DecisionTreeClassifier(pruning="mdl")``; "feasible" needs such a tree.
    n_bins : int, default=4
        Values are cut at their quantiles into so many classes, unless `tree` is a DecisionTreeRegressor.
    threshold : float or None, default=None
        Rule "frequency": least share of the splits. None asks for more than an equal share, 1 / n_features.
    n_features : int or None, default=None
        Rule "frequency": keep so many features, the most frequent, instead. Features that no split uses are not kept.
    task, fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="all"
        What is kept, with a warning, when the tree does not split at all.
    random_state : int, RandomState or None, default=None
        For trees that draw features or hold out rows.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What the rule selects, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        Share of the splits that use each feature; with "feasible" the share of splits at which it passed.
    p_values_ : None
        A description-length test has no p-values.
    flat_tree_ : Tree
        The tree.

    See Also
    --------
    DecisionTreeClassifier, ACESelector

    Notes
    -----
    The test of a feature that was not chosen is that of its own best cut, with the features and the number of splits
    that the tree had when the node was split (Rogers 2007, eq. 2.23 and 2.24). Description lengths are about classes;
    that values are cut into classes is an extension. A frequency is cut off at an equal share, 1/F, by default. Targets
    of values are cut at their quantiles into four classes. A tree that does not split keeps all features, with a
    warning.

    Formula::

        Feasible at a node: n IG >= log2(n-1) + log2(3^k - 2) - k Ent(l) + k1 Ent(l1) + k2 Ent(l2) + fcost, with the
        features and splits the tree had by then; Rogers 2007, eq. 2.23-2.24. Frequency of f: the share of splits on f.

    Cost: That of one tree; 'feasible' looks at every feature of every split again, O(F N) for each of the few.

    References
    ----------
    C. Cardie, Using decision trees to improve case-based learning, ICML 1993.

    L. Frey, D. Fisher, I. Tsamardinos, C. Aliferis and A. Statnikov, Identifying Markov blankets with decision tree
    induction, ICDM 2003.

    J. Rogers, PhD thesis, University of Southampton, 2007, sections 6.4 and 8.4.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.selection.forest import TreeSelector
    >>> sample = datasets.make_simple(n_samples=300, random_state=0)
    >>> TreeSelector().fit(sample.X, sample.y).get_support(indices=True)
    array([0, 1])
    """

    rule: Rule = parameter(Word("used", "feasible", "frequency"), default="used", kw_only=False)
    tree: DecisionTreeClassifier | DecisionTreeRegressor | None = parameter(
        Instance("a DecisionTreeClassifier or DecisionTreeRegressor of hedgerow", has="prepare") | None,
        default=None,
    )
    n_bins: int = parameter(Count(2), default=4)
    threshold: float | None = parameter(Number(0, 1, "right") | None, default=None)
    n_features: int | None = parameter(Count() | None, default=None)
    when_empty: WhenEmpty = "all"
    random_state: int | np.random.RandomState | None = None

    _remedy: ClassVar[str] = "fit more rows or pass a tree that grows further"

    _keeps_models: ClassVar[bool] = True
    flat_tree_: Tree = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        tree = self._choose_tree(training)
        target, n_classes = training.y, training.n_classes
        if training.classes is None and isinstance(tree, DecisionTreeClassifier):
            target = cut_at_quantiles(training.y, self.n_bins)
            n_classes = int(target.max()) + 1
        weights = np.ones(training.n_samples, np.int64) if training.weights is None else training.weights
        if isinstance(tree, DecisionTreeClassifier) and tree.class_weight is not None:
            labels = target if training.classes is None else training.classes[target]
            weights = weights * compute_sample_weight(tree.class_weight, labels)
            tree.set_params(class_weight=None)
        prepared = tree.prepare(training.with_target(target, n_classes))
        seed = check_random_state(self.random_state).randint(2**31 - 1, size=1).astype(np.uint64)
        self.flat_tree_ = prepared.grow(seed, weights[None]).forest[0]
        return self._read_tree(prepared, weights)

    def _choose_tree(self, training: TrainingSet) -> DecisionTreeClassifier | DecisionTreeRegressor:
        tree = DecisionTreeClassifier(pruning="mdl") if self.tree is None else clone(self.tree)
        kinds = (DecisionTreeClassifier, *([DecisionTreeRegressor] if training.classes is None else []))
        if not isinstance(tree, kinds):
            names = " or a ".join(kind.__name__ for kind in kinds)
            raise ValueError(
                f"tree={self.tree!r} does not fit a target for {training.task}; pass a {names} of hedgerow"
            )
        if self.rule == "feasible" and tree.pruning != "mdl":
            raise ValueError(
                "rule='feasible' is about the test of a DecisionTreeClassifier with pruning='mdl', which "
                f"tree={self.tree!r} has not; pass tree=None, or use 'used' or 'frequency'"
            )
        return tree

    def _read_tree(self, prepared: TreeGrower, weights: NDArray[Any]) -> SelectionResult:
        splits = self.flat_tree_.feature[~self.flat_tree_.is_leaf]
        n_splits = np.bincount(splits, minlength=self.flat_tree_.n_features)
        frequency = n_splits / max(splits.size, 1)
        if self.rule == "feasible":
            feasible = find_feasible(self.flat_tree_, prepared, weights, _count_rows(weights))
            shares = feasible.sum(axis=0) / max(splits.size, 1)
            return SelectionResult(shares, np.asarray(feasible.any(axis=0)), details={"n_splits": n_splits})
        selected = n_splits > 0 if self.rule == "used" else self._cut_off(frequency)
        return SelectionResult(frequency, selected, details={"n_splits": n_splits})

    def _cut_off(self, frequency: NDArray[np.float64]) -> NDArray[np.bool_]:
        if self.n_features is None:
            threshold = 1.0 / frequency.size if self.threshold is None else self.threshold
            return frequency >= threshold
        most_frequent = np.argsort(-frequency, kind="stable")[: self.n_features]
        return np.isin(np.arange(frequency.size), most_frequent) & (frequency > 0.0)


def cut_at_quantiles(values: NDArray[np.float64], n_bins: int) -> NDArray[np.intp]:
    """Turn values into classes of about the same size; fewer than asked for where values are tied.

    Examples
    --------
    >>> cut_at_quantiles(np.array([5.0, 1, 2, 3, 4, 6]), 3)
    array([2, 0, 0, 1, 1, 2])
    """
    edges = np.unique(np.quantile(values, np.arange(1, n_bins) / n_bins, method="inverted_cdf"))
    edges = edges[edges < values.max()]
    if edges.size == 0:
        edges = np.array([values[values < values.max()].max()])
    return np.searchsorted(edges, values, side="left")


def _count_rows(weights: NDArray[Any]) -> float:
    """How many rows a weight of one stands for in a description: whole weights are repeats, others are rescaled."""
    if (weights == np.floor(weights)).all():
        return 1.0
    return float(np.count_nonzero(weights) / weights.sum())


def find_feasible(
    tree: Tree, prepared: TreeGrower, weights: NDArray[Any], unit: float = 1.0
) -> NDArray[np.bool_]:
    """Tell for each split of a tree which features passed the test, used or not.

    The tree is replayed in the order in which it grew. At a node every feature is cut at its best, by a stump of its
    own, and the cut is accepted when it saves more bits on the labels than it takes to describe it, given the
    features and the number of splits that the tree had by then. A leaf is a node where no feature passed.

    Parameters
    ----------
    tree : Tree
        Grown breadth first by description length.
    prepared : TreeGrower
        The table that it grew on.
    weights : ndarray of shape (n_samples,)
        The weights that it grew with.
    unit : float, default=1.0
        How many rows a weight of one stands for.

    Returns
    -------
    ndarray of bool of shape (n_splits, n_features)
        In the order of growth.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 2.23, 2.24 and section 8.4.
    """
    rows, passed = paths(tree, prepared.X)
    splits = np.flatnonzero(~tree.is_leaf)  # nodes are numbered in the order of growth
    feasible = np.zeros((splits.size, tree.n_features), np.bool_)
    used = np.zeros(tree.n_features, np.bool_)
    for n_splits, node in enumerate(splits):
        inside = np.zeros(weights.size, np.bool_)
        inside[rows[passed == node]] = True
        whole, left, right, found = cut_each(prepared, np.where(inside, weights, 0))
        saved, cost = describe_splits(whole * unit, left * unit, right * unit)
        feasible[n_splits] = found & (saved >= cost + feature_costs(used, n_splits))
        used[tree.feature[node]] = feasible[n_splits, tree.feature[node]] = True
    return feasible


def cut_each(
    prepared: TreeGrower, weights: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Cut every feature at its best, among the rows with weight.

    Parameters
    ----------
    prepared : TreeGrower
        Table and classes.
    weights : ndarray of shape (n_samples,)
        Weights of the rows; 0 for those outside the node.

    Returns
    -------
    whole, left, right : ndarray of shape (n_features, n_classes)
        Class weights before the cut and on either side of it.
    found : ndarray of bool of shape (n_features,)
        Whether a feature can be cut.
    """
    n_features = prepared.table.n_features
    stump = clone(prepared.template).set_params(max_depth=1, pruning=None)
    stumps = replace(prepared, template=stump)
    sides = np.zeros((3, n_features, prepared.n_classes))
    found = np.zeros(n_features, np.bool_)
    for batch in np.array_split(np.arange(n_features), -(-n_features * weights.size // _MOST_CELLS)):
        lines = np.broadcast_to(weights, (batch.size, weights.size))
        forest = stumps.grow(np.zeros(batch.size, np.uint64), lines, [np.array([f]) for f in batch]).forest
        roots = forest.starts[:-1]
        found[batch] = forest.nodes["left"][roots] >= 0
        sides[0, batch] = forest.values[roots]
        for side in (1, 2):  # children follow their parent; a root without any stands for them
            sides[side, batch] = forest.values[np.where(found[batch], roots + side, roots)]
    return sides[0], sides[1], sides[2], found


def describe_splits(
    whole: NDArray[np.float64], left: NDArray[np.float64], right: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bits that splits save on the labels, and bits that it takes to describe their cuts.

    ``saved = n IG`` and ``cost = log2(n - 1) + log2(3^k - 2) - k Ent + k_1 Ent_1 + k_2 Ent_2`` (Rogers 2007, eq. 2.23,
    after Fayyad & Irani 1993).

    Parameters
    ----------
    whole, left, right : ndarray of shape (n_splits, n_classes)
        Class weights of the node, and of the two sides of each split.

    Returns
    -------
    saved, cost : ndarray of shape (n_splits,)

    Examples
    --------
    >>> saved, cost = describe_splits(np.array([[10.0, 10]]), np.array([[8.0, 2]]), np.array([[2.0, 8]]))
    >>> print(f"{saved[0]:.10f} {cost[0]:.10f}")
    5.5614381023 7.9429948151
    """
    weight, present, bits = _measure(whole)
    _, left_present, left_bits = _measure(left)
    _, right_present, right_bits = _measure(right)
    left_weight, right_weight = left.sum(axis=-1), right.sum(axis=-1)
    saved = weight * bits - left_weight * left_bits - right_weight * right_bits
    cost = np.log2(np.maximum(weight - 1.0, 1.0)) + np.log2(3.0**present - 2.0) - present * bits
    return saved, cost + left_present * left_bits + right_present * right_bits


def feature_costs(used: NDArray[np.bool_], n_splits: int) -> NDArray[np.float64]:
    """Bits to name each feature: few if the tree uses it already (Rogers 2007, eq. 2.24).

    Parameters
    ----------
    used : ndarray of bool of shape (n_features,)
        The features that the tree has used.
    n_splits : int
        How many splits it has.

    Examples
    --------
    >>> feature_costs(np.array([True, True] + [False] * 8), n_splits=3)[1:3].round(6)
    array([1.      , 6.661778])
    """
    n_used = int(np.count_nonzero(used))
    again = math.log2(max(n_used, 1))
    new = math.log2(used.size) + (n_splits + 1) * math.log2(n_used + 1) - n_splits * again
    return np.where(used, again, new)


def _measure(
    weights: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """Weight, number of classes and entropy along the last axis."""
    total = weights.sum(axis=-1, keepdims=True)
    shares = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    logarithms = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return total[..., 0], np.count_nonzero(weights > 0, axis=-1), -(shares * logarithms).sum(axis=-1)
