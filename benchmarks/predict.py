"""Claim: class probabilities of many rows come at least twice as fast as scikit-learn's."""

from __future__ import annotations

from functools import partial

from benchmarks import peers
from benchmarks.rows import Row, compare_times
from benchmarks.timing import race
from benchmarks.workloads import SIZES, make_classes

N_ASKED = 100_000


def measure(quick: bool) -> list[Row]:
    """Ask forests that were fitted on the middle size."""
    size = SIZES[1].shrunk(quick)
    n_asked = N_ASKED // 20 if quick else N_ASKED
    X, y = make_classes(size.n_rows + n_asked, size.n_features)
    asked = X[size.n_rows :]
    forests = {
        library: peers.classifier(library, **size.forest).fit(X[: size.n_rows], y[: size.n_rows])
        for library in peers.libraries()
    }
    timings = race({name: partial(forest.predict_proba, asked) for name, forest in forests.items()}, 7)
    return compare_times(f"{n_asked:,} rows, forest of {size}", timings, {peers.SKLEARN: 2.0})
