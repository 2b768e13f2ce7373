"""Rules by covering: the largest leaf of a tree becomes a rule, and its rows are set aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.ensembles.cascade import Default, Stage
from hedgerow.ensembles.separate_and_conquer import SeparatingClassifier, StageGrower
from hedgerow.foundation.constraints import Instance
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.trees.estimators import DecisionTreeClassifier
from hedgerow.trees.export import Wording
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Tree


@dataclass(frozen=True)
class LeafRule:
    """One leaf of a tree: whoever gets there is covered.

    Attributes
    ----------
    members : TreeMembers
        The tree, alone.
    leaf : int
        The leaf.
    title : str
        The conditions on the way to it, in words.
    """

    members: TreeMembers
    leaf: int
    title: str

    @property
    def tree(self) -> Tree:
        """The tree."""
        return self.members.forest[0]

    @property
    def shares(self) -> NDArray[np.float64]:
        """Class shares of the leaf."""
        values = self.tree.values[self.leaf]
        return np.asarray(values / values.sum())

    def answer(self, X: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Class shares of the leaf that a row gets to; rows are taken where it is the leaf of the rule."""
        leaves = self.members.forest.apply(X)[:, 0]
        values = self.tree.values[leaves]
        return values / values.sum(axis=1, keepdims=True), leaves == self.leaf

    def list_conditions(self) -> list[tuple[int, bool]]:
        """The nodes on the way from the root to the leaf, and whether it goes right there."""
        path: list[tuple[int, bool]] = []
        node, left = self.leaf, self.tree.children_left
        while node > 0:
            # Siblings are neighbours, so a right child's parent points to the node before it.
            parent = int(np.flatnonzero((left >= 0) & ((left == node) | (left + 1 == node)))[0])
            path.append((parent, bool(left[parent] + 1 == node)))
            node = parent
        return path[::-1]


@configurable
class LeafCoverClassifier(SeparatingClassifier):
    r"""A list of rules, each the largest leaf of a tree that is grown on the rows no rule covers yet.

    A pruned tree is grown, its leaf with most rows becomes a rule, all rows in that leaf are set aside, right or
    wrong, and the next tree is grown on the others. The first rule that fits a row answers it. Unlike the leaves of one
    tree, later rules are not bound by the cuts that earlier ones needed, and each can be read alone after "otherwise".

    Parameters
    ----------
    estimator : DecisionTreeClassifier or None, default=None
        The tree, one of hedgerow's; one stopped by description length when None.
    random_state : int, RandomState or None, default=None
        Where the randomness of the trees comes from.

    Attributes
    ----------
    classes_, n_classes_, class_prior_
        Labels, their number, and their shares of the training weight.
    rules_ : list of str
        The rules in words, in their order.
    report_ : DataFrame
        One row per rule: its conditions, how many training rows arrive, how many it covers, and how often it errs about
        those.
    n_features_in_, feature_names_in_
        Number of features, and their names where `X` had names.

    See Also
    --------
    DecisionTreeClassifier, CautiousClassifier

    Notes
    -----
    Where the tree is a single leaf it covers everything that is left, and is the last rule. Where the rules cover all
    training rows without one, new rows that no rule fits get the most frequent class of all training rows. Of leaves of
    the same weight the first is taken. In words, a condition that a later one on the same number sharpens is left out,
    and the side that missing values take is not told. PART grows only the part of a tree that is needed to find a leaf;
    here trees are grown in full.

    Formula::

        H(x) = the class of the first rule that covers x, else the most frequent class.

    Cost: One tree per rule, on ever fewer rows of a table that is coded once.

    References
    ----------
    E. Frank and I. Witten, Generating accurate rule sets without global optimization, ICML 1998, pp. 144-151.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 4.2.2.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> cover = LeafCoverClassifier().fit(X, y)
    >>> print(*cover.rules_, sep="\n")
    petal length (cm) <= 2.45: 0
    petal width (cm) <= 1.75: 1
    otherwise: 2
    """

    estimator: Any = parameter(
        Instance("a DecisionTreeClassifier of hedgerow", kind=DecisionTreeClassifier) | None,
        default=None,
        kw_only=False,
    )

    @property
    def rules_(self) -> list[str]:
        """The rules in words."""
        check_is_fitted(self)
        return [
            f"{stage.title}: {self._decide(stage.shares[None])[0]}"
            for stage in self._cascade.stages
            if isinstance(stage, LeafRule | Default)
        ]

    def _build(self, grower: StageGrower) -> Sequence[Stage]:
        named = SimpleNamespace(**vars(self))  # what the wording of trees reads: names, labels, categories
        stages: list[Stage] = []
        left = grower.training.counts > 0
        while left.any():
            members = cast(TreeMembers, grower.grow_one(left, len(stages)))
            tree = members.forest[0]
            leaf = int(np.where(tree.is_leaf, tree.weighted_n_node_samples, -1.0).argmax())
            named.flat_tree_ = tree
            rule = LeafRule(members, leaf, "")
            rule = replace(rule, title=_write(rule, Wording(named, None, None, 3)))
            stages.append(rule)
            left[left] = ~rule.answer(grower.training.X[left])[1]
        # A single leaf takes every row, so nothing after it would be reached.
        return stages if leaf == 0 else [*stages, Default(grower.training.priors, "otherwise")]


def _write(rule: LeafRule, words: Wording) -> str:
    """The conditions of a rule in words."""
    conditions: dict[Any, str] = {}
    for node, right in rule.list_conditions():
        is_number = not words.tree.nodes["categorical"][node] and np.isfinite(words.tree.threshold[node])
        place = (int(words.tree.feature[node]), right) if is_number else node
        conditions.pop(place, None)  # a deeper cut of the same number on the same side is the sharper one
        conditions[place] = words.condition(node, right=right)
    return " and ".join(conditions.values()) or "otherwise"
