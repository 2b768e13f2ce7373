"""Claim: relevance for a row finds what decides that row: the input that a multiplexer's controls point at."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow import ForestRelevance, RandomForestClassifier
from hedgerow.datasets import make_diagonal, make_multiplexer
from studies.running import Record, run_trials

_N_SEEDS = 20
_N_CONTROLS = 2
_BAND = (0.3, 0.7)  # where both features of the diagonal problem are equally good
_TRIED = ("sqrt", 1, 0.5, None)  # features and twins that a node tries; the first is the default
_CELL = ["problem", "measured", "n_noise", "n_trees", "max_features", "rows"]


def run(quick: bool) -> pd.DataFrame:
    """Mean over the data sets of what is measured about local relevance, and the smallest value."""
    return summarise(gather(quick))


def summarise(trials: pd.DataFrame) -> pd.DataFrame:
    """Means, smallest values and standard errors over the data sets."""
    cells = trials.groupby(_CELL, sort=False)["value"]
    return (
        cells.agg(n_tables="size", mean="mean", smallest="min", standard_error="sem").round(5).reset_index()
    )


def gather(quick: bool) -> pd.DataFrame:
    """One row for each data set and setting."""
    seeds = range(2 if quick else _N_SEEDS)
    settings = [(100, "sqrt")] if quick else [*product((500,), _TRIED), (100, "sqrt"), (100, 1)]
    channel = run_trials(_find_channel, product(seeds, (0, 10), settings), quick)
    return pd.concat([channel, run_trials(_cross_band, product(seeds, [100 if quick else 500]), quick)])


def rank_addressed(
    values: NDArray[Any], X: NDArray[Any], n_controls: int = _N_CONTROLS
) -> NDArray[np.float64]:
    """For each row the area under the curve of the addressed input among all: the share of the others below it."""
    n_inputs = 2**n_controls
    address = (X[:, :n_controls] @ 2.0 ** np.arange(n_controls)[::-1]).astype(int)
    inputs = values[:, n_controls : n_controls + n_inputs]
    addressed = np.take_along_axis(inputs, address[:, None], axis=1)
    below, level = (inputs < addressed).sum(axis=1), (inputs == addressed).sum(axis=1) - 1
    return np.asarray((below + 0.5 * level) / (n_inputs - 1))


def _find_channel(seed: int, n_noise: int, setting: tuple[int, Any]) -> list[Record]:
    n_trees, tried = setting
    sample = make_multiplexer(1000, _N_CONTROLS, n_noise=n_noise, random_state=seed)
    forest = None if tried == "sqrt" else RandomForestClassifier(max_features=tried)
    study = ForestRelevance(forest, n_trees, local="both", random_state=seed).fit(sample.X, sample.y)
    given = {
        "problem": "multiplexer",
        "measured": "area under the curve",
        "n_noise": n_noise,
        "n_trees": n_trees,
    }
    tried = "all" if tried is None else tried
    return [
        {
            **given,
            "max_features": str(tried),
            "rows": rows,
            "value": rank_addressed(found.values, sample.X).mean(),
        }
        for rows, found in (("in bag", study.local_), ("out of bag", study.local_oob_))
    ]


def _cross_band(seed: int, n_trees: int) -> list[Record]:
    """How many times as relevant the second feature is for rows inside the band as for those outside."""
    sample = make_diagonal(200, random_state=seed)
    study = ForestRelevance(n_estimators=n_trees, local="both", random_state=seed).fit(sample.X, sample.y)
    inside = (sample.X[:, 0] > _BAND[0]) & (sample.X[:, 0] < _BAND[1])
    given = {"problem": "diagonal", "n_noise": 0, "n_trees": n_trees, "max_features": "sqrt"}
    return [
        {**given, "measured": measured, "rows": rows, "value": found.values[place, 1].mean()}
        for rows, found in (("in bag", study.local_), ("out of bag", study.local_oob_))
        for measured, place in (("x2 inside the band, bits", inside), ("x2 outside, bits", ~inside))
    ]
