"""From seeds to members: in parallel, or one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self, cast

import numpy as np
from joblib import effective_n_jobs
from joblib.parallel import ThreadingBackend, get_active_backend
from numpy.typing import NDArray
from sklearn.utils.parallel import Parallel, delayed

from hedgerow._kernels.threads import map_in_threads
from hedgerow.ensembles.members import CodedMembers, ViewedMembers
from hedgerow.ensembles.plan import Plan
from hedgerow.ensembles.progress import Progress
from hedgerow.ensembles.seeds import Stream
from hedgerow.learners import Learner, MemberError, Members, Prepared
from hedgerow.learners.indicators import Indicators
from hedgerow.resampling import AdaptiveResampling
from hedgerow.views import MatrixView

MAX_BATCH_CELLS = 2**24  # row counts of one batch, 64 MiB of int32


@dataclass(frozen=True)
class Grower:
    """A learner and a table, ready to grow any member of a plan.

    Attributes
    ----------
    plan : Plan
        What each member sees.
    learner : Learner
        What learns.
    X : ndarray or None
        The table where each member transforms it; None where they share `prepared`.
    y : ndarray of shape (n_samples,)
        Class codes or values.
    prepared : Prepared or None
        The table that all members share.
    indicators : Indicators or None
        What made `X` of a table with categories.
    """

    plan: Plan
    learner: Learner
    X: NDArray[np.float64] | None
    y: NDArray[Any]
    prepared: Prepared | None
    indicators: Indicators | None

    @classmethod
    def prepare(
        cls,
        plan: Plan,
        learner: Learner,
        X: NDArray[np.float64],
        y: NDArray[Any],
        is_categorical: NDArray[np.bool_] | None,
    ) -> Self:
        """Do once what all members share."""
        if plan.view.kind == "matrix":
            indicators = None if is_categorical is None else Indicators.learn(X, is_categorical)
            X = X if indicators is None else indicators.transform(X)
            return cls(plan, learner, X, y, None, indicators)
        # With a code, each member brings its own targets and the prepared ones are never read.
        questions = np.zeros_like(y) if plan.is_coded else y
        prepared = learner.prepare(X, questions, n_classes=plan.n_symbols, is_categorical=is_categorical)
        return cls(plan, learner, None, y, prepared, None)

    def grow(self, seeds: NDArray[np.uint64], weights: NDArray[Any] | None = None) -> Members:
        """Grow one member per line of seeds, on the given weights or on those that the plan draws."""
        weights = self.plan.draw_weights(seeds) if weights is None else weights
        codes = self.plan.draw_codes(seeds)
        targets = None if codes is None else codes[:, self.y]
        if self.prepared is None:
            members: Members = self._grow_apart(seeds, weights, targets)
        else:
            columns = self.plan.draw_columns(seeds)
            members = self.prepared.grow(seeds[:, Stream.LEARNER], weights, columns, targets)
        return members if codes is None else CodedMembers(members, self.plan.code, codes)

    def _grow_apart(
        self, seeds: NDArray[np.uint64], weights: NDArray[Any], targets: NDArray[np.intp] | None
    ) -> ViewedMembers:
        """Grow each member on its own transform of the table."""
        X = cast("NDArray[np.float64]", self.X)
        questions = self.y if targets is None else np.zeros_like(self.y)
        singles, views = [], []
        for index, seed in enumerate(seeds):
            only = slice(index, index + 1)
            view = cast(MatrixView, self.plan.view).fit_view(int(seed[Stream.FEATURES]), X, self.y)
            prepared = self.learner.prepare(view.transform(X), questions, n_classes=self.plan.n_symbols)
            question = None if targets is None else targets[only]
            try:
                single = prepared.grow(seeds[only, Stream.LEARNER], weights[only], None, question)
            except MemberError as failure:
                raise MemberError(index) from failure.__cause__
            singles.append(single)
            views.append(view)
        return ViewedMembers(tuple(singles), tuple(views), self.indicators)


@dataclass(frozen=True)
class Harvest:
    """Grown members, and what is needed to go on from them.

    Attributes
    ----------
    members : Members
        The members.
    weights : ndarray of shape (n_members,)
        How much each member counts.
    in_bag : ndarray of shape (n_members, ceil(n_samples / 8)) or None
        Packed bits, whether a member saw a row; None where the seeds tell.
    state : object
        State of an adaptive resampling after the last member; None where it has ended, or is not adaptive.
    """

    members: Members
    weights: NDArray[np.float64]
    in_bag: NDArray[np.uint8] | None
    state: Any

    def join(self, later: Self) -> Self:
        """Append later members to these."""
        in_bag = (
            None
            if self.in_bag is None or later.in_bag is None
            else np.concatenate([self.in_bag, later.in_bag])
        )
        weights = np.concatenate([self.weights, later.weights])
        return replace(later, members=self.members.join([later.members]), weights=weights, in_bag=in_bag)


def grow_independently(
    grower: Grower, seeds: NDArray[np.uint64], start: int, n_jobs: int | None, progress: Progress
) -> Harvest:
    """Grow members `start` and on, independently, in batches that leave no trace in the result."""
    size = _size_batches(len(seeds) - start, grower.plan.n_samples, effective_n_jobs(n_jobs))
    calls = ((grower, seeds[first : first + size], first) for first in range(start, len(seeds), size))
    batches = []
    for members in _stream_batches(calls, n_jobs):
        batches.append(members)
        progress.advance(len(members))
    return Harvest(batches[0].join(batches[1:]), np.ones(len(seeds) - start), None, None)


def grow_in_sequence(
    grower: Grower,
    X: NDArray[np.float64],
    seeds: NDArray[np.uint64],
    start: int,
    state: Any,
    progress: Progress,
) -> Harvest:
    """Grow members `start` and on, each shaping what the next one sees, until seeds or state run out."""
    resampling = cast(AdaptiveResampling, grower.plan.resampling)
    grown, member_weights, in_bag = [], [], []
    for position in range(start, len(seeds)):
        seed = seeds[position : position + 1]
        weights = resampling.draw(state, int(seed[0, Stream.ROWS]))
        members = grow_batch(grower, seed, position, weights[None])
        state, member_weight = resampling.update(state, members.outputs(X)[0], grower.y)
        grown.append(members)
        member_weights.append(member_weight)
        in_bag.append(np.packbits(weights > 0))
        progress.advance(1)
        if state is None:
            break
    return Harvest(
        grown[0].join(grown[1:]), np.array(member_weights, dtype=np.float64), np.stack(in_bag), state
    )


def grow_batch(
    grower: Grower, seeds: NDArray[np.uint64], start: int, weights: NDArray[Any] | None = None
) -> Members:
    """Grow some members; an error says which one failed."""
    try:
        return grower.grow(seeds, weights)
    except MemberError as failure:
        cause = failure.__cause__ or failure
        cause.add_note(f"raised while member {start + failure.index} of the ensemble was fitted")
        raise cause from None


def _size_batches(n_members: int, n_samples: int, n_workers: int) -> int:
    """Members per batch; several batches per worker even out the load and keep progress lively."""
    return max(1, min(n_members // (8 * n_workers), MAX_BATCH_CELLS // n_samples))


def _stream_batches(calls: Iterable[tuple[Any, ...]], n_jobs: int | None) -> Iterator[Members]:
    backend, _ = get_active_backend(prefer="threads")
    if effective_n_jobs(n_jobs) == 1 or isinstance(backend, ThreadingBackend):
        return map_in_threads(grow_batch, calls, n_jobs)
    try:
        parallel = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")
    except ValueError:  # some backends, such as multiprocessing and ray, hand over everything at the end
        parallel = Parallel(n_jobs=n_jobs, prefer="threads")
    return iter(parallel(delayed(grow_batch)(*call) for call in calls))
