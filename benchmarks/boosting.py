"""Claim: 200 rounds of AdaBoost on trees of depth 3 are 8 times faster than scikit-learn."""

from __future__ import annotations

from functools import partial

from sklearn.ensemble import AdaBoostClassifier as ScikitLearns
from sklearn.tree import DecisionTreeClassifier as ScikitLearnsTree

from benchmarks import peers
from benchmarks.rows import OURS, Row, compare_times
from benchmarks.timing import race
from benchmarks.workloads import make_classes
from hedgerow import AdaBoostClassifier, DecisionTreeClassifier

_DEPTH = 3


def measure(quick: bool) -> list[Row]:
    """Both reweight all rows, so that they grow the same members; ours drawing rows is shown beside them."""
    n_rows, n_features, n_rounds = (500, 50, 10) if quick else (10_000, 50, 200)
    X, y = make_classes(n_rows, n_features)
    tree = DecisionTreeClassifier(criterion="gini", max_depth=_DEPTH)
    boosters = {
        OURS: AdaBoostClassifier(tree, n_rounds, method="reweighting", random_state=0),
        f"{OURS}, rows drawn": AdaBoostClassifier(tree, n_rounds, random_state=0),
        peers.SKLEARN: ScikitLearns(
            ScikitLearnsTree(max_depth=_DEPTH), n_estimators=n_rounds, random_state=0
        ),
    }
    for booster in boosters.values():  # compiled before it is timed
        booster.fit(X[:200], y[:200])
    timings = race({name: partial(each.fit, X, y) for name, each in boosters.items()}, 2 if quick else 3)
    work = f"AdaBoost: {n_rows:,} x {n_features}, {n_rounds} rounds, depth {_DEPTH}"
    drawn = timings.pop(f"{OURS}, rows drawn")
    return [
        *compare_times(work, timings, {peers.SKLEARN: 8.0}),
        Row(work, f"{OURS}, rows drawn", "s", drawn.best, drawn.median),
    ]
