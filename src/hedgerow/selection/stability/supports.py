"""Reading selections: whatever a person has becomes one row of marks per run."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def check_supports(supports: Any) -> NDArray[np.bool_]:
    """Check a table of selections, one row per run and one column per feature.

    Parameters
    ----------
    supports : array-like of bool, or of 0 and 1, of shape (n_runs, n_features)
        What each run selected.

    Returns
    -------
    ndarray of bool

    Examples
    --------
    >>> check_supports([[1, 0], [1, 1]]).tolist()
    [[True, False], [True, True]]
    """
    marks = np.asarray(supports)
    if marks.ndim != 2 or marks.shape[1] == 0:
        raise ValueError(f"the selections have the shape {marks.shape}; pass (runs, features)")
    if marks.shape[0] < 2:
        raise ValueError(f"{marks.shape[0]} run was given; stability takes two or more")
    if marks.dtype != np.bool_ and not np.isin(marks, (0, 1)).all():
        raise ValueError("the selections must be marks, True or False for each feature, not feature numbers")
    return marks.astype(np.bool_)
