"""Kept members of one or more ensembles, shared with the whole ones, answering together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import VotingClassifier, VotingRegressor
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import Pipeline

from hedgerow.combination import Mean, MeanProbability, Vote
from hedgerow.combination.averaging import average, harden, sum_members
from hedgerow.ensembles.base import Ensemble
from hedgerow.ensembles.members import CodedMembers, ViewedMembers
from hedgerow.ensembles.prediction import combine_members
from hedgerow.foundation.frames import take_rows
from hedgerow.foundation.training_set import read_rows
from hedgerow.learners.adapter import AdaptedMembers
from hedgerow.learners.protocol import Members
from hedgerow.outputs import Outputs
from hedgerow.trees.grower import TreeMembers
from hedgerow.trees.tree import Forest

Positions = NDArray[np.intp]
Floats = NDArray[np.float64]
_MAX_BLOCK_CELLS = 2**24  # answers of all members on one block of rows


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
    some.__dict__.pop("_entropy", None)  # the seeds of the first members are not theirs
    grown = ensemble._grown
    errors = None if grown.errors is None else grown.errors[kept]
    members = keep_members(grown.members, kept)
    some._grown = replace(grown, members=members, weights=grown.weights[kept], errors=errors)
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


@dataclass(frozen=True, eq=False)
class Part:
    """Kept members of one ensemble.

    Parameters
    ----------
    ensemble : estimator or list of estimators
        What is asked: the kept members alone where that is possible, else all.
    combination_weights : ndarray of shape (n_kept,)
        How much each kept member counts.
    positions : ndarray of shape (n_kept,) or None
        Where the kept members stand among those that are asked; None where only they are asked.
    """

    ensemble: Any = field(repr=False)
    combination_weights: Floats
    positions: NDArray[np.intp] | None

    @classmethod
    def keep(cls, ensemble: Any, kept: NDArray[np.intp], combination_weights: Floats) -> Self:
        """Keep some members of a fitted ensemble, without copies."""
        some = narrow(ensemble, kept)
        return (
            cls(ensemble, combination_weights, kept) if some is None else cls(some, combination_weights, None)
        )

    def estimators(self) -> list[Any]:
        """The fitted members."""
        inner = self.ensemble
        while not isinstance(inner, list) and not hasattr(inner, "estimators_"):
            inner = inner[-1] if hasattr(inner, "steps") else inner.estimator
        members = inner if isinstance(inner, list) else list(inner.estimators_)
        return members if self.positions is None else [members[position] for position in self.positions]

    def ask(self, X: Any, *, probabilities: bool, n_jobs: int | None) -> Outputs:
        """The predictions of the kept members."""
        outputs = Outputs.from_estimator(self.ensemble, X, probabilities=probabilities, n_jobs=n_jobs)
        return outputs if self.positions is None else outputs.select(self.positions)

    def sum(self, X: Any, *, hard: bool, n_jobs: int | None) -> tuple[Floats, NDArray[Any] | None]:
        """Combination weights for each class the members know, with those classes; or the sum of values and None."""
        if isinstance(self.ensemble, Ensemble):
            ours = self.ensemble
            classes = getattr(ours, "classes_", None)
            rule = Mean() if classes is None else Vote() if hard else MeanProbability()
            means = combine_members(ours.members_, read_rows(ours, X), rule, self.combination_weights, n_jobs)
            return means * self.combination_weights.sum(), classes
        said = replace(self.ask(X, probabilities=not hard, n_jobs=n_jobs), weights=self.combination_weights)
        if not said.is_classification:
            return self.combination_weights @ said.answers, None
        if hard or said.probabilities is None:
            return said.votes(), said.classes
        return sum_members(iter(said.probabilities), self.combination_weights, False), said.classes


@dataclass(frozen=True, eq=False)
class Committee:
    """Kept members of one or more ensembles.

    Parameters
    ----------
    parts : tuple of Part
        The members, ensemble by ensemble.
    classes : ndarray of shape (n_classes,) or None
        All class labels, sorted; a part may know fewer. None for values.
    hard : bool
        Whether members vote, and do not average their probabilities.
    """

    parts: tuple[Part, ...]
    classes: NDArray[Any] | None
    hard: bool = True

    def __len__(self) -> int:
        return sum(len(part.combination_weights) for part in self.parts)

    @property
    def combination_weights(self) -> Floats:
        """How much each member counts."""
        return np.concatenate([part.combination_weights for part in self.parts])

    def combine(self, X: Any, n_jobs: int | None = None) -> Floats:
        """Share of the combination weights for each class, (n_samples, n_classes), or the mean value."""
        blocks = [self._combine_block(rows, n_jobs) for rows in self._split(X)]
        return np.concatenate(blocks)

    def combine_by_row(self, X: Any, choose: Callable[[Any], Floats], n_jobs: int | None = None) -> Floats:
        """The same, with other combination weights for each row, which `choose` finds: (n_members, n_rows)."""
        blocks = []
        for rows in self._split(X):
            said = self.ask(rows, n_jobs)
            blocks.append(average(harden(said) if self.hard else said, choose(rows)))
        return np.concatenate(blocks)

    def ask(self, X: Any, n_jobs: int | None = None) -> Floats:
        """Probabilities of each member, (n_members, n_samples, n_classes), or votes where it has none; or values."""
        return np.concatenate([self._ask_part(part, X, n_jobs) for part in self.parts])

    def stages(self, X: Any, n_jobs: int | None = None) -> Iterator[Floats]:
        """Combine the first member, the first two, and so on."""
        said = self.ask(X, n_jobs)
        said = harden(said) if self.hard and self.classes is not None else said
        total, weight = np.zeros(said.shape[1:]), 0.0
        for combination_weight, output in zip(self.combination_weights, said, strict=True):
            total, weight = total + combination_weight * output, weight + combination_weight
            yield total / weight

    def estimators(self) -> list[Any]:
        """The fitted members."""
        return [member for part in self.parts for member in part.estimators()]

    def _split(self, X: Any) -> Iterator[Any]:
        n_rows = int(X.shape[0]) if hasattr(X, "shape") else len(X)
        cells = len(self) * (1 if self.classes is None else len(self.classes))
        size = max(256, _MAX_BLOCK_CELLS // cells)
        if n_rows <= size:
            yield X
            return
        for start in range(0, n_rows, size):
            yield take_rows(X, np.arange(start, min(start + size, n_rows)))

    def _combine_block(self, X: Any, n_jobs: int | None) -> Floats:
        sums = []
        for part in self.parts:
            found, known = part.sum(X, hard=self.hard, n_jobs=n_jobs)
            sums.append(found if self.classes is None else _spread(found, known, self.classes))
        return np.asarray(np.sum(sums, axis=0) / self.combination_weights.sum())

    def _ask_part(self, part: Part, X: Any, n_jobs: int | None) -> Floats:
        said = part.ask(X, probabilities=True, n_jobs=n_jobs)
        if self.classes is None or said.classes is None:
            return np.asarray(said.answers, dtype=np.float64)
        soft: Any = said.probabilities
        if soft is None:
            soft = np.eye(len(said.classes))[said.answers]
        return _spread(soft, said.classes, self.classes)


def _spread(found: Floats, known: NDArray[Any] | None, classes: NDArray[Any]) -> Floats:
    """Scores of the classes that an ensemble knows, among all classes."""
    if known is None or len(known) == len(classes):
        return found
    spread = np.zeros((*found.shape[:-1], len(classes)))
    spread[..., np.searchsorted(classes, known)] = found
    return spread
