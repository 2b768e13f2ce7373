"""Sort places by their codes of 16 bits, byte by byte, equal ones as they were."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import piece
from hedgerow._kernels.records import ZERO

_BYTE = 255
N_BYTES = _BYTE + 1  # counts that sorting works in
RISING, FALLING = ZERO, ZERO + _BYTE


@piece
def sort_by_byte(places, codes, to_places, to_codes, counts, n, shift, order):
    """Move places and codes to where they are sorted by the byte of their codes that begins at a bit."""
    for byte in range(N_BYTES):
        counts[byte] = 0
    for i in range(n):
        counts[((np.int64(codes[i]) >> shift) & _BYTE) ^ order] += 1
    total = ZERO
    for byte in range(N_BYTES):
        size = counts[byte]
        counts[byte] = total
        total += size
    for i in range(n):
        byte = ((np.int64(codes[i]) >> shift) & _BYTE) ^ order
        place = counts[byte]
        to_places[place], to_codes[place] = places[i], codes[i]
        counts[byte] = place + 1


@piece
def sort_places(places, codes, spare_places, spare_codes, counts, n, order):
    """Sort by both bytes; the spare arrays hold what was sorted by the first."""
    sort_by_byte(places, codes, spare_places, spare_codes, counts, n, ZERO, order)
    sort_by_byte(spare_places, spare_codes, places, codes, counts, n, ZERO + 8, order)
