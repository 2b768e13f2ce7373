"""Structures of Bayesian networks: how near the truth, and how long it takes.

5,000 rows are drawn from the published networks asia, child and alarm (8, 20 and 37 variables), and the arcs are
learned again, from the data frame on. The peer is pgmpy's hill climbing with the same score and the same limit of
parents. Its package carries the networks; where it is not installed there is nothing to compare. It asks for torch and
for an older pandas, so it cannot be locked beside the others and is not in the group `bench`:
`pip install --no-deps pgmpy==0.1.26 networkx`, and what it then misses.
"""

from __future__ import annotations

import gzip
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import Timing, clock, race
from hedgerow.learners import ArcGraph, BayesNet, read_bif
from hedgerow.learners.bayes_net.scores import ScoredRows
from hedgerow.learners.bayes_net.search import SearchSettings, learn_graph
from hedgerow.learners.bayes_net.variables import merge_rows

PGMPY = "pgmpy"
_N_ROWS = 5_000
_MOST_PARENTS = 4
_FLOOR = 20.0


def measure(quick: bool) -> list[Row]:
    """Learn each network from two samples."""
    found = find_spec(PGMPY)
    if found is None or not found.submodule_search_locations:
        return []
    folder = Path(found.submodule_search_locations[0]) / "utils" / "example_models"
    rows = []
    for name in ("asia",) if quick else ("asia", "child", "alarm"):
        truth = read_bif(gzip.decompress((folder / f"{name}.bif.gz").read_bytes()).decode())
        rows += _compare(name, truth, n_samples=1 if quick else 2)
    return rows


def _compare(name: str, truth: BayesNet, n_samples: int) -> list[Row]:
    distances: dict[str, list[int]] = {OURS: [], PGMPY: []}
    seconds: list[float] = []
    _learn(truth.sample(100, 0), truth)  # compiled, and not timed
    for seed in range(n_samples):
        table = truth.sample(_N_ROWS, seed)
        distances[OURS].append(truth.graph.distance(_learn(table, truth)))
        learned: list[ArcGraph] = []
        seconds.append(clock(lambda table=table, learned=learned: learned.append(_climb(table, truth))))  # type: ignore[misc]
        distances[PGMPY].append(truth.graph.distance(learned[0]))
    timings = race({OURS: partial(_learn, truth.sample(_N_ROWS, 0), truth)}, 3)
    timings[PGMPY] = Timing.of(seconds)
    size = f"{len(truth.names)} variables, {int(truth.graph.arcs.sum())} arcs, {_N_ROWS:,} rows"
    ours, theirs = (float(np.mean(distances[who])) for who in (OURS, PGMPY))
    work = f"{name}: edges from the truth"
    return [
        *compare_times(f"{name}: learn the arcs", timings, {PGMPY: _FLOOR}, size),
        Row(work, OURS, "edges", ours, note=f"mean of {n_samples} samples"),
        Row(work, PGMPY, "edges", theirs, None, theirs - ours, "edges farther", Demand("at least", 0.0)),
    ]


def _learn(table: pd.DataFrame, truth: BayesNet) -> ArcGraph:
    """Climbs with short annealed searches between them, as `BayesNetClassifier(search="climbing")` does."""
    rows, weights = merge_rows(truth.read(table), np.ones(len(table)))
    data = ScoredRows.of(truth.variables, rows, weights)
    settings = SearchSettings("climbing", n_bootstrap=0, max_parents=_MOST_PARENTS)
    return learn_graph(truth.names, data, settings, seed=0)


def _climb(table: pd.DataFrame, truth: BayesNet) -> ArcGraph:
    """The peer's search from the empty graph, with its own defaults (a list of 100 moves not to undo)."""
    import logging

    from pgmpy.estimators import BicScore, HillClimbSearch

    logging.getLogger("pgmpy").setLevel(logging.ERROR)
    plain: Any = table.astype(str)
    search = HillClimbSearch(plain)
    found = search.estimate(scoring_method=BicScore(plain), max_indegree=_MOST_PARENTS, show_progress=False)
    return ArcGraph.of(truth.names, list(found.edges()))
