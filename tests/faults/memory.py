"""Work that is given too little memory."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

MEGABYTE = 2**20
_N_ROWS, _N_COLUMNS = 60_000, 12


def _make_table() -> tuple[Any, Any]:
    draw = np.random.default_rng(0)
    X = draw.normal(size=(_N_ROWS, _N_COLUMNS))
    return X, (X[:, 0] + 0.5 * draw.normal(size=_N_ROWS) > 0).astype(int)


def _fit(model: Any) -> tuple[Any, Callable[[], object]]:
    X, y = _make_table()
    return model, lambda: model.fit(X, y)


def _fit_forest(n_jobs: int) -> tuple[Any, Callable[[], object]]:
    from hedgerow import RandomForestClassifier

    model = RandomForestClassifier(8, max_depth=6, oob_score=True, n_jobs=n_jobs, random_state=0)
    return _fit(model)


def _fit_boosting() -> tuple[Any, Callable[[], object]]:
    from hedgerow.boosting import LogitBoostClassifier

    return _fit(LogitBoostClassifier(n_estimators=3, random_state=0))


def _fit_relevance() -> tuple[Any, Callable[[], object]]:
    from hedgerow import ForestRelevance

    return _fit(ForestRelevance(n_estimators=50, n_jobs=2, random_state=0))


def _fit_first(ask: Callable[[Any, Any], object]) -> tuple[Any, Callable[[], object]]:
    from hedgerow import RandomForestClassifier

    X, y = _make_table()
    model = RandomForestClassifier(100, n_jobs=2, random_state=0).fit(X[:8000], y[:8000])
    many = np.tile(X, (10, 1))
    return model, lambda: ask(model, many)


def _save(model: Any, _: Any) -> None:
    from hedgerow import save_model

    save_model(model, "model.hdg")


WORK: dict[str, Callable[[], tuple[Any, Callable[[], object]]]] = {
    "fit of a forest": lambda: _fit_forest(1),
    "fit of a forest, n_jobs=2": lambda: _fit_forest(2),
    "fit of boosting": _fit_boosting,
    "fit of a relevance": _fit_relevance,
    "predict": lambda: _fit_first(lambda model, X: model.predict_proba(X)),
    "save": lambda: _fit_first(_save),
}


def work_within(name: str, megabytes: str) -> None:
    """Do some work with so much more memory than there is, and write what came of it."""
    # Whatever is imported late is imported before; machine code cannot be made without memory.
    small = {"fit": (X := np.random.default_rng(1).normal(size=(60, _N_COLUMNS)), (X[:, 0] > 0).astype(int))}
    model, call = WORK[name]()
    if name.startswith("fit"):
        type(model)(**model.get_params(deep=False)).fit(*small["fit"])
    else:
        model.predict_proba(small["fit"][0])
    before = dict(vars(model))
    limit_memory(int(float(megabytes) * MEGABYTE))
    try:
        call()
        ending = "finished"
    except MemoryError:
        ending = "MemoryError"
    except Exception as error:
        ending = f"{type(error).__name__}: {error}"
    resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    now, faults = vars(model), []
    if ending != "finished" and not (
        now.keys() == before.keys() and all(now[key] is before[key] for key in now)
    ):
        faults.append("the estimator is not as before")
    if ending not in ("finished", "MemoryError"):
        faults.append(ending)
    call()  # with memory it goes on
    if ending != "finished" and name == "save":
        faults += [each for each in os.listdir() if each.endswith(".part")]
    Path("ended.json").write_text(json.dumps([ending if not faults else "fault", faults]))


def limit_memory(more: int) -> None:
    """Let the process ask for so many bytes more than it has, and none of those that it has given back."""
    ctypes.CDLL(None).malloc_trim(0)
    used = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_DATA, (used + more, resource.RLIM_INFINITY))


def command_within(megabytes: str, *arguments: str) -> None:
    """Run the command with so much more memory than there is."""
    from hedgerow.cli import main

    limit_memory(int(float(megabytes) * MEGABYTE))
    sys.argv = ["hedgerow", *arguments]
    main()
