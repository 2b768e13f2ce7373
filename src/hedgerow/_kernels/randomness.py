"""One small random generator for all kernels: splitmix64 (Steele, Lea & Flood 2014); its state has length one."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import piece

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_UNIT = 2.0**-53


@piece
def next_random(state):
    """Advance the generator; 64 random bits."""
    state[0] += _GOLDEN
    bits = state[0]
    bits = (bits ^ (bits >> np.uint64(30))) * _MIX_1
    bits = (bits ^ (bits >> np.uint64(27))) * _MIX_2
    return bits ^ (bits >> np.uint64(31))


@piece
def skip_random(state, n):
    """Advance the generator as n draws do."""
    state[0] += np.uint64(n) * _GOLDEN


@piece
def random_below(state, bound):
    """Draw an integer from 0, ..., bound - 1 (bound below 2^32; the bias is below bound / 2^32)."""
    return np.int64(((next_random(state) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@piece
def random_unit(state):
    """Draw a number from [0, 1)."""
    return np.float64(next_random(state) >> np.uint64(11)) * _UNIT
