"""By how much is one method better? The quantitative score of two errors."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def quantitative_scores(errors: ArrayLike) -> NDArray[np.float64]:
    """Compare the sizes of errors, pair by pair, within each row.

    ``S_ij = (E_j - E_i) / max(E_i, E_j)`` is between -1 and 1, positive where method i has the smaller error, and
    S_ji = -S_ij.

    Parameters
    ----------
    errors : array-like of shape (n_rows, n_methods)
        Errors, none of them negative: root mean squares, error rates. NaN stays NaN.

    Returns
    -------
    ndarray of shape (n_rows, n_methods, n_methods)
        Entry [n, i, j] is S_ij on row n.

    Notes
    -----
    The paper leaves two errors of zero open; they are equal, so their score is 0.

    References
    ----------
    C. Pardo, J. J. Rodriguez, J. F. Diez-Pastor and C. Garcia-Osorio, Random oracles for regression ensembles,
    SUEMA 2010.

    Examples
    --------
    >>> quantitative_scores([[2.0, 3.0]])[0].round(4).tolist()
    [[0.0, 0.3333], [-0.3333, 0.0]]
    """
    values = np.asarray(errors, dtype=np.float64)
    if values.ndim != 2:
        raise ValueError(f"errors have the shape {values.shape}; pass (rows, methods)")
    if (values < 0).any():
        raise ValueError(f"errors must not be negative, but the least is {np.nanmin(values):g}")
    mine, other = values[:, :, None], values[:, None, :]
    larger = np.maximum(mine, other)
    return np.divide(other - mine, larger, out=other - mine, where=larger > 0)
