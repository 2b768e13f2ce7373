"""Claim: hill-climbing masks is 50 times faster than asking scikit-learn's nearest neighbours about every flip.

The peer is asked in its quickest way: one fit on the columns of the mask, and `kneighbors()` without rows, which leaves
each row out of its own neighbours. Cross-validation with `LeaveOneOut` makes 580 fits a flip, and is shown beside it
without a demand. Both are timed on a few masks and scaled to the number of masks that the search tries. Ours has
two threads; scikit-learn has one or as many as it likes, whichever is quicker: so few rows are soon done, and on a busy
machine its threads wait for each other.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from benchmarks import peers
from benchmarks.rows import OURS, Row, compare_times
from benchmarks.timing import Timing, clock, race
from benchmarks.workloads import make_classes
from hedgerow.ensembles import MaskEnsembleClassifier

LEAVE_ONE_OUT = "scikit-learn, LeaveOneOut"
_FLOOR = 50.0


def measure(quick: bool) -> list[Row]:
    """Search 50 masks on the table of Cunningham & Carney's size, with one neighbour and with five."""
    n_rows, n_features, n_masks = (100, 15, 5) if quick else (580, 53, 50)
    X, y = make_classes(n_rows, n_features)
    X = StandardScaler().fit_transform(X)
    n_flips = 5 if quick else 40
    rows = []
    for k, floors in ((1, {peers.SKLEARN: _FLOOR}), (5, {})):
        masks = MaskEnsembleClassifier(
            n_estimators=n_masks, n_neighbors=k, random_state=0, n_jobs=peers.THREADS
        )
        masks.fit(X[:50], y[:50])  # compiled, and not timed
        timings = race({OURS: partial(masks.fit, X, y)}, 2 if quick else 3)
        n_trials = masks.report_.n_trials
        flips = [_time_flip(X, y, mask, k) for mask in _draw_masks(n_flips, n_features)]
        timings[peers.SKLEARN] = Timing.of(n_trials * seconds for seconds in flips)
        timings[LEAVE_ONE_OUT] = Timing.of([n_trials * _time_cross_validation(X, y, k)])
        work = f"{n_rows:,} x {n_features}, {n_masks} masks hill-climbed, {k} neighbour{'s' if k > 1 else ''}"
        note = f"{n_trials:,} masks tried; scikit-learn timed on {n_flips} of them and scaled"
        rows += compare_times(work, timings, floors, note)
    return rows


def _draw_masks(n_masks: int, n_features: int) -> NDArray[np.bool_]:
    masks = np.random.default_rng(0).random((n_masks, n_features)) < 0.5
    masks[:, 0] = True
    return masks


def _time_flip(X: NDArray[np.float64], y: NDArray[Any], mask: NDArray[np.bool_], k: int) -> float:
    def run() -> float:
        columns = X[:, mask]
        near = KNeighborsClassifier(k).fit(columns, y).kneighbors(return_distance=False)
        votes = (
            np.apply_along_axis(np.bincount, 1, y[near], minlength=2) if k > 1 else np.eye(2)[y[near[:, 0]]]
        )
        return float((votes.argmax(axis=1) == y).mean())

    quickest = clock(run)
    with threadpool_limits(1):
        return min(quickest, clock(run))


def _time_cross_validation(X: NDArray[np.float64], y: NDArray[Any], k: int) -> float:
    """One mask, of half of the features."""
    columns = X[:, ::2]
    with threadpool_limits(1):
        return clock(partial(cross_val_score, KNeighborsClassifier(k), columns, y, cv=LeaveOneOut()))
