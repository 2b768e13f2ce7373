"""Read a fitted model as one sum over trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any, Literal

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
from hedgerow.pruning.models import CommitteeModel
from hedgerow.relevance.stumps import plant_stumps
from hedgerow.relevance.tree_sums import JoinedTrees, Matrix, NotASumError, Trees, TreeSum, WeightedTrees
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Forest, Tree
from hedgerow.views.columns import PickedColumns


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
    NotASumError
        If it is no such sum.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier
    >>> forest = RandomForestClassifier(5, random_state=0).fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    >>> found = read_sum(forest)
    >>> len(found.trees), found.unit, found.divisor
    (5, 'probability', 5.0)
    """
    if not hasattr(model, "fit"):
        raise TypeError(f"{model!r} is not a model; pass a fitted estimator")
    check_is_fitted(model)
    if getattr(model, "n_outputs_", 1) > 1:
        raise NotASumError("it predicts several targets, and a sum is of one")
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
    raise NotASumError("it is not one sum over trees")


def adds_up_trees(model: Any) -> bool:
    """Whether a fitted model is a sum over trees that have seen its training rows.

    Parameters
    ----------
    model : estimator
        Any model.

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression
    >>> adds_up_trees(LinearRegression().fit([[0.0], [1.0]], [0.0, 1.0]))
    False
    """
    if not hasattr(model, "fit"):
        return False
    try:
        return read_sum(model).knows_rows
    except NotASumError:
        return False


def find_reader(model: Any) -> Any:
    """Who reads the rows of a model: the model, or the ensemble that a pruned one has kept its members from.

    Parameters
    ----------
    model : estimator
        A fitted model.
    """
    return model.committee_.parts[0].ensemble if isinstance(model, CommitteeModel) else model


def _read_tree(model: Any) -> TreeSum:
    tree: Tree = model.flat_tree_
    if tree.n_classes == 0:
        return TreeSum(WeightedTrees(tree.forest, np.ones(1), np.arange(1)), np.zeros(1))
    trees = WeightedTrees(tree.forest, np.ones(1), np.arange(tree.n_classes))
    return TreeSum(trees, np.zeros(tree.n_classes), classes=model.classes_, priors=np.asarray(tree.values[0]))


def _read_ensemble(model: Ensemble) -> TreeSum:
    trees, weights, is_vote = (
        _list_trees(model, model.members_),
        _list_weights(model),
        _check_combination(model),
    )
    classes = getattr(model, "classes_", None)
    n_outputs = 1 if classes is None else len(classes)
    priors = model.class_prior_ if is_vote and classes is not None else None
    weighted = WeightedTrees(trees, weights, np.arange(n_outputs), hard=is_vote)
    return TreeSum(weighted, np.zeros(n_outputs), float(weights.sum()), classes, priors)


def _check_combination(model: Ensemble) -> bool:
    """Whether members vote; other rules than votes and means are refused."""
    rule = model.combination_
    if type(rule) not in (Mean, MeanProbability, Vote, WeightedVote):
        raise NotASumError(f"its members are combined by {rule!r}, which is not a sum over the members")
    return rule.hard


def _list_weights(model: Ensemble) -> Matrix:
    weights = model.combination_weights_
    return np.ones(len(model.members_)) if weights is None else weights


def _read_additive(model: Any) -> TreeSum:
    if getattr(model, "_standard", None) is not None:
        raise NotASumError("its trees read projections of the features")
    additive, classes = model._model, getattr(model, "classes_", None)
    nothing = WeightedTrees([_make_leaf(model.n_features_in_)], np.zeros(1), np.arange(1))
    if classes is not None and len(classes) == 1:  # has a score, of which nothing is read
        return TreeSum(nothing, np.ones(1), classes=classes)
    parts = [
        WeightedTrees(_list_trees(model, members), additive.steps[:, output], np.array([output]))
        for output, members in enumerate(additive.members)
    ]
    link: Literal["squared", "logistic"] = (
        "logistic" if isinstance(model._make_loss(), LogisticLoss) else "squared"
    )
    return TreeSum(
        JoinedTrees(parts) if any(map(len, parts)) else nothing,
        np.asarray(additive.base, np.float64),
        classes=classes,
        link="none" if classes is None else link,
        knows_rows=not any(isinstance(members, StumpMembers) for members in additive.members),
    )


def _make_leaf(n_features: int) -> Tree:
    """A leaf of value 0, where a sum has no trees."""
    from hedgerow._kernels.records import NODE

    leaf = np.zeros(1, NODE)
    leaf["feature"], leaf["left"] = -1, -1
    return Tree(leaf, np.array([[1.0, 0.0, 0.0]]), np.empty(0, np.uint64), 0, n_features)


def _read_stages(model: IteratedBaggingRegressor) -> TreeSum:
    parts = []
    for stage in model.stages_:
        weights = _list_weights(stage)
        _check_combination(stage)
        trees = _list_trees(stage, stage.members_)
        parts.append(WeightedTrees(trees, weights / float(weights.sum()), np.arange(1)))
    return TreeSum(JoinedTrees(parts), np.zeros(1))


def _read_committee(model: Any) -> TreeSum:
    committee, classes = model.committee_, model.committee_.classes
    if model._chooser is not None:
        raise NotASumError("it chooses other members for each row")
    if not all(isinstance(part.ensemble, Ensemble) and part.positions is None for part in committee.parts):
        raise NotASumError("it has kept members that are not hedgerow's trees")
    first = committee.parts[0].ensemble
    if any(_describe_columns(part.ensemble) != _describe_columns(first) for part in committee.parts[1:]):
        raise NotASumError("its members have learned different categories or columns")
    parts = [
        WeightedTrees(
            _list_trees(model, part.ensemble.members_),
            np.asarray(part.combination_weights, np.float64),
            _find_places(part.ensemble, classes),
            hard=committee.hard,
        )
        for part in committee.parts
    ]
    n_outputs = 1 if classes is None else len(classes)
    divisor = float(committee.combination_weights.sum())
    priors = None if classes is None else np.ones(n_outputs)
    return TreeSum(JoinedTrees(parts), np.zeros(n_outputs), divisor, classes, priors)


def _describe_columns(ensemble: Any) -> Any:
    """Number, names and categories of the columns that an ensemble reads."""
    encoding, names = getattr(ensemble, "_encoding", None), getattr(ensemble, "feature_names_in_", ())
    labels = () if encoding is None else encoding.categories
    return (
        int(ensemble.n_features_in_),
        [str(name) for name in names],
        [None if each is None else [str(label) for label in each] for each in labels],
    )


def _find_places(ensemble: Any, classes: NDArray[Any] | None) -> NDArray[np.intp]:
    """Where the classes of an ensemble stand among all classes."""
    return np.arange(1) if classes is None else np.searchsorted(classes, ensemble.classes_)


class _Kept:
    """Some trees of a forest, when it is pruned."""

    def __init__(self, forest: Forest, kept: NDArray[np.intp]) -> None:
        self._forest, self._kept = forest, kept

    def __len__(self) -> int:
        return len(self._kept)

    def __getitem__(self, index: int) -> Tree:
        return self._forest[int(self._kept[index])]


def _list_trees(model: Any, members: Any) -> Trees:
    """The trees of members, as trees of the features that the model reads."""
    match members:
        case TreeMembers(forest=forest):
            return forest
        case object(members=TreeMembers(forest=forest), kept=kept):
            return _Kept(forest, kept)
        case StumpMembers(directions=None):
            return list(plant_stumps(members, model.n_features_in_))
        case ViewedMembers(indicators=None, preparation=None) if all(
            isinstance(view, PickedColumns) for view in members.views
        ):
            return list(chain.from_iterable(_list_picked(model, members)))
    kind = type(members[0] if len(members) else members).__name__
    if isinstance(members, ViewedMembers):
        raise NotASumError("its members read mixtures of the features")
    if hasattr(members, "codes"):
        raise NotASumError("its members answer questions of a code about the classes, and not the classes")
    raise NotASumError(
        f"its members are not hedgerow's trees, or do not read the features as they are ({kind})"
    )


def _list_picked(model: Any, members: ViewedMembers) -> Iterator[list[Tree]]:
    """The trees of members that each read some of the columns, in the whole table."""
    for single, view in zip(members.singles, members.views, strict=True):
        columns, trees = view.columns, _list_trees(model, single)  # type: ignore[attr-defined]
        yield [_move_tree(trees[place], columns, model.n_features_in_) for place in range(len(trees))]


def _move_tree(tree: Tree, columns: NDArray[np.intp], n_features: int) -> Tree:
    nodes = tree.nodes.copy()
    is_split = nodes["feature"] >= 0
    nodes["feature"][is_split] = columns[nodes["feature"][is_split]]
    return Tree(nodes, tree.values, tree.subsets, tree.n_classes, n_features)
