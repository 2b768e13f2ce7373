"""A faulty seven-segment display."""

from __future__ import annotations

from itertools import product

import numpy as np
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
