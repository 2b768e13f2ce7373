"""Breiman's waveforms: random mixtures of two of three triangles, sampled with noise."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names

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
