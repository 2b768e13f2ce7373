"""What a model of trees computes, as one sum over trees: the form that it is explained in, and exported from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from hedgerow.trees.tree import Tree

Matrix = NDArray[np.float64]
Unit = Literal["probability", "vote share", "value", "score"]


class Trees(Protocol):
    """Trees that are made when they are looked at, as a `Forest` has them, or a list."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Tree: ...


@dataclass(frozen=True, eq=False)
class WeightedTree:
    """A tree of a sum, and what its nodes add.

    Attributes
    ----------
    tree : Tree
        The nodes.
    weight : float
        How much it counts.
    places : ndarray of int
        To which outputs the values of a node are added.
    hard : bool
        Whether a node votes for its heaviest class, in the place of its class shares.
    """

    tree: Tree
    weight: float
    places: NDArray[np.intp]
    hard: bool = False

    @property
    def node_weights(self) -> Matrix:
        """Training weight of each node."""
        return np.ascontiguousarray(self.tree.weighted_n_node_samples)

    def leaf_values(self, n_outputs: int) -> Matrix:
        """What each leaf adds to each output, (n_leaves, n_outputs), in the order of the nodes."""
        said = self._read(self.tree.values[np.flatnonzero(self.tree.is_leaf)])
        added = np.zeros((len(said), n_outputs))
        added[:, self.places] = said
        return added

    def node_values(self) -> Matrix:
        """What each node would add as a leaf to the outputs of `places`, (n_nodes, n_places)."""
        return self._read(self.tree.values)

    def _read(self, values: Any) -> Matrix:
        tree, values = self.tree, np.asarray(values)
        if tree.n_classes == 0:
            return np.asarray(self.weight * values[:, 1:2])
        if self.hard:
            return np.asarray(self.weight * np.eye(tree.n_classes)[values.argmax(axis=1)])
        # Computed as `_kernels.tree_walks.add_answer` does it, to the last bit; a leaf without weight is NaN.
        total = np.add.accumulate(values, axis=1)[:, -1:]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray((self.weight / total) * values)


class WeightedTrees(Sequence[WeightedTree]):
    """Trees of a sum that add to the same outputs.

    Parameters
    ----------
    trees : sequence of Tree
        The trees.
    weights : ndarray of shape (n_trees,)
        How much each counts.
    places : ndarray of int
        The outputs.
    hard : bool, default=False
        Whether they vote.
    """

    def __init__(
        self, trees: Trees, weights: Matrix, places: NDArray[np.intp], *, hard: bool = False
    ) -> None:
        self.trees, self.weights, self.places, self.hard = trees, weights, places, hard

    def __len__(self) -> int:
        return len(self.trees)

    @overload
    def __getitem__(self, index: int) -> WeightedTree: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[WeightedTree]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(len(self))[index]]
        place = range(len(self))[index]
        return WeightedTree(self.trees[place], float(self.weights[place]), self.places, self.hard)


class JoinedTrees(Sequence[WeightedTree]):
    """Trees of several parts one after the other.

    Parameters
    ----------
    parts : sequence of sequences of WeightedTree
        The parts.
    """

    def __init__(self, parts: Sequence[Sequence[WeightedTree]]) -> None:
        self._parts = parts
        self._ends = np.cumsum([len(part) for part in parts], dtype=np.intp)

    def __len__(self) -> int:
        return int(self._ends[-1]) if self._ends.size else 0

    @overload
    def __getitem__(self, index: int) -> WeightedTree: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[WeightedTree]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(len(self))[index]]
        place = range(len(self))[index]
        which = int(np.searchsorted(self._ends, place, side="right"))
        return self._parts[which][place - int(self._ends[which]) + len(self._parts[which])]


@dataclass(frozen=True, eq=False)
class TreeSum:
    """scores(x) = start + (sum over the trees of what the leaf of x adds) / divisor, and what becomes of the scores.

    Attributes
    ----------
    trees : sequence of WeightedTree
        At least one.
    start : ndarray of shape (n_outputs,)
        The scores without trees.
    divisor : float
        The total weight, of a mean.
    classes : ndarray or None
        The class labels; None where the score is the predicted value.
    priors : ndarray of shape (n_classes,) or None
        What settles a tie of scores that are equal but for rounding; None where the first largest score wins.
    link : {"none", "squared", "logistic"}
        How scores become probabilities: they are probabilities, or they are the scores of an additive model with that
        loss, which has one output for two classes.
    knows_rows : bool
        Whether nodes know the weight of their training rows, which made-up trees do not.
    """

    trees: Sequence[WeightedTree]
    start: Matrix
    divisor: float = 1.0
    classes: NDArray[Any] | None = None
    priors: Matrix | None = None
    link: Literal["none", "squared", "logistic"] = "none"
    knows_rows: bool = True

    @property
    def n_outputs(self) -> int:
        """Number of scores."""
        return len(self.start)

    @property
    def outputs(self) -> tuple[Any, ...]:
        """Labels of the outputs; empty where there is one, and it is no class."""
        if self.classes is None or (self.link != "none" and self.n_outputs == 1):
            return ()
        return tuple(self.classes.tolist())

    @property
    def unit(self) -> Unit:
        """What an output is."""
        if self.classes is None:
            return "value"
        if self.link != "none":
            return "score"
        return "vote share" if self.trees[0].hard else "probability"

    @property
    def sums_to_one(self) -> bool:
        """Whether the outputs are shares; then the first is what the others leave."""
        return self.classes is not None and self.link == "none"

    @property
    def mixing(self) -> Matrix | None:
        """What scores of many classes are multiplied by under the logistic loss: their mean is brought to zero."""
        if self.link != "logistic" or self.n_outputs == 1:
            return None
        n_outputs = self.n_outputs
        return np.asarray((np.eye(n_outputs) - 1.0 / n_outputs) * (n_outputs - 1) / n_outputs)

    def list_values(self, each: WeightedTree) -> list[tuple[int, Matrix]]:
        """The outputs that a tree adds to, and what each node adds; of shares the first is left to the others."""
        values, first = each.node_values() / self.divisor, int(self.sums_to_one)
        return [
            (int(output), np.ascontiguousarray(values[:, k]))
            for k, output in enumerate(each.places.tolist())
            if output >= first
        ]


class NotASumError(TypeError):
    """A model is no sum over trees of its features; the message is the reason, to go on a sentence with."""
