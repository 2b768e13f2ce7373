"""Tests that sources print beside their scores: computed again from the printed scores."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading
from hedgerow.reproduce.tables import PublishedCell, PublishedTable, find_table

_METRICS = ("acc", "rec", "f", "auc")


def compute_tests(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Compute the two-sided Wilcoxon tests of Elghazel et al. (2010), section 4.1, from their table 2."""
    del trial, seed
    from scipy.stats import wilcoxon

    first, _, second = cell.partition("_vs_")
    scores = find_table("fitselect-t2")
    method: Any = "asymptotic"  # a newer name than the one its types know
    pairs = {metric: [_gather(scores, each, metric) for each in (first, second)] for metric in _METRICS}
    return {metric: float(wilcoxon(pair[0], pair[1], method=method).pvalue) for metric, pair in pairs.items()}


def _gather(table: PublishedTable, column: str, quantity: str) -> NDArray[np.float64]:
    return np.array(
        [cell.value for cell in table.cells if (cell.column, cell.quantity) == (column, quantity)], float
    )


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where a published p-value is found."""
    return Reading((cell.row,), cell.column)


PROTOCOLS = {
    "fitselect-tests": Protocol(
        Experiment("signed ranks 1", compute_tests),
        read_cell,
        n_published=None,
        exact=True,
        remarks=("The normal approximation, without a correction for continuity.",),
    )
}
