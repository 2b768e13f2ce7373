"""An ensemble with some of its members only, sharing them with the whole one."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import VotingClassifier, VotingRegressor
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import Pipeline

from hedgerow.ensembles.base import Ensemble
from hedgerow.ensembles.members import CodedMembers, ViewedMembers
from hedgerow.learners.adapter import AdaptedMembers
from hedgerow.learners.protocol import Members
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Forest

Positions = NDArray[np.intp]


def narrow(ensemble: Any, kept: Positions) -> Any | None:
    """Make an ensemble of some members that `Outputs.from_estimator` can use; None where that is not possible.

    The members are those of the given ensemble and are not copied. What is made is for asking members: its own
    combination, its out-of-bag rows and its parameters mean nothing.

    Parameters
    ----------
    ensemble : estimator or sequence of estimators
        A fitted ensemble, a pipeline or a search that holds one, or a list of fitted estimators.
    kept : ndarray
        Positions of the members.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> forest = RandomForestClassifier(10, random_state=0).fit(*load_iris(return_X_y=True))
    >>> some = narrow(forest, np.array([7, 2]))
    >>> some.estimators_[0] is forest.estimators_[7]
    True
    """
    ensemble = open_estimator(ensemble)
    if isinstance(ensemble, list | tuple):
        return [ensemble[position] for position in kept]
    if isinstance(ensemble, Pipeline):
        inner = narrow(ensemble[-1], kept)
        return None if inner is None else Pipeline([*ensemble.steps[:-1], (ensemble.steps[-1][0], inner)])
    if isinstance(ensemble, Ensemble):
        return _narrow_ours(ensemble, kept)
    if hasattr(ensemble, "member_outputs") or not hasattr(ensemble, "estimators_"):
        return None
    return _narrow_theirs(ensemble, kept)


def open_estimator(ensemble: Any) -> Any:
    """What a frozen estimator, or a search that is finished, holds."""
    while isinstance(ensemble, FrozenEstimator) or hasattr(ensemble, "best_estimator_"):
        is_frozen = isinstance(ensemble, FrozenEstimator)
        ensemble = ensemble.estimator if is_frozen else ensemble.best_estimator_
    return ensemble


def _narrow_ours(ensemble: Ensemble, kept: Positions) -> Any:
    some = copy(ensemble)
    grown = ensemble._grown
    some._grown = replace(grown, members=keep_members(grown.members, kept), weights=grown.weights[kept])
    return some


def _narrow_theirs(ensemble: Any, kept: Positions) -> Any | None:
    some = copy(ensemble)
    members = ensemble.estimators_
    flat = list(members.flat) if isinstance(members, np.ndarray) else list(members)
    some.estimators_ = [flat[position] for position in kept]
    if isinstance(ensemble, VotingClassifier | VotingRegressor):
        given = [pair for pair in ensemble.estimators if not isinstance(pair[1], str)]
        some.estimators = [given[position] for position in kept]
        some.weights = None
    elif hasattr(ensemble, "final_estimator_"):
        return None  # stacking names its estimators in more than one place
    if hasattr(ensemble, "estimators_features_"):
        some.estimators_features_ = [ensemble.estimators_features_[position] for position in kept]
    if hasattr(ensemble, "estimator_weights_"):
        some.estimator_weights_ = np.asarray(ensemble.estimator_weights_)[kept]
    return some


@singledispatch
def keep_members(members: Any, kept: Positions) -> Members:
    """Some members of several, sharing what they know."""
    return _ChosenMembers(members, kept)


@keep_members.register
def _(members: TreeMembers, kept: Positions) -> Members:
    return _ChosenTrees(members, kept)


@keep_members.register
def _(members: AdaptedMembers, kept: Positions) -> Members:
    columns = None if members.columns is None else tuple(members.columns[each] for each in kept)
    return replace(members, estimators=tuple(members.estimators[each] for each in kept), columns=columns)


@keep_members.register
def _(members: ViewedMembers, kept: Positions) -> Members:
    return replace(
        members,
        singles=tuple(members.singles[each] for each in kept),
        views=tuple(members.views[each] for each in kept),
    )


@keep_members.register
def _(members: CodedMembers, kept: Positions) -> Members:
    return replace(members, members=keep_members(members.members, kept), codes=members.codes[kept])


class _ChosenMembers:
    """Members of a kind that cannot be taken apart: all predict, and some are combined."""

    def __init__(self, members: Any, kept: Positions) -> None:
        self.members, self.kept = members, kept

    def check_loaded(self) -> None:
        """Refuse places that are not those of members: trees are walked from there without looking twice."""
        kept: Any = self.kept
        are_places = isinstance(kept, np.ndarray) and kept.ndim == 1 and kept.dtype.kind in "iu"
        if not are_places or not ((kept >= 0) & (kept < len(self.members))).all():
            raise ValueError("a member is kept that is not there")

    def __len__(self) -> int:
        return len(self.kept)

    def __getitem__(self, index: int) -> Any:
        return self.members[int(self.kept[index])]

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(self.members.outputs(X)[self.kept])

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        combination_weights = np.zeros(len(self.members))
        np.add.at(combination_weights, self.kept, 1.0 if weights is None else weights)
        return np.asarray(self.members.sum_outputs(X, combination_weights, hard))

    def join(self, others: Any) -> Any:
        raise NotImplementedError("chosen members are not grown further")


class _ChosenTrees(_ChosenMembers):
    """Trees of a forest, which are walked from their own roots in the arrays of the whole forest."""

    def check_loaded(self) -> None:
        """Refuse members of another kind, whose number says nothing of the roots in a forest."""
        if type(self.members) is not TreeMembers:
            raise ValueError("the chosen trees are of members that are not trees")
        super().check_loaded()

    @property
    def _forest(self) -> Forest:
        # Walking a tree begins at its root and never asks where it ends, so any roots make a forest.
        forest: Forest = self.members.forest
        return replace(
            forest,
            starts=np.append(forest.starts[self.kept], 0),
            word_starts=np.append(forest.word_starts[self.kept], 0),
            first_draws=None,
        )

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        return self._forest.outputs(X)

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        return self._forest.sum_outputs(X, weights, hard)
