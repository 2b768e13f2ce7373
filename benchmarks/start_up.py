"""Claim: importing costs nearly nothing, and the first fit does not keep anyone waiting.

Every number comes from new processes. A cold cache is an empty folder for Numba; the run that fills it is the cold one,
those that find it filled are warm.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from tempfile import TemporaryDirectory
from time import perf_counter, time

from benchmarks.rows import OURS, Demand, Row
from benchmarks.timing import Timing

_IMPORT = """
import json, sys, time
start = time.perf_counter()
import hedgerow
print(json.dumps({"seconds": time.perf_counter() - start, "numba": "numba" in sys.modules}))
"""
_FIRST_FIT = """
import json, os, time
import numpy as np
generator = np.random.default_rng(0)
X = generator.normal(size=(600, 30))
y = (X[:, :5].sum(axis=1) > 0).astype(int)
start = time.perf_counter()
from hedgerow import RandomForestClassifier
imported = time.perf_counter()
RandomForestClassifier(n_estimators=100, n_jobs=2, random_state=0).fit(X, y)
end = time.perf_counter()
launched = float(os.environ["LAUNCHED"])
print(json.dumps({"seconds": end - start, "fit": end - imported, "since_launch": time.time() - launched}))
"""
# What no fit can do without: the floor of a first fit.
_IMPORTS_ONLY = """
import json, time
import numpy
start = time.perf_counter()
import joblib, numba, pandas, sklearn.base, sklearn.utils.parallel, sklearn.utils.validation
print(json.dumps({"seconds": time.perf_counter() - start}))
"""
_WARM, _COLD = Demand("at most", 1.5), Demand("at most", 25.0)


def measure(quick: bool) -> list[Row]:
    """Import, then first fits."""
    repeats = 3 if quick else 7
    return [*_measure_import(repeats), *_measure_first_fit(1 if quick else 2, repeats)]


def _measure_import(repeats: int) -> list[Row]:
    answers = [_run(_IMPORT)[0] for _ in range(repeats)]
    timing = Timing.of(float(answer["seconds"]) for answer in answers)
    n_loaded = float(sum(bool(answer["numba"]) for answer in answers))
    return [
        _demand_seconds("import hedgerow", timing, Demand("at most", 0.35)),
        Row("import hedgerow: runs that loaded Numba", OURS, "runs", n_loaded, None, n_loaded, "runs",
            Demand("at most", 0.0)),
    ]  # fmt: skip


def _measure_first_fit(n_colds: int, n_warms: int) -> list[Row]:
    cold, warm, bare = [], [], []
    for _ in range(n_colds):
        with TemporaryDirectory() as cache:
            cold.append(_run(_FIRST_FIT, cache))
            warm += [_run(_FIRST_FIT, cache) for _ in range(n_warms)]
            bare += [_run(_IMPORTS_ONLY, cache) for _ in range(n_warms)]
    rows = []
    for name, runs, demand in (("warm cache", warm, _WARM), ("cold cache", cold, _COLD)):
        work = f"first fit, 600 x 30, 100 trees, {name}"
        # The limit is held against what a user waits for: all that happens before the forest is fitted.
        waited = Timing.of(answer["since_launch"] for answer, _ in runs)
        rows.append(_demand_seconds(f"{work}: from the start of the process to the forest", waited, demand))
        rows.append(_demand_seconds(f"{work}: import and fit", _inside(runs), demand))
        call = Timing.of(answer["fit"] for answer, _ in runs)
        rows.append(Row(f"{work}: the call of fit alone", OURS, "s", call.best, call.median))
        process = _outside(runs)
        rows.append(Row(f"{work}: the process, its end included", OURS, "s", process.best, process.median))
    floor = _inside(bare)
    return [*rows, Row("numba, pandas and scikit-learn: import", "no fit", "s", floor.best, floor.median)]


def _demand_seconds(work: str, timing: Timing, demand: Demand) -> Row:
    return Row(work, OURS, "s", timing.best, timing.median, timing.best, "seconds", demand)


def _inside(runs: Iterable[tuple[dict[str, float], float]]) -> Timing:
    return Timing.of(answer["seconds"] for answer, _ in runs)


def _outside(runs: Iterable[tuple[dict[str, float], float]]) -> Timing:
    return Timing.of(seconds for _, seconds in runs)


def _run(code: str, cache: str | None = None) -> tuple[dict[str, float], float]:
    """What the code prints in a new process, and the seconds of that process."""
    environment = os.environ | {"LAUNCHED": str(time())} | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment
    )
    return json.loads(done.stdout.splitlines()[-1]), perf_counter() - start
