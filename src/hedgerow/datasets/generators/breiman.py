"""Breiman's problems: a faulty display, mixed waves, and the Gaussians of twenty dimensions."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt
from scipy import stats
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names

#     x1
#   x2  x3
#     x4
#   x5  x6
#     x7
_LIT = ("123567", "36", "13457", "13467", "2346", "12467", "124567", "136", "1234567", "123467")  # 0 to 9
SEGMENTS = np.array([[int(segment in lit) for segment in "1234567"] for lit in _LIT])


def make_led(
    n_samples: int = 300,
    *,
    noise: float = 0.1,
    n_noise: int = 0,
    random_state: Seed = None,
) -> Sample:
    """Show a random digit on a display whose segments fail, and ask which digit it was.

    Parameters
    ----------
    n_samples : int, default=300
        Number of rows.
    noise : float, default=0.1
        Probability that a segment is inverted.
    n_noise : int, default=0
        Number of fair bits to add; 17 give the 24-column version.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Labels 0 to 9 with equal priors. The Bayes error is exact.

    References
    ----------
    L. Breiman, J. H. Friedman, R. A. Olshen and C. J. Stone, "Classification and Regression Trees",
    Wadsworth, 1984, section 2.6.1.

    Examples
    --------
    >>> round(make_led(random_state=0).bayes_error, 4)
    0.26
    """
    random = check_random_state(random_state)
    y = random.randint(10, size=n_samples)
    inverted = random.uniform(size=(n_samples, 7)) < noise
    X = np.hstack([SEGMENTS[y] ^ inverted, random.randint(2, size=(n_samples, n_noise))]).astype(float)
    return Sample("led", X, y, number_names(7 + n_noise), tuple(range(7)), _find_bayes_error(noise))


def _find_bayes_error(noise: float) -> float:
    displays = np.array(list(product([0, 1], repeat=7)))
    n_inverted = (displays[:, None, :] != SEGMENTS).sum(axis=2)
    likelihood = noise**n_inverted * (1 - noise) ** (7 - n_inverted)
    return float(1 - likelihood.max(axis=1).sum() / 10)


N_POINTS = 21
_PEAKS = (11, 15, 7)
# Triangles of height 6 and half-width 6 over the points 1 to 21.
WAVES = np.maximum(6 - np.abs(np.arange(1, N_POINTS + 1) - np.array(_PEAKS)[:, None]), 0).astype(float)
# Class 0 mixes waves 0 and 1, class 1 waves 0 and 2, class 2 waves 1 and 2.
_FIRST, _SECOND = np.array([0, 0, 1]), np.array([1, 2, 2])


def make_waveform(
    n_samples: int = 300,
    *,
    n_noise: int = 0,
    random_state: Seed = None,
) -> Sample:
    """Draw a random mixture of two triangular waves, and ask which two.

    ``x = u w_first + (1 - u) w_second + noise`` with u uniform on [0, 1] for each row and standard Gaussian
    noise at each of the 21 points.

    Parameters
    ----------
    n_samples : int, default=300
        Number of rows.
    n_noise : int, default=0
        Number of standard Gaussian columns to add; 19 give the 40-column version.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Labels 0, 1 and 2 with equal priors. The first and last point are zero in every wave, so irrelevant.
        The Bayes error is about 0.14.

    References
    ----------
    L. Breiman, J. H. Friedman, R. A. Olshen and C. J. Stone, "Classification and Regression Trees",
    Wadsworth, 1984, section 2.6.2.

    Examples
    --------
    >>> sample = make_waveform(n_noise=19, random_state=0)
    >>> sample.X.shape, len(sample.relevant)
    ((300, 40), 19)
    """
    random = check_random_state(random_state)
    y = random.randint(3, size=n_samples)
    share = random.uniform(size=(n_samples, 1))
    waves = share * WAVES[_FIRST[y]] + (1 - share) * WAVES[_SECOND[y]]
    X = random.standard_normal((n_samples, N_POINTS + n_noise))
    X[:, :N_POINTS] += waves
    relevant = tuple(np.flatnonzero(WAVES.any(axis=0)).tolist())
    return Sample("waveform", X, y, number_names(N_POINTS + n_noise), relevant, 0.14)


N_FEATURES = 20
FAR = 2 / np.sqrt(N_FEATURES)
NEAR = 1 / np.sqrt(N_FEATURES)
ALTERNATING = np.resize([1.0, -1.0], N_FEATURES)
# Only the diagonal (u) and the alternating (v) direction matter; the best boundary is v = log(cosh(2 u)) / 2.
_THREENORM_BAYES_ERROR = 0.104633


def make_twonorm(n_samples: int = 300, *, random_state: Seed = None) -> Sample:
    """Draw two unit Gaussians around ``+a`` and ``-a`` in every coordinate, with ``a = 2/sqrt(20)``.

    Parameters
    ----------
    n_samples : int, default=300
        Number of rows.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Class 0 around +a, class 1 around -a, with equal priors. The Bayes error is Phi(-2).

    References
    ----------
    L. Breiman, "Bias, variance, and arcing classifiers", Technical Report 460, University of California,
    1996.

    Examples
    --------
    >>> round(make_twonorm(random_state=0).bayes_error, 8)
    0.02275013
    """
    random = check_random_state(random_state)
    y = random.randint(2, size=n_samples)
    centres = np.outer(1 - 2 * y, np.full(N_FEATURES, FAR))
    return _to_sample("twonorm", centres + _gaussian(random, n_samples), y, float(stats.norm.cdf(-2)))


def make_threenorm(n_samples: int = 300, *, random_state: Seed = None) -> Sample:
    """Draw one Gaussian between the two halves of another class.

    Class 0 is an equal mixture of unit Gaussians around ``+a`` and ``-a`` in every coordinate; class 1 is one
    around ``(a, -a, a, -a, ...)``, with ``a = 2/sqrt(20)``.

    Parameters
    ----------
    n_samples : int, default=300
        Number of rows.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        With equal priors. The Bayes error, 0.104633, is a one-dimensional integral.

    References
    ----------
    L. Breiman, "Bias, variance, and arcing classifiers", Technical Report 460, University of California,
    1996.

    Examples
    --------
    >>> make_threenorm(random_state=0).bayes_error
    0.104633
    """
    random = check_random_state(random_state)
    y = random.randint(2, size=n_samples)
    half = random.choice([-1.0, 1.0], size=n_samples)
    centres = FAR * np.where(y[:, None] == 0, half[:, None], ALTERNATING)
    return _to_sample("threenorm", centres + _gaussian(random, n_samples), y, _THREENORM_BAYES_ERROR)


def make_ringnorm(n_samples: int = 300, *, a: float = NEAR, random_state: Seed = None) -> Sample:
    """Draw a narrow Gaussian inside a wide one.

    Class 0 is N(0, 4 I), class 1 is N(a, I), so the best boundary is a sphere.

    Parameters
    ----------
    n_samples : int, default=300
        Number of rows.
    a : float, default=1/sqrt(20)
        Every coordinate of the centre of class 1. Papers that write 2/sqrt(20) report the error of
        1/sqrt(20).
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        With equal priors. The Bayes error is exact.

    References
    ----------
    L. Breiman, "Bias, variance, and arcing classifiers", Technical Report 460, University of California,
    1996.

    Examples
    --------
    >>> round(make_ringnorm(random_state=0).bayes_error, 3)
    0.015
    """
    random = check_random_state(random_state)
    y = random.randint(2, size=n_samples)
    spread = np.where(y == 0, 2.0, 1.0)[:, None]
    return _to_sample(
        "ringnorm", a * y[:, None] + spread * _gaussian(random, n_samples), y, _ring_bayes_error(a)
    )


def _ring_bayes_error(a: float) -> float:
    # Class 1 is chosen where |x - a|^2 - |x|^2/4 < 20 log 4, which is the ball |x - 4a/3|^2 < radius^2 below.
    # Under either class the squared distance to its centre is a (scaled) noncentral chi-square variable.
    squared_norm = N_FEATURES * a**2
    radius_squared = 4 / 3 * N_FEATURES * np.log(4) + 4 / 9 * squared_norm
    inner_missed = stats.ncx2.sf(radius_squared, N_FEATURES, squared_norm / 9)
    outer_missed = stats.ncx2.cdf(radius_squared / 4, N_FEATURES, 4 / 9 * squared_norm)
    return float((inner_missed + outer_missed) / 2)


def _gaussian(random: np.random.RandomState, n_samples: int) -> npt.NDArray[np.float64]:
    return random.standard_normal((n_samples, N_FEATURES))


def _to_sample(name: str, X: npt.NDArray[np.float64], y: npt.NDArray[np.int_], bayes_error: float) -> Sample:
    return Sample(name, X, y, number_names(N_FEATURES), tuple(range(N_FEATURES)), bayes_error)
