"""Which rows two members both mark: counted, or weighed, for all pairs at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.threads import count_threads, map_in_threads
from hedgerow.outputs import Outputs

_BLOCK_CELLS = 2**16  # marks that exist as bytes at one time: small arrays come without new pages of memory
_BLOCK_FLOATS = 2**21  # marks that exist as float64 at one time, 16 MiB: large enough for a matrix product
_FEW_WORDS = 2**22  # words to count below which a second thread costs more than it saves


@dataclass(frozen=True, eq=False)
class Marks:
    """A yes or no of each member about each row, 64 rows to a word.

    ::

        words  [ rows 0-63 | rows 64-127 | ... | 0 0 0 ]   member 0
               [           |             |     | 0 0 0 ]   member 1
               [ 0 0 0 0 0 | 0 0 0 0 0 0 |     | 0 0 0 ]   nobody: fills up the last tile of the kernel

    Parameters
    ----------
    words : ndarray of uint64 of shape (n_members or up to three more, n_words)
        The bits; those beyond the members and rows are zero.
    n_members : int
        Number of members.
    n_samples : int
        Number of rows.
    """

    words: NDArray[np.uint64]
    n_members: int
    n_samples: int


def pack_marks(mark: Callable[[slice], NDArray[np.bool_]], n_members: int, n_samples: int) -> Marks:
    """Pack what `mark` says about a few members at a time, so the bytes never exist all together.

    Parameters
    ----------
    mark : callable
        Takes a slice of the members and returns a mask of shape (their number, n_samples).
    n_members, n_samples : int
        The whole shape.

    Examples
    --------
    >>> mask = np.array([[True, False, True], [False, True, True]])
    >>> pack_marks(lambda members: mask[members], 2, 3).words[:, 0]
    array([5, 6, 0, 0], dtype=uint64)
    """
    from hedgerow._kernels.coincidence import LANES, RIGHT_TILE

    n_words = -(-n_samples // (64 * LANES)) * LANES
    words = np.zeros((-(-n_members // RIGHT_TILE) * RIGHT_TILE, n_words), np.dtype("<u8"))
    octets = words.view(np.uint8)
    step = max(1, _BLOCK_CELLS // n_samples)
    for first in range(0, n_members, step):
        members = slice(first, min(first + step, n_members))
        packed = np.packbits(mark(members), axis=1, bitorder="little")
        octets[members, : packed.shape[1]] = packed
    return Marks(words.astype(np.uint64, copy=False), n_members, n_samples)


def round_weights(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round weights to multiples of a power of two so small that 2^52 of them exceed the sum.

    Every sum of such weights is exact, in any order. So a count that is the difference of two others is zero where
    it should be, and not something like 1e-17, on which Q and kappa would hang.

    Examples
    --------
    >>> weights = round_weights(np.array([0.1, 0.2, 0.3]))
    >>> bool(weights.sum() - weights[2] - weights[1] - weights[0] == 0)
    True
    """
    unit = 2.0 ** (np.frexp(weights.sum())[1] - 52)
    return np.asarray(np.rint(weights / unit) * unit)


def count_together(
    left: Marks, right: Marks, weights: NDArray[np.float64] | None = None, n_jobs: int | None = None
) -> NDArray[np.float64]:
    """Weight of the rows that member i of `left` and member j of `right` both mark.

    Parameters
    ----------
    left, right : Marks
        May be the same object, which halves the work.
    weights : ndarray of shape (n_samples,) or None, default=None
        Weights of the rows, as `round_weights` returns them; None counts the rows.
    n_jobs : int or None, default=None
        Threads; only the count uses them, the weighted sum has those of the linear algebra.

    Returns
    -------
    ndarray of shape (left.n_members, right.n_members)

    Examples
    --------
    >>> mask = np.array([[True, False, True], [False, True, True]])
    >>> marks = pack_marks(lambda members: mask[members], 2, 3)
    >>> count_together(marks, marks)
    array([[2., 1.],
           [1., 2.]])
    """
    full = _count(left, right, n_jobs) if weights is None else _weigh(left, right, weights)
    return full[: left.n_members, : right.n_members]


def _count(left: Marks, right: Marks, n_jobs: int | None) -> NDArray[np.float64]:
    from hedgerow._kernels.coincidence import RIGHT_TILE, count_common_bits

    (n_left, n_words), n_right, symmetric = left.words.shape, len(right.words), left is right
    counts = np.zeros((n_left, n_right), np.uint64)

    def count(first: int, last: int) -> None:
        count_common_bits(left.words, right.words, first, min(last, n_left), symmetric, counts)

    n_threads = count_threads(n_jobs) if n_left * n_right * n_words > _FEW_WORDS else 1
    # Rows near the top of a triangle are longer, so each thread gets several strips.
    height = n_left if n_threads == 1 else -(-n_left // (RIGHT_TILE * 8 * n_threads)) * RIGHT_TILE
    strips = [(first, first + height) for first in range(0, n_left, height)]
    for _ in map_in_threads(count, strips, n_threads):
        pass
    found = counts.astype(np.float64)
    return np.where(np.tri(n_left, k=-1, dtype=np.bool_), found.T, found) if symmetric else found


def _weigh(left: Marks, right: Marks, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Matrix products over blocks of rows; exact, because the weights are multiples of one unit."""
    total = np.zeros((len(left.words), len(right.words)))
    n_words = max(1, _BLOCK_FLOATS // (64 * max(total.shape)))
    for first in range(0, left.words.shape[1], n_words):
        some = slice(first, first + n_words)
        by_row = weights[first * 64 : (first + n_words) * 64]
        one = _unpack(left, some, by_row.size)
        other = one if left is right else _unpack(right, some, by_row.size)
        total += (one * by_row) @ other.T
    return total


def _unpack(marks: Marks, some: slice, n_rows: int) -> NDArray[np.float64]:
    octets = np.ascontiguousarray(marks.words[:, some]).astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=n_rows, bitorder="little").astype(np.float64)


class MarkCounter:
    """Marks that members set on rows, and how many rows two members both mark.

    Parameters
    ----------
    outputs : Outputs
        What the members said, about which rows, and how much these weigh.
    n_jobs : int or None, default=None
        Threads that count.

    Attributes
    ----------
    predicted : Marks
        Which rows each member predicts. Where all members predict all rows, one line stands for everybody: what is
        counted with it is a column, which numpy stretches to the shape of the pairs.
    n : ndarray
        Weight of the rows that both of a pair predict, of shape (n_members, n_members) or (1, 1).
    """

    def __init__(self, outputs: Outputs, n_jobs: int | None = None) -> None:
        self._outputs, self._n_jobs = outputs, n_jobs
        self._weights = None if outputs.sample_weight is None else round_weights(outputs.sample_weight)
        predicted = (
            np.ones((1, outputs.n_samples), np.bool_) if outputs.predicted is None else outputs.predicted
        )
        self.predicted = pack_marks(predicted.__getitem__, *predicted.shape)
        self.n = self.together(self.predicted, self.predicted)

    def mark(self, says: Callable[[NDArray[Any]], NDArray[np.bool_]]) -> Marks:
        """Mark the rows that a member predicts in some way; `says` maps answers of members to a mask."""
        answers, predicted = self._outputs.answers, self._outputs.predicted

        def mark(members: slice) -> NDArray[np.bool_]:
            said = says(answers[members])
            return said if predicted is None else said & predicted[members]

        return pack_marks(mark, *answers.shape)

    def together(self, left: Marks, right: Marks) -> NDArray[np.float64]:
        """Weight of the rows that both of a pair mark."""
        return count_together(left, right, self._weights, self._n_jobs)

    def tabulate(
        self, marks: Marks
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Rows that both mark, only the first, only the second, and neither of the two."""
        both, one = self.together(marks, marks), self.together(marks, self.predicted)
        return both, one - both, one.T - both, self.n - one - one.T + both
