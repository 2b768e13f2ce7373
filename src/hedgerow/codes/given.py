"""A code that somebody has written down."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator

from hedgerow.codes.protocol import CodeMatrix
from hedgerow.codes.validity import check_code
from hedgerow.foundation.constraints import Instance
from hedgerow.foundation.parameters import configurable, parameter


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
