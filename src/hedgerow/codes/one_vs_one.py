"""One column per pair of classes."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.codes.length import fix_length
from hedgerow.codes.protocol import CodeMatrix


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
