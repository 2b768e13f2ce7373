"""Every question there is."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.codes.length import fix_length
from hedgerow.codes.protocol import CodeMatrix

MOST_CLASSES = 11  # 1,023 columns


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
