"""From seeds to members: in parallel, or one after the other."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Self, cast

import numpy as np
from joblib.parallel import ThreadingBackend, get_active_backend
from numpy.typing import NDArray
from sklearn.utils.parallel import Parallel, delayed

from hedgerow.codes import Code
from hedgerow.ensembles.members import CodedMembers, ViewedMembers
from hedgerow.ensembles.plan import Plan
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream
from hedgerow.foundation.threads import count_threads, map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Learner, MemberError, Members
from hedgerow.learners.adapter import AdaptedLearner
from hedgerow.learners.indicators import Indicators
from hedgerow.learners.protocol import Prepared
from hedgerow.resampling import AdaptiveResampling
from hedgerow.resampling.resampling import Weights
from hedgerow.resampling.row_weights import WeightedRows
from hedgerow.trees.grower import TreeGrower
from hedgerow.views import MatrixView
from hedgerow.views.transform_cache import TransformCache
from hedgerow.views.view import FittedView, PreparedView

N_REDRAWS = 16  # of a sample that has a single class
MAX_BATCH_CELLS = 2**24  # row counts of one batch, 64 MiB of int32
SMALL_BATCH_CELLS = 2**23  # cells of the table times trees; they take some hundredths of a second


@dataclass(frozen=True)
class Grower:
    """A learner and a table, ready to grow any member of a plan.

    Attributes
    ----------
    plan : Plan
        What each member sees.
    learner : Learner
        What learns.
    training : TrainingSet
        The rows.
    cache : TransformCache or None
        The table where each member transforms it, and how far members have gone; None where they share `prepared`.
    prepared : Prepared or None
        The table that all members share.
    indicators : Indicators or None
        What made numbers of a table with categories.
    preparation : FittedView or None
        What was done to the table once, for all members that transform it.
    lineage : ndarray of shape (n_members,) or None
        The seeds of all members' views, where they depend on those before; without it each member counts as the first.
    """

    plan: Plan
    learner: Learner
    training: TrainingSet
    cache: TransformCache | None
    prepared: Prepared | None
    indicators: Indicators | None = None
    preparation: FittedView | None = None
    lineage: NDArray[np.uint64] | None = None

    @classmethod
    def prepare(cls, plan: Plan, learner: Learner, training: TrainingSet) -> Self:
        """Do once what all members share."""
        if plan.view.kind == "matrix":
            X, indicators = training.X, None
            if training.is_categorical is not None:
                indicators = Indicators.learn(X, training.is_categorical)
                X = indicators.transform(X)
            view = plan.view
            preparation = (
                view.learn_preparation(X, plan.sample_weight) if isinstance(view, PreparedView) else None
            )
            cache = TransformCache(X if preparation is None else preparation.transform(X))
            return cls(plan, learner, training, cache, None, indicators, preparation)
        plain = training.unweighted()
        if plan.is_coded:  # each member brings its own targets, and the prepared ones are never read
            plain = plain.with_target(np.zeros_like(training.y), plan.n_symbols)
        prepared = learner.prepare(plain)
        return cls(plan, learner, training, None, prepared)

    def grow(self, seeds: NDArray[np.uint64], weights: NDArray[Any] | None = None, first: int = 0) -> Members:
        """Grow one member per line of seeds, on the given weights or on those that the plan draws.

        The position of the first of them tells which columns of a code matrix they take.
        """
        weights = self.plan.draw_weights(seeds, first) if weights is None else weights
        codes = self.plan.draw_codes(seeds, first)
        targets = None if codes is None else codes[:, self.training.y]
        try:
            if self.prepared is None:
                members: Members = self._grow_apart(seeds, weights, targets)
            else:
                columns = self.plan.draw_columns(seeds)
                members = self.prepared.grow(seeds[:, Stream.LEARNER], weights, columns, targets)
        except MemberError as failure:
            raise failure.explain(
                f"raised while member {first + failure.index} of the ensemble was fitted"
            ) from None
        return members if codes is None else CodedMembers(members, cast(Code, self.plan.code), codes)

    def _grow_apart(
        self, seeds: NDArray[np.uint64], weights: NDArray[Any], targets: NDArray[np.intp] | None
    ) -> ViewedMembers:
        """Grow each member on its own transform of the rows that it sees."""
        cache = cast(TransformCache, self.cache).fork()
        views = [self._fit_view(seed, weight, cache.X) for seed, weight in zip(seeds, weights, strict=True)]
        singles = []
        for index, view in enumerate(views):
            only = slice(index, index + 1)
            seen = _find_seen(weights[index])
            table = cache.transform(view, seen)
            cast(TransformCache, self.cache).catch_up(cache)  # later batches need not go all the way again
            rows = slice(None) if seen is None else seen
            classes = self.training.y[rows] if targets is None else np.zeros_like(self.training.y[rows])
            prepared = self.learner.prepare(TrainingSet.of(table, classes, n_classes=self.plan.n_symbols))
            own = None if targets is None else targets[only, rows]
            try:
                single = prepared.grow(seeds[only, Stream.LEARNER], weights[only, rows], None, own)
            except MemberError as failure:
                raise MemberError(index) from failure.__cause__
            singles.append(single)
        return ViewedMembers(tuple(singles), tuple(views), self.indicators, self.preparation)

    def _fit_view(
        self, seed: NDArray[np.uint64], weights: NDArray[Any], X: NDArray[np.float64]
    ) -> FittedView:
        view = self.plan.view
        if not isinstance(view, PreparedView):
            return cast(MatrixView, view).fit_view(int(seed[Stream.FEATURES]), X, self.training.y)
        lineage = seed[Stream.FEATURES, None] if self.lineage is None else self.lineage
        position = int((lineage == seed[Stream.FEATURES]).argmax())
        return view.fit_member(lineage, position, X, self.training.y, weights)


@dataclass(frozen=True)
class GrownMembers:
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
    last_state : object
        The last state there was, also where the resampling has ended; None where it is not adaptive.
    errors : ndarray of shape (n_members,) or None
        Error of each member on the rows as they were weighted for it, where the resampling adapts.
    """

    members: Members
    weights: NDArray[np.float64]
    in_bag: NDArray[np.uint8] | None
    state: Any
    last_state: Any = None
    errors: NDArray[np.float64] | None = None

    @property
    def row_weights(self) -> NDArray[np.float64]:
        """Weights of the rows that the next member would see; those of the last one where there is no next."""
        weights: NDArray[np.float64] = self.last_state.row_weights
        return weights

    def join(self, later: Self) -> Self:
        """Append later members to these."""
        if later.weights.size == 0:  # the first of them ended the ensemble, and was not kept
            return replace(self, state=later.state, last_state=later.last_state)
        in_bag = (
            None
            if self.in_bag is None or later.in_bag is None
            else np.concatenate([self.in_bag, later.in_bag])
        )
        errors = (
            None
            if self.errors is None or later.errors is None
            else np.concatenate([self.errors, later.errors])
        )
        weights = np.concatenate([self.weights, later.weights])
        members = self.members.join([later.members])
        return replace(later, members=members, weights=weights, in_bag=in_bag, errors=errors)


def grow_independently(
    grower: Grower, seeds: NDArray[np.uint64], start: int, n_jobs: int | None, progress: Progress
) -> GrownMembers:
    """Grow members `start` and on, independently, in batches that leave no trace in the result."""
    ends = np.cumsum([start, *_size_batches(len(seeds) - start, grower, count_threads(n_jobs))])
    calls = ((seeds[first:last], None, first) for first, last in pairwise(ends.tolist()))
    batches = []
    with closing(_stream_batches(grower, calls, n_jobs)) as stream:  # Ctrl-C may come between two batches
        for members in stream:
            batches.append(members)
            progress.advance(len(members))
    return GrownMembers(batches[0].join(batches[1:]), np.ones(len(seeds) - start), None, None)


def grow_in_sequence(
    grower: Grower, seeds: NDArray[np.uint64], start: int, state: Any, progress: Progress
) -> GrownMembers:
    """Grow members `start` and on, each shaping what the next one sees, until seeds or state run out.

    A member of weight 0 that ends the ensemble is not kept, unless it is the only one.
    """
    resampling = cast(AdaptiveResampling, grower.plan.resampling)
    grown, member_weights, errors, in_bag = [], [], [], []
    for position in range(start, len(seeds)):
        seed = seeds[position : position + 1]
        last_state = state
        weights = _draw_classes(grower, state, int(seed[0, Stream.ROWS]))
        members = grower.grow(seed, weights[None], position)
        outputs = members.outputs(grower.training.X)[0]
        error = (
            resampling.measure_error(state, outputs, grower.training.y)
            if isinstance(resampling, WeightedRows)
            else np.nan  # a resampling of the user's, which does not say
        )
        state, member_weight = resampling.update(state, outputs, grower.training.y)
        if state is None and member_weight == 0 and position > 0:
            break
        grown.append(members)
        member_weights.append(member_weight)
        errors.append(error)
        in_bag.append(np.packbits(weights > 0))
        progress.advance(1)
        if state is None:
            break
    return GrownMembers(
        grown[0].join(grown[1:]) if grown else members,
        np.array(member_weights, dtype=np.float64),
        np.stack(in_bag) if in_bag else np.empty((0, 0), np.uint8),
        state,
        last_state if state is None else state,
        np.array(errors, dtype=np.float64),
    )


def _draw_classes(grower: Grower, state: Any, seed: int) -> Weights:
    """Draw the rows of a member of an adaptive resampling.

    A learner that is not ours may refuse rows of a single class, so where there are others, it gets more draws.
    """
    resampling, y = cast(AdaptiveResampling, grower.plan.resampling), grower.training.y
    weights = resampling.draw(state, seed)
    is_free = isinstance(grower.learner, AdaptedLearner) and not grower.plan.is_coded
    if is_free and (grower.plan.n_classes or 0) > 1:
        for again in np.random.SeedSequence(seed).generate_state(N_REDRAWS, np.uint64):
            seen = y[weights > 0]
            if (seen != seen[:1]).any():
                break
            weights = resampling.draw(state, int(again))
    return weights


def _find_seen(weights: NDArray[Any]) -> NDArray[np.intp] | None:
    """Rows that a member sees; None where so few are left out that it is not worth a copy."""
    seen = np.flatnonzero(weights)
    return seen if 0 < seen.size < 0.9 * weights.size else None


def _size_batches(n_members: int, grower: Grower, n_workers: int) -> Iterator[int]:
    """Members of each batch.

    Several batches per worker even out the load and keep progress lively. Small trees come in larger batches, because a
    batch costs as much as several of them; the last batches are smaller again, and workers end together.
    """
    size, n_cells = n_members // (8 * n_workers), grower.plan.n_samples * grower.plan.n_features
    if isinstance(grower.prepared, TreeGrower):
        size = max(size, SMALL_BATCH_CELLS // n_cells)
    size = max(1, min(size, MAX_BATCH_CELLS // grower.plan.n_samples))
    least = max(1, size // 32)
    while n_members > 0:
        share = n_members if n_workers == 1 else max(n_members // (2 * n_workers), least)
        n_next = min(size, share, n_members)
        yield n_next
        n_members -= n_next


def _stream_batches(
    grower: Grower, calls: Iterable[tuple[Any, ...]], n_jobs: int | None
) -> Generator[Members]:
    backend, _ = get_active_backend(prefer="threads")
    if count_threads(n_jobs) == 1 or isinstance(backend, ThreadingBackend):
        yield from map_in_threads(grower.grow, calls, n_jobs)
        return
    try:
        parallel = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")
    except ValueError:  # some backends, such as multiprocessing and ray, hand over everything at the end
        parallel = Parallel(n_jobs=n_jobs, prefer="threads")
    yield from parallel(delayed(grower.grow)(*call) for call in calls)
