"""Claim: classification forests grow 1.5 to 2 times faster than Intel's and 10 times faster than scikit-learn's."""

from __future__ import annotations

from functools import partial

from benchmarks import peers
from benchmarks.rows import OURS, Row, compare_times
from benchmarks.timing import race
from benchmarks.workloads import SIZES, Size, make_classes

_FLOORS = [{peers.INTEL: intel, peers.SKLEARN: 10.0} for intel in (1.5, 2.0, 2.0)]
_REPEATS = (9, 5, 3)
SAME_CRITERION = f"{OURS}, Gini"


def measure(quick: bool) -> list[Row]:
    """Fit each library on each size; hedgerow also with the criterion of the peers."""
    rows = []
    for size, floors, repeats in zip(SIZES, _FLOORS, _REPEATS, strict=True):
        rows += _race(size.shrunk(quick), floors, 2 if quick else repeats)
    return rows


def _race(size: Size, floors: dict[str, float], repeats: int) -> list[Row]:
    X, y = make_classes(size.n_rows, size.n_features)
    forests = {library: peers.classifier(library, **size.forest) for library in peers.libraries()}
    forests[SAME_CRITERION] = peers.classifier(OURS, criterion="gini", **size.forest)
    timings = race({name: partial(forest.fit, X, y) for name, forest in forests.items()}, repeats)
    return compare_times(str(size), timings, floors)
