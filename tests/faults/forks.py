"""A process that has fitted and predicted forks, and its children do, too."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from hedgerow import DecisionTreeClassifier, ForestRelevance, RandomForestClassifier
from hedgerow.boosting import LogitBoostClassifier
from hedgerow.learners import LocalExpertsClassifier, SmallNetworkClassifier

PATIENCE = 60

MODELS: dict[str, Callable[[int], Any]] = {
    "forest": lambda n_jobs: RandomForestClassifier(40, oob_score=True, n_jobs=n_jobs, random_state=0),
    "boosting": lambda n_jobs: LogitBoostClassifier(n_estimators=10, random_state=0),
    "relevance": lambda n_jobs: ForestRelevance(n_estimators=50, n_jobs=n_jobs, random_state=0),
    "network": lambda n_jobs: SmallNetworkClassifier(random_state=0),
    "local experts": lambda n_jobs: LocalExpertsClassifier(n_jobs=n_jobs, random_state=0),
}


def make_table() -> tuple[Any, Any]:
    """Rows and their classes."""
    draw = np.random.default_rng(0)
    X = draw.normal(size=(300, 6))
    return X, (X[:, 0] + 0.5 * draw.normal(size=300) > 0).astype(int)


def answer(model: Any, X: Any) -> Any:
    """What a fitted model says of rows, or of features."""
    return (
        model.relevance_.frame().p_value.to_numpy()
        if isinstance(model, ForestRelevance)
        else model.predict_proba(X)
    )


def fork_after_fit(name: str, n_jobs: str) -> None:
    """Fork, and fit and predict in the children: by `os.fork`, by a pool, and while another thread fits."""
    X, y = make_table()
    model = MODELS[name](int(n_jobs)).fit(X, y)
    expected = answer(model, X)

    def is_same() -> bool:
        fresh = MODELS[name](int(n_jobs)).fit(X, y)
        return np.array_equal(answer(model, X), expected, equal_nan=True) and np.array_equal(
            answer(fresh, X), expected, equal_nan=True
        )

    ended = {"os.fork": _ask_child(is_same)}
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        said = [pool.apply_async(answer, (model, X)) for _ in range(4)]
        fitted = [pool.apply_async(_fit, (name, n_jobs)) for _ in range(2)]
        same = [np.array_equal(each.get(PATIENCE), expected, equal_nan=True) for each in (*said, *fitted)]
    ended["multiprocessing"] = "same" if all(same) else "other"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer versions of Python warn of forks beside threads
        busy = threading.Event()
        other = threading.Thread(target=_keep_fitting, args=(name, n_jobs, busy))
        other.start()
        for _ in range(5):
            ended["beside a thread"] = _ask_child(is_same)
            if ended["beside a thread"] != "same":
                break
        busy.set()
        other.join()
    Path("ended.json").write_text(json.dumps(ended))


class SlowTree(DecisionTreeClassifier):
    """A tree that tells when it looks at its table, and then waits for a word."""

    looks, may_go_on = threading.Event(), threading.Event()

    def prepare(self, training: Any) -> Any:
        """Look at the table."""
        self.looks.set()
        self.may_go_on.wait(PATIENCE)
        return super().prepare(training)


def fork_within_a_fit() -> None:
    """Fork while another thread is where local experts read their table for the first time."""
    X, y = make_table()
    other = threading.Thread(target=LocalExpertsClassifier(SlowTree(), random_state=0).fit, args=(X, y))
    other.start()
    SlowTree.looks.wait(PATIENCE)
    ended = _ask_child(lambda: len(_fit("local experts", "1")) == len(X))
    SlowTree.may_go_on.set()
    other.join()
    Path("ended.json").write_text(json.dumps({"within a fit": ended}))


def hand_to_loky() -> None:
    """Let other processes predict with a fitted forest, and fit one."""
    X, y = make_table()
    model = MODELS["forest"](2).fit(X, y)
    expected = answer(model, X)
    said = Parallel(n_jobs=2, backend="loky", timeout=PATIENCE)(
        [delayed(model.predict_proba)(X)] * 3 + [delayed(_fit)("forest", "2")] * 2
    )
    same = all(np.array_equal(each, expected) for each in said)
    Path("ended.json").write_text(json.dumps({"loky": "same" if same else "other"}))


def _fit(name: str, n_jobs: str) -> Any:
    X, y = make_table()
    return answer(MODELS[name](int(n_jobs)).fit(X, y), X)


def _keep_fitting(name: str, n_jobs: str, busy: threading.Event) -> None:
    while not busy.is_set():
        _fit(name, n_jobs)


def _ask_child(is_same: Callable[[], bool]) -> str:
    process = os.fork()
    if process == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
        try:
            os._exit(0 if is_same() else 1)
        except BaseException:
            traceback.print_exc()
            os._exit(2)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return {0: "same", 1: "other", -signal.SIGALRM: "hangs"}.get(status, f"exit {status}")
