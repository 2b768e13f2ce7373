"""Claim: the errors of Rogers (2007), tables 8.2 to 8.6 and 8.8 to 8.11, come out again.

The protocol is the published one: trials of a random 90 % for training and 10 % for testing, 100 trees in every forest,
one feature tried at a node. All columns of a trial share its split. The generated problems were probably one fixed
sample each, split again in each trial; here they are several samples, so that it shows how much the sample matters.
"""

from __future__ import annotations

import warnings
from typing import Any, Literal

import numpy as np
import pandas as pd

from hedgerow import DecisionTreeClassifier
from hedgerow.reproduce.experiments.rogers_methods import SETTINGS
from hedgerow.reproduce.experiments.splits import GENERATORS, read_data
from hedgerow.selection.forest import TreeSelector
from studies.described_tree import find_features
from studies.published import N_PUBLISHED, summarise
from studies.running import Record, run_trials
from studies.splitting import Split

_N_NOISE = 30
NOISE = "RF, 30 noise columns"
ONE_DRAW = ", one draw"
OWN_SPLITS = "TREE WS, own splits"
OWN_FEW_SPLITS = "TREE WS, own splits, MDL tree"
HALF = ", half the cost of names"
INTEGRATED = "RF DYN INT"
REAL = ("WBC", "Pima", "Sonar", "Ionosphere", "Votes")
_PUBLISHED_TREES = {"n_evaluation_trees": 100}
_TEST: dict[str, Any] = {"sampling": "uniform", "selection": "test", "null": "midpoint"}
FORESTS: dict[str, dict[str, Any]] = {
    **{name: SETTINGS[name] for name in ("RF", "CI WS RF", "TREE WS", "RF Thr", "RF HT", "RF LOCAL")},
    "RF HT + LOCAL": SETTINGS["RF HT + RF LOCAL"],
    # Other readings of what was published, and the test with the exact null.
    "RF HT, kish": {**_TEST, "effective_size": "kish"},
    "RF HT, unit": {**_TEST, "effective_size": "unit"},
    "RF HT, copies": {**_TEST, "effective_size": "count", "deduplicate": False},
    "RF HT, exact": {**_TEST, "null": "exact", "effective_size": "kish"},
}
READINGS = {  # and the published column that each of them reads
    **dict.fromkeys(("RF HT, kish", "RF HT, unit", "RF HT, copies", "RF HT, exact"), "RF HT"),
    OWN_SPLITS: "TREE WS",
    OWN_FEW_SPLITS: "TREE WS",
    f"DT1{HALF}": "DT1",
    f"DT2{HALF}": "DT2",
    f"{INTEGRATED}{ONE_DRAW}": INTEGRATED,
    f"RF{ONE_DRAW}": "RF",
    f"{NOISE}{ONE_DRAW}": NOISE,
}
SELECTORS: dict[str, Literal["used", "feasible"]] = {"DT1": "used", "DT2": "feasible"}


def run(quick: bool) -> pd.DataFrame:
    """What each column measures on each data set, beside the published value."""
    return summarise(gather(quick), "RF", READINGS)


def gather(quick: bool) -> pd.DataFrame:
    """One row for each trial and column."""
    return run_trials(_try_split, list_trials(quick), quick)


def list_trials(quick: bool, generated: tuple[str, ...] = tuple(GENERATORS)) -> list[tuple[str, int, int]]:
    """Data, sample and number of each trial: 100 of a real table, 6 of each of 20 generated samples."""
    n_trials = 2 if quick else N_PUBLISHED
    n_samples, n_splits = (1, 2) if quick else (20, 6)
    trials = [(data, 0, trial) for data in (("Votes",) if quick else REAL) for trial in range(n_trials)]
    return trials + [
        (data, sample, trial)
        for data in generated[slice(-1, None) if quick else slice(None)]
        for sample in range(n_samples)
        for trial in range(n_splits)
    ]


def draw_split(data: str, sample: int, trial: int) -> tuple[Split, int]:
    """One trial: which rows to learn from, and a seed for what grows."""
    X, y = read_data(data, sample)
    rng = np.random.default_rng([sample, trial, len(y)])
    return Split.draw(X, y, rng), int(rng.integers(2**31))


def _try_split(data: str, sample: int, trial: int) -> list[Record]:
    split, seed = draw_split(data, sample, trial)
    n_rows = len(split.y) + len(split.y_test)
    wide = split.widen(np.random.default_rng([seed, _N_NOISE]).random((n_rows, _N_NOISE)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where nothing is selected, all features are kept
        grown = {column: split.grow(seed, _PUBLISHED_TREES | choices) for column, choices in FORESTS.items()}
        grown[NOISE] = wide.grow(seed, FORESTS["RF"])
        for column, rule in SELECTORS.items():
            kept = TreeSelector(rule).fit(split.X, split.y).support_
            grown[column] = split.narrow(kept).grow(seed, FORESTS["RF"])
    for column, kept in zip(SELECTORS, find_features(split.X, split.y, charge=0.5), strict=True):
        some = kept if kept.any() else ~kept
        grown[f"{column}{HALF}"] = split.narrow(some).grow(seed, FORESTS["RF"])
    for column, pruning in {OWN_SPLITS: None, OWN_FEW_SPLITS: "mdl"}.items():
        weights = split.weigh_by_own_splits(DecisionTreeClassifier(pruning=pruning))
        grown[column] = split.grow(seed, {"sampling": weights})
    found = {column: measured for column, (measured, _) in grown.items()}
    found[INTEGRATED] = {"error": split.integrate(grown["RF"][1])}
    if data in REAL:
        found[f"RF{ONE_DRAW}"], found[f"{INTEGRATED}{ONE_DRAW}"] = split.grow_one_draw(seed)
        found[f"{NOISE}{ONE_DRAW}"], _ = wide.grow_one_draw(seed)
    given = {"data": data, "sample": sample, "trial": trial}
    return [{**given, "column": column, **measured} for column, measured in found.items()]
