"""Matrix products whose rows do not depend on each other, not even in the last bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Multiply = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]

_BLOCK = 32  # rows; linear algebra libraries add in another order where there are other numbers of rows


def multiply_rows(rows: NDArray[Any], matrix: NDArray[Any]) -> NDArray[np.float64]:
    """The product ``rows @ matrix``, in blocks of one size and layout, the last filled up with zeros.

    So a row has the same product alone and among others, and however it lies in memory.

    Parameters
    ----------
    rows : ndarray of shape (..., n_rows, n_columns)
        What is multiplied.
    matrix : ndarray of shape (..., n_columns, n_products)
        What it is multiplied by.

    Examples
    --------
    >>> multiply_rows(np.array([[1.0, 2.0]]), np.array([[1.0], [10.0]]))
    array([[21.]])
    """
    *stack, n_rows, n_columns = rows.shape
    n_blocks = -(-n_rows // _BLOCK)
    filled = np.zeros((*stack, n_blocks * _BLOCK, n_columns))
    filled[..., :n_rows, :] = rows
    blocks = filled.reshape(*stack, n_blocks, _BLOCK, n_columns)
    product = np.matmul(blocks, np.ascontiguousarray(matrix, np.float64)[..., None, :, :])
    found = product.reshape(*product.shape[:-3], n_blocks * _BLOCK, product.shape[-1])[..., :n_rows, :]
    return np.asarray(found)
