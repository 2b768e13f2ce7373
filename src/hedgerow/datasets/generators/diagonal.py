"""A steep diagonal: one feature matters everywhere, the other only near the middle."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names


def make_diagonal(n_samples: int = 200, *, random_state: Seed = None) -> Sample:
    """Ask whether a point of the unit square lies above the line ``x2 = 2.5 x1 - 0.75``.

    Left of x1 = 0.3 and right of x1 = 0.7 the first feature decides alone; in the band between, both are
    equally good. The best root splits gain 0.531 bits (x1) and 0.029 bits (x2), and in the band 0.189 bits
    each.

    Parameters
    ----------
    n_samples : int, default=200
        Number of rows.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Class +1 above the line, -1 on or below it, in equal shares.

    References
    ----------
    J. D. Rogers, PhD thesis, 2007, eq. 8.2.

    Examples
    --------
    >>> make_diagonal(random_state=0).relevant
    (0, 1)
    """
    X = check_random_state(random_state).uniform(size=(n_samples, 2))
    y = np.where(X[:, 1] > 2.5 * X[:, 0] - 0.75, 1, -1)
    return Sample("diagonal", X, y, number_names(2), (0, 1), 0.0)
