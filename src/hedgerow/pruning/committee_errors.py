"""The error of any committee that can be made of the members, many committees at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.outputs import Outputs

Floats = NDArray[np.float64]
Counts = NDArray[Any]

_MAX_BLOCK_CELLS = 2**24  # leads of all members on one block of rows
_ROWS_IN_CACHE = 2048  # that running sums go over at a time; fewer cost more calls than they save
_ROUNDING = 1e-9  # of sums of weights or probabilities that would be equal without rounding


def make_evaluator(outputs: Outputs, *, soft: bool = False) -> Evaluator:
    """Evaluate committees by the predictions of their members.

    Parameters
    ----------
    outputs : Outputs
        Classes or values, with the truth. Weights of members, weights of rows and silence are honoured.
    soft : bool, default=False
        Whether a committee of classifiers adds up probabilities, and not votes.

    Examples
    --------
    >>> said = [["a", "a", "b"], ["a", "b", "b"], ["b", "b", "b"]]
    >>> evaluator = make_evaluator(Outputs.from_predictions(said, truth=["a", "b", "b"]))
    >>> evaluator.along(np.array([0, 1, 2]))
    array([0.33333333, 0.33333333, 0.        ])
    """
    outputs.known_truth()
    return (
        ClassCommitteeEvaluator(outputs, soft=soft)
        if outputs.is_classification
        else ValueCommitteeEvaluator(outputs)
    )


class ClassCommitteeEvaluator:
    """Judges votes, or sums of probabilities; a tie goes to the lower class.

    A committee is right about a row when it leads every rival of the true class, of which there are K - 1. So what is
    kept of a member is its lead over each rival: 1 when it votes for the truth, -1 when it votes for the rival, 0
    otherwise. Leads add up over the members.

    Parameters
    ----------
    outputs : Outputs
        Classes, with the truth.
    soft : bool, default=False
        Whether probabilities are added, and not votes.
    """

    def __init__(self, outputs: Outputs, *, soft: bool = False) -> None:
        if soft and outputs.probabilities is None:
            raise ValueError(
                "the members' probabilities are needed to average them, and some member has none; use "
                "combination='vote'"
            )
        self.outputs = outputs
        self._soft = soft
        self._truth = outputs.known_truth().astype(np.intp)
        weights = outputs.member_weights()
        self._member_weights = weights / weights.mean()
        self._whole = not soft and np.ptp(weights) == 0  # leads are whole numbers of votes
        self._row_weights = outputs.row_weights()
        rivals = np.arange(max(outputs.n_classes - 1, 0))[:, None]
        self._rivals = rivals + (rivals >= self._truth)  # (K - 1, n): the classes that are not the truth
        # A tie goes to the lower class: against such a rival a lead of nothing is not enough.
        is_lower = self._rivals < self._truth
        self._least: NDArray[Any] = (
            is_lower.astype(np.int16) if self._whole else np.where(is_lower, _ROUNDING, -_ROUNDING)
        )
        cells = max(1, outputs.n_members * max(len(rivals), 1))
        self._blocks = _cut(outputs.n_samples, cells)
        self._kept: NDArray[Any] | None = None
        self._places: NDArray[np.intp] | None = None

    def along(self, order: NDArray[np.intp]) -> Floats:
        """Errors of the first 1, 2, ... members of an order, in which members may come again."""
        kind = np.int16 if self._whole and len(order) < 2**15 else np.float64
        if kind is np.int16 and self.outputs.predicted is None and self.outputs.sample_weight is None:
            return self._count_along(order)
        tally = _Tally(self.outputs, len(order))
        for block, leads in self._iterate_leads():
            for start in range(block.start, block.stop, _ROWS_IN_CACHE):
                rows = slice(start, min(start + _ROWS_IN_CACHE, block.stop))
                inside = slice(rows.start - block.start, rows.stop - block.start)
                right = np.ones((len(order), rows.stop - rows.start), dtype=bool)
                for lead, least in zip(leads, self._least[:, rows], strict=True):
                    right &= _accumulate(lead[order, inside].astype(kind)) >= least
                tally.add(right, self._covered_along(order, rows), rows)
        return tally.errors()

    def _count_along(self, order: NDArray[np.intp]) -> Floats:
        """The same where every vote and every row counts one."""
        n_right, counts = np.zeros(len(order), np.int64), np.empty(len(order), np.int64)
        members = self._check(order)
        from hedgerow._kernels.committee_counts import count_right_along

        for block, leads in self._iterate_leads():
            least = np.ascontiguousarray(self._least[:, block])
            count_right_along(np.ascontiguousarray(leads), members, least, counts)
            n_right += counts
        return np.asarray(1.0 - n_right / self.outputs.n_samples)

    def _check(self, order: NDArray[np.intp]) -> NDArray[np.int64]:
        """Members for a kernel, which believes what it is told."""
        members = np.ascontiguousarray(order, np.int64)
        if members.size and not 0 <= members.min() <= members.max() < self.outputs.n_members:
            raise IndexError(f"order has members that are not among the {self.outputs.n_members}")
        return members

    def of(self, counts: Counts) -> Floats:
        """Errors of committees, (n_committees,), from counts of shape (n_committees, n_members)."""
        kind = np.float32 if self._whole else np.float64
        many, tally = counts.astype(kind), _Tally(self.outputs, len(counts))
        for block, leads in self._iterate_leads():
            right = np.ones((len(counts), block.stop - block.start), dtype=bool)
            for lead, least in zip(leads, self._least[:, block], strict=True):
                right &= many @ lead.astype(kind) >= least.astype(kind)
            tally.add(right, _covered_by(self.outputs, counts, block), block)
        return tally.errors()

    def adding(self, counts: Counts) -> Floats:
        """Errors of one committee, (n_members,), after each member in turn has joined it once more."""
        tally = _Tally(self.outputs, self.outputs.n_members)
        for block, leads in self._iterate_leads():
            seated = np.flatnonzero(counts)
            sums = np.einsum("t,rtn->rn", counts[seated], leads[:, seated])
            right = self._vote(sums, block) if self._whole else self._sum(sums, leads, block)
            covered = _covered_by(self.outputs, counts[None], block)
            if covered is not None and self.outputs.predicted is not None:
                predicted = self.outputs.predicted[:, block]
                now = (sums >= self._least[:, block]).all(axis=0)
                right, covered = np.where(predicted, right, now & covered[0]), covered | predicted
            tally.add(right, covered, block)
        return tally.errors()

    def _vote(self, sums: NDArray[Any], block: slice) -> NDArray[np.bool_]:
        """Whether one more vote of each member makes the committee right: it depends on the member's class alone."""
        least, rows = self._least[:, block], np.arange(block.stop - block.start)
        right_if = np.empty((self.outputs.n_classes, len(rows)), dtype=bool)
        right_if[self._truth[block], rows] = (sums + 1 >= least).all(axis=0)
        leads_all = (sums >= least).all(axis=0)
        np.put_along_axis(right_if, self._rivals[:, block], leads_all & (sums - 1 >= least), axis=0)
        if self._places is None or len(self._blocks) > 1:
            self._places = self.outputs.answers[:, block].astype(np.intp) * len(rows) + rows
        return np.take(right_if.ravel(), self._places)

    def _sum(self, sums: NDArray[Any], leads: NDArray[Any], block: slice) -> NDArray[np.bool_]:
        right = np.ones((self.outputs.n_members, block.stop - block.start), dtype=bool)
        for total, lead, least in zip(sums, leads, self._least[:, block], strict=True):
            right &= total + lead >= least
        return right

    def _covered_along(self, order: NDArray[np.intp], block: slice) -> NDArray[np.bool_] | None:
        predicted = self.outputs.predicted
        return None if predicted is None else np.logical_or.accumulate(predicted[:, block][order], axis=0)

    def _iterate_leads(self) -> Iterator[tuple[slice, NDArray[Any]]]:
        """Leads (K - 1, n_members, rows of the block), kept where all rows are one block."""
        if len(self._blocks) == 1:
            if self._kept is None:
                self._kept = self._find_leads(self._blocks[0])
            yield self._blocks[0], self._kept
            return
        for block in self._blocks:
            yield block, self._find_leads(block)

    def _find_leads(self, block: slice) -> NDArray[Any]:
        answers, truth, rivals = self.outputs.answers[:, block], self._truth[block], self._rivals[:, block]
        if self._soft and self.outputs.probabilities is not None:
            said = self.outputs.probabilities[:, block].transpose(2, 0, 1)  # (K, members, rows)
            true = np.take_along_axis(said, truth[None, None], axis=0)
            leads = true - np.take_along_axis(said, rivals[:, None], axis=0)
        else:
            leads = (answers == truth).astype(np.int8) - (answers == rivals[:, None]).astype(np.int8)
        if not self._whole:
            leads = leads * self._member_weights[:, None]
        if self.outputs.predicted is not None:
            leads = leads * self.outputs.predicted[:, block]
        return np.asarray(leads)


class ValueCommitteeEvaluator:
    """Judges means of values: residuals add up over the members.

    Parameters
    ----------
    outputs : Outputs
        Values, with the truth.
    """

    def __init__(self, outputs: Outputs) -> None:
        self.outputs = outputs
        weights = outputs.member_weights()
        self._member_weights = (weights / weights.mean())[:, None] * outputs.covered()
        self._residuals = (outputs.answers - outputs.known_truth()) * self._member_weights

    def along(self, order: NDArray[np.intp]) -> Floats:
        """Errors of the first 1, 2, ... members of an order."""
        tally = _Tally(self.outputs, len(order))
        for block in _cut(self.outputs.n_samples, len(order)):
            sums, predicted = (
                _accumulate(each[order, block]) for each in (self._residuals, self._member_weights)
            )
            tally.add(*_square(sums, predicted), block)
        return tally.errors()

    def of(self, counts: Counts) -> Floats:
        """Errors of committees."""
        many, tally = counts.astype(np.float64), _Tally(self.outputs, len(counts))
        for block in _cut(self.outputs.n_samples, self.outputs.n_members):
            sums, predicted = many @ self._residuals[:, block], many @ self._member_weights[:, block]
            tally.add(*_square(sums, predicted), block)
        return tally.errors()

    def adding(self, counts: Counts) -> Floats:
        """Errors of one committee after each member in turn has joined it."""
        tally = _Tally(self.outputs, self.outputs.n_members)
        for block in _cut(self.outputs.n_samples, self.outputs.n_members):
            residuals, weights = self._residuals[:, block], self._member_weights[:, block]
            tally.add(*_square(counts @ residuals + residuals, counts @ weights + weights), block)
        return tally.errors()


# The predictions of members for some rows, and how often a committee of them is wrong there. A committee is a row of
# counts: how often each member sits in it. Errors are shares of wrong answers, or root mean squares, over the rows
# that some member of the committee predicts; NaN where no member predicts.
Evaluator = ClassCommitteeEvaluator | ValueCommitteeEvaluator


class _Tally:
    """Weight of the rows that committees predict, and of those that they predict right or wrong."""

    def __init__(self, outputs: Outputs, n_committees: int) -> None:
        self._weights = None if outputs.sample_weight is None else outputs.row_weights()
        self._squared = not outputs.is_classification
        self._sums, self._weight_predicted = np.zeros(n_committees), np.zeros(n_committees)

    def add(self, found: NDArray[Any], covered: NDArray[np.bool_] | None, block: slice) -> None:
        """Count rows: whether the committee is right, or its squared error; where some member predicts (None: all)."""
        found = found if covered is None else found * covered
        if self._weights is None:
            self._sums += found.sum(axis=1) if self._squared else np.count_nonzero(found, axis=1)
            self._weight_predicted += found.shape[1] if covered is None else np.count_nonzero(covered, axis=1)
        else:
            weights = self._weights[block]
            self._sums += found.astype(np.float64) @ weights
            self._weight_predicted += (
                weights.sum() if covered is None else covered.astype(np.float64) @ weights
            )

    def errors(self) -> Floats:
        known = self._weight_predicted > 0
        means = np.divide(self._sums, self._weight_predicted, out=np.full(known.shape, np.nan), where=known)
        return np.asarray(np.sqrt(means) if self._squared else 1.0 - means)


def _accumulate(values: NDArray[Any]) -> NDArray[Any]:
    """Running sums over the members, in place; numpy's own, along the first axis, takes ten times as long."""
    for position in range(1, len(values)):
        values[position] += values[position - 1]
    return values


def _square(sums: Floats, predicted: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    means = np.divide(sums, predicted, out=np.zeros(np.shape(sums)), where=predicted > 0)
    return means**2, np.broadcast_to(predicted > 0, means.shape)


def _covered_by(outputs: Outputs, counts: Counts, block: slice) -> NDArray[np.bool_] | None:
    """Whether any member of each committee predicts each row; None where all members predict."""
    if outputs.predicted is None:
        return None
    return np.asarray((counts > 0).astype(np.float32) @ outputs.predicted[:, block] > 0)


def _cut(n_samples: int, cells_per_row: int) -> list[slice]:
    size = max(1, _MAX_BLOCK_CELLS // cells_per_row)
    return [slice(start, min(start + size, n_samples)) for start in range(0, n_samples, size)]
