"""Cross-validation: repeated, and with training sets whose size and overlap are controlled."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from hedgerow.analysis.bias_variance.replication import (
    Arrangement,
    LabelledRows,
    Replicate,
    deal,
    need_own_rows,
    set_up,
)
from hedgerow.foundation.constraints import Number, check
from hedgerow.foundation.seeds import Stream, draw_seeds


@dataclass(frozen=True)
class RepeatedFolds:
    """Cut the rows into folds, test the model of the others on each fold, and do it again.

    Two training sets of one repetition share all but two folds, so predictions vary little: ten folds show
    the bias of nearly the whole sample, and hardly any variance. `SubsampledCrossValidation` controls the overlap.

    Parameters
    ----------
    n_folds : int, default=10
        Number of folds, stratified by class.
    """

    n_folds: int = 10

    def arrange(
        self, train: LabelledRows | None, test: LabelledRows | None, n_replicates: int | None, entropy: int
    ) -> Arrangement:
        """Lay out the replicates; 50 repetitions unless told otherwise."""
        rows = need_own_rows(self, train, test)
        if not 2 <= self.n_folds <= len(rows):
            raise ValueError(f"n_folds={self.n_folds} of {len(rows)} rows; pass 2 or more, up to that number")
        repetitions = 50 if n_replicates is None else n_replicates
        return Arrangement(
            rows, np.arange(len(rows)), None, self._cut(rows, repetitions, entropy), repetitions * self.n_folds,
            repetitions, f"{repetitions} times {self.n_folds} folds",
        )  # fmt: skip

    def _cut(self, rows: LabelledRows, repetitions: int, entropy: int) -> Iterator[Replicate]:
        for repetition, seed in enumerate(draw_seeds(entropy, repetitions)[:, Stream.ROWS]):
            fold_of = deal(rows.strata, len(rows), self.n_folds, np.random.default_rng(int(seed)))
            for fold in range(self.n_folds):
                training = partial(rows.take, np.flatnonzero(fold_of != fold))
                yield Replicate(training, np.flatnonzero(fold_of == fold), repetition)


@dataclass(frozen=True)
class Segments:
    """How sub-sampled cross-validation cuts a sample.

    Parameters
    ----------
    n_train : int
        Rows of a training set, m.
    pool : int
        Rows of a segment, from which training and test rows are taken.
    n_folds : int
        Folds of a segment.
    n_segments : int
        Number of full segments.
    leftover : int
        Rows beyond them, which are tested and never trained on.

    Examples
    --------
    >>> Segments.plan(n_rows=100, n_train=30, delta=0.5)
    Segments(n_train=30, pool=61, n_folds=2, n_segments=1, leftover=39)
    """

    n_train: int
    pool: int
    n_folds: int
    n_segments: int
    leftover: int

    @classmethod
    def plan(cls, n_rows: int, n_train: int, delta: float) -> Segments:
        """Find the sizes for training sets of `n_train` rows, two of which differ in a share `delta`."""
        if not 1 <= n_train < n_rows:
            raise ValueError(
                f"train_size is {n_train} of {n_rows} rows; pass 1 or more, and leave one to test on"
            )
        check("delta", delta, Number(0, 1, "left"))
        common = 1 - delta
        if not n_train / (n_rows - 1) <= common < 1:
            common = n_train / (n_rows - 1)
        pool = min(math.ceil(n_train / common + 1), n_rows)
        n_segments = n_rows // pool
        return cls(n_train, pool, math.ceil(pool / (pool - n_train)), n_segments, n_rows - n_segments * pool)


@dataclass(frozen=True)
class SubsampledCrossValidation:
    """Cross-validation with training sets of a given size, two of which share a given part (ssCV).

    The sample is cut into segments once. In each repetition every segment is cut into folds; the model that predicts a
    fold is trained on `train_size` rows drawn from the rest of the segment. Every row gets exactly one answer per
    repetition.

    Parameters
    ----------
    train_size : int, float or None, default=None
        Number, or share, of the rows in a training set; None for half of them.
    delta : float, default=0.5
        Expected share of a training set that another one does not have.

    Notes
    -----
    A `delta` that leaves too little for the segment is lowered to what the sample allows, as in the reference
    implementation. Rows beyond the last full segment are predicted by the first model of each repetition.

    References
    ----------
    G. Webb and P. Conilione, "Estimating bias and variance from data", Monash University, 2005.
    C. Zor, T. Windeatt and B. Yanikoglu, "Bias-variance analysis of ECOC and bagging using neural nets",
    SUEMA workshop, Barcelona, 2010.
    """

    train_size: float | None = None
    delta: float = 0.5

    def arrange(
        self, train: LabelledRows | None, test: LabelledRows | None, n_replicates: int | None, entropy: int
    ) -> Arrangement:
        """Lay out the replicates; 50 repetitions unless told otherwise."""
        rows = need_own_rows(self, train, test)
        n_rows, size = len(rows), self.train_size
        n_train = n_rows // 2 if size is None else int(size * n_rows) if isinstance(size, float) else size
        plan = Segments.plan(n_rows, n_train, self.delta)
        repetitions = 50 if n_replicates is None else n_replicates
        return Arrangement(
            rows, np.arange(n_rows), None, self._cut(rows, plan, repetitions, entropy),
            repetitions * plan.n_segments * plan.n_folds, repetitions,
            f"{repetitions} times sub-sampled cross-validation with {n_train} training rows",
        )  # fmt: skip

    def _cut(self, rows: LabelledRows, plan: Segments, repetitions: int, entropy: int) -> Iterator[Replicate]:
        order = set_up(entropy).permutation(len(rows))
        in_segments = plan.n_segments * plan.pool
        segments, leftover = order[:in_segments].reshape(plan.n_segments, plan.pool), order[in_segments:]
        for repetition, seed in enumerate(draw_seeds(entropy, repetitions)[:, Stream.ROWS]):
            generator, waiting = np.random.default_rng(int(seed)), leftover
            for segment in segments:
                shuffled = generator.permutation(segment)
                for fold in np.array_split(np.arange(plan.pool), plan.n_folds):
                    training = generator.choice(np.delete(shuffled, fold), plan.n_train, replace=False)
                    tested = np.concatenate([shuffled[fold], waiting])
                    waiting = leftover[:0]
                    yield Replicate(partial(rows.take, training), tested, repetition)
