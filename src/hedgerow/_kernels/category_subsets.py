"""Subsets of categories: a bit for each, 64 of them in a word."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import piece


@piece
def in_subset(subsets, first, category):
    """Whether the bit of a category is set; the words of the subset start at `first`."""
    return (subsets[first + (category >> 6)] >> np.uint64(category & 63)) & np.uint64(1) != np.uint64(0)


@piece
def put_in_subset(subset, first, category):
    """Set the bit of a category; the words of the subset start at `first`."""
    subset[first + (category >> 6)] |= np.uint64(1) << np.uint64(category & 63)
