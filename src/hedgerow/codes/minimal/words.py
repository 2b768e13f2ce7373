"""The words of a minimal code: as few bits as tell the classes apart, a different word for each class."""

from __future__ import annotations

from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes.validity import count_bits
from hedgerow.foundation.constraints import Count, check

MOST_LISTED = 8  # classes: 840 codes; nine classes have ten million


def read_words(bits: NDArray[np.uint8] | NDArray[np.bool_]) -> NDArray[np.intp]:
    """Read bits along the last axis as numbers, the first bit being the most significant.

    Examples
    --------
    >>> read_words(np.array([[1, 0, 1], [0, 1, 1]], dtype=np.uint8))
    array([5, 3])
    """
    powers = 1 << np.arange(bits.shape[-1] - 1, -1, -1, dtype=np.intp)
    return np.asarray(bits @ powers)


def write_words(words: NDArray[np.intp], n_bits: int) -> NDArray[np.uint8]:
    """Write numbers as bits, the most significant first.

    Examples
    --------
    >>> write_words(np.array([5, 3]), 3)
    array([[1, 0, 1],
           [0, 1, 1]], dtype=uint8)
    """
    return (words[..., None] >> np.arange(n_bits - 1, -1, -1) & 1).astype(np.uint8)


def separate_words(bits: NDArray[np.uint8], generator: np.random.RandomState) -> NDArray[np.uint8]:
    """Give every class a word of its own: a word that was taken becomes the nearest unused one.

    The first class with a word keeps it. Of words that are equally near, one is drawn. In a minimal code, different
    words leave no column constant, equal or opposite to another one, so the result is a valid code.

    Parameters
    ----------
    bits : ndarray of shape (n_codes, n_classes, n_bits)
        Codes, as bits.
    generator : RandomState
        Draws among the nearest.

    Returns
    -------
    ndarray of shape (n_codes, n_classes, n_bits)

    Examples
    --------
    >>> taken_twice = np.array([[[0, 0], [0, 0], [1, 0], [1, 1]]], dtype=np.uint8)
    >>> separate_words(taken_twice, np.random.RandomState(0))[0]
    array([[0, 0],
           [0, 1],
           [1, 0],
           [1, 1]], dtype=uint8)
    """
    n_bits = bits.shape[2]
    words = read_words(bits)
    order = np.sort(words, axis=1)
    for crowded in np.flatnonzero((order[:, 1:] == order[:, :-1]).any(axis=1)):
        _separate(words[crowded], n_bits, generator)
    return write_words(words, n_bits)


def count_minimal_codes(n_classes: int) -> int:
    """Number of minimal codes that ask different questions.

    Words are given out in (2^B)! / (2^B - K)! ways, for B = ceil(log2 K) bits. Complementing columns (2^B ways) and
    exchanging them (B! ways) leaves the questions the same.

    Parameters
    ----------
    n_classes : int
        Number of classes K, 2 or more.

    Returns
    -------
    int

    Notes
    -----
    Bautista et al. divide by 2N instead, which counts a question more than once.

    References
    ----------
    M. Bautista, X. Baro, O. Pujol, P. Radeva, J. Vitria and S. Escalera, "Compact evolutive design of error-correcting
    output codes", SUEMA (2010).

    Examples
    --------
    >>> [count_minimal_codes(n_classes) for n_classes in (3, 4, 5, 6, 7)]
    [3, 3, 140, 420, 840]
    """
    check("n_classes", n_classes, Count(2))
    n_bits = count_bits(n_classes)
    n_words = 1 << n_bits
    return factorial(n_words) // (factorial(n_words - n_classes) * n_words * factorial(n_bits))


def list_minimal_codes(n_classes: int) -> NDArray[np.uint8]:
    """List the minimal codes that ask different questions, one of each kind.

    Parameters
    ----------
    n_classes : int
        Number of classes, 2 to 8.

    Returns
    -------
    ndarray of shape (n_codes, n_classes, n_bits)
        Bits. The first class has bits 0, and columns ascend when they are read as numbers.

    Examples
    --------
    >>> list_minimal_codes(3)[:, :, 0]
    array([[0, 0, 1],
           [0, 0, 1],
           [0, 1, 0]], dtype=uint8)
    """
    if not 2 <= n_classes <= MOST_LISTED:
        raise ValueError(
            f"the minimal codes of {n_classes} classes are too many to list; "
            f'list those of 2 to {MOST_LISTED} classes, and search others by "ga" or "pbil"'
        )
    n_bits = count_bits(n_classes)
    others = np.array(list(permutations(range(1, 2**n_bits), n_classes - 1)), dtype=np.intp)
    bits = write_words(np.insert(others, 0, 0, axis=1), n_bits)
    columns = read_words(bits.swapaxes(1, 2))
    return bits[(columns[:, 1:] > columns[:, :-1]).all(axis=1)]


def _separate(words: NDArray[np.intp], n_bits: int, generator: np.random.RandomState) -> None:
    """Replace repeated words in place."""
    is_free = np.ones(2**n_bits, dtype=bool)
    is_free[words] = False
    kept = np.unique(words, return_index=True)[1]
    free = np.flatnonzero(is_free)
    for repeated in np.setdiff1d(np.arange(words.size), kept):
        distances = np.bitwise_count(free ^ words[repeated])
        nearest = np.flatnonzero(distances == distances.min())
        chosen = nearest[generator.randint(nearest.size)]
        words[repeated] = free[chosen]
        free = np.delete(free, chosen)
