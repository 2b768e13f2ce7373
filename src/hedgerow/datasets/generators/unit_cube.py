"""Points of the unit cube: on which side of a surface they lie."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
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


# Mean of Phi(-|f(x) - 14|) over the unit cube, by quasi-Monte Carlo with 2^24 points.
_BAYES_ERROR = 0.06077


def friedman(X: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the noiseless value of Friedman's function for each row.

    Examples
    --------
    >>> friedman(np.full((1, 10), 0.5)).round(10).tolist()
    [14.5710678119]
    """
    x1, x2, x3, x4, x5 = X[:, :5].T
    return np.asarray(10 * np.sin(np.pi * x1 * x2) + 20 * (x3 - 0.5) ** 2 + 10 * x4 + 5 * x5)


def make_friedman(
    n_samples: int = 200,
    n_features: int = 10,
    *,
    threshold: float = 14.0,
    noise: float = 1.0,
    binary: bool = True,
    random_state: Seed = None,
) -> Sample:
    """Draw Friedman's problem, by default asking whether the noisy value exceeds 14.

    Features are uniform on [0, 1]; five of them matter, in a smooth interaction, a parabola and two straight
    lines: ``10 sin(pi x1 x2) + 20 (x3 - 1/2)^2 + 10 x4 + 5 x5 + noise``.

    Parameters
    ----------
    n_samples : int, default=200
        Number of rows.
    n_features : int, default=10
        Number of columns, at least 5; those after the fifth are irrelevant.
    threshold : float, default=14
        Values above it are class +1, the others -1.
    noise : float, default=1
        Standard deviation of the Gaussian noise, added before the threshold.
    binary : bool, default=True
        Whether to return classes; otherwise ``y`` is the noisy value itself.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample

    References
    ----------
    J. H. Friedman, "Multivariate adaptive regression splines", Annals of Statistics 19, 1991.
    J. D. Rogers, PhD thesis, 2007, eq. 5.1.

    Examples
    --------
    >>> make_friedman(random_state=0).relevant
    (0, 1, 2, 3, 4)
    """
    random = check_random_state(random_state)
    X = random.uniform(size=(n_samples, n_features))
    value = friedman(X) + noise * random.standard_normal(n_samples)
    y = np.where(value > threshold, 1, -1) if binary else value
    known = {0.0: 0.0, 1.0: _BAYES_ERROR}.get(noise) if binary and (threshold == 14 or noise == 0) else None
    return Sample("friedman", X, y, number_names(n_features), (0, 1, 2, 3, 4), known)


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
