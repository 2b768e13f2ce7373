"""Claim: mixtures with drawn gates take at most three quarters of the time of those with trained gates."""

from __future__ import annotations

from functools import partial
from typing import Any

from sklearn.base import clone
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import race
from benchmarks.workloads import make_classes
from hedgerow.learners.mixtures.prototype import PrototypeMixtureClassifier
from hedgerow.learners.mixtures.standard import MixtureOfExpertsClassifier
from hedgerow.learners.network.small_network import SmallNetworkClassifier

_N_HIDDEN = 5
_N_STEPS = 200
_N_ROUNDS = 20


def measure(quick: bool) -> list[Row]:
    """Prototype mixtures against trained ones with equal experts; one expert beside scikit-learn's network."""
    return [*_compare_gates(quick), *_compare_experts(quick)]


def _compare_gates(quick: bool) -> list[Row]:
    n_rows, n_features, repeats = (300, 10, 1) if quick else (3_000, 20, 3)
    X, y = make_classes(n_rows, n_features)
    steps = 20 if quick else _N_STEPS
    trained = "hedgerow, trained gates"
    contestants: dict[str, Any] = {
        trained: MixtureOfExpertsClassifier(
            SmallNetworkClassifier(_N_HIDDEN, max_iter=steps // _N_ROUNDS, tol=0.0, warm_start=True),
            branching=(2, 3),
            max_iter=_N_ROUNDS,
            tol=0.0,
            n_init=1,
            early_stopping=False,
            random_state=0,
        ),
        "hedgerow, drawn gates": PrototypeMixtureClassifier(
            SmallNetworkClassifier(_N_HIDDEN, max_iter=steps, tol=0.0), joint=True, random_state=0
        ),
        "hedgerow, drawn gates, out-of-fold gate above": PrototypeMixtureClassifier(
            SmallNetworkClassifier(_N_HIDDEN, max_iter=steps, tol=0.0), random_state=0
        ),
    }
    timings = race({name: partial(clone(each).fit, X, y) for name, each in contestants.items()}, repeats)
    work = f"{n_rows:,} x {n_features}, 2 x 3 networks, {steps} steps each"
    rows = []
    for name, timing in timings.items():
        ratio = None if name == trained else timing.best / timings[trained].best
        demand = Demand("at most", 0.75) if name == "hedgerow, drawn gates" else None
        meaning = "" if ratio is None else "times the trained gates' time"
        rows.append(Row(work, name, "s", timing.best, timing.median, ratio, meaning, demand))
    return rows


def _compare_experts(quick: bool) -> list[Row]:
    n_rows, n_features, repeats = (300, 10, 1) if quick else (3_000, 20, 5)
    X, y = make_classes(n_rows, n_features)
    scaled = StandardScaler().fit_transform(X)  # ours scales its columns within
    steps = 20 if quick else _N_STEPS
    ours = SmallNetworkClassifier(_N_HIDDEN, max_iter=steps, tol=0.0, random_state=0)
    peer = MLPClassifier(
        _N_HIDDEN,
        activation="tanh",
        solver="lbfgs",
        alpha=1e-4 * n_rows,
        max_iter=steps,
        max_fun=10 * steps,
        tol=0.0,
        random_state=0,
    )
    contestants = {OURS: partial(ours.fit, X, y), "scikit-learn": partial(_fit_quietly, peer, scaled, y)}
    work = f"{n_rows:,} x {n_features}, one network, {steps} steps"
    # Nothing is demanded: scikit-learn has one output for two classes, ours two, and takes several threads.
    return compare_times(work, race(contestants, repeats), {})


def _fit_quietly(network: Any, X: Any, y: Any) -> None:
    """It warns that it has not converged, which a fixed number of steps is not meant to."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        network.fit(X, y)
