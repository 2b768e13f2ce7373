"""How often two rows share a cluster, counted for all pairs, 64 members at a time."""

from __future__ import annotations

import numpy as np
from numba import float32, int64, types, uint64

from hedgerow._kernels.coincidence import popcount
from hedgerow._kernels.compilation import kernel, rows


@kernel(types.void(rows(uint64), rows(uint64), rows(uint64), int64, int64, int64, float32[::1]))
def measure_dissimilarities(planes, clustered, sampled, n_draws, first, last, dissimilarities):
    """Write 1 - A / S of the pairs (i, j > i), first <= i < last, where the condensed matrix has them.

    Bit t of a row stands for member t. Labels are cut into bit planes, so two rows have the same label in the
    members where no plane differs:

        planes     n x (n_planes * n_words)   the words of plane 0, those of plane 1, ...
        clustered  n x n_words                the member has put the row into a cluster
        sampled    n x n_words                the member has drawn the row

    A counts the members that put both rows into the same cluster, S those that have drawn both; n_draws > 0 takes
    its place. A pair that no member has drawn is 1 apart.
    """
    n_rows, n_words = clustered.shape
    n_planes = planes.shape[1] // n_words
    for i in range(first, last):
        place = i * n_rows - (i * (i + 1)) // 2  # of the pair (i, i + 1)
        for j in range(i + 1, n_rows):
            together, jointly = np.uint64(0), np.uint64(0)
            for word in range(n_words):
                differ = np.uint64(0)
                for plane in range(n_planes):
                    at = plane * n_words + word
                    differ |= planes[i, at] ^ planes[j, at]
                together += popcount(clustered[i, word] & clustered[j, word] & ~differ)
                jointly += popcount(sampled[i, word] & sampled[j, word])
            n_chances = np.int64(jointly) if n_draws == 0 else n_draws
            share = np.int64(together) / n_chances if n_chances > 0 else 0.0
            dissimilarities[place] = np.float32(1.0 - share)
            place += 1
