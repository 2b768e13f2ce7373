"""Claim: the consensus of a cluster ensemble takes at most three times as long as its k-means.

What is compared with the 200 fits of k-means is all that an ensemble adds to them: the co-association of 5,000 rows,
the linkage, and the choice of the number of clusters. Beside it stands the obvious way without a demand: matrix
products of one-hot labels, and SciPy's linkage. Memory is what the consensus allocates at most, all at once, as a
multiple of one matrix of n^2 numbers of 4 bytes.
"""

from __future__ import annotations

import tracemalloc
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import linkage
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs

from benchmarks import peers
from benchmarks.rows import OURS, Demand, Row
from benchmarks.timing import race
from hedgerow.foundation.threads import map_in_threads
from hedgerow.selection.unsupervised.consensus import Dendrogram, find_consensus, measure_dissimilarities
from hedgerow.selection.unsupervised.coordinates import Coordinates
from hedgerow.selection.unsupervised.member import ClusterMember, grow_member

PRODUCTS = "NumPy and SciPy"
_CEILING = 3.0
_MOST_MEMORY = 1.0


def measure(quick: bool) -> list[Row]:
    """200 k-means on 5,000 x 40, six features each, and their consensus."""
    n_rows, n_members = (300, 10) if quick else (5_000, 200)
    points, coordinates = _make_points(n_rows)
    grow = partial(_grow, points, coordinates, n_members)
    members = grow()
    _agree(members[:2])  # compiled, and not timed
    contestants = {
        "k-means": grow,
        OURS: partial(_agree, members),
        PRODUCTS: partial(_agree_by_products, members),
    }
    timings = race(contestants, 1 if quick else 2)
    work = f"{n_rows:,} x 40, {n_members} k-means of 5 clusters"
    base = timings["k-means"].best
    rows = [Row(work, "k-means of scikit-learn", "s", base, timings["k-means"].median)]
    for library, demand in ((OURS, Demand("at most", _CEILING)), (PRODUCTS, None)):
        timing = timings[library]
        note = f"of k-means, {peers.THREADS} threads"
        ratio = timing.best / base
        rows.append(Row(f"{work}: consensus", library, "s", timing.best, timing.median, ratio, note, demand))
    held = _weigh(members)
    rows.append(
        Row(
            f"{work}: memory of the consensus",
            OURS,
            "MB",
            held / 1e6,
            None,
            held / (4 * n_rows**2),
            "times n^2 float32",
            None if quick else Demand("at most", _MOST_MEMORY),
        )
    )
    return rows


def _make_points(n_rows: int) -> tuple[NDArray[np.float64], Coordinates]:
    X, _ = make_blobs(n_rows, n_features=40, centers=5, cluster_std=3.0, random_state=0)
    coordinates = Coordinates.learn(X, np.zeros(40, np.bool_))
    return coordinates.place(X), coordinates


def _grow(points: NDArray[np.float64], coordinates: Coordinates, n_members: int) -> list[ClusterMember]:
    calls = ((points, coordinates, KMeans(n_init=10), 6, 5, None, seed) for seed in range(n_members))
    return list(map_in_threads(grow_member, calls, peers.THREADS))


def _stack(members: list[ClusterMember]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    labels = np.stack([member.labels for member in members], axis=1)
    return labels, np.stack([member.in_bag for member in members], axis=1)


def _agree(members: list[ClusterMember]) -> NDArray[np.intp]:
    labels, in_bag = _stack(members)
    tree = Dendrogram.link(measure_dissimilarities(labels, in_bag, in_bag, n_jobs=peers.THREADS))
    return find_consensus(tree, labels, (2, 10))[0]


def _agree_by_products(members: list[ClusterMember]) -> NDArray[Any]:
    labels, in_bag = _stack(members)
    hot = ((labels[:, :, None] == np.arange(labels.max() + 1)) & in_bag[:, :, None]).reshape(len(labels), -1)
    hot, drawn = hot.astype(np.float32), in_bag.astype(np.float32)
    apart = 1 - (hot @ hot.T) / np.maximum(drawn @ drawn.T, 1)
    return np.asarray(linkage(apart[np.triu_indices(len(apart), 1)].astype(np.float64), "average"))


def _weigh(members: list[ClusterMember]) -> int:
    """Bytes of the arrays that the consensus holds at most, all at once."""
    tracemalloc.start()
    try:
        _agree(members)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
