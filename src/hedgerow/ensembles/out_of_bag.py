"""The training rows, each predicted by the members that were not fitted on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination import Combination, LearnedCombination, PlacedCombination
from hedgerow.combination.averaging import average
from hedgerow.combination.learned_rules import merge_tallies
from hedgerow.combination.protocol import Tally
from hedgerow.ensembles.prediction import combine_outputs, find_places, predict_members, split_rows
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Members

N_FOLDS = 10  # parts of the rows, each judged by a rule that learned from the others


@dataclass(frozen=True)
class OutOfBag:
    """Members, the rows that they were grown on, and who has seen which.

    Attributes
    ----------
    members : Members
        The members.
    training : TrainingSet
        The rows.
    in_bag : ndarray of shape (n_members, ceil(n_samples / 8))
        Packed bits: whether a member saw a row.
    weights : ndarray of shape (n_members,) or None
        How much each member counts; None for equally much.
    n_jobs : int or None
        Number of threads; the blocks of rows do not depend on it.
    """

    members: Members
    training: TrainingSet
    in_bag: NDArray[np.uint8]
    weights: NDArray[np.float64] | None
    n_jobs: int | None

    def combine(self, rules: Sequence[Combination]) -> NDArray[np.float64]:
        """Combine for each row the members that were not fitted on it; NaN where all of them were.

        With several rules each fold of the rows has its own; fold f of F has the rows f, f + F, f + 2 F, ...
        """
        if len(rules) == 1:
            return self._combine_rows(rules[0], self.training.X, self.in_bag)
        folds = self._split_folds(len(rules))
        parts = [
            self._combine_rows(rule, self.training.X[fold], bits)
            for rule, (fold, bits) in zip(rules, folds, strict=True)
        ]
        scores = np.empty((self.training.n_samples, *parts[0].shape[1:]))
        for first, part in enumerate(parts):
            scores[first :: len(parts)] = part
        return scores

    def tally(self, combination: LearnedCombination) -> list[Tally]:
        """Count for each fold of the rows what a combination learns from: the out-of-bag predictions."""
        tallies = []
        for fold, bits in self._split_folds(min(N_FOLDS, self.training.n_samples)):
            rows = self.training.select(fold)
            calls = [
                (combination, rows.select(block), _take_bits(bits, block))
                for block in split_rows(rows.n_samples, len(self.members))
            ]
            tallies.append(merge_tallies(list(map_in_threads(self._tally_block, calls, self.n_jobs))))
        return tallies

    def _combine_rows(
        self, combination: Combination, X: Any, in_bag: NDArray[np.uint8]
    ) -> NDArray[np.float64]:
        calls = [
            (combination, X[block], _take_bits(in_bag, block))
            for block in split_rows(X.shape[0], len(self.members))
        ]
        return np.concatenate(list(map_in_threads(self._combine_block, calls, self.n_jobs)))

    def _combine_block(
        self, combination: Combination, X: Any, in_bag: NDArray[np.uint8]
    ) -> NDArray[np.float64]:
        weights = np.ones(len(self.members)) if self.weights is None else self.weights
        by_row = weights[:, None] * _find_unseen(in_bag, X.shape[0])
        outputs = predict_members(self.members, X, combination)
        if combination.additive:
            return average(outputs, by_row)
        return combine_outputs(self.members, X, combination, outputs, by_row)

    def _tally_block(
        self, combination: LearnedCombination, rows: TrainingSet, in_bag: NDArray[np.uint8]
    ) -> Tally:
        # It knows scikit-learn's ensembles, which take their time to load.
        from hedgerow.outputs import Outputs

        predicted = self.members.outputs(rows.X)
        is_classified = rows.n_classes is not None
        outputs = Outputs(
            answers=predicted.argmax(axis=2) if is_classified else predicted,
            classes=None if rows.n_classes is None else np.arange(rows.n_classes),
            truth=rows.y,
            probabilities=predicted if is_classified else None,
            sample_weight=rows.row_weights,
            predicted=_find_unseen(in_bag, rows.n_samples),
        )
        if isinstance(combination, PlacedCombination):
            places = find_places(self.members, rows.X, combination)
            return combination.tally(outputs, places, rows.is_categorical)
        return combination.tally(outputs)

    def _split_folds(self, n_folds: int) -> Iterator[tuple[slice, NDArray[np.uint8]]]:
        """Rows of each fold, and who saw them in packed bits."""
        n_samples = self.training.n_samples
        for first in range(n_folds):
            fold = slice(first, None, n_folds)
            bits = [np.packbits(np.unpackbits(line, count=n_samples)[fold]) for line in self.in_bag]
            yield fold, np.stack(bits)


def _take_bits(in_bag: NDArray[np.uint8], block: slice) -> NDArray[np.uint8]:
    """The packed bits of a block of rows, which begins with a whole byte."""
    return in_bag[:, block.start // 8 : -(-block.stop // 8)]


def _find_unseen(in_bag: NDArray[np.uint8], n_samples: int) -> NDArray[np.bool_]:
    return np.asarray(np.unpackbits(in_bag, axis=1, count=n_samples) == 0)
