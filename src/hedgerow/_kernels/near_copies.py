"""Near copies among sequences: which of them is nearly contained in a longer one, by the words that both have."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint8

from hedgerow._kernels.compilation import flat, kernel

_ROUNDING = 1e-9  # a share that is reached exactly counts


@kernel(types.void(flat(uint8), flat(int64), flat(int64), int64, int64, float64, int64[::1]))
def find_copies(codes, starts, order, n_letters, length, least_share, originals):
    """Write for each sequence the earlier one of `order` that has most of its distinct words, or itself.

    A word is `length` letters below `n_letters` in a row. An original that has at least `least_share` of the words of a
    sequence takes it; of several with equally many, the first in `order`. A sequence that is taken is no original. The
    index is one line of entries for each word, the latest first:

        heads[word] -> entry -> earlier entry -> -1        owners[entry]: the original that has the word
    """
    n_words = n_letters**length
    heads, noted = np.full(n_words, -1, np.int32), np.full(n_words, -1, np.int32)
    n_residues, n_sequences = codes.size, starts.size - 1
    links, owners = np.empty(n_residues, np.int32), np.empty(n_residues, np.int32)
    shared, ranks = np.zeros(n_sequences, np.int64), np.zeros(n_sequences, np.int64)
    touched, words = np.empty(n_sequences, np.int64), np.empty(n_residues, np.int64)
    n_entries = 0
    for rank in range(order.size):
        sequence = order[rank]
        ranks[sequence] = rank
        n_found, n_touched, word, run = 0, 0, 0, 0
        for place in range(starts[sequence], starts[sequence + 1]):
            code = np.int64(codes[place])
            if code >= n_letters:  # no word goes over an unknown residue
                word, run = 0, 0
                continue
            word, run = (word * n_letters + code) % n_words, run + 1
            if run < length or noted[word] == sequence:
                continue
            noted[word] = sequence
            words[n_found] = word
            n_found += 1
            entry = heads[word]
            while entry >= 0:
                owner = owners[entry]
                if shared[owner] == 0:
                    touched[n_touched] = owner
                    n_touched += 1
                shared[owner] += 1
                entry = links[entry]
        best, most = sequence, 0
        for number in range(n_touched):
            owner = touched[number]
            if shared[owner] > most or (shared[owner] == most and ranks[owner] < ranks[best]):
                best, most = owner, shared[owner]
            shared[owner] = 0
        if most > 0 and most >= least_share * n_found - _ROUNDING:
            originals[sequence] = best
            continue
        originals[sequence] = sequence
        for number in range(n_found):
            links[n_entries], owners[n_entries] = heads[words[number]], sequence
            heads[words[number]] = n_entries
            n_entries += 1
