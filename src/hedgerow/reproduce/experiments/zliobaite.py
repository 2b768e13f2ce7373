"""Zliobaite (2010): three ways to divide the space among local experts, on four Gaussian clouds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading
from hedgerow.reproduce.tables import PublishedCell

_N_ROWS = 20000
_PARTS = {"A": 4, "B": 9}
_PARTITIONS = {"CLU": "clusters", "CL2": "class-clusters", "FEA": "feature", "RSS": "random"}
_MEAN_OF = ("CLU", "CL2", "FEA")


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Draw rows to learn from and rows to test on; every strategy sees the same ones."""
    from hedgerow.datasets.generators.gaussians import make_four_centres

    seeds = np.random.default_rng([seed, trial]).integers(2**31, size=2)
    known, new = (make_four_centres(_N_ROWS, random_state=int(each)) for each in seeds)
    outputs = {
        strategy: _learn(
            known, partition=partition, n_parts=_PARTS[cell], random_state=int(seeds[0])
        ).predict_proba(new.X)
        for strategy, partition in _PARTITIONS.items()
    }
    outputs["ALL"] = _learn(known, n_parts=1, random_state=int(seeds[0])).predict_proba(new.X)
    measured = {strategy: _miss(found, new.y) for strategy, found in outputs.items()}
    wrong = [outputs[strategy].argmax(axis=1) != new.y for strategy in _MEAN_OF]
    measured["MMM"] = 100.0 * float(np.mean(wrong))
    measured["NAY"] = 100.0 * float(min(np.mean(new.y), 1.0 - np.mean(new.y)))
    return measured


def read_cell(cell: PublishedCell) -> Reading | None:
    """Return where a published error is found."""
    experiment, _, _ = cell.column.partition("_")
    return Reading((experiment,), cell.row)


def _learn(known: Any, **settings: Any) -> Any:
    from sklearn.linear_model import LogisticRegression

    from hedgerow.learners.local.estimators import LocalExpertsClassifier

    line = LogisticRegression(C=1e8, solver="newton-cholesky")  # no penalty to speak of
    experts = LocalExpertsClassifier(line, prior_correction="exchanged", scaling="none", **settings)
    return experts.fit(known.X, known.y)


def _miss(outputs: NDArray[np.float64], y: NDArray[np.int64]) -> float:
    """Return the mean probability that is not given to the true class, in percent."""
    return 100.0 * float(1.0 - outputs[np.arange(len(y)), y].mean())


_READINGS = (
    "The published error is of outputs that are not rounded: here the mean probability not given to the true class.",
    "The published mean of three is nearer than that of its parts; it agrees with the mean of their rounded answers.",
    "The correction for priors exchanges the two priors; so the published errors come out.",
)
PROTOCOLS = {"zliobaite-t1": Protocol(Experiment("zliobaite 1", try_cell), read_cell, remarks=_READINGS)}
