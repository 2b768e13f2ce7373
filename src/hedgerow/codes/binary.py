"""The shortest codes: numbers of the classes, written in bits."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.codes.length import fix_length
from hedgerow.codes.protocol import CodeMatrix
from hedgerow.codes.validity import count_bits


class BinaryCode(BaseEstimator):
    """Row i is i in bits, the most significant first; ceil(log2 K) columns.

    No code without zeros is shorter. It corrects nothing: one wrong bit is another word, which may be another class.

    Examples
    --------
    >>> BinaryCode().build(4, None, np.random.RandomState(0))
    array([[-1, -1],
           [-1,  1],
           [ 1, -1],
           [ 1,  1]], dtype=int8)
    """

    fixed_length: ClassVar[bool] = True

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Build the code; `generator` is not used."""
        fix_length("BinaryCode", n_classes, n_columns, count_bits(n_classes))
        return _write_bits(np.arange(n_classes), count_bits(n_classes))


class GrayCode(BaseEstimator):
    """Row i is the Gray word of i, i xor (i >> 1), so neighbours differ in one column; ceil(log2 K) columns.

    Examples
    --------
    >>> GrayCode().build(4, None, np.random.RandomState(0))
    array([[-1, -1],
           [-1,  1],
           [ 1,  1],
           [ 1, -1]], dtype=int8)
    """

    fixed_length: ClassVar[bool] = True

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Build the code; `generator` is not used."""
        fix_length("GrayCode", n_classes, n_columns, count_bits(n_classes))
        numbers = np.arange(n_classes)
        return _write_bits(numbers ^ (numbers >> 1), count_bits(n_classes))


def _write_bits(numbers: NDArray[np.intp], n_bits: int) -> CodeMatrix:
    bits = numbers[:, None] >> np.arange(n_bits - 1, -1, -1)[None] & 1
    return (2 * bits - 1).astype(np.int8)
