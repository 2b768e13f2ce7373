"""How many rows two members mark alike, counted for all pairs, 64 rows at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, config, int64, types, uint64
from numba.extending import intrinsic

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.compilation import inlined_piece, kernel

LEFT_TILE, RIGHT_TILE = 2, 4  # pairs whose words are loaded together: 2 x 4 sums stay in registers
LANES = 8  # words of the widest vector register
_CHUNK = 256  # words of a row that are counted in one go: 1,000 rows of them, 2 MB, stay in the second cache


@intrinsic
def _count_ones(typing_context, word):
    def emit(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return uint64(uint64), emit


if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def popcount(word):
        """Number of ones in a word: what the processor counts in one instruction when compiled."""
        return np.uint64(int(word).bit_count())

else:

    @inlined_piece
    def popcount(word):
        """Number of ones in a word; LLVM turns a loop of these into vector instructions."""
        return _count_ones(word)


@inlined_piece
def _count_tile(left, right, i, j, width, n, counts, place, n_columns):
    """Add the common bits of 2 left and 4 right rows over n words, which begin at words i and j."""
    n00 = n01 = n02 = n03 = n10 = n11 = n12 = n13 = np.uint64(0)
    i1, j1, j2, j3 = i + width, j + width, j + 2 * width, j + 3 * width
    for k in range(n):
        a0, a1 = left[i + k], left[i1 + k]
        b0, b1, b2, b3 = right[j + k], right[j1 + k], right[j2 + k], right[j3 + k]
        n00 += popcount(a0 & b0)
        n01 += popcount(a0 & b1)
        n02 += popcount(a0 & b2)
        n03 += popcount(a0 & b3)
        n10 += popcount(a1 & b0)
        n11 += popcount(a1 & b1)
        n12 += popcount(a1 & b2)
        n13 += popcount(a1 & b3)
    counts[place] += n00
    counts[place + 1] += n01
    counts[place + 2] += n02
    counts[place + 3] += n03
    counts[place + n_columns] += n10
    counts[place + n_columns + 1] += n11
    counts[place + n_columns + 2] += n12
    counts[place + n_columns + 3] += n13


def count_common_bits(left: Any, right: Any, first: int, last: int, upper: bool, counts: Any) -> None:
    """Add to `counts[i, j]` the number of bits that row i of `left` and row j of `right` share.

    Rows first <= i < last are counted, so threads share the work by rows. With `upper` the tiles that lie
    altogether below the diagonal are left out. The numbers of rows must be multiples of the tile's sides, and
    `first` one of both; words beyond a multiple of eight cost more.
    """
    (n_rows, width), n_columns = left.shape, len(right)
    if right.shape[1] != width or counts.shape != (n_rows, n_columns):
        raise ValueError(f"counts of {left.shape} and {right.shape} words have no place in {counts.shape}")
    if n_rows % LEFT_TILE or n_columns % RIGHT_TILE or first % RIGHT_TILE or not 0 <= first <= last <= n_rows:
        raise ValueError(f"rows {first} to {last} of {n_rows}, beside {n_columns}, are no whole tiles")
    _count_bits(left.reshape(-1), right.reshape(-1), width, n_columns, first, last, upper, counts.reshape(-1))


@kernel(types.void(buffer(uint64), buffer(uint64), int64, int64, int64, int64, boolean, buffer(uint64)))
def _count_bits(left, right, width, n_columns, first, last, upper, counts):
    for start in range(0, width, _CHUNK):
        n = min(_CHUNK, width - start)
        for i in range(first, last, LEFT_TILE):
            for j in range(i // RIGHT_TILE * RIGHT_TILE if upper else 0, n_columns, RIGHT_TILE):
                _count_tile(
                    left, right, i * width + start, j * width + start, width, n, counts, i * n_columns + j, n_columns
                )  # fmt: skip
