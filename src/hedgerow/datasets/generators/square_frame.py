"""A square inside a square: needs four axis-parallel cuts, and looks like nothing along either axis."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names


def make_square_frame(n_samples: int = 200, *, random_state: Seed = None) -> Sample:
    """Ask whether a point of the unit square lies outside its middle quarter.

    Parameters
    ----------
    n_samples : int, default=200
        Number of rows.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Class +1 on the frame, where x1 or x2 is outside [0.25, 0.75], with probability 3/4; -1 inside.

    References
    ----------
    J. D. Rogers, PhD thesis, 2007, eq. 4.27.

    Examples
    --------
    >>> make_square_frame(random_state=0).bayes_error
    0.0
    """
    X = check_random_state(random_state).uniform(size=(n_samples, 2))
    y = np.where((np.abs(X - 0.5) > 0.25).any(axis=1), 1, -1)
    return Sample("square_frame", X, y, number_names(2), (0, 1), 0.0)
