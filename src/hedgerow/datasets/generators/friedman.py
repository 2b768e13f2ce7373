"""Friedman's first function, as a regression and as a two-class problem."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names

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
