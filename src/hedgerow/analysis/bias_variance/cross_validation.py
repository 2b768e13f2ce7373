"""Cross-validation, repeated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from hedgerow.analysis.bias_variance.replicates import (
    Arrangement,
    LabelledRows,
    Replicate,
    deal,
    need_rows,
    refuse_test,
)
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
        rows = need_rows(self, train)
        refuse_test(self, test)
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
