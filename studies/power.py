"""Claim: at the false-positive rate of boruta_py the test finds at least as many of the relevant features."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from time import process_time
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier

from hedgerow import ForestRelevance
from studies.cases import CASES, draw_case
from studies.running import Record, run_trials

_N_SEEDS = 20
_N_RESAMPLES = 1000
DECISIONS = ("confirmed", "confirmed or tentative")


def run(quick: bool) -> pd.DataFrame:
    """For each case, both rates of boruta, ours at the same false-positive rate, and ours at p < 0.05."""
    return summarise(gather(quick))


def gather(quick: bool) -> pd.DataFrame:
    """One row for each feature of each data set."""
    if find_spec("boruta") is None:
        raise ModuleNotFoundError("the study of power needs boruta; install the 'bench' dependency group")
    names = ["Simple, 60 rows"] if quick else list(CASES)
    tasks = [(name, seed, 5 if quick else 50) for seed in range(2 if quick else _N_SEEDS) for name in names]
    return run_trials(_try_case, tasks, quick)


def _try_case(name: str, seed: int, n_rounds: int) -> list[Record]:
    X, y, relevant = draw_case(name, seed)
    confirmed, tentative, boruta_seconds = _ask_boruta(X, y, seed, n_rounds)
    decided = {
        "relevant": relevant,
        DECISIONS[0]: confirmed,
        DECISIONS[1]: confirmed | tentative,
        "boruta_seconds": boruta_seconds,
    }
    study = ForestRelevance(local=None, random_state=seed)
    seconds = _count_seconds(partial(study.fit, X, y))
    found = {"t": study.relevance_.t, "p_value": study.p_values_, "seconds": seconds}
    table = pd.DataFrame({"case": name, "seed": seed, **found, **decided})
    return [{str(key): value for key, value in row.items()} for row in table.to_dict("records")]


def _ask_boruta(X: NDArray[Any], y: NDArray[Any], seed: int, n_rounds: int) -> tuple[Any, Any, float]:
    from boruta import BorutaPy

    forest = RandomForestClassifier(max_depth=5)
    boruta = BorutaPy(forest, n_estimators=100, max_iter=n_rounds, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seconds = _count_seconds(partial(boruta.fit, X, y))
    return boruta.support_, boruta.support_weak_, seconds


def _count_seconds(run: Callable[[], object]) -> float:
    """Of processor time, which other work on the machine does not prolong; everything here uses one thread."""
    start = process_time()
    run()
    return process_time() - start


def summarise(trials: pd.DataFrame) -> pd.DataFrame:
    """Rates over all features of a case; standard errors by drawing data sets again; median seconds."""
    rows = []
    for name, case in trials.groupby("case", sort=False):
        tables = [table for _, table in case.groupby("seed")]
        seconds = case.groupby("seed")[["seconds", "boruta_seconds"]].first().median()
        passed = case["p_value"] < 0.05
        own = {
            "own_false_rate": passed[~case["relevant"]].mean(),
            "own_true_rate": passed[case["relevant"]].mean(),
        }
        rows += [
            {"case": name, "n_tables": len(tables), "boruta": decision}
            | compare_rates(case, decision)
            | {"standard_error": _resample(tables, decision)}
            | own
            | dict(seconds)
            for decision in DECISIONS
        ]
    return pd.DataFrame(rows).round(5)


def compare_rates(case: pd.DataFrame, decision: str) -> dict[str, float]:
    """The rates of boruta, and ours where no more noise features pass: those above the first t that must not."""
    relevant, chosen, t = (case[column].to_numpy() for column in ("relevant", decision, "t"))
    n_false = int(chosen[~relevant].sum())
    limit = np.sort(t[~relevant])[::-1][n_false]
    boruta, ours = chosen[relevant].mean(), (t[relevant] > limit).mean()
    return {
        "false_rate": chosen[~relevant].mean(),
        "boruta_true_rate": boruta,
        "true_rate": ours,
        "difference": ours - boruta,
    }


def _resample(tables: list[pd.DataFrame], decision: str) -> float:
    rng = np.random.default_rng(0)
    drawn = rng.integers(len(tables), size=(_N_RESAMPLES, len(tables)))
    columns = ["relevant", decision, "t"]
    arrays = [table[columns] for table in tables]
    differences = [
        compare_rates(pd.concat([arrays[place] for place in places]), decision)["difference"]
        for places in drawn
    ]
    return float(np.std(differences))
