"""Bootstrap samples of many members at once: NumPy's own generator, without a generator object for each of them.

`numpy.random.default_rng(seed)` spreads the seed over four words (`SeedSequence`, after O'Neill's seed_seq_fe), and
draws by PCG64 (O'Neill 2014): a state of 128 bits steps by a linear congruence, and a word comes out of its two halves,
rotated. NumPy guarantees both streams. A row is drawn where ``int(random() * n_samples)`` is its number.
"""

from __future__ import annotations

import numpy as np
from numba import int32, int64, types, uint64

from hedgerow._kernels.compilation import inlined_piece, kernel

_POOL = 4
_UNIT = 2.0**-53
_LOW = np.uint64(0xFFFFFFFF)
_HALF, _SIXTEEN = np.uint64(32), np.uint64(16)
# SeedSequence: two hashes of 32 bits, and how two words are mixed.
_HASH_IN, _STEP_IN = np.uint64(0x43B0D7E5), np.uint64(0x931E8875)
_HASH_OUT, _STEP_OUT = np.uint64(0x8B51F9DD), np.uint64(0x58F38DED)
_MIX_LEFT, _MIX_RIGHT = np.uint64(0xCA01F9DD), np.uint64(0x4973F715)
# PCG64: the multiplier's halves, and how a word comes out of a state.
_HIGH_FACTOR, _LOW_FACTOR = np.uint64(0x2360ED051FC65DA4), np.uint64(0x4385DF649FCCF645)
_TURN, _WORD, _CUT = np.uint64(58), np.uint64(63), np.uint64(11)


@inlined_piece
def _hash_word(value, state, step):
    """One word of SeedSequence's hash, and the state of the next one; all are of 32 bits."""
    following = (state * step) & _LOW
    value = ((value ^ state) * following) & _LOW
    return value ^ (value >> _SIXTEEN), following


@inlined_piece
def _multiply(a, b):
    """The 128 bits of a product, in two words."""
    a_low, a_high, b_low, b_high = a & _LOW, a >> _HALF, b & _LOW, b >> _HALF
    low, first, second = a_low * b_low, a_high * b_low, a_low * b_high
    middle = (low >> _HALF) + (first & _LOW) + (second & _LOW)
    high = a_high * b_high + (first >> _HALF) + (second >> _HALF) + (middle >> _HALF)
    return high, a * b


@inlined_piece
def _step(high, low, high_add, low_add):
    """The next state of PCG64: times a constant, plus another."""
    carried, product = _multiply(low, _LOW_FACTOR)
    carried += high * _LOW_FACTOR + low * _HIGH_FACTOR
    low = product + low_add
    return carried + high_add + np.uint64(low < product), low


@inlined_piece
def _spread_seed(seed, pool, words):
    """Write the four words of 64 bits that SeedSequence makes of a seed."""
    state = _HASH_IN
    for i in range(_POOL):
        value = seed & _LOW if i == 0 else seed >> _HALF if i == 1 else np.uint64(0)
        pool[i], state = _hash_word(value, state, _STEP_IN)
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                hashed, state = _hash_word(pool[source], state, _STEP_IN)
                mixed = (_MIX_LEFT * pool[target] - _MIX_RIGHT * hashed) & _LOW
                pool[target] = mixed ^ (mixed >> _SIXTEEN)
    state = _HASH_OUT
    for i in range(_POOL):
        low, state = _hash_word(pool[(2 * i) % _POOL], state, _STEP_OUT)
        high, state = _hash_word(pool[(2 * i + 1) % _POOL], state, _STEP_OUT)
        words[i] = high << _HALF | low


@kernel(types.void(uint64[::1], int64, int32[:, ::1]))
def count_bootstraps(seeds, n_draws, counts):
    """Add to each line of counts how often each of its rows is drawn, with replacement, by one of the seeds."""
    pool, words = np.empty(_POOL, np.uint64), np.empty(_POOL, np.uint64)
    n_samples = np.float64(counts.shape[1])
    for t in range(min(len(seeds), len(counts))):
        _spread_seed(seeds[t], pool, words)
        high_add, low_add = (
            words[2] << np.uint64(1) | words[3] >> _WORD,
            words[3] << np.uint64(1) | np.uint64(1),
        )
        low = low_add + words[1]
        high, low = _step(high_add + words[0] + np.uint64(low < low_add), low, high_add, low_add)
        for _ in range(n_draws if counts.shape[1] > 0 else 0):
            high, low = _step(high, low, high_add, low_add)
            word, turn = high ^ low, high >> _TURN
            word = word >> turn | word << ((np.uint64(64) - turn) & _WORD)
            counts[t, np.int64(np.float64(word >> _CUT) * _UNIT * n_samples)] += 1
