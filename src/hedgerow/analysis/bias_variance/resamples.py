"""Training sets drawn from one sample; tested on held-out rows, or on rows that were not drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from hedgerow.analysis.bias_variance.replicates import (
    Arrangement,
    LabelledRows,
    Replicate,
    Rows,
    need_rows,
    set_up,
)
from hedgerow.foundation.seeds import Stream, draw_seeds
from hedgerow.resampling import AdaptiveResampling, IndependentResampling
from hedgerow.resampling.resampling import RESAMPLINGS


@dataclass(frozen=True)
class Resamples:
    """Draw each training set from the given rows, by bootstrap unless told otherwise.

    Where no test rows are given, a stratified part of the rows is held out first; all models predict all of it. With
    `out_of_bag` nothing is held out, and a model predicts the rows that it was not fitted on.

    Parameters
    ----------
    resampling : str or object, default="bootstrap"
        How a training set is drawn: any resampling of `hedgerow.resampling` that does not adapt. Subsamples of
        half of the rows are Kohavi and Wolpert's training sets.
    test_size : float or int, default=0.25
        Share, or number, of the rows to hold out.
    out_of_bag : bool, default=False
        Whether to predict the rows that were not drawn. A bootstrap leaves 0.368 of the rows out, so 200
        replicates make about 74 answers to each row.

    Notes
    -----
    Bootstrap samples share 0.632 of their rows with the sample and overlap with each other; that makes
    predictions vary less than those from fresh training sets would.

    References
    ----------
    R. Kohavi and D. Wolpert, "Bias plus variance decomposition for zero-one loss functions", ICML 1996.
    """

    resampling: Any = "bootstrap"
    test_size: float = 0.25
    out_of_bag: bool = False

    def arrange(
        self, train: LabelledRows | None, test: LabelledRows | None, n_replicates: int | None, entropy: int
    ) -> Arrangement:
        """Lay out the replicates; 200 unless told otherwise."""
        rows = need_rows(self, train)
        resampling = RESAMPLINGS.resolve(self.resampling)
        if isinstance(resampling, AdaptiveResampling):
            raise ValueError(f"resampling={self.resampling!r} adapts to answers; use one that does not")
        n_replicates = 200 if n_replicates is None else n_replicates
        if self.out_of_bag:
            if test is not None:
                raise ValueError("out_of_bag=True tests on rows of X; leave test out, or set it to False")
            tested, pool, others, positions = rows, rows, None, np.arange(len(rows))
        elif test is not None:
            tested, pool, others, positions = test, rows, rows, np.arange(len(test))
        else:
            positions = self._hold_out(rows, entropy)
            tested, pool = rows.take(positions), rows.take(np.delete(np.arange(len(rows)), positions))
            others = pool
        kind = self.resampling if isinstance(self.resampling, str) else type(resampling).__name__.lower()
        where = " (out of bag)" if self.out_of_bag else ""
        return Arrangement(
            tested, positions, others, self._draw(resampling, pool, n_replicates, entropy),
            n_replicates, n_replicates, f"{n_replicates} {kind} training sets{where}",
        )  # fmt: skip

    def _draw(
        self, resampling: IndependentResampling, pool: LabelledRows, n_replicates: int, entropy: int
    ) -> Iterator[Replicate]:
        rows = np.arange(len(pool))
        for repetition, seed in enumerate(draw_seeds(entropy, n_replicates)[:, Stream.ROWS]):
            counts = resampling.draw(int(seed), len(pool))
            tested = np.flatnonzero(counts == 0) if self.out_of_bag else None
            yield Replicate(partial(pool.take, np.repeat(rows, counts.astype(np.intp))), tested, repetition)

    def _hold_out(self, rows: LabelledRows, entropy: int) -> Rows:
        n_rows = len(rows)
        n_test = round(self.test_size * n_rows) if isinstance(self.test_size, float) else self.test_size
        if not 1 <= n_test < n_rows:
            raise ValueError(
                f"test_size={self.test_size!r} of {n_rows} rows holds {n_test} out and leaves "
                f"{n_rows - n_test}; pass a share between 0 and 1, or a number below {n_rows}"
            )
        order = set_up(entropy).permutation(n_rows)
        if rows.strata is not None:
            order = order[np.argsort(rows.strata[order], kind="stable")]
        # Evenly spaced places in an order by class take the same share of each class.
        places = ((np.arange(n_test) + 0.5) * n_rows / n_test).astype(np.intp)
        return np.sort(order[places])
