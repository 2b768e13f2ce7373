"""Claim: bias and variance of a bagged ensemble take a fifth of mlxtend's time, and the values are the same."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
import sklearn.ensemble
import sklearn.tree
from numpy.typing import NDArray

import hedgerow
from benchmarks.peers import SKLEARN, THREADS
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import Timing, clock, race
from benchmarks.workloads import make_classes
from hedgerow import bias_variance
from hedgerow.analysis.bias_variance import BiasVariance

_FLOOR = 5.0
_SEED = 7
_N_FEATURES = 20
_N_TEST = 1_000
_MLXTEND = "mlxtend"


def measure(quick: bool) -> list[Row]:
    """Against mlxtend with scikit-learn's bagging, in one process and in two; and with ours, to see the procedure."""
    n_train, n_trees, n_rounds = (150, 10, 10) if quick else (500, 50, 200)
    X, y = make_classes(n_train + _N_TEST, _N_FEATURES)
    parts = X[:n_train], y[:n_train], X[n_train:], y[n_train:]
    work = (
        f"{n_train} x {_N_FEATURES}, {n_trees} bagged trees, {n_rounds} training sets, {_N_TEST:,} test rows"
    )
    bagging = hedgerow.BaggingClassifier(n_estimators=n_trees, random_state=0)
    ours = partial(_decompose, bagging, parts, n_rounds)
    ours()  # compiled, and thread pools are there
    if find_spec("mlxtend") is None:
        return compare_times(work, race({OURS: ours}, 3), {})
    inside = f"{_MLXTEND}, {OURS}'s bagging"
    shared = hedgerow.BaggingClassifier(n_estimators=n_trees, random_state=0, n_jobs=THREADS)
    timings = race({OURS: ours, inside: partial(_ask_mlxtend, shared, parts, n_rounds)}, 3)
    for n_processes in (1, THREADS):
        theirs = sklearn.ensemble.BaggingClassifier(
            sklearn.tree.DecisionTreeClassifier(), n_trees, random_state=0, n_jobs=n_processes
        )
        theirs.fit(X[:50], y[:50])  # starts the processes
        seconds = clock(partial(_ask_mlxtend, theirs, parts, n_rounds))  # a minute each: once
        name = f"{_MLXTEND}, {SKLEARN}'s bagging, n_jobs={n_processes}"
        timings[name] = Timing(seconds, seconds)
    floors = dict.fromkeys(timings.keys() - {OURS, inside}, _FLOOR)
    return [*compare_times(work, timings, floors), _compare_values(work, shared, parts, n_rounds, inside)]


def _decompose(bagging: Any, parts: tuple[NDArray[Any], ...], n_rounds: int) -> BiasVariance:
    """The same bootstrap samples as mlxtend draws, and the ensemble's own seed in all of them."""
    X, y, X_test, y_test = parts
    random = np.random.RandomState(_SEED)
    drawn = [(random.choice(np.arange(len(X)), size=len(X), replace=True), None) for _ in range(n_rounds)]
    return bias_variance(
        bagging, X, y, test=(X_test, y_test), protocol=drawn, definition="domingos", reseed=False, n_jobs=THREADS
    )  # fmt: skip


def _ask_mlxtend(bagging: Any, parts: tuple[NDArray[Any], ...], n_rounds: int) -> tuple[float, float, float]:
    from mlxtend.evaluate import bias_variance_decomp

    values: tuple[float, float, float] = bias_variance_decomp(
        bagging, *parts, loss="0-1_loss", num_rounds=n_rounds, random_seed=_SEED
    )
    return values


def _compare_values(
    work: str, bagging: Any, parts: tuple[NDArray[Any], ...], n_rounds: int, name: str
) -> Row:
    """What mlxtend calls bias and variance are Domingos' B and V with zero noise, and James' bias and variance."""
    totals = _decompose(bagging, parts, n_rounds).totals
    ours = np.array([totals[term] for term in ("error", "bias", "variance")])
    difference = float(np.abs(ours - _ask_mlxtend(bagging, parts, n_rounds)).max())
    return Row(
        f"{work}: error, bias and variance", name, "", difference, None, difference, "largest difference",
        Demand("at most", 1e-12), "error {:.4f}, bias {:.4f}, variance {:.4f}".format(*ours),
    )  # fmt: skip
