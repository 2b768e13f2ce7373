"""Zor et al. (2010), table 1: the error of the best possible answer, for problems that are generated."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading
from hedgerow.reproduce.experiments.folds import draw_seed
from hedgerow.reproduce.tables import PublishedCell

Numbers = NDArray[np.float64]

_N_ROWS = 18_000
_COORDINATE = 2 / np.sqrt(20)
_ALTERNATING = np.resize([1.0, -1.0], 20)


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Draw as many rows as the source tests on, and answer by the densities they are drawn from."""
    from hedgerow.datasets import make_ringnorm, make_threenorm, make_twonorm

    make = {"TwoNorm": make_twonorm, "ThreeNorm": make_threenorm, "RingNorm": make_ringnorm}[cell]
    sample = make(_N_ROWS, random_state=draw_seed(trial, seed))
    answers = _LEANS[cell](sample.X) < 0
    return {"bayes_error_pct": 100.0 * float((answers != (sample.y > 0)).mean())}


def _lean_twonorm(X: Numbers) -> Numbers:
    return np.asarray(X.sum(axis=1))


def _lean_threenorm(X: Numbers) -> Numbers:
    """Log of the ratio of an even mixture around two opposite corners to a Gaussian around a third one."""
    along, across = _COORDINATE * X.sum(axis=1), _COORDINATE * X @ _ALTERNATING
    return np.asarray(np.logaddexp(along, -along) - np.log(2.0) - across)


def _lean_ringnorm(X: Numbers) -> Numbers:
    """Log of the ratio of a Gaussian of variance 4 around zero to one of variance 1 around half a corner."""
    wide = -(X**2).sum(axis=1) / 8.0 - 20.0 * np.log(2.0)
    narrow = -((X - _COORDINATE / 2.0) ** 2).sum(axis=1) / 2.0
    return np.asarray(wide - narrow)


_LEANS = {"TwoNorm": _lean_twonorm, "ThreeNorm": _lean_threenorm, "RingNorm": _lean_ringnorm}  # to class 0


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where a Bayes error is found, for problems whose densities are known."""
    if cell.row not in _LEANS or cell.column != "bayes_error_pct":
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
