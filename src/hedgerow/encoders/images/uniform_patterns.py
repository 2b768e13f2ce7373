"""The 58 patterns of eight neighbours that turn from dark to bright at most once, and one bin for all others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

N_NEIGHBOURS = 8
N_BINS = 59  # 58 uniform patterns in the order of their codes, and one for all others
OTHERS = N_BINS - 1
_DECIMALS = 5  # of a neighbour's place: a neighbour that lies on a pixel is not interpolated


def number_patterns() -> NDArray[np.uint8]:
    """Bin of each of the 256 patterns; bit p of a pattern is neighbour p, from the east on and counter-clockwise.

    Examples
    --------
    >>> bins = number_patterns()
    >>> int(bins[248]), int(bins[5])  # 248 has two changes, 5 has four
    (51, 58)
    """
    codes = np.arange(1 << N_NEIGHBOURS)
    is_uniform = count_changes(codes) <= 2
    bins = np.full(codes.size, OTHERS, np.uint8)
    bins[is_uniform] = np.arange(is_uniform.sum())
    return bins


def count_changes(codes: NDArray[np.integer]) -> NDArray[np.intp]:
    """How often neighbours change from dark to bright or back, once around the pixel.

    Examples
    --------
    >>> count_changes(np.array([0, 248, 5]))
    array([0, 2, 4])
    """
    bits = (codes[..., None] >> np.arange(N_NEIGHBOURS)) & 1
    return np.asarray((bits != np.roll(bits, 1, axis=-1)).sum(axis=-1))


def spell_bins() -> list[str]:
    """Each bin in writing: the neighbours from the east on, counter-clockwise, 1 where they are no darker.

    Examples
    --------
    >>> spelled = spell_bins()
    >>> spelled[51], spelled[58]
    ('00011111', 'others')
    """
    codes = np.flatnonzero(number_patterns() < OTHERS)
    return [*("".join(str(code >> bit & 1) for bit in range(N_NEIGHBOURS)) for code in codes), "others"]


def place_neighbours(radius: float) -> NDArray[np.float64]:
    """How far down and to the right of a pixel its neighbours lie, from the east on and counter-clockwise.

    Examples
    --------
    >>> place_neighbours(1)[:3].tolist()
    [[-0.0, 1.0], [-0.70711, 0.70711], [-1.0, 0.0]]
    """
    angles = 2 * np.pi * np.arange(N_NEIGHBOURS) / N_NEIGHBOURS
    places = np.stack([-radius * np.sin(angles), radius * np.cos(angles)], axis=1)
    return np.asarray(places.round(_DECIMALS), np.float64)
