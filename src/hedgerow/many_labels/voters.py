"""Members that each answer a question about some labels, and the labels that their answers speak for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray

from hedgerow.combination.decision import pick_class
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import MemberError, Members
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.protocol import Prepared
from hedgerow.many_labels.base import Lesson
from hedgerow.many_labels.label_sets import code_label_sets

_MAX_BLOCK_CELLS = 2**22  # outputs of all members on one block of rows, 32 MiB of float64
_N_FOLDS = 3  # parts of the rows, each scored by members that have not seen it


@dataclass(frozen=True, eq=False)
class Question:
    """What one member is asked: which label set, among some, a row has in some of the labels.

    Attributes
    ----------
    labels : ndarray of shape (n_asked,)
        Positions of the labels that the question is about.
    sets : ndarray of bool of shape (n_sets, n_asked)
        The label sets that are the classes.
    codes : ndarray of shape (n_samples,)
        The class of each row; -1 leaves the row out.
    """

    labels: NDArray[np.intp]
    sets: NDArray[np.bool_]
    codes: NDArray[np.intp]

    @classmethod
    def about(cls, labels: NDArray[np.intp], on: NDArray[np.bool_]) -> Self:
        """Ask which of the label sets that occur a row has."""
        return cls(labels, *code_label_sets(on[:, labels]))


@dataclass(frozen=True, eq=False)
class Voters:
    """Fitted members and what their classes mean.

    Attributes
    ----------
    members : Members
        The members, all over the same number of class codes.
    labels : tuple of ndarray
        The labels that each member predicts.
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
        lesson: Lesson,
        questions: Sequence[Question],
        seeds: NDArray[np.uint64],
        bags: NDArray[Any],
        n_jobs: int | None,
    ) -> Self:
        """Fit one member for each question, all from one prepared table.

        Parameters
        ----------
        estimator : classifier
            What learns.
        lesson : Lesson
            The table.
        questions : sequence of Question
            What each member is asked.
        seeds : ndarray of shape (n_members,)
            The randomness of each.
        bags : ndarray of shape (n_members, n_samples)
            Weights of the rows for each.
        n_jobs : int or None
            Number of threads.
        """
        n_classes = max(2, *(len(question.sets) for question in questions))
        nothing = np.zeros(len(questions[0].codes), np.intp)  # each member brings its own question
        prepared = as_learner(estimator).prepare(
            TrainingSet.of(lesson.X, nothing, n_classes=n_classes, is_categorical=lesson.is_categorical)
        )
        size = max(1, len(questions) // (4 * effective_n_jobs(n_jobs)))
        calls = (
            (
                prepared,
                seeds[first : first + size],
                bags[first : first + size],
                questions[first : first + size],
                first,
            )
            for first in range(0, len(questions), size)
        )
        batches = list(map_in_threads(_grow_batch, calls, n_jobs))
        return cls(
            batches[0].join(batches[1:]),
            tuple(question.labels for question in questions),
            tuple(question.sets for question in questions),
            lesson.n_labels,
        )

    def score(
        self, X: Any, *, vote: bool, n_jobs: int | None, heard: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float64]:
        """Share of the members that predict a label, and are heard about the row, that say it is on.

        Parameters
        ----------
        X : ndarray or sparse matrix of shape (n_samples, n_features)
            The rows.
        vote : bool
            Whether a member gives its whole voice to its most probable label set.
        n_jobs : int or None
            Number of threads.
        heard : ndarray of bool of shape (n_members, n_samples), default=None
            Who is heard about each row; None for all. Where nobody is, the score is NaN.

        Returns
        -------
        ndarray of shape (n_samples, n_labels)
        """
        calls = (
            (X[block], vote, None if heard is None else heard[:, block])
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

    def _score_block(self, X: Any, vote: bool, heard: NDArray[np.bool_] | None) -> NDArray[np.float64]:
        sums, totals = (np.zeros((X.shape[0], self.n_labels)) for _ in range(2))
        for index, output in enumerate(self.members.outputs(X)):
            sets, labels = self.sets[index], self.labels[index]
            likely = output[:, : len(sets)]
            says = sets[pick_class(likely)].astype(np.float64) if vote else likely @ sets
            voice = 1.0 if heard is None else heard[index, :, None].astype(np.float64)
            sums[:, labels] += voice * says
            totals[:, labels] += voice
        silent = np.full_like(sums, np.nan)
        # Probabilities of disjoint classes may add up to a hair more than one.
        return np.clip(np.divide(sums, totals, out=silent, where=totals > 0), 0.0, 1.0)

    def _split_rows(self, n_rows: int) -> Iterator[slice]:
        cells = len(self.sets) * max(2, *(len(sets) for sets in self.sets))
        size = max(1, _MAX_BLOCK_CELLS // cells)
        return (slice(start, min(start + size, n_rows)) for start in range(0, n_rows, size))


def score_left_out(
    estimator: Any,
    lesson: Lesson,
    questions: Sequence[Question],
    seeds: NDArray[np.uint64],
    *,
    vote: bool,
    n_jobs: int | None,
) -> NDArray[np.float64]:
    """Scores of every row by members that have not seen it, where the real ones see all rows: by thirds.

    Row i is in part i modulo 3; with fewer than six rows the scores are NaN.

    Returns
    -------
    ndarray of shape (n_samples, n_labels)
    """
    scores = np.full((lesson.n_samples, lesson.n_labels), np.nan)
    if lesson.n_samples < 2 * _N_FOLDS:
        return scores
    parts = np.arange(lesson.n_samples) % _N_FOLDS
    weights = full_bags(lesson, 1)
    for part in range(_N_FOLDS):
        bags = np.broadcast_to(weights * (parts != part), (len(questions), lesson.n_samples))
        voters = Voters.grow(estimator, lesson, questions, seeds, bags, n_jobs)
        scores[parts == part] = voters.score(lesson.X[parts == part], vote=vote, n_jobs=n_jobs)
    return scores


def full_bags(lesson: Lesson, n_members: int) -> NDArray[Any]:
    """Every row with its weight for every member, (n_members, n_samples); one line in memory, not to be written to."""
    weights = np.ones(lesson.n_samples, np.int32) if lesson.weights is None else lesson.weights
    return np.broadcast_to(weights, (n_members, lesson.n_samples))


def _grow_batch(
    prepared: Prepared,
    seeds: NDArray[np.uint64],
    bags: NDArray[Any],
    questions: Sequence[Question],
    start: int,
) -> Members:
    """Grow some members; an error says which one failed."""
    targets = np.stack([question.codes for question in questions])
    try:
        return prepared.grow(seeds, np.ascontiguousarray(bags), None, targets)
    except MemberError as failure:
        cause = failure.__cause__ or failure
        cause.add_note(f"raised while member {start + failure.index} was fitted")
        raise cause from None
