"""One column per class, against all others."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.codes.length import fix_length
from hedgerow.codes.protocol import CodeMatrix


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
