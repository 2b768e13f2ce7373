"""Claim: 700 pictures of faces become the 106,790 columns of the paper in two minutes on two cores, filter and all.

Beside scikit-image's `local_binary_pattern` and a histogram for each tile, whose counts must be the same.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import clock, race
from hedgerow.datasets import make_eye_regions
from hedgerow.datasets.generators.eye_regions import COUNTS
from hedgerow.encoders import LocalBinaryPatterns, read_windows
from hedgerow.encoders.images.local_patterns import TILES
from hedgerow.selection import Discretiser
from hedgerow.selection.filters import FCBFSelector

PEER = "scikit-image"
_CEILING = 120.0
_FLOOR = 3.0
_N_PICTURES = 700


def measure(quick: bool) -> list[Row]:
    """Time the road from pictures to selected columns, and the patterns beside the peer."""
    if find_spec("skimage") is None:
        return []
    n_pictures = 40 if quick else _N_PICTURES
    sample = make_eye_regions(
        {units: -(-number * n_pictures // 456) for units, number in COUNTS.items()}, random_state=0
    )
    images, eyes = sample.images[:n_pictures], sample.eyes[:n_pictures]
    codes = np.unique(sample.Y[:n_pictures], axis=0, return_inverse=True)[1].reshape(-1)
    _encode(images[:2], eyes[:2])  # compiled, and not timed
    _select(np.arange(40.0)[:, None], np.arange(40) // 20)
    kept: dict[str, Any] = {}
    encoding = clock(lambda: kept.update(patterns=_encode(images, eyes)))
    selecting = clock(lambda: kept.update(columns=_select(kept["patterns"], codes)))
    work = f"{n_pictures} pictures, {kept['patterns'].shape[1]:,} columns"
    rows = [
        _tell(
            f"{work}: windows and patterns",
            encoding,
            quick,
            f"{1000 * encoding / n_pictures:.1f} ms a picture",
        ),
        _tell(f"{work}: FCBF", selecting, quick, f"{kept['columns']} columns kept"),
    ]
    windows = read_windows(images[:20], eyes[:20]).pixels
    return rows + _compare(windows[: 3 if quick else 20])


def _tell(work: str, seconds: float, quick: bool, note: str) -> Row:
    demand = None if quick else Demand("at most", _CEILING)
    return Row(work, OURS, "s", seconds, seconds, seconds, "seconds", demand, note)


def _encode(images: NDArray[np.uint8], eyes: NDArray[np.float64]) -> NDArray[np.float32]:
    windows = read_windows(images, eyes, n_jobs=peers.THREADS)
    return LocalBinaryPatterns(n_jobs=peers.THREADS).fit_transform(windows.pixels)


def _select(X: NDArray[Any], y: NDArray[np.intp]) -> int:
    selector = FCBFSelector(discretise=Discretiser("mdl", n_jobs=peers.THREADS), n_jobs=peers.THREADS)
    return int(selector.fit(X, y).get_support().sum())


def _compare(windows: NDArray[np.uint8]) -> list[Row]:
    patterns = LocalBinaryPatterns(n_jobs=1)
    contestants: dict[str, Any] = {
        OURS: partial(patterns.fit_transform, windows),
        PEER: partial(_count_with_scikit_image, windows),
    }
    ours, theirs = (contestants[name]().reshape(-1, 59) for name in (OURS, PEER))
    # The bins have other numbers, but for the last.
    if not np.allclose(np.sort(ours[:, :58], axis=1), np.sort(theirs[:, :58], axis=1), atol=1e-6):
        raise AssertionError(f"{OURS} and {PEER} count different patterns")
    work = f"{len(windows)} windows, one thread"
    return compare_times(work, race(contestants, 3), {PEER: _FLOOR}, "the same counts")


def _count_with_scikit_image(windows: NDArray[np.uint8]) -> NDArray[np.float64]:
    from skimage.feature import local_binary_pattern

    height, width = windows.shape[1:]
    found = []
    for window in windows:
        for radius in range(1, 11):
            labels = local_binary_pattern(window, 8, radius, "nri_uniform").astype(np.intp)
            for n_rows, n_columns in TILES:
                row_edges, column_edges = (
                    -(-np.arange(n + 1) * size // n) for n, size in ((n_rows, height), (n_columns, width))
                )
                for top, bottom in pairwise(row_edges):
                    for left, right in pairwise(column_edges):
                        tile = labels[top:bottom, left:right].ravel()
                        found.append(np.bincount(tile, minlength=59) / tile.size)
    return np.array(found)
