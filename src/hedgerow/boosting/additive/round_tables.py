"""The table that a round learns from, the same for all or a projection of its own, and members seen through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.boosting.additive.stumps import PreparedStumps, StumpMembers
from hedgerow.ensembles.members import ViewedMembers
from hedgerow.foundation.row_products import multiply_rows
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Learner, Members
from hedgerow.learners.adapter import AdaptedTable
from hedgerow.learners.indicators import Indicators
from hedgerow.learners.protocol import Prepared
from hedgerow.trees.grower import TreeGrower, TreeMembers
from hedgerow.trees.tree import Forest
from hedgerow.views.preparation import Preparation
from hedgerow.views.projection import FittedProjection, RandomProjection, round_to_grain

Table = NDArray[np.float64]


@dataclass(frozen=True)
class ObliqueTrees:
    """Trees of different projections that answer together: one product with all the mixtures that any of them cuts.

    Attributes
    ----------
    trees : TreeMembers
        The trees; their features are the mixtures.
    directions : ndarray of shape (n_mixtures, n_features)
        How the features are mixed.
    """

    trees: TreeMembers
    directions: NDArray[np.float64]

    @classmethod
    def see_through(cls, matrix: NDArray[np.float64], trees: TreeMembers) -> Self:
        """The same trees for a table from which X @ matrix makes the features that they cut."""
        feature = trees.forest.nodes["feature"]
        used = np.unique(feature[feature >= 0])
        # A lone leaf looks at nothing, but a table has a column.
        used = used if used.size else np.zeros(1, np.intp)
        moved = _move_features(trees.forest, np.searchsorted(used, feature), used.size)
        return cls(replace(trees, forest=moved), np.ascontiguousarray(matrix[:, used].T))

    def __len__(self) -> int:
        return len(self.trees)

    def __getitem__(self, index: int) -> Any:
        return self.trees[index]

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predict each row by each tree."""
        return self.trees.outputs(self._mix(X))

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the trees."""
        return self.trees.sum_outputs(self._mix(X), weights, hard)

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these trees; their mixtures come after those that are here."""
        batches = (self, *others)
        ends = np.cumsum([len(each.directions) for each in batches])
        moved = [
            _move_features(
                each.trees.forest,
                each.trees.forest.nodes["feature"] + end - len(each.directions),
                int(ends[-1]),
            )
            for each, end in zip(batches, ends, strict=True)
        ]
        directions = np.concatenate([each.directions for each in batches])
        return replace(self, trees=replace(self.trees, forest=Forest.join(moved)), directions=directions)

    def _mix(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        return round_to_grain(multiply_rows(X, self.directions.T))


def _move_features(forest: Forest, features: NDArray[np.integer[Any]], n_features: int) -> Forest:
    """The same trees in a table whose columns are elsewhere."""
    nodes = forest.nodes.copy()
    nodes["feature"] = np.where(nodes["feature"] >= 0, features, -1)
    return replace(forest, nodes=nodes, n_features=n_features)


@dataclass(frozen=True)
class RoundLearner:
    """A learner bound to the table of one round.

    Attributes
    ----------
    learner : Learner
        What learns.
    prepared : Prepared
        The learner with its table, and a target that is replaced.
    table : ndarray of shape (n_samples, n_columns)
        The table.
    is_categorical : ndarray of shape (n_columns,) or None
        Which columns are categories.
    view : FittedProjection or None
        What made the table of the one that all rounds share; None where they share it as it is.
    """

    learner: Learner
    prepared: Prepared
    table: Table
    is_categorical: NDArray[np.bool_] | None = None
    view: FittedProjection | None = None

    def grow(self, target: NDArray[np.float64], weights: NDArray[np.float64], seed: np.uint64) -> Members:
        """Fit one member to a target."""
        if isinstance(self.prepared, TreeGrower | AdaptedTable | PreparedStumps):
            prepared: Prepared = replace(self.prepared, y=target)
        else:  # what another learner has made of the old target is not known
            prepared = self.learner.prepare(
                TrainingSet.of(self.table, target, n_classes=None, is_categorical=self.is_categorical)
            )
        return prepared.grow(np.array([seed], np.uint64), weights[None])

    def see_through(self, member: Members) -> Members:
        """The member as it reads the table that all rounds share."""
        if self.view is None:
            return member
        # Of the matrix, stumps and trees need the columns that they cut; for others it is drawn again.
        if isinstance(member, StumpMembers):
            return member.seen_through(self.view.matrix())
        if isinstance(member, TreeMembers):
            return ObliqueTrees.see_through(self.view.matrix(), member)
        return ViewedMembers((member,), (self.view,), None)


@dataclass(frozen=True)
class SharedTable:
    """All rounds learn from one table, which is prepared once."""

    only: RoundLearner
    is_fixed = True

    @classmethod
    def prepare(cls, learner: Learner, training: TrainingSet) -> Self:
        """Bind the learner to the table."""
        plain = training.unweighted().with_target(np.zeros(training.n_samples), None)
        return cls(RoundLearner(learner, learner.prepare(plain), training.X, training.is_categorical))

    def make(self, seed: int) -> RoundLearner:
        """The same table every time."""
        return self.only


@dataclass(frozen=True)
class ProjectedTable:
    """Each round learns from fresh random mixtures of the features.

    Attributes
    ----------
    learner : Learner
        What learns.
    projection : RandomProjection
        How features are mixed.
    X : ndarray of shape (n_samples, n_columns)
        What is mixed: numbers without holes.
    """

    learner: Learner
    projection: RandomProjection
    X: NDArray[np.float64]
    is_fixed = False

    def make(self, seed: int) -> RoundLearner:
        """Draw a projection, and bind the learner to what it shows."""
        view = FittedProjection(self.projection, seed, self.X.shape[1])
        table = view.transform(self.X)
        return RoundLearner(
            self.learner,
            self.learner.prepare(TrainingSet.of(table, np.zeros(len(table)), n_classes=None)),
            table,
            None,
            view,
        )


# Where rounds take their tables from; `is_fixed` says whether a round that finds nothing will be followed by others
# that find nothing.
RoundTables = SharedTable | ProjectedTable


@dataclass(frozen=True)
class StandardTable:
    """Numbers without holes, of similar scale, made from numbers and categories.

    Attributes
    ----------
    indicators : Indicators or None
        What turns categories into columns of 0 and 1; None where there are none.
    preparation : Preparation
        What fills in missing numbers by medians and standardises.
    """

    indicators: Indicators | None
    preparation: Preparation

    @classmethod
    def learn(cls, training: TrainingSet) -> Self:
        """Read medians, scales and categories off the training table."""
        X, indicators = np.asarray(training.X, np.float64), None
        if training.is_categorical is not None:
            indicators = Indicators.learn(X, training.is_categorical)
            X = indicators.transform(X)
        return cls(indicators, Preparation.learn(X, training.row_weights))

    def transform(self, X: Table) -> NDArray[np.float64]:
        """Make the numbers."""
        X = np.asarray(X, np.float64)
        return self.preparation.transform(X if self.indicators is None else self.indicators.transform(X))
