"""The models of the parts that oracles make: any models one by one, or hedgerow's trees, grafted into one a member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import sum_members
from hedgerow.learners.protocol import Members
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Forest

if TYPE_CHECKING:
    from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor


@dataclass(frozen=True, eq=False)
class GraftedForest:
    """One tree per member: forks on the number of the row's part, and below them the trees of the parts.

    The number of the part is one more feature, a column for each member. A member with three parts A, B, C becomes::

        position   0       1       2       3       4     | the other nodes of A | of B | of C
        node       fork    root    fork    root    root
                   < 0.5   of A    < 1.5   of B    of C

    so that siblings stay neighbours.

    Attributes
    ----------
    forest : Forest
        The grafted trees, of ``n_features + n_members`` features.
    n_features : int
        Width of the table.
    n_parts : ndarray of shape (n_members,)
        Number of parts of each member.
    sizes, n_words : ndarray of shape (n_parts,)
        Nodes and words of each part's own tree.
    """

    forest: Forest
    n_features: int
    n_parts: NDArray[np.intp]
    sizes: NDArray[np.int64]
    n_words: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.n_parts)

    def check_loaded(self) -> None:
        """Check the parts of a file, since their trees are cut out of the grafted ones and walked.

        Raises
        ------
        ValueError
            If the parts do not make up the grafted trees.
        """
        n_parts, sizes, n_words, forest = self.n_parts, self.sizes, self.n_words, self.forest
        most = ((n_parts, len(sizes)), (sizes, len(forest.nodes)), (n_words, len(forest.subsets)))
        if (
            any(each.ndim != 1 or ((each < 0) | (each > limit)).any() for each, limit in most)
            or not (n_parts.min(initial=1) > 0 and sizes.min(initial=1) > 0)
            or not len(n_parts) == len(forest) > 0
            or not len(n_words) == len(sizes) == n_parts.sum()
            or sizes.sum() + (n_parts - 1).sum() != len(forest.nodes)
            or n_words.sum() != len(forest.subsets)
            or forest.n_features != self.n_features + len(n_parts)
        ):
            raise ValueError("the parts do not make up the grafted trees")
        for member in range(len(self)):
            self.cut(member).check_loaded()

    @classmethod
    def graft(cls, forest: Forest, n_parts: NDArray[np.intp]) -> Self:
        """Graft the trees of a forest, those of a member's parts one after the other, into one tree per member."""
        sizes, n_words = np.diff(forest.starts), np.diff(forest.word_starts)
        places = _Places.find(n_parts, sizes, n_words)
        nodes = np.zeros(int(places.starts[-1]), forest.nodes.dtype)
        values = np.zeros((len(nodes), forest.values.shape[1]))
        nodes[places.positions] = places.shift(forest.nodes, 1)
        values[places.positions] = np.asarray(forest.values)
        for number in reversed(range(int(n_parts.max()) - 1)):
            member = np.flatnonzero(n_parts > number + 1)
            fork = places.starts[member] + 2 * number
            nodes["feature"][fork] = forest.n_features + member
            nodes["threshold"][fork] = number + 0.5
            nodes["left"][fork] = 2 * number + 1
            nodes["n_rows"][fork] = nodes["n_rows"][fork + 1] + nodes["n_rows"][fork + 2]
            values[fork] = _merge(values[fork + 1], values[fork + 2], forest.n_classes)
        width = forest.n_features + len(n_parts)
        word_starts = forest.word_starts[np.concatenate([[0], n_parts.cumsum()])]
        grafted = Forest(nodes, values, forest.subsets, places.starts, word_starts, forest.n_classes, width)
        return cls(grafted, forest.n_features, n_parts, sizes, n_words)

    def cut(self, member: int) -> Forest:
        """The trees of one member's parts, as they were before."""
        places = _Places.find(self.n_parts, self.sizes, self.n_words)
        last = int(self.n_parts[: member + 1].sum())
        parts = slice(last - int(self.n_parts[member]), last)
        starts, words = (np.concatenate([[0], each.cumsum()]) for each in (self.sizes, self.n_words))
        within = slice(starts[parts.start], starts[parts.stop])
        positions = places.positions[within]
        return Forest(
            places.shift(self.forest.nodes[positions], -1, within),
            self.forest.values[positions],
            self.forest.subsets[words[parts.start] : words[parts.stop]],
            starts[parts.start : parts.stop + 1] - starts[parts.start],
            words[parts.start : parts.stop + 1] - words[parts.start],
            self.forest.n_classes,
            self.n_features,
        )

    def widen(self, X: NDArray[np.floating[Any]], parts: NDArray[np.intp]) -> NDArray[np.float64]:
        """Append to rows the number of their part for each member, given as (n_members, n_samples)."""
        return np.hstack([np.asarray(X, np.float64), parts.T])

    def join(self, others: Sequence[Self]) -> Self:
        """Append the members of the others."""
        batches = (self, *others)
        firsts = np.cumsum([0, *map(len, batches)])
        forests = []
        for batch, first in zip(batches, firsts[:-1], strict=True):
            nodes = batch.forest.nodes.copy()
            nodes["feature"] += np.where(nodes["feature"] >= self.n_features, first, 0).astype(np.int32)
            forests.append(replace(batch.forest, nodes=nodes))
        return replace(
            self,
            forest=replace(Forest.join(forests), n_features=self.n_features + int(firsts[-1])),
            n_parts=np.concatenate([batch.n_parts for batch in batches]),
            sizes=np.concatenate([batch.sizes for batch in batches]),
            n_words=np.concatenate([batch.n_words for batch in batches]),
        )


@dataclass(frozen=True, eq=False)
class _Places:
    """Where the nodes of the parts' trees lie in the grafted forest.

    Attributes
    ----------
    starts : ndarray of shape (n_members + 1,)
        Where the grafted trees begin.
    positions : ndarray of shape (n_nodes,)
        Place of each node of the parts' trees.
    steps, word_steps : ndarray of shape (n_nodes,)
        By how much a node's child, and its first word, are farther from the root of the grafted tree than from its own.
    """

    starts: NDArray[np.int64]
    positions: NDArray[np.int64]
    steps: NDArray[np.int64]
    word_steps: NDArray[np.int64]

    @classmethod
    def find(cls, n_parts: NDArray[np.intp], sizes: NDArray[np.int64], n_words: NDArray[np.int64]) -> Self:
        member = np.repeat(np.arange(len(n_parts)), n_parts)
        first = np.cumsum(n_parts) - n_parts
        number = np.arange(len(member)) - first[member]
        head = 2 * n_parts - 1
        rest = sizes - 1
        before = np.cumsum(rest) - rest
        rest_starts = head[member] + before - before[first][member]
        tree_sizes = head + np.add.reduceat(rest, first)
        starts = np.concatenate([[0], tree_sizes.cumsum()]).astype(np.int64)
        root = np.minimum(2 * number + 1, 2 * (n_parts[member] - 1))
        own = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        steps = np.repeat(rest_starts - 1, sizes)
        positions = np.where(own == 0, np.repeat(root, sizes), own + steps)
        word_before = np.cumsum(n_words) - n_words
        word_steps = word_before - word_before[first][member]
        return cls(starts, positions + np.repeat(starts[member], sizes), steps, np.repeat(word_steps, sizes))

    def shift(self, nodes: NDArray[Any], sign: int, within: slice = slice(None)) -> NDArray[Any]:
        """Nodes whose children and words are counted from the grafted root (1), or from their own again (-1)."""
        shifted = nodes.copy()
        is_split = shifted["left"] >= 0
        shifted["left"][is_split] += (sign * self.steps[within][is_split]).astype(np.int32)
        by_subset = is_split & (shifted["categorical"] != 0)
        shifted["threshold"][by_subset] += sign * self.word_steps[within][by_subset]
        return shifted


def _merge(one: NDArray[np.float64], other: NDArray[np.float64], n_classes: int) -> NDArray[np.float64]:
    """Class weights of two nodes together; or their weight, mean and variance."""
    if n_classes:
        return one + other
    weight = one[:, 0] + other[:, 0]
    share = np.divide(other[:, 0], weight, out=np.zeros_like(weight), where=weight > 0)
    apart = other[:, 1] - one[:, 1]
    mean = one[:, 1] + share * apart
    variance = (1 - share) * one[:, 2] + share * other[:, 2] + share * (1 - share) * apart**2
    return np.stack([weight, mean, variance], axis=1)


class Models(Protocol):
    """The models of T members, each with one for every part; `numbers` are the parts of the rows, (T, n)."""

    def outputs(self, X: NDArray[np.float64], numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Ask for each member and row the model of the row's part."""
        ...

    def sum_outputs(
        self,
        X: NDArray[np.float64],
        numbers: NDArray[np.intp],
        weights: NDArray[np.float64] | None,
        hard: bool,
    ) -> NDArray[np.float64]:
        """Sum over the members; of one vote per member when `hard`."""
        ...

    def join(self, others: Sequence[Any]) -> Any:
        """Append the models of other members of the same kind."""
        ...

    def select(self, member: int) -> Any:
        """The models of one member."""
        ...

    def list_fitted(self, member: int) -> list[Any]:
        """The models of one member as fitted estimators."""
        ...

    def feature_importances(self, n_features: int) -> NDArray[np.float64]:
        """Importances in each member, (T, n_features); AttributeError where models have none."""
        ...


@dataclass(frozen=True, eq=False)
class SeparateModels:
    """Models of any kind; each predicts the rows of its part only.

    Attributes
    ----------
    models : tuple of Members
        One each, member by member and part by part.
    n_parts : ndarray of shape (n_members,)
        Number of parts of each member.
    n_classes : int or None
        None for regression.
    """

    models: tuple[Members, ...]
    n_parts: NDArray[np.intp]
    n_classes: int | None

    def outputs(self, X: NDArray[np.float64], numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Ask for each member and row the model of the row's part."""
        return np.stack([self._ask(member, X, line) for member, line in enumerate(numbers)])

    def sum_outputs(
        self,
        X: NDArray[np.float64],
        numbers: NDArray[np.intp],
        weights: NDArray[np.float64] | None,
        hard: bool,
    ) -> NDArray[np.float64]:
        """Sum over the members, one member in memory at a time."""
        answers = (self._ask(member, X, line) for member, line in enumerate(numbers))
        return sum_members(answers, weights, hard)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the models of other members."""
        batches = (self, *others)
        return replace(
            self,
            models=tuple(model for batch in batches for model in batch.models),
            n_parts=np.concatenate([batch.n_parts for batch in batches]),
        )

    def select(self, member: int) -> Self:
        """The models of one member."""
        last = int(self.n_parts[: member + 1].sum())
        mine = self.models[last - int(self.n_parts[member]) : last]
        return replace(self, models=mine, n_parts=self.n_parts[[member]])

    def list_fitted(self, member: int) -> list[Any]:
        """The models of one member as fitted estimators."""
        return [model[0] for model in self.select(member).models]

    def feature_importances(self, n_features: int) -> NDArray[np.float64]:
        """Models of any kind have no importances, because theirs need not be on one scale."""
        raise AttributeError("only hedgerow's trees have feature importances behind an oracle")

    def _ask(self, member: int, X: NDArray[np.float64], numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        output = np.zeros(len(X) if self.n_classes is None else (len(X), self.n_classes))
        for number, model in enumerate(self.select(member).models):
            rows = np.flatnonzero(numbers == number)
            if rows.size:
                output[rows] = model.outputs(X[rows])[0]
        return output


@dataclass(frozen=True, eq=False)
class GraftedTrees:
    """Hedgerow's trees, those of a member grafted into one, so all are walked in one pass.

    Attributes
    ----------
    template : DecisionTreeClassifier or DecisionTreeRegressor
        What the tree of a part looks like from outside.
    grafted : GraftedForest
        The trees.
    """

    template: DecisionTreeClassifier | DecisionTreeRegressor
    grafted: GraftedForest

    def outputs(self, X: NDArray[np.float64], numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Ask for each member and row the tree of the row's part."""
        return self.grafted.forest.outputs(self.grafted.widen(X, numbers))

    def sum_outputs(
        self,
        X: NDArray[np.float64],
        numbers: NDArray[np.intp],
        weights: NDArray[np.float64] | None,
        hard: bool,
    ) -> NDArray[np.float64]:
        """Sum over the members, in one pass over the rows."""
        return self.grafted.forest.sum_outputs(self.grafted.widen(X, numbers), weights, hard)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the trees of other members."""
        return replace(self, grafted=self.grafted.join([other.grafted for other in others]))

    def select(self, member: int) -> Self:
        """The trees of one member."""
        trees = self.grafted.cut(member)
        return replace(self, grafted=GraftedForest.graft(trees, self.grafted.n_parts[[member]]))

    def list_fitted(self, member: int) -> list[Any]:
        """The trees of one member as fitted estimators."""
        trees = TreeMembers(self.template, self.grafted.cut(member))
        return [trees[part] for part in range(len(trees))]

    def feature_importances(self, n_features: int) -> NDArray[np.float64]:
        """Importances in each member's trees, (n_members, n_features); forks have none."""
        return self.grafted.forest.feature_importances()[:, :n_features]
