"""Codes whose number of columns follows from the classes, or from who wrote them down: nothing in them is drawn."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator

from hedgerow.codes.length import fix_length
from hedgerow.codes.protocol import CodeMatrix
from hedgerow.codes.validity import check_code, count_bits
from hedgerow.foundation.constraints import Instance
from hedgerow.foundation.parameters import configurable, parameter

MOST_CLASSES = 11  # 1,023 columns


class OneVsRest(BaseEstimator):
    """Each column asks for one class against all others; as many columns as classes.

    Two classes have one question, so one column. Rows differ in two places: no wrong answer is corrected.

    Examples
    --------
    >>> OneVsRest().build(3, None, np.random.RandomState(0))
    array([[ 1, -1, -1],
           [-1,  1, -1],
           [-1, -1,  1]], dtype=int8)
    """

    fixed_length: ClassVar[bool] = True

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Build the code; `generator` is not used."""
        own = 1 if n_classes == 2 else n_classes
        length = fix_length("OneVsRest", n_classes, n_columns, own)
        return (2 * np.eye(n_classes, length) - 1).astype(np.int8)


class OneVsOne(BaseEstimator):
    """Each column asks which of two classes it is, and leaves the others out; K (K - 1) / 2 columns.

    See Also
    --------
    ECOCClassifier, DenseRandom

    Notes
    -----
    With more members than columns, members take the columns in turn: on bootstrap samples their predictions differ.

    Formula::

        K, K (K - 1) / 2 and ceil(log2 K) columns for one class against the rest, all pairs and bits.

    Cost: A column of a pair learns from the rows of two classes.

    References
    ----------
    M. Bautista et al., Compact evolutive design of error-correcting output codes, SUEMA, 2010, section 2.1, compares
    them.

    Examples
    --------
    >>> OneVsOne().build(3, None, np.random.RandomState(0))
    array([[ 1,  1,  0],
           [-1,  0,  1],
           [ 0, -1, -1]], dtype=int8)
    """

    fixed_length: ClassVar[bool] = True

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Build the code; `generator` is not used."""
        length = fix_length("OneVsOne", n_classes, n_columns, n_classes * (n_classes - 1) // 2)
        first, second = np.triu_indices(n_classes, 1)
        code = np.zeros((n_classes, length), np.int8)
        code[first, np.arange(length)] = 1
        code[second, np.arange(length)] = -1
        return code


class Exhaustive(BaseEstimator):
    """All 2^(K-1) - 1 ways to part the classes in two; for at most 11 classes.

    Any two rows differ in 2^(K-2) places.

    References
    ----------
    T. Dietterich and G. Bakiri, "Solving multiclass learning problems via error-correcting output codes", Journal of
    Artificial Intelligence Research 2 (1995).

    Examples
    --------
    >>> Exhaustive().build(3, None, np.random.RandomState(0))
    array([[ 1,  1,  1],
           [-1, -1,  1],
           [-1,  1, -1]], dtype=int8)
    """

    fixed_length: ClassVar[bool] = True

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Build the code; `generator` is not used."""
        if n_classes > MOST_CLASSES:
            raise ValueError(
                f"{n_classes} classes have {2 ** (n_classes - 1) - 1:,} different questions; Exhaustive asks them all "
                f"for at most {MOST_CLASSES} classes: use DenseRandom or MaximalDistance"
            )
        length = fix_length("Exhaustive", n_classes, n_columns, 2 ** (n_classes - 1) - 1)
        # Column j has the bits of j below a first class that is always +1; j = 2^(K-1) - 1 would be constant.
        places = np.arange(n_classes - 2, -1, -1)[:, None]
        bits = np.arange(length)[None] >> places & 1
        return np.vstack([np.ones((1, length), np.int8), (2 * bits - 1).astype(np.int8)])


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


@configurable
class GivenCode(BaseEstimator):
    """A matrix of your own: rows are the classes in sorted order, columns are questions.

    Parameters
    ----------
    matrix : array-like of shape (n_classes, n_columns)
        Entries -1, 0 (class left out) and +1.

    Examples
    --------
    >>> GivenCode([[1, 1], [1, -1], [-1, 0]]).build(3, None, np.random.RandomState(0))
    array([[ 1,  1],
           [ 1, -1],
           [-1,  0]], dtype=int8)
    """

    matrix: ArrayLike = parameter(Instance("a matrix of -1, 0 and +1, classes by columns"), kw_only=False)

    fixed_length: ClassVar[bool] = True

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Return the matrix, checked."""
        code = check_code(self.matrix)
        if len(code) != n_classes:
            raise ValueError(
                f"the code has {len(code)} rows, but there are {n_classes} classes; it needs one for each"
            )
        if n_columns not in (None, code.shape[1]):
            raise ValueError(f"the code has {code.shape[1]} columns, not {n_columns}; leave the number None")
        return code
