"""Claim: the errors, tree errors and diversities of Rogers (2007), tables 5.2 to 5.8, come out again.

The protocol is that of `thesis_tables`; trees stop by description length, and every method has 100 of them.
"""

from __future__ import annotations

import pandas as pd

from hedgerow import DecisionTreeClassifier
from hedgerow.reproduce.experiments.rogers_methods import METHODS, bag
from studies.published import summarise
from studies.running import Record, run_trials
from studies.thesis_tables import draw_split, list_trials

PLAIN = "Bagging"
FULL = ", full trees"
READINGS = {f"{method}{FULL}": method for method in METHODS}


def run(quick: bool) -> pd.DataFrame:
    """What each column measures on each data set, beside the published value."""
    trials = run_trials(_try_split, list_trials(quick, ("Friedman",)), quick)
    return summarise(trials, PLAIN, READINGS)


def _try_split(data: str, sample: int, trial: int) -> list[Record]:
    split, seed = draw_split(data, sample, trial)
    described, full = DecisionTreeClassifier(pruning="mdl"), DecisionTreeClassifier()
    ensembles = {method: make(described) for method, make in METHODS.items()}
    ensembles |= {f"{method}{FULL}": make(full) for method, make in METHODS.items()}
    ensembles["RF"] = bag(DecisionTreeClassifier(max_features=1), "all")
    given = {"data": data, "sample": sample, "trial": trial}
    return [
        {**given, "column": column, **split.measure(ensemble.set_params(random_state=seed))}
        for column, ensemble in ensembles.items()
    ]
