"""Claim: forward search scores the subsets that scikit-learn's does, in less time, and remembers them.

Both take the same folds, look for the same number of features and have one process, so that they fit the same
estimators; what differs is what surrounds a fit. They must select the same features. Where mlxtend is installed, its
floating search stands beside ours, which scores no subset twice.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from benchmarks import peers
from benchmarks.rows import OURS, Row, compare_times
from benchmarks.timing import race
from benchmarks.workloads import make_classes
from hedgerow.selection.wrappers import WrapperSelector

_MLXTEND = "mlxtend"
_ESTIMATORS = {"naive Bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=5, random_state=0)}


def measure(quick: bool) -> list[Row]:
    """Search five of thirty features, forward and floating."""
    n_rows, n_features, n_kept = (100, 8, 2) if quick else (300, 30, 5)
    X, y = make_classes(n_rows, n_features)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    rows = []
    for name, estimator in _ESTIMATORS.items():
        ours = WrapperSelector(estimator, n_features=n_kept, cv=folds, nested=None)
        theirs = SequentialFeatureSelector(estimator, n_features_to_select=n_kept, cv=folds)
        timings = race({OURS: partial(ours.fit, X, y), peers.SKLEARN: partial(theirs.fit, X, y)}, 3)
        same = (ours.support_ == theirs.support_).all()
        work = f"{n_rows:,} x {n_features}, {n_kept} features by forward search, {name}"
        note = f"{ours.n_scored_:,} subsets scored; {'the same' if same else 'other'} features"
        rows += compare_times(work, timings, {peers.SKLEARN: 1.0}, note)
    if find_spec("mlxtend") is not None:
        rows += _compare_floating(X, y, n_kept, folds)
    return rows


def _compare_floating(X: Any, y: Any, n_kept: int, folds: Any) -> list[Row]:
    from mlxtend.feature_selection import SequentialFeatureSelector as Floating

    ours = WrapperSelector(GaussianNB(), "sffs", n_features=n_kept, cv=folds, nested=None)
    theirs = Floating(
        GaussianNB(), k_features=n_kept, forward=True, floating=True, cv=list(folds.split(X, y))
    )
    timings = race({OURS: partial(ours.fit, X, y), _MLXTEND: partial(theirs.fit, X, y)}, 3)
    work = f"{len(X):,} x {X.shape[1]}, {n_kept} features by floating search, naive Bayes"
    note = f"{ours.n_scored_:,} subsets scored, asked for {ours.n_asked_:,} times"
    return compare_times(work, timings, {_MLXTEND: 1.0}, note)
