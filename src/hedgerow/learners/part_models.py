"""The models of the parts that oracles make: any models one by one, or hedgerow's trees all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import sum_members
from hedgerow.learners.grafting import GraftedForest
from hedgerow.learners.protocol import Members
from hedgerow.trees.grower import TreeMembers

if TYPE_CHECKING:
    from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor


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
