"""Average-link agglomeration in the memory of the dissimilarities themselves.

scipy's linkage wants them in double precision and works on a copy, which is four times as much.
"""

from __future__ import annotations

import numpy as np
from numba import float32, int64, types

from hedgerow._kernels.compilation import kernel, piece


@piece
def _place(i, j, n):
    """Where the condensed matrix has the pair i, j."""
    low, high = min(i, j), max(i, j)
    return low * n - (low * (low + 1)) // 2 + high - low - 1


@kernel(types.void(float32[::1], int64[::1], int64[::1], float32[::1]))
def link_average(dissimilarities, left, right, heights):
    """Merge clusters by the nearest-neighbour chain; the dissimilarities are overwritten.

    A chain goes from each cluster to its nearest one, until two are nearest to each other. Average link cannot bring a
    merged cluster nearer to a third than the nearer part was, so the rest of the chain stays valid, and all merges take
    O(n^2). They come in the order they are found, not by height; `left` and `right` are rows of the merged clusters.
    Of clusters equally near, the one before in the chain comes first, then the lower number.
    """
    n = heights.size + 1
    sizes, chain = np.ones(n, np.int64), np.empty(n, np.int64)
    length, start = 0, 0
    for merge in range(n - 1):
        if length == 0:
            while sizes[start] == 0:
                start += 1
            chain[0], length = start, 1
        while True:
            here = chain[length - 1]
            nearest, least = -1, np.float32(np.inf)
            if length > 1:  # begin with the cluster before, or equal distances would lead around in circles
                nearest = chain[length - 2]
                least = dissimilarities[_place(here, nearest, n)]
            for other in range(n):
                if sizes[other] > 0 and other != here:
                    there = dissimilarities[_place(here, other, n)]
                    if there < least:
                        nearest, least = other, there
            if length > 1 and nearest == chain[length - 2]:
                break
            chain[length] = nearest
            length += 1
        length -= 2
        low, high = min(here, nearest), max(here, nearest)
        left[merge], right[merge], heights[merge] = low, high, least
        n_low, n_high = sizes[low], sizes[high]
        for other in range(n):
            if sizes[other] > 0 and other != low and other != high:
                kept = _place(high, other, n)
                mean = n_low * np.float64(dissimilarities[_place(low, other, n)]) + n_high * np.float64(
                    dissimilarities[kept]
                )
                dissimilarities[kept] = np.float32(mean / (n_low + n_high))
        sizes[low], sizes[high] = 0, n_low + n_high
