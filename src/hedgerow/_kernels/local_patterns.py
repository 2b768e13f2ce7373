"""Local binary patterns of pictures, counted by tiles (Ojala, Pietikäinen and Mäenpää 2002)."""

from __future__ import annotations

import math

import numpy as np
from numba import float32, float64, int64, types, uint8

from hedgerow._kernels.compilation import flat, kernel, piece, rows

N_NEIGHBOURS = 8


@piece
def _place_picture(picture, margin, padded):
    """Copy a picture into the middle of zeros."""
    height, width = picture.shape
    for y in range(height):
        for x in range(width):
            padded[y + margin, x + margin] = picture[y, x]


@piece
def _add_bit(padded, margin, down, right, bit, codes):
    """Set a bit of the code of each pixel whose neighbour, so far down and to the right, is no darker than itself."""
    height, width = codes.shape
    top, left = np.int64(math.floor(down)), np.int64(math.floor(right))
    for y in range(height):
        # Shares as if the place had been computed for each pixel, whose rounding decides where neighbours are equal.
        place = y + down
        lower = place - math.floor(place)
        above, below = padded[y + margin + top], padded[y + margin + top + 1]
        here, line = padded[y + margin], codes[y]
        for x in range(width):
            across = x + right
            farther = across - math.floor(across)
            at = x + margin + left
            first = (1.0 - farther) * above[at] + farther * above[at + 1]
            second = (1.0 - farther) * below[at] + farther * below[at + 1]
            if (1.0 - lower) * first + lower * second - here[x + margin] >= 0.0:
                line[x] |= np.uint8(bit)


@piece
def _code_pixels(padded, margin, offsets, codes):
    for y in range(codes.shape[0]):
        for x in range(codes.shape[1]):
            codes[y, x] = 0
    for neighbour in range(N_NEIGHBOURS):
        _add_bit(padded, margin, offsets[neighbour, 0], offsets[neighbour, 1], 1 << neighbour, codes)


@kernel(types.void(rows(float64), rows(float64), int64, uint8[:, ::1]))
def code_pixels(picture, offsets, margin, codes):
    """Write the pattern of each pixel: bit p tells whether neighbour p is as bright as the pixel, or brighter.

    offsets   (8, 2): how far down and to the right each neighbour lies; between pixels it is interpolated
    margin    more than any offset; what lies outside of the picture is 0
    """
    padded = np.zeros((picture.shape[0] + 2 * margin, picture.shape[1] + 2 * margin))
    _place_picture(picture, margin, padded)
    _code_pixels(padded, margin, offsets, codes)


@kernel(
    types.void(
        types.Array(float64, 3, "C", readonly=True),
        types.Array(float64, 3, "C", readonly=True),
        int64,
        flat(uint8),
        rows(int64),
        rows(int64),
        flat(int64),
        int64,
        float32[:, ::1],
    )
)
def count_patterns(pictures, offsets, margin, bins, tile_rows, tile_columns, tile_counts, n_bins, shares):
    """Write, for each picture, the share of each bin in each tile, radius by radius.

    pictures      n x height x width
    offsets       n_radii x 8 x 2       as for `code_pixels`
    bins          256                   the bin of each pattern
    tile_rows     n_tilings x height    where the tiles of the pixel's row begin among all tiles of a radius
    tile_columns  n_tilings x width     how much farther that of its column is
    tile_counts   n_tiles               pixels of each tile
    shares        n x (n_radii * n_tiles * n_bins)
    """
    n_pictures, height, width = pictures.shape
    n_tilings, n_tiles = tile_rows.shape[0], tile_counts.size
    padded = np.zeros((height + 2 * margin, width + 2 * margin))
    codes = np.empty((height, width), np.uint8)
    for place in range(n_pictures):
        _place_picture(pictures[place], margin, padded)
        for radius in range(offsets.shape[0]):
            _code_pixels(padded, margin, offsets[radius], codes)
            block = shares[place, radius * n_tiles * n_bins : (radius + 1) * n_tiles * n_bins]
            for cell in range(block.size):
                block[cell] = np.float32(0.0)
            for y in range(height):
                for x in range(width):
                    codes[y, x] = bins[codes[y, x]]
            for tiling in range(n_tilings):
                for y in range(height):
                    first = tile_rows[tiling, y]
                    for x in range(width):
                        cell = (first + tile_columns[tiling, x]) * n_bins + np.int64(codes[y, x])
                        block[cell] += np.float32(1.0)
            for tile in range(n_tiles):
                for cell in range(tile * n_bins, (tile + 1) * n_bins):
                    block[cell] = np.float32(block[cell] / tile_counts[tile])
