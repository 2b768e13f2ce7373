"""Members that each learn the label sets of some labels, and the scores of labels that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.decision import pick_class
from hedgerow.foundation.threads import count_threads, map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Members
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.protocol import Prepared, explain_failures
from hedgerow.many_labels.label_table import code_label_sets
from hedgerow.resampling import Bootstrap, Subsample

_MAX_BLOCK_CELLS = 2**22  # outputs of all members on one block of rows, 32 MiB of float64
_N_FOLDS = 3  # parts of the rows, each scored by members that were not fitted on it


@dataclass(frozen=True, eq=False)
class LabelTask:
    """What one member learns: which label set, among some, a row has in some of the labels.

    Attributes
    ----------
    labels : ndarray of shape (n_learned,)
        Positions of the labels.
    sets : ndarray of bool of shape (n_sets, n_learned)
        The label sets that are the classes.
    codes : ndarray of shape (n_samples,)
        The class of each row; -1 leaves the row out.
    """

    labels: NDArray[np.intp]
    sets: NDArray[np.bool_]
    codes: NDArray[np.intp]

    @classmethod
    def on_labels(cls, labels: NDArray[np.intp], on: NDArray[np.bool_]) -> Self:
        """Learn which of the label sets that occur a row has."""
        return cls(labels, *code_label_sets(on[:, labels]))


@dataclass(frozen=True, eq=False)
class LabelMembers:
    """Fitted members and what their classes mean.

    Attributes
    ----------
    members : Members
        The members, all over the same number of class codes.
    labels : tuple of ndarray
        The labels that each member has learned.
    sets : tuple of ndarray
        The label sets of its classes.
    n_labels : int
        Number of labels in all.
    """

    members: Members
    labels: tuple[NDArray[np.intp], ...]
    sets: tuple[NDArray[np.bool_], ...]
    n_labels: int

    @classmethod
    def grow(
        cls,
        estimator: Any,
        training: TrainingSet,
        tasks: Sequence[LabelTask],
        seeds: NDArray[np.uint64],
        bags: NDArray[Any],
        n_jobs: int | None,
    ) -> Self:
        """Fit one member for each task, all from one prepared table.

        Parameters
        ----------
        estimator : classifier
            What learns.
        training : TrainingSet
            The table.
        tasks : sequence of LabelTask
            What each member learns.
        seeds : ndarray of shape (n_members,)
            The randomness of each.
        bags : ndarray of shape (n_members, n_samples)
            Weights of the rows for each.
        n_jobs : int or None
            Number of threads.
        """
        n_classes = max(2, *(len(task.sets) for task in tasks))
        nothing = np.zeros(len(tasks[0].codes), np.intp)  # each member brings its own classes
        prepared = as_learner(estimator).prepare(training.unweighted().with_target(nothing, n_classes))
        size = max(1, len(tasks) // (4 * count_threads(n_jobs)))
        parts = (slice(first, first + size) for first in range(0, len(tasks), size))
        calls = ((prepared, seeds[part], bags[part], tasks[part], part.start) for part in parts)
        batches = list(map_in_threads(_grow_batch, calls, n_jobs))
        return cls(
            batches[0].join(batches[1:]),
            tuple(task.labels for task in tasks),
            tuple(task.sets for task in tasks),
            training.n_targets,
        )

    def score(
        self, X: Any, *, vote: bool, n_jobs: int | None, may_predict: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float64]:
        """Share of the members that have learned a label, and may predict the row, that predict it is on.

        Parameters
        ----------
        X : ndarray or sparse matrix of shape (n_samples, n_features)
            The rows.
        vote : bool
            Whether a member votes for its most probable label set.
        n_jobs : int or None
            Number of threads.
        may_predict : ndarray of bool of shape (n_members, n_samples), default=None
            Which members count for each row; None for all. Where none does, the score is NaN.

        Returns
        -------
        ndarray of shape (n_samples, n_labels)
        """
        calls = (
            (X[block], vote, None if may_predict is None else may_predict[:, block])
            for block in self._split_rows(X.shape[0])
        )
        return np.concatenate(list(map_in_threads(self._score_block, calls, n_jobs)))

    def pick_sets(self, X: Any) -> NDArray[np.bool_]:
        """The most probable label set of each row, by the first member."""
        blocks = [pick_class(self.members.outputs(X[block])[0]) for block in self._split_rows(X.shape[0])]
        picked = np.concatenate(blocks)
        on = np.zeros((X.shape[0], self.n_labels), np.bool_)
        on[:, self.labels[0]] = self.sets[0][np.minimum(picked, len(self.sets[0]) - 1)]
        return on

    def list_estimators(self) -> list[Any]:
        """The fitted members, each an estimator of class codes."""
        return [self.members[index] for index in range(len(self.members))]

    def _score_block(self, X: Any, vote: bool, may_predict: NDArray[np.bool_] | None) -> NDArray[np.float64]:
        sums, totals = (np.zeros((X.shape[0], self.n_labels)) for _ in range(2))
        for index, output in enumerate(self.members.outputs(X)):
            sets, labels = self.sets[index], self.labels[index]
            likely = output[:, : len(sets)]
            predicted = sets[pick_class(likely)].astype(np.float64) if vote else likely @ sets
            weight = 1.0 if may_predict is None else may_predict[index, :, None].astype(np.float64)
            sums[:, labels] += weight * predicted
            totals[:, labels] += weight
        nobody = np.full_like(sums, np.nan)
        # Probabilities of disjoint classes may add up to a hair more than one.
        return np.clip(np.divide(sums, totals, out=nobody, where=totals > 0), 0.0, 1.0)

    def _split_rows(self, n_rows: int) -> Iterator[slice]:
        cells = len(self.sets) * max(2, *(len(sets) for sets in self.sets))
        size = max(1, _MAX_BLOCK_CELLS // cells)
        return (slice(start, min(start + size, n_rows)) for start in range(0, n_rows, size))


def score_left_out(
    estimator: Any,
    training: TrainingSet,
    tasks: Sequence[LabelTask],
    seeds: NDArray[np.uint64],
    *,
    vote: bool,
    n_jobs: int | None,
) -> NDArray[np.float64]:
    """Scores of every row by members that were not fitted on it, where the real ones see all rows: by thirds.

    Row i is in part i modulo 3; with fewer than six rows the scores are NaN.

    Returns
    -------
    ndarray of shape (n_samples, n_labels)
    """
    scores = np.full((training.n_samples, training.n_targets), np.nan)
    if training.n_samples < 2 * _N_FOLDS:
        return scores
    parts = np.arange(training.n_samples) % _N_FOLDS
    weights = full_bags(training, 1)
    for part in range(_N_FOLDS):
        bags = np.broadcast_to(weights * (parts != part), (len(tasks), training.n_samples))
        voters = LabelMembers.grow(estimator, training, tasks, seeds, bags, n_jobs)
        scores[parts == part] = voters.score(training.X[parts == part], vote=vote, n_jobs=n_jobs)
    return scores


def full_bags(training: TrainingSet, n_members: int) -> NDArray[Any]:
    """Every row with its weight for every member, (n_members, n_samples); one line in memory, not to be written to."""
    return np.broadcast_to(training.counts, (n_members, training.n_samples))


def draw_bags(ensemble: Any, training: TrainingSet, seeds: NDArray[np.uint64]) -> NDArray[Any]:
    """How often each member of an ensemble sees each row: drawn with equal chances, a row keeps its weight."""
    sampling = (Bootstrap if ensemble.bootstrap else Subsample)(ensemble.max_samples, by_weight=False)
    return np.stack([sampling.draw(int(seed), training.n_samples, training.weights) for seed in seeds])


def _grow_batch(
    prepared: Prepared,
    seeds: NDArray[np.uint64],
    bags: NDArray[Any],
    tasks: Sequence[LabelTask],
    start: int,
) -> Members:
    """Grow some members; an error says which one failed."""
    targets = np.stack([task.codes for task in tasks])
    with explain_failures("raised while member {member} was fitted", start):
        return prepared.grow(seeds, np.ascontiguousarray(bags), None, targets)
