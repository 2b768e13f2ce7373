"""A parabola plus a line, cut into two equal classes."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names


def make_simple(
    n_samples: int = 300,
    n_features: int = 9,
    *,
    threshold: float = 4 / 3,
    binary: bool = True,
    random_state: Seed = None,
) -> Sample:
    """Ask whether ``x1^2 + 2 x2`` exceeds a threshold; all other features are irrelevant.

    Features are uniform on [0, 1]. For a threshold t between 1 and 2, class +1 has probability ``1 - (t -
    1/3) / 2``: one half at 4/3, which is both the mean and the median. The best classifier that sees x2 alone
    errs on 1/8.

    Parameters
    ----------
    n_samples : int, default=300
        Number of rows.
    n_features : int, default=9
        Number of columns, at least 2.
    threshold : float, default=4/3
        Values above it are class +1, the others -1. The thesis leaves it open; 4/3 balances the classes.
    binary : bool, default=True
        Whether to return classes; otherwise ``y`` is the value itself.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample

    References
    ----------
    J. D. Rogers, PhD thesis, 2007, eq. 8.1.

    Examples
    --------
    >>> make_simple(random_state=0).X.shape
    (300, 9)
    """
    X = check_random_state(random_state).uniform(size=(n_samples, n_features))
    value = X[:, 0] ** 2 + 2 * X[:, 1]
    y = np.where(value > threshold, 1, -1) if binary else value
    return Sample("simple", X, y, number_names(n_features), (0, 1), 0.0 if binary else None)
