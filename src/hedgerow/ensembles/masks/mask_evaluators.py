"""Predictions for rows that were left out, through any mask: by near rows, or by a learner that is fitted again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.masks.scores import Limit, Scoring
from hedgerow.learners.protocol import Prepared, explain_failures
from hedgerow.learners.spaces import Asked, find_features

Answers = NDArray[np.int64]


class MaskWalk(Protocol):
    """A mask from which features are flipped one at a time."""

    mask: NDArray[np.bool_]

    def answer(self) -> Answers:
        """Class of each row through the mask."""
        ...

    def find_flip(self, features: NDArray[np.int64], limit: Limit) -> tuple[int, Answers] | None:
        """Flip one feature after the other, from this mask, until the answers may be within the limit.

        The place of that feature and the class of each row, or None where there is no such feature; the mask stays. A
        flip that would leave nothing is not tried.
        """
        ...

    def flip(self, feature: int) -> None:
        """Take the step."""
        ...


class MaskEvaluator(Protocol):
    """Rows that were left out, and a model that predicts them through any mask."""

    @property
    def scoring(self) -> Scoring:
        """The truth about them."""
        ...

    @property
    def n_features(self) -> int:
        """Number of features."""
        ...

    def answer(self, masks: NDArray[np.bool_]) -> Answers:
        """Class of each row through each mask, (n_masks, n_rows)."""
        ...

    def walk(self, mask: NDArray[np.bool_]) -> MaskWalk:
        """Stand at a mask."""
        ...


@dataclass(frozen=True, eq=False)
class NeighbourEvaluator:
    """The nearest known rows answer; what a flip changes is added to the distances.

    Attributes
    ----------
    asked : Asked
        The rows, and the known ones.
    scoring : Scoring
        The truth about them.
    """

    asked: Asked
    scoring: Scoring

    @property
    def n_features(self) -> int:
        """Number of features."""
        return self.asked.space.n_features

    def answer(self, masks: NDArray[np.bool_]) -> Answers:
        """Class of each row through each mask, (n_masks, n_rows)."""
        return np.stack([self.asked.answer(mask) for mask in masks])

    def walk(self, mask: NDArray[np.bool_]) -> MaskWalk:
        """Stand at a mask."""
        return NeighbourWalk(self.asked, mask)


@dataclass(frozen=True, eq=False)
class Fold:
    """Weights to learn with, and the rows to answer about: `answered` are their places among all that are."""

    weights: NDArray[np.float64]
    rows: NDArray[np.intp]
    answered: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class RefitEvaluator:
    """A learner is fitted through each mask, once for every fold, and answers about the rows left out.

    Attributes
    ----------
    prepared : Prepared
        The learner and its table.
    X : ndarray of shape (n_samples, n_features)
        The table.
    folds : sequence of Fold
        Who learns from what, and answers about what.
    seed : int
        The randomness of the learner, the same for all masks, so luck does not tell them apart.
    scoring : Scoring
        The truth about the rows that are answered about.
    """

    prepared: Prepared
    X: NDArray[np.float64]
    folds: Sequence[Fold]
    seed: int
    scoring: Scoring

    @property
    def n_features(self) -> int:
        """Number of features."""
        return int(self.X.shape[1])

    def answer(self, masks: NDArray[np.bool_]) -> Answers:
        """Class of each row through each mask, (n_masks, n_rows)."""
        answers = np.empty((len(masks), len(self.scoring.truth)), np.int64)
        columns = [np.flatnonzero(mask) for mask in masks]
        seeds = np.full(len(masks), self.seed, np.uint64)
        for fold in self.folds:
            weights = np.broadcast_to(fold.weights, (len(masks), fold.weights.size))
            with explain_failures():
                members = self.prepared.grow(seeds, np.ascontiguousarray(weights), columns)
            answers[:, fold.answered] = members.outputs(self.X[fold.rows]).argmax(axis=2)
        return answers

    def walk(self, mask: NDArray[np.bool_]) -> MaskWalk:
        """Stand at a mask."""
        return RefitWalk(self, mask)


class RefitWalk:
    """A mask, and a learner that is fitted again for each of its neighbours.

    Parameters
    ----------
    evaluator : RefitEvaluator
        Who answers.
    mask : ndarray of bool of shape (n_features,)
        Where to begin.
    """

    def __init__(self, evaluator: RefitEvaluator, mask: NDArray[np.bool_]) -> None:
        self.evaluator = evaluator
        self.mask = mask.copy()

    def answer(self) -> Answers:
        """Class of each row through the mask."""
        return self._answer(self.mask)

    def find_flip(self, features: NDArray[np.int64], limit: Limit) -> tuple[int, Answers] | None:
        """Flip one feature after the other, from this mask, until the answers may be within the limit.

        The place of that feature and the class of each row, or None where there is no such feature; the mask stays. A
        flip that would leave nothing is not tried.
        """
        for turn, feature in enumerate(features):
            flipped = self.mask.copy()
            flipped[feature] = not flipped[feature]
            if flipped.any():
                return turn, self._answer(flipped)
        return None

    def flip(self, feature: int) -> None:
        """Take the step."""
        self.mask[feature] = not self.mask[feature]

    def _answer(self, mask: NDArray[np.bool_]) -> Answers:
        return np.asarray(self.evaluator.answer(mask[None])[0])


class NeighbourWalk:
    """A mask and the distances through it, from which it is a short step to those of its neighbours.

    Parameters
    ----------
    asked : Asked
        The rows.
    mask : ndarray of bool of shape (n_features,)
        Where to begin.
    """

    def __init__(self, asked: Asked, mask: NDArray[np.bool_]) -> None:
        self.asked = asked
        self.mask = mask.copy()
        self._voters = asked.voters
        self._search = asked.make_search(self._voters.k)
        self._begin()

    def _begin(self) -> None:
        n_rows, n_known = len(self.asked.own), len(self.asked.space.labels)
        self._distances = np.full((n_rows, self.asked.tables.n_padded), np.inf, np.float32)
        self._distances[:, :n_known] = 0.0
        among = np.flatnonzero(self.asked.own >= 0)
        self._distances[among, self.asked.own[among]] = np.inf
        for feature in find_features(self.mask):
            self._add(feature, True)
        self._n_added = int(self.mask.sum())

    def answer(self) -> NDArray[np.int64]:
        """Class of each row through the mask."""
        return self.asked.answer(self.mask)

    def find_flip(self, features: NDArray[np.int64], limit: Limit) -> tuple[int, NDArray[np.int64]] | None:
        """Flip one feature after the other, from this mask, until the answers are within the limit.

        The place of that feature and the class of each row, or None where there is no such feature; the mask stays.
        """
        from hedgerow._kernels.masked_distances import find_flip

        answers = np.empty(len(self.asked.own), np.int64)
        turn = find_flip(
            self._distances.reshape(-1),
            features,
            self.mask,
            self._n_added,
            self.asked.own,
            self.asked.tables,
            self._voters,
            limit.truth,
            limit.weights,
            limit.order,
            limit.wrong,
            answers,
            self._search,
        )
        return None if turn < 0 else (turn, answers)

    def flip(self, feature: int) -> None:
        """Take the step."""
        self.mask[feature] = not self.mask[feature]
        self._add(feature, bool(self.mask[feature]))
        self._n_added += 1
        # Every sum is rounded, and doubt about the nearest row grows: begin again before much of it has piled up.
        if self._n_added > 2 * self.mask.size + 64:
            self._begin()

    def _add(self, feature: int, adds: bool) -> None:
        """Add the squared differences of a feature to the distances, or take them away."""
        from hedgerow._kernels.masked_distances import flip_feature

        flip_feature(self._distances.reshape(-1), feature, adds, self.asked.tables, self._search)
