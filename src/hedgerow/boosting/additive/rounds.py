"""The rounds of an additive model, one after the other, and the rows set aside to find out when to stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.boosting.additive.losses import Loss, Matrix
from hedgerow.boosting.additive.round_tables import RoundTables, Table
from hedgerow.ensembles.prediction import split_rows
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream
from hedgerow.learners import Members
from hedgerow.learners.protocol import explain_failures

_NOTHING = 1e-12  # of the largest value that the first round had to explain


def split_off(
    rows: NDArray[np.intp], fraction: float, labels: NDArray[Any] | None, seed: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Split rows at random into those to learn from and those to watch, each class by its share.

    Parameters
    ----------
    rows : ndarray of shape (n_rows,)
        Row numbers.
    fraction : float
        Share of the rows to watch.
    labels : ndarray of shape (n_rows,) or None
        Classes of the rows.
    seed : int
        The randomness.

    Returns
    -------
    learned, watched : ndarray
        Row numbers in ascending order.

    Examples
    --------
    >>> learned, watched = split_off(np.arange(10), 0.2, np.array([0] * 5 + [1] * 5), seed=0)
    >>> learned.size, sorted((watched >= 5).tolist())
    (8, [False, True])
    """
    n_watched = int(np.floor(fraction * rows.size + 0.5)) if 0 < fraction < 1 else 0
    if not 0 < n_watched < rows.size:
        raise ValueError(
            f"validation_fraction={fraction!r} of {rows.size} rows leaves none to learn from or none to watch; pass a "
            "share between 0 and 1, or n_iter_no_change=None to stop by n_estimators alone"
        )
    shuffled = np.random.default_rng(seed).permutation(rows.size)
    if labels is not None:
        # Sorted by class, every (1 / fraction)-th row is watched, so shares differ by a row at most.
        shuffled = shuffled[np.argsort(labels[shuffled], kind="stable")]
    places = np.floor((np.arange(n_watched) + 0.5) * rows.size / n_watched).astype(np.intp)
    is_watched = np.zeros(rows.size, np.bool_)
    is_watched[shuffled[places]] = True
    return rows[~is_watched], rows[is_watched]


@dataclass(frozen=True)
class AdditiveModel:
    """F(x) = base + sum over the rounds of step times prediction, for each output.

    Attributes
    ----------
    base : ndarray of shape (n_outputs,)
        Scores before the first round.
    members : tuple of Members
        For each output, the members of all rounds; empty where there are no rounds.
    steps : ndarray of shape (n_rounds, n_outputs)
        How far each round goes along each prediction.
    """

    base: NDArray[np.float64]
    members: tuple[Members, ...]
    steps: NDArray[np.float64]

    def score(self, X: Table) -> Matrix:
        """Scores of all rounds together, (n_outputs, n_samples), in blocks of rows so that memory stays bounded."""
        scores = np.repeat(self.base[:, None], X.shape[0], axis=1)
        for block in split_rows(X.shape[0], max(len(self.steps), 1)):
            for output, members in enumerate(self.members):
                scores[output, block] += members.sum_outputs(X[block], self.steps[:, output], hard=False)
        return scores

    def stages(self, X: Table) -> Iterator[Matrix]:
        """Scores after each round; holds the predictions of all members in memory."""
        predicted = [members.outputs(X) for members in self.members]
        scores = np.repeat(self.base[:, None], X.shape[0], axis=1)
        for position, steps in enumerate(self.steps):
            scores = scores + [step * each[position] for step, each in zip(steps, predicted, strict=True)]
            yield scores


@dataclass
class Validation:
    """Rows that no member learns from, and how the model does on them.

    Attributes
    ----------
    X, y, weights : ndarray
        The rows.
    patience : int
        Rounds without improvement before the end.
    tolerance : float
        Least share of the loss that counts as an improvement.
    losses : list of float
        Loss after each round, the first before any.
    """

    X: Table
    y: Matrix
    weights: NDArray[np.float64]
    patience: int
    tolerance: float
    losses: list[float] = field(default_factory=list)
    _scores: Matrix = field(init=False)
    _best: int = 0

    def start(self, loss: Loss, base: NDArray[np.float64]) -> None:
        """The loss of the model without rounds."""
        self._scores = np.repeat(base[:, None], self.X.shape[0], axis=1)
        self.losses.append(loss.measure(self.y, self._scores, self.weights))

    def add_round(self, loss: Loss, members: list[Members], steps: list[float]) -> None:
        """The loss after one more round."""
        for output, (member, step) in enumerate(zip(members, steps, strict=True)):
            self._scores[output] += step * member.outputs(self.X)[0]
        self.losses.append(loss.measure(self.y, self._scores, self.weights))
        if self.losses[-1] < self.losses[self._best] * (1.0 - self.tolerance):
            self._best = len(self.losses) - 1

    @property
    def is_over(self) -> bool:
        """Whether patience has run out."""
        return len(self.losses) - 1 - self._best >= self.patience

    @property
    def n_best(self) -> int:
        """Number of rounds with the least loss, the fewer of equals."""
        return int(np.argmin(self.losses))


@dataclass(frozen=True)
class GrownModel:
    """A model, and its loss on the training rows: before any round, then after each."""

    model: AdditiveModel
    losses: NDArray[np.float64]


def grow_rounds(
    loss: Loss,
    tables: RoundTables,
    y: Matrix,
    weights: NDArray[np.float64],
    seeds: NDArray[np.uint64],
    progress: Progress,
    validation: Validation | None = None,
) -> GrownModel:
    """Add rounds until the seeds run out, nothing is left to explain, or the validation rows say that it is enough.

    Parameters
    ----------
    loss : Loss
        What is lowered.
    tables : RoundTables
        Where rounds take their tables from.
    y : ndarray of shape (n_outputs, n_samples)
        The targets.
    weights : ndarray of shape (n_samples,)
        Weights of the rows, all positive.
    seeds : ndarray of shape (n_rounds, n_outputs, n_streams)
        The randomness of each member; a projection follows the first of its round.
    progress : Progress
        What counts the rounds.
    validation : Validation, default=None
        Rows to validation.

    Returns
    -------
    GrownModel
    """
    base = loss.start(y, weights)
    scores = np.repeat(base[:, None], y.shape[1], axis=1)
    losses, rounds, steps = [loss.measure(y, scores, weights)], [], []
    if validation is not None:
        validation.start(loss, base)
    nothing = None
    for position, line in enumerate(seeds):
        targets, row_weights = loss.make_targets(y, scores, weights)
        nothing = _NOTHING * float(np.abs(targets).max()) if nothing is None else nothing
        added, changes, lengths = _add_round(loss, tables, targets, row_weights, line, position)
        is_idle = np.abs(changes).max() <= nothing
        if is_idle and (tables.is_fixed or np.abs(targets).max() <= nothing):
            break
        scores += changes
        rounds.append(added)
        steps.append(lengths)
        losses.append(loss.measure(y, scores, weights))
        progress.advance(1)
        if validation is not None:
            validation.add_round(loss, added, lengths)
            if validation.is_over:
                break
    n_kept = len(rounds) if validation is None else validation.n_best
    return GrownModel(_bind(base, rounds[:n_kept], steps[:n_kept]), np.array(losses))


def _add_round(
    loss: Loss,
    tables: RoundTables,
    targets: Matrix,
    weights: Matrix,
    seeds: NDArray[np.uint64],
    position: int,
) -> tuple[list[Members], Matrix, list[float]]:
    """One member per output, what they change the scores by, and their steps."""
    here = tables.make(int(seeds[0, Stream.FEATURES]))
    added, changes, lengths = [], np.empty_like(targets), []
    for output, (target, weight) in enumerate(zip(targets, weights, strict=True)):
        with explain_failures(f"raised while round {position} of the ensemble was fitted"):
            grown = here.grow(target, weight, seeds[output, Stream.LEARNER])
        predicted = grown.outputs(here.table)[0]
        member, step = loss.find_step(grown, target, predicted, weight)
        changes[output] = step * (predicted if member is grown else member.outputs(here.table)[0])
        added.append(here.see_through(member))
        lengths.append(step)
    return added, changes, lengths


def _bind(base: NDArray[np.float64], rounds: list[list[Any]], steps: list[list[float]]) -> AdditiveModel:
    """Put the members of each output one after the other, so they predict together."""
    if not rounds:
        return AdditiveModel(base, (), np.empty((0, len(base))))
    by_output = zip(*rounds, strict=True)
    return AdditiveModel(base, tuple(first.join(others) for first, *others in by_output), np.array(steps))
