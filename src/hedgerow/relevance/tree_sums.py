"""A model as a sum of trees, whatever it is called: what Shapley values, which add up over trees, are computed from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.boosting.additive.base import Additive
from hedgerow.boosting.additive.logit_boost import LogitBoostClassifier
from hedgerow.combination.averaging import harden
from hedgerow.ensembles.base import Ensemble
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Forest, Tree

Unit = Literal["probability", "vote share", "value", "score"]


@dataclass(frozen=True)
class ExplainedTree:
    """A tree, and what it adds to the outputs of a model.

    Parameters
    ----------
    tree : Tree
        The tree.
    factor : float
        How much it counts.
    output : int or None
        The output that it adds its mean to; None for a tree that adds a share to each class.
    is_hard : bool
        Whether it votes for the heaviest class of a leaf.
    """

    tree: Tree
    factor: float
    output: int | None
    is_hard: bool

    @property
    def weights(self) -> NDArray[np.float64]:
        """Training weight of each node."""
        values = self.tree.values
        return np.ascontiguousarray(values.sum(axis=1) if self.tree.n_classes else values[:, 0])

    def list_values(self) -> list[tuple[int, NDArray[np.float64]]]:
        """The outputs that the tree adds to, and what each node adds; the first class is left to the others."""
        if self.output is not None:
            return [(self.output, self.factor * self.tree.values[:, 1])]
        weights = self.weights[:, None]
        shares = np.divide(self.tree.values, weights, out=np.zeros(self.tree.values.shape), where=weights > 0)
        shares = harden(shares) if self.is_hard else shares
        return [(k, np.ascontiguousarray(self.factor * shares[:, k])) for k in range(1, shares.shape[1])]


@dataclass(frozen=True)
class ExplainedSum:
    """A model that adds up what trees say. Made by `read_trees`.

    Parameters
    ----------
    parts : sequence of ExplainedTree
        The trees.
    start : ndarray of shape (n_outputs,)
        What is there before any tree.
    outputs : tuple
        Labels of the outputs; empty where there is one, and it is no class.
    unit : {"probability", "vote share", "value", "score"}
        What an output is.
    mixing : ndarray of shape (n_outputs, n_outputs) or None, default=None
        What the sums are multiplied by to become the outputs; None where they are.
    """

    parts: Sequence[ExplainedTree]
    start: NDArray[np.float64]
    outputs: tuple[Any, ...]
    unit: Unit
    mixing: NDArray[np.float64] | None = None

    @property
    def sums_to_one(self) -> bool:
        """Whether the outputs are shares; then the first is what the others leave."""
        return self.unit in ("probability", "vote share")


class _ForestParts(Sequence[ExplainedTree]):
    """The trees of a forest, made when they are looked at."""

    def __init__(
        self, forest: Forest, factors: NDArray[np.float64], output: int | None, *, is_hard: bool = False
    ) -> None:
        self._forest, self._factors, self._output, self._is_hard = forest, factors, output, is_hard

    def __len__(self) -> int:
        return len(self._forest)

    def __getitem__(self, index: Any) -> Any:
        return ExplainedTree(self._forest[index], float(self._factors[index]), self._output, self._is_hard)


class _Chain(Sequence[ExplainedTree]):
    """Trees of several forests one after the other."""

    def __init__(self, parts: Sequence[_ForestParts]) -> None:
        self._parts = parts
        self._ends = np.cumsum([len(part) for part in parts])

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self._ends) else 0

    def __getitem__(self, index: Any) -> Any:
        which = int(np.searchsorted(self._ends, index, side="right"))
        return self._parts[which][index - (self._ends[which] - len(self._parts[which]))]


def read_trees(model: Any) -> ExplainedSum:
    """See a fitted model as a sum of trees.

    Parameters
    ----------
    model : estimator
        A tree; an ensemble of trees whose votes, probabilities or values are averaged; or an additive model of trees.

    Returns
    -------
    ExplainedSum

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier
    >>> forest = RandomForestClassifier(5, random_state=0).fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    >>> found = read_trees(forest)
    >>> len(found.parts), found.unit, found.parts[0].factor
    (5, 'probability', 0.2)
    """
    match model:
        case DecisionTreeClassifier() | DecisionTreeRegressor():
            check_is_fitted(model, "flat_tree_")
            return _read_forest(model, model.flat_tree_.forest, np.ones(1), is_hard=False)
        case Ensemble():
            check_is_fitted(model)
            return _read_ensemble(model)
        case Additive():
            check_is_fitted(model)
            return _read_additive(model)
    raise TypeError(_refuse(model, "is not a model of hedgerow that adds up trees"))


def adds_up_trees(model: Any) -> bool:
    """Whether a fitted model can be seen as a sum of trees.

    Parameters
    ----------
    model : estimator
        Any model.

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression
    >>> adds_up_trees(LinearRegression())
    False
    """
    try:
        read_trees(model)
    except TypeError:
        return False
    return True


def _refuse(model: Any, why: str) -> str:
    return (
        f"{type(model).__name__} {why}, so its Shapley values cannot be read from trees; pass a tree, a forest, an "
        "ensemble that averages trees or boosting of trees, or use shap.Explainer(model.predict, X), which asks any "
        "model"
    )


def _read_ensemble(model: Ensemble) -> ExplainedSum:
    if not isinstance(model.members_, TreeMembers):
        raise TypeError(
            _refuse(model, f"has members that are not trees of the features ({_name_members(model)})")
        )
    if not model.combination_.additive:
        raise TypeError(_refuse(model, f"does not average its trees (combination={model.combination_!r})"))
    n_members, weights = len(model.members_), model.combination_weights_
    factors = np.full(n_members, 1.0 / n_members) if weights is None else weights / weights.sum()
    return _read_forest(model, model.members_.forest, factors, is_hard=model.combination_.hard)


def _name_members(model: Ensemble) -> str:
    members: Any = model.members_
    return (
        "they learned from transformed tables"
        if hasattr(members, "views")
        else type(model.estimators_[0]).__name__
    )


def _read_forest(model: Any, forest: Forest, factors: NDArray[np.float64], *, is_hard: bool) -> ExplainedSum:
    if forest.n_classes == 0:
        return ExplainedSum(_ForestParts(forest, factors, 0), np.zeros(1), (), "value")
    start = np.zeros(forest.n_classes)
    start[0] = 1.0
    unit: Unit = "vote share" if is_hard else "probability"
    return ExplainedSum(
        _ForestParts(forest, factors, None, is_hard=is_hard),
        start,
        tuple(np.asarray(model.classes_).tolist()),
        unit,
    )


def _read_additive(model: Additive) -> ExplainedSum:
    for members in model.members_:
        if not isinstance(members, TreeMembers):
            why = f"adds up what is not trees of the features ({type(members[0]).__name__})"
            raise TypeError(
                _refuse(model, why)
                + "; with estimator=DecisionTreeRegressor(max_depth=1) its stumps are trees"
            )
    base, steps = model._model.base, model.steps_
    parts = [_ForestParts(members.forest, steps[:, k], k) for k, members in enumerate(model.members_)]
    classes = getattr(model, "classes_", ())
    outputs = tuple(np.asarray(classes).tolist()) if len(base) > 1 else ()
    unit: Unit = "score" if len(classes) else "value"
    return ExplainedSum(
        _Chain(parts), np.asarray(base, np.float64), outputs, unit, _read_mixing(model, len(base))
    )


def _read_mixing(model: Additive, n_outputs: int) -> NDArray[np.float64] | None:
    """LogitBoost tells the scores of many classes with their mean at zero, and shrunk."""
    if not isinstance(model, LogitBoostClassifier) or n_outputs == 1:
        return None
    return np.asarray((np.eye(n_outputs) - 1.0 / n_outputs) * (n_outputs - 1) / n_outputs)
