"""Fitted trees as flat arrays: one tree, or many trees one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from hedgerow.foundation.byte_order import turn_native
from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.target_group import TargetGroup
from hedgerow.trees.class_weights import ClassWeights, chain
from hedgerow.trees.packed import Packing
from hedgerow.trees.sparse_rows import CompactForest

if TYPE_CHECKING:
    import pandas as pd

_BLOCK = 4096  # rows whose leaves are found before their means are read
_MOST_WEIGHT = 2.0**500  # of a tree among packed ones, see `packed_walks.LEAST_PURE`


@dataclass(frozen=True)
class Forest:
    """Trees one after the other in flat arrays.

    Parameters
    ----------
    nodes : structured ndarray of shape (n_nodes,)
        Fields ``feature`` (-1 in a leaf), ``threshold``, ``left`` (the right child is ``left + 1``; both counted from
        the root), ``gain``, ``n_rows``, ``code``, ``missing_left``, ``categorical``.
    values : ndarray of shape (n_nodes, n_classes) or (n_nodes, 3), or ClassWeights
        Class weights, listed where there are many classes; or weight, mean and variance of the target. With several
        targets, the class weights of all of them; or weight, the mean of each, and the mean of their variances.
    subsets : ndarray of uint64
        Bits of the categories that go left; a categorical node's ``threshold`` is its first word.
    starts, word_starts : ndarray of shape (n_trees + 1,)
        Where the nodes and the words of each tree begin.
    n_classes : int
        0 for regression; the classes of all targets, where there are several.
    n_features : int
        Width of the table.
    first_draws : ndarray of shape (n_nodes, 2) or None
        The first feature each node drew (-1 in a leaf) and the gain it offered, whether or not it won; None where
        growth did not note them.
    targets : TargetGroup or None
        Several targets; None where there is one.
    """

    nodes: NDArray[Any]
    values: NDArray[np.float64] | ClassWeights
    subsets: NDArray[np.uint64]
    starts: NDArray[np.int64]
    word_starts: NDArray[np.int64]
    n_classes: int
    n_features: int
    first_draws: NDArray[np.float64] | None = None
    targets: TargetGroup | None = None

    def __len__(self) -> int:
        return self.starts.size - 1

    def __getitem__(self, index: int) -> Tree:
        first, last = self.starts[index], self.starts[index + 1]
        words = slice(self.word_starts[index], self.word_starts[index + 1])
        return Tree(
            self.nodes[first:last],
            self.values[first:last],
            self.subsets[words],
            self.n_classes,
            self.n_features,
            self.targets,
        )

    @classmethod
    def join(cls, parts: Sequence[Forest]) -> Forest:
        """Put forests one after the other."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.nodes for part in parts]),
            _join_values([part.values for part in parts]),
            np.concatenate([part.subsets for part in parts]),
            chain([part.starts for part in parts]),
            chain([part.word_starts for part in parts]),
            parts[0].n_classes,
            parts[0].n_features,
            np.concatenate(draws) if len(draws := [*_noted(parts)]) == len(parts) else None,
            parts[0].targets,
        )

    def apply(self, X: Any) -> NDArray[np.int32]:
        """Leaf of each row in each tree, counted from its root: shape (n_samples, n_trees)."""
        if issparse(X):
            return self._compact.walk(X, lambda forest, rows: forest.apply(rows))
        leaves = np.empty((X.shape[0], len(self)), np.int32)
        rows = self._check(X)
        packed = self._packing.read(self, len(rows))
        if packed is not None:
            from hedgerow._kernels.packed_walks import find_packed_leaves

            find_packed_leaves(*packed.views(), self.starts, rows, leaves)
            return leaves
        from hedgerow._kernels.tree_walks import find_leaves

        find_leaves(*self._arrays(), rows, self._is_plain(rows), leaves)
        return leaves

    def outputs(self, X: Any) -> NDArray[np.float64]:
        """The prediction of each tree for each row: class shares (n_trees, n_samples, n_classes), or means.

        Several targets lie side by side: shares of the classes of all, or (n_trees, n_samples, n_targets) means.
        """
        leaves = (self.apply(X) + self.starts[:-1]).T
        if self.n_classes == 0:
            return np.asarray(self.values[leaves, 1] if self.targets is None else self.values[leaves, 1:-1])
        outputs: NDArray[np.float64] = self.values[leaves]
        outputs /= outputs.sum(axis=2, keepdims=True) / self._n_shares
        return outputs

    @property
    def _n_shares(self) -> int:
        """What the shares of a node add up to: every target has all of its weight."""
        return 1 if self.targets is None else self.targets.n_targets

    def sum_outputs(
        self, X: Any, weights: NDArray[np.float64] | None = None, hard: bool = False
    ) -> NDArray[np.float64]:
        """Weighted sum over the trees, (n_samples, n_classes) or (n_samples,); of votes when `hard`.

        Several targets lie side by side, as in `outputs`; they have no votes.
        """
        if issparse(X):
            return self._compact.walk(X, lambda forest, rows: forest.sum_outputs(rows, weights, hard))
        combination_weights = (
            np.ones(len(self)) if weights is None else np.ascontiguousarray(weights, np.float64)
        )
        if combination_weights.shape != (len(self),):
            raise ValueError(
                f"weights has shape {combination_weights.shape}; pass one weight for each of the {len(self)} trees"
            )
        if self.targets is not None and (hard or self.n_classes == 0):
            return self._sum_several(X, combination_weights, hard)
        totals = np.zeros((X.shape[0], max(self.n_classes, 1)))
        rows = self._check(X)
        asked = (rows, combination_weights)
        packed = (
            self._packing.read(self, len(rows))
            if (np.abs(combination_weights) <= _MOST_WEIGHT).all()
            else None
        )
        if packed is not None:
            from hedgerow._kernels.packed_walks import sum_packed_outputs

            trees = *packed.views(), self.starts, self.values, packed.classes
            sum_packed_outputs(*trees, *asked, self.n_classes == 0, hard, totals)
        else:
            from hedgerow._kernels.tree_walks import sum_outputs

            sum_outputs(
                *self._arrays(), self.values, *asked, self._is_plain(rows), self.n_classes == 0, hard, totals
            )
        if self.targets is not None:
            totals *= self.targets.n_targets
        return totals if self.n_classes else totals[:, 0]

    def _sum_several(
        self, X: NDArray[np.floating[Any]], weights: NDArray[np.float64], hard: bool
    ) -> NDArray[np.float64]:
        """Weighted sum of the means of several targets: (n_samples, n_targets)."""
        if hard:
            raise ValueError("several targets have no votes; combine their probabilities")
        from hedgerow._kernels.several_means import sum_means

        totals = np.zeros((X.shape[0], self._n_shares))
        for first in range(0, len(X), _BLOCK):
            block = slice(first, first + _BLOCK)
            sum_means(self.values, self.starts, self.apply(X[block]), weights, totals[block])
        return totals

    def gains(self) -> NDArray[np.float64]:
        """Gain of each feature in each tree, weighted by the share of the weight it parts: (n_trees, n_features)."""
        weight = self.values.sum(axis=1) if self.n_classes else self.values[:, 0]
        tree = np.repeat(np.arange(len(self)), np.diff(self.starts))
        split = self.nodes["feature"] >= 0
        roots = np.maximum(weight[self.starts[:-1]], np.finfo(float).tiny)
        share = self.nodes["gain"] * weight / roots[tree]
        place = tree[split] * self.n_features + self.nodes["feature"][split]
        total = np.bincount(place, share[split], minlength=len(self) * self.n_features)
        return total.astype(np.float64, copy=False).reshape(len(self), self.n_features)

    def feature_importances(self) -> NDArray[np.float64]:
        """Gains of each tree, scaled to sum to one (a tree without a split has zeros): (n_trees, n_features)."""
        gains = self.gains()
        totals = gains.sum(axis=1, keepdims=True)
        return np.asarray(np.divide(gains, totals, out=gains, where=totals > 0))

    def check_loaded(self) -> None:
        """Check the trees of a file, because kernels follow the nodes without checks.

        Raises
        ------
        ValueError
            If arrays do not fit each other, or a node leads out of its tree or back.
        """
        _check_forest(self)

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        """What walking needs; nodes are also seen as four words and as four floats each."""
        plain = np.ascontiguousarray(self.nodes).view(np.ndarray)
        return (
            self.nodes,
            plain.view(np.int64),
            plain.view(np.float64),
            self.subsets,
            self.starts,
            self.word_starts,
        )

    @cached_property
    def _packing(self) -> Packing:
        return Packing(self)

    @cached_property
    def _compact(self) -> CompactForest:
        return CompactForest.of(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_packing", "_compact")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(turn_native(state))

    def _is_plain(self, X: NDArray[np.float64]) -> bool:
        """Whether rows can be walked by thresholds alone: no categories, nothing missing."""
        return self.subsets.size == 0 and not np.isnan(X).any()

    def _check(self, X: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        if X.ndim != 2 or X.shape[1] != self.n_features:
            raise ValueError(f"X has shape {X.shape}; the trees were grown on {self.n_features} columns")
        return X.astype(np.float64, copy=False)


@dataclass(frozen=True)
class Tree:
    """One fitted tree as flat arrays; node 0 is the root and children come after their parent.

    Attributes are named as in scikit-learn's ``tree_`` where they mean nearly the same; an estimator's own ``tree_`` is
    what `hedgerow.trees.scikit_learn_tree` makes of this.
    """

    nodes: NDArray[Any]
    values: NDArray[np.float64]
    subsets: NDArray[np.uint64]
    n_classes: int
    n_features: int
    targets: TargetGroup | None = None

    @cached_property
    def forest(self) -> Forest:
        """The tree as a forest of one; refused where it is no tree, since anybody may make one by hand."""
        starts = np.array([0, len(self.nodes)], np.int64)
        words = np.array([0, len(self.subsets)], np.int64)
        forest = Forest(
            self.nodes, self.values, self.subsets, starts, words, self.n_classes, self.n_features, None, self.targets
        )  # fmt: skip
        _check_forest(forest)
        return forest

    @cached_property
    def shown(self) -> dict[str, Any]:
        """The tree as scikit-learn's, by criterion, where somebody has asked for it."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("forest", "shown")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(turn_native(state))

    def check_loaded(self) -> None:
        """Check the tree of a file; see `Forest.check_loaded`."""
        self.forest  # noqa: B018 - is checked when it is made

    @property
    def node_count(self) -> int:
        """Number of nodes."""
        return int(self.nodes.size)

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return int(np.count_nonzero(self.is_leaf))

    @property
    def max_depth(self) -> int:
        """Depth of the deepest leaf; a lone root has depth 0."""
        return int(self.depth.max())

    @property
    def is_leaf(self) -> NDArray[np.bool_]:
        """Which nodes are leaves."""
        return self.nodes["left"] < 0

    @property
    def feature(self) -> NDArray[np.int32]:
        """Feature of each split, -1 in a leaf."""
        return self.nodes["feature"]

    @property
    def threshold(self) -> NDArray[np.float64]:
        """Threshold of each numeric split, NaN elsewhere."""
        numeric = (self.nodes["feature"] >= 0) & (self.nodes["categorical"] == 0)
        return np.where(numeric, self.nodes["threshold"], np.nan)

    @property
    def children_left(self) -> NDArray[np.int32]:
        """Left child of each node, -1 in a leaf."""
        return self.nodes["left"]

    @property
    def children_right(self) -> NDArray[np.int32]:
        """Right child of each node, -1 in a leaf."""
        return np.where(self.is_leaf, -1, self.nodes["left"] + 1).astype(np.int32)

    @property
    def gain(self) -> NDArray[np.float64]:
        """Gain of each split under the tree's criterion, 0 in a leaf."""
        return self.nodes["gain"]

    @property
    def n_node_samples(self) -> NDArray[np.int32]:
        """Distinct training rows of each node."""
        return self.nodes["n_rows"]

    @property
    def weighted_n_node_samples(self) -> NDArray[np.float64]:
        """Training weight of each node."""
        if not self.n_classes:
            return self.values[:, 0]
        weight: NDArray[np.float64] = self.values.sum(axis=1)
        return weight if self.targets is None else weight / self.targets.n_targets

    @property
    def value(self) -> NDArray[np.float64]:
        """Class weights of each node, shape (node_count, n_classes), or its mean, shape (node_count, 1).

        Several targets lie side by side.
        """
        return self.values if self.n_classes else self.values[:, 1:-1]

    @property
    def depth(self) -> NDArray[np.int64]:
        """Depth of each node."""
        depth = np.zeros(self.node_count, np.int64)
        for node in np.flatnonzero(~self.is_leaf):
            depth[self.nodes["left"][node] : self.nodes["left"][node] + 2] = depth[node] + 1
        return depth

    def categories_left(self, node: int) -> NDArray[np.int64]:
        """Categories that a categorical node sends left."""
        record = self.nodes[node]
        categories = np.arange(int(record["code"]))
        words = self.subsets[int(record["threshold"]) + (categories >> 6)]
        goes_left = (words >> (categories & 63).astype(np.uint64)) & np.uint64(1) != 0
        return np.asarray(categories[goes_left])

    def frame(self) -> pd.DataFrame:
        """One row per node."""
        import pandas as pd

        frame = pd.DataFrame(
            {
                "depth": self.depth,
                "feature": self.feature,
                "threshold": self.threshold,
                "left": self.children_left,
                "right": self.children_right,
                "missing_left": self.nodes["missing_left"] != 0,
                "gain": self.gain,
                "n_rows": self.n_node_samples,
                "weight": self.weighted_n_node_samples,
            }
        )
        if self.n_classes == 0 and self.targets is not None:
            means = {f"mean_{t}": self.values[:, 1 + t] for t in range(self.targets.n_targets)}
            return frame.assign(**means, variance=self.values[:, -1])
        if self.n_classes == 0:
            return frame.assign(mean=self.values[:, 1], variance=self.values[:, 2])
        if self.targets is not None:
            names = [f"class_{t}_{k}" for t, n in enumerate(self.targets.n_classes) for k in range(n)]
            return frame.assign(**{name: self.values[:, k] for k, name in enumerate(names)})
        return frame.assign(**{f"class_{k}": self.values[:, k] for k in range(self.n_classes)})


def _noted(parts: Sequence[Forest]) -> Iterator[NDArray[np.float64]]:
    """The first draws of the forests that noted them."""
    yield from (part.first_draws for part in parts if part.first_draws is not None)


def _join_values(parts: Sequence[Any]) -> Any:
    if all(isinstance(part, ClassWeights) for part in parts):
        return ClassWeights.join(parts)
    return np.concatenate([np.asarray(part) for part in parts])


def _check_forest(forest: Forest) -> None:
    from hedgerow._kernels.records import NODE

    def refuse(unless: Any, wrong: str) -> None:
        if not unless:
            raise ValueError(f"these are not trees: {wrong}")

    nodes, values = forest.nodes, forest.values
    expected: dict[str, Any] = {
        "nodes": NODE,
        "values": "f8",
        "subsets": "u8",
        "starts": "i8",
        "word_starts": "i8",
    }
    if isinstance(values, ClassWeights):
        values.check_loaded()
        del expected["values"]
    for name, kind in expected.items():
        array: Any = getattr(forest, name, None)
        refuse(isinstance(array, np.ndarray) and array.dtype == np.dtype(kind), f"{name} have another type")
        refuse(array.ndim == (2 if name == "values" else 1), f"{name} have another shape")
    for name in ("n_classes", "n_features"):
        refuse(isinstance(getattr(forest, name, None), int | np.integer), f"{name} is not a number")
    width = forest.n_classes if forest.n_classes else 3
    if forest.targets is not None:
        forest.targets.check_loaded()
        refuse(forest.n_classes == sum(forest.targets.n_classes), "they have other numbers of classes")
        width = forest.n_classes or forest.targets.n_targets + 2
    refuse(values.shape == (len(nodes), width) and forest.n_classes >= 0, "values do not fit the nodes")
    for starts, total in ((forest.starts, len(nodes)), (forest.word_starts, len(forest.subsets))):
        refuse(starts.size == forest.starts.size and starts.size > 0, "there are other numbers of starts")
        # Compared and not subtracted: differences of large numbers wrap around, and may be what they should be.
        rises = starts[0] == 0 and starts[-1] == total and bool((starts[1:] >= starts[:-1]).all())
        refuse(rises, "starts do not fit")
    sizes = np.diff(forest.starts)
    refuse((sizes > 0).all(), "a tree has no node")
    tree = np.repeat(np.arange(sizes.size), sizes)
    place = np.arange(len(nodes)) - forest.starts[tree]
    is_split = nodes["left"] >= 0
    left, feature = nodes["left"][is_split].astype(np.int64), nodes["feature"][is_split]
    refuse(
        bool(((left > place[is_split]) & (left + 1 < sizes[tree[is_split]])).all()),
        "a child is not below its node",
    )
    refuse(
        bool(((feature >= 0) & (feature < forest.n_features)).all()),
        "a node asks for a feature that is not there",
    )
    refuse(bool((nodes["feature"][~is_split] < 0).all()), "a leaf asks for a feature")
    is_categorical = nodes["categorical"] != 0
    first = nodes["threshold"][is_categorical]
    n_words = np.diff(forest.word_starts)[tree[is_categorical]]
    with np.errstate(invalid="ignore"):
        last = first + (nodes["code"][is_categorical].astype(np.int64) + 63) // 64
        refuse(bool(((first >= 0) & (last <= n_words)).all()), "a node asks for a word that is not there")
    draws = forest.first_draws
    refuse(
        draws is None or (isinstance(draws, np.ndarray) and draws.shape == (len(nodes), 2)),
        "draws do not fit",
    )
