"""What a model of trees computes, as one sum over trees: the form that every export is written from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal, NoReturn

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.boosting.additive.base import Additive
from hedgerow.boosting.additive.losses import LogisticLoss
from hedgerow.boosting.additive.stumps import StumpMembers
from hedgerow.combination import Mean, MeanProbability, Vote, WeightedVote
from hedgerow.ensembles.base import Ensemble
from hedgerow.ensembles.iterated_bagging import IteratedBaggingRegressor
from hedgerow.ensembles.members import ViewedMembers
from hedgerow.ensembles.robust_tree import RobustTreeClassifier
from hedgerow.export.inputs import Inputs
from hedgerow.export.stumps import plant_stumps
from hedgerow.pruning.models import CommitteeModel
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Tree
from hedgerow.views.columns import PickedColumns

Matrix = NDArray[np.float64]


class ExportError(ValueError):
    """A model is not what can be exported; the message says why, and what can be."""


_WHAT_CAN_BE = (
    "Decision trees, forests, bagging, random subspaces and boosting of hedgerow's trees can be exported, "
    "where members vote or their predictions are averaged or added"
)


@dataclass(frozen=True, eq=False)
class WeightedTree:
    """A tree of a sum, and what its leaves add.

    Attributes
    ----------
    tree : Tree
        The nodes.
    weight : float
        How much it counts.
    places : ndarray of int
        To which outputs the values of a leaf are added.
    hard : bool
        Whether a leaf votes for its heaviest class, in the place of its class shares.
    """

    tree: Tree
    weight: float
    places: NDArray[np.intp]
    hard: bool = False

    def leaf_values(self, n_outputs: int) -> Matrix:
        """What each leaf adds to each output, (n_leaves, n_outputs), in the order of the nodes."""
        tree = self.tree
        values = np.asarray(tree.values[np.flatnonzero(tree.is_leaf)])
        if tree.n_classes == 0:
            said = self.weight * values[:, 1:2]
        elif self.hard:
            said = self.weight * np.eye(tree.n_classes)[values.argmax(axis=1)]
        else:
            # Computed as `_kernels.tree_walks.add_answer` does it, to the last bit; a leaf without weight is NaN.
            total = np.add.accumulate(values, axis=1)[:, -1:]
            with np.errstate(divide="ignore", invalid="ignore"):
                said = (self.weight / total) * values
        added = np.zeros((len(said), n_outputs))
        added[:, self.places] = said
        return added


@dataclass(frozen=True, eq=False)
class TreeSum:
    """scores(x) = start + (sum over the trees of what the leaf of x adds) / divisor, and what becomes of the scores.

    Attributes
    ----------
    trees : sequence of WeightedTree
        At least one.
    start : ndarray of shape (n_outputs,)
        The scores without trees.
    inputs : Inputs
        What the trees read.
    divisor : float
        The total weight, of a mean.
    classes : ndarray or None
        The class labels; None where the score is the predicted value.
    priors : ndarray of shape (n_classes,) or None
        What settles a tie of scores that are equal but for rounding; None where the first largest score wins.
    link : {"none", "squared", "logistic"}
        How scores become probabilities: they are probabilities, or they are the scores of an additive model with that
        loss, which has one output for two classes.
    """

    trees: Sequence[WeightedTree]
    start: Matrix
    inputs: Inputs
    divisor: float = 1.0
    classes: NDArray[Any] | None = None
    priors: Matrix | None = None
    link: Literal["none", "squared", "logistic"] = "none"

    @property
    def n_features(self) -> int:
        """Number of columns that the trees read."""
        return len(self.inputs.names)

    @property
    def n_outputs(self) -> int:
        """Number of scores."""
        return len(self.start)


def list_members_left(tree: Tree, node: int) -> tuple[NDArray[np.int64], bool]:
    """The categories that a categorical node tells from all else, and whether they go left.

    Missing values and categories that the node has not met are never among them, so they go to the other side.

    Parameters
    ----------
    tree : Tree
        The tree.
    node : int
        Which node.
    """
    left = tree.categories_left(node)
    if not tree.nodes["missing_left"][node]:
        return left, True
    return np.setdiff1d(np.arange(int(tree.nodes["code"][node])), left), False


def read_sum(model: Any) -> TreeSum:
    """Read a fitted model as a sum over trees.

    Parameters
    ----------
    model : estimator
        A tree, or an ensemble of trees.

    Returns
    -------
    TreeSum

    Raises
    ------
    ExportError
        If it is no such sum.
    """
    if not hasattr(model, "fit"):
        raise TypeError(f"{model!r} is not a model; pass a fitted estimator")
    check_is_fitted(model)
    if getattr(model, "n_outputs_", 1) > 1:
        _refuse(model, "it predicts several targets, and one can be exported at a time")
    match model:
        case DecisionTreeClassifier() | DecisionTreeRegressor():
            return _read_tree(model)
        case RobustTreeClassifier(estimator_=DecisionTreeClassifier()):
            return replace(_read_tree(model), priors=model.class_prior_)
        case Ensemble():
            return _read_ensemble(model)
        case Additive():
            return _read_additive(model)
        case IteratedBaggingRegressor():
            return _read_stages(model)
        case CommitteeModel():
            return _read_committee(model)
    _refuse(model, "it is not one sum over trees")


def _refuse(model: Any, reason: str) -> NoReturn:
    raise ExportError(f"{type(model).__name__} cannot be exported: {reason}. {_WHAT_CAN_BE}.")


def _read_tree(model: Any) -> TreeSum:
    tree: Tree = model.flat_tree_
    inputs = Inputs.of(model)
    if tree.n_classes == 0:
        return TreeSum([WeightedTree(tree, 1.0, np.arange(1))], np.zeros(1), inputs)
    trees = [WeightedTree(tree, 1.0, np.arange(tree.n_classes))]
    return TreeSum(
        trees, np.zeros(tree.n_classes), inputs, classes=model.classes_, priors=np.asarray(tree.values[0])
    )


def _read_ensemble(model: Ensemble) -> TreeSum:
    trees, weights = _list_trees(model, model.members_), _list_weights(model)
    inputs = Inputs.of(model)
    classes = getattr(model, "classes_", None)
    n_outputs = 1 if classes is None else len(classes)
    is_vote = _check_combination(model)
    weighted = [
        WeightedTree(tree, float(weight), np.arange(n_outputs), is_vote)
        for tree, weight in zip(trees, weights, strict=True)
    ]
    priors = model.class_prior_ if is_vote and classes is not None else None
    return TreeSum(weighted, np.zeros(n_outputs), inputs, float(weights.sum()), classes, priors)


def _check_combination(model: Ensemble) -> bool:
    """Whether members vote; other rules than votes and means are refused."""
    rule = model.combination_
    if type(rule) not in (Mean, MeanProbability, Vote, WeightedVote):
        _refuse(model, f"its members are combined by {rule!r}, which is not a sum over the members")
    return rule.hard


def _list_weights(model: Ensemble) -> Matrix:
    weights = model.combination_weights_
    return np.ones(len(model.members_)) if weights is None else weights


def _read_additive(model: Any) -> TreeSum:
    if getattr(model, "_standard", None) is not None:
        _refuse(
            model, "its trees read projections of the features, which the standards cannot compute exactly"
        )
    inputs, additive = Inputs.of(model), model._model
    classes = getattr(model, "classes_", None)
    if classes is not None and len(classes) == 1:  # has a score, of which nothing is read
        return TreeSum([_add_nothing(inputs)], np.ones(1), inputs, classes=classes)
    trees = [
        WeightedTree(tree, float(step), np.array([output]))
        for output, members in enumerate(additive.members)
        for tree, step in zip(_list_trees(model, members), additive.steps[:, output], strict=True)
    ]
    link: Any = "logistic" if isinstance(model._make_loss(), LogisticLoss) else "squared"
    return TreeSum(
        trees or [_add_nothing(inputs)],
        np.asarray(additive.base),
        inputs,
        classes=classes,
        link="none" if classes is None else link,
    )


def _add_nothing(inputs: Inputs) -> WeightedTree:
    """A leaf of value 0, where a sum has no trees."""
    from hedgerow._kernels.records import NODE

    leaf = np.zeros(1, NODE)
    leaf["feature"], leaf["left"] = -1, -1
    tree = Tree(leaf, np.array([[1.0, 0.0, 0.0]]), np.empty(0, np.uint64), 0, len(inputs.names))
    return WeightedTree(tree, 0.0, np.arange(1))


def _read_stages(model: IteratedBaggingRegressor) -> TreeSum:
    stages = [_read_ensemble(stage) for stage in model.stages_]
    trees = [
        WeightedTree(each.tree, each.weight / stage.divisor, each.places)
        for stage in stages
        for each in stage.trees
    ]
    return TreeSum(trees, np.zeros(1), stages[0].inputs)


def _read_committee(model: Any) -> TreeSum:
    committee, classes = model.committee_, model.committee_.classes
    if model._chooser is not None:
        _refuse(model, "it chooses other members for each row")
    if not all(isinstance(part.ensemble, Ensemble) and part.positions is None for part in committee.parts):
        _refuse(model, "it has kept members that are not hedgerow's trees")
    n_outputs = 1 if classes is None else len(classes)
    parts = [(part.ensemble, part.combination_weights) for part in committee.parts]
    inputs = [Inputs.of(ensemble) for ensemble, _ in parts]
    if any(each != inputs[0] for each in inputs):
        _refuse(model, "its members have learned different categories or columns")
    trees = [
        WeightedTree(tree, float(weight), _find_places(ensemble, classes), committee.hard)
        for ensemble, weights in parts
        for tree, weight in zip(_list_trees(model, ensemble.members_), weights, strict=True)
    ]
    divisor = float(committee.combination_weights.sum())
    priors = None if classes is None else np.ones(n_outputs)
    return TreeSum(trees, np.zeros(n_outputs), inputs[0], divisor, classes, priors)


def _find_places(ensemble: Any, classes: NDArray[Any] | None) -> NDArray[np.intp]:
    """Where the classes of an ensemble stand among all classes."""
    return np.arange(1) if classes is None else np.searchsorted(classes, ensemble.classes_)


def _list_trees(model: Any, members: Any) -> list[Tree]:
    """The trees of members, as trees of the features that the model reads."""
    match members:
        case TreeMembers(forest=forest):
            return [forest[position] for position in range(len(forest))]
        case object(
            members=TreeMembers(forest=forest), kept=kept
        ):  # some trees of a forest, when it is pruned
            return [forest[position] for position in kept]
        case StumpMembers(directions=None):
            return list(plant_stumps(members, model.n_features_in_))
        case ViewedMembers(indicators=None, preparation=None) if all(
            isinstance(view, PickedColumns) for view in members.views
        ):
            return list(chain.from_iterable(_list_picked(model, members)))
    kind = type(members[0] if len(members) else members).__name__
    if isinstance(members, ViewedMembers):
        _refuse(
            model, "its members read mixtures of the features, which the standards cannot compute exactly"
        )
    if hasattr(members, "codes"):
        _refuse(model, "its members answer questions of a code about the classes, and not the classes")
    _refuse(model, f"its members are not hedgerow's trees, or do not read the features as they are ({kind})")


def _list_picked(model: Any, members: ViewedMembers) -> Iterator[list[Tree]]:
    """The trees of members that each read some of the columns, in the whole table."""
    for single, view in zip(members.singles, members.views, strict=True):
        columns = view.columns  # type: ignore[attr-defined]
        yield [_move_tree(tree, columns, model.n_features_in_) for tree in _list_trees(model, single)]


def _move_tree(tree: Tree, columns: NDArray[np.intp], n_features: int) -> Tree:
    nodes = tree.nodes.copy()
    is_split = nodes["feature"] >= 0
    nodes["feature"][is_split] = columns[nodes["feature"][is_split]]
    return Tree(nodes, tree.values, tree.subsets, tree.n_classes, n_features)
