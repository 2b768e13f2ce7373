"""Zor et al. (2010), table 1: the error of the best possible answer, for problems that are generated."""

from __future__ import annotations

from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading
from hedgerow.reproduce.experiments.folds import draw_seed
from hedgerow.reproduce.tables import PublishedCell

_N_ROWS = 18_000
_GENERATED = ("TwoNorm", "ThreeNorm", "RingNorm")


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Draw as many rows as the source tests on, and answer by the densities they are drawn from."""
    from hedgerow import datasets
    from hedgerow.analysis.bias_variance.posteriors import find_truth
    from hedgerow.datasets.generators.breiman import NEAR

    sample = getattr(datasets, f"make_{cell.lower()}")(_N_ROWS, random_state=draw_seed(trial, seed))
    truth = find_truth(cell.lower(), {"a": NEAR}, sample)
    assert truth is not None
    answers = truth(sample.X)[:, 1] > 0.5
    return {"bayes_error_pct": 100.0 * float((answers != (sample.y > 0)).mean())}


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where a Bayes error is found, for problems whose densities are known."""
    if cell.row not in _GENERATED or cell.column != "bayes_error_pct":
        return None
    return Reading((cell.row,), cell.column)


PROTOCOLS = {
    "zor-t1": Protocol(
        Experiment("zor 1", try_cell),
        read_cell,
        remarks=(
            "Measured on samples of 18,000 rows, the size of the source's test sets.",
            "The densities of its two own problems are not published; hedgerow's stand-ins are made to have their "
            "Bayes errors, so they are left out.",
        ),
    )
}
