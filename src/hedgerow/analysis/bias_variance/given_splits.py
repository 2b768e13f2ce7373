"""Training sets and test rows that were chosen elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from hedgerow.analysis.bias_variance.replicates import Arrangement, LabelledRows, Replicate, Rows, need_rows


@dataclass(frozen=True)
class GivenSplits:
    """Training and test rows that were chosen elsewhere.

    Parameters
    ----------
    splits : sequence of (train, test) or scikit-learn splitter
        Row numbers of each training set, repeats allowed, and of the rows to predict. With test rows of their own the
        second entry numbers those, and may be None for all of them.
    """

    splits: Any

    def arrange(
        self, train: LabelledRows | None, test: LabelledRows | None, n_replicates: int | None, entropy: int
    ) -> Arrangement:
        """Lay out the replicates, one repetition each."""
        rows = need_rows(self, train)
        if n_replicates is not None:
            raise ValueError(f"n_replicates={n_replicates}, but the splits were given; leave it out")
        given = self.splits.split(rows.X, rows.y) if hasattr(self.splits, "split") else self.splits
        test_rows = rows if test is None else test
        replicates = [
            Replicate(
                partial(rows.take, _check_rows(learned, len(rows))),
                None if tested is None else _check_rows(tested, len(test_rows), once=True),
                repetition,
            )
            for repetition, (learned, tested) in enumerate(given)
        ]
        if not replicates:
            raise ValueError("protocol holds no split; pass one (train, test) pair or more")
        n_splits = len(replicates)
        return Arrangement(
            test_rows, np.arange(len(test_rows)), None if test is None else rows, replicates, n_splits, n_splits,
            f"{n_splits} given training sets",
        )  # fmt: skip


def _check_rows(rows: Any, n_rows: int, *, once: bool = False) -> Rows:
    checked = np.asarray(rows)
    checked = np.flatnonzero(checked) if checked.dtype == bool and len(checked) == n_rows else checked
    if checked.ndim != 1 or checked.dtype.kind not in "iu" or not checked.size:
        raise ValueError(f"a split must hold row numbers, got {type(rows).__name__} of shape {checked.shape}")
    strange = checked[(checked < 0) | (checked >= n_rows)]
    if strange.size:
        raise ValueError(f"a split names row {strange[0]}; the {n_rows} rows are numbered from 0")
    if once and np.unique(checked).size < checked.size:
        raise ValueError("a split tests on a row twice; name each test row once")
    return checked.astype(np.intp)
