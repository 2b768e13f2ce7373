"""Claim: oracles cost less than twice plain bagging, and learners that share work beat scikit-learn's in an ensemble.

Both naive Bayes classifiers, and both nearest-neighbour classifiers, are members of the same ensembles of hedgerow; the
work is to fit a hundred of them and to answer all rows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from benchmarks import peers
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import race
from benchmarks.workloads import make_classes
from hedgerow import BaggingClassifier
from hedgerow.ensembles import RandomSubspaceClassifier
from hedgerow.learners import NaiveBayesClassifier, NearestClassifier, RandomOracleClassifier

_MOST = 2.0
_FLOORS = {"naive Bayes": 3.0, "nearest neighbours": 1.0}
_ENSEMBLES: dict[str, Callable[..., Any]] = {
    "bagging": BaggingClassifier,
    "subspaces": RandomSubspaceClassifier,
}


def measure(quick: bool) -> list[Row]:
    """Oracles beside plain bagging, then learners beside scikit-learn's, on 2,000 x 20."""
    n_rows, n_members = (300, 10) if quick else (2_000, 100)
    X, y = make_classes(n_rows, 20)
    size = f"{n_members} members, {n_rows:,} x 20"
    options = {"n_estimators": n_members, "n_jobs": 1, "random_state": 0}
    rows = _measure_oracles(X, y, size, options, quick)
    learners: dict[str, tuple[Any, Any]] = {
        "naive Bayes": (NaiveBayesClassifier(), GaussianNB()),
        "nearest neighbours": (NearestClassifier(), KNeighborsClassifier(1)),
    }
    for learner, pair in learners.items():
        for name, ensemble in _ENSEMBLES.items():
            fitted = [ensemble(each, **options) for each in pair]
            runs = {
                library: partial(_fit_and_ask, each, X, y)
                for library, each in zip((OURS, peers.SKLEARN), fitted, strict=True)
            }
            timings = race(runs, 1 if quick else 3)
            floors = {peers.SKLEARN: _FLOORS[learner]}
            rows += compare_times(f"{name} of {learner}, {size}: fit and answer", timings, floors)
    return rows


def _measure_oracles(X: Any, y: Any, size: str, options: dict[str, Any], quick: bool) -> list[Row]:
    bagging = {
        "plain": BaggingClassifier(**options).fit(X, y),
        "oracles": BaggingClassifier(RandomOracleClassifier(), **options).fit(X, y),
    }
    rows = []
    for work in ("fit", "answer"):
        runs = {
            name: partial(each.fit, X, y) if work == "fit" else partial(each.predict_proba, X)
            for name, each in bagging.items()
        }
        timings = race(runs, 2 if quick else 9)
        times = timings["oracles"].best / timings["plain"].best
        note = f"plain bagging takes {1e3 * timings['plain'].best:.1f} ms"
        rows.append(
            Row(
                f"bagging of trees behind oracles, {size}: {work}",
                OURS,
                "s",
                timings["oracles"].best,
                timings["oracles"].median,
                times,
                "times plain bagging",
                Demand("at most", _MOST),
                note,
            )
        )
    return rows


def _fit_and_ask(ensemble: Any, X: Any, y: Any) -> None:
    ensemble.fit(X, y).predict_proba(X)
