"""Four Gaussians, two a class, crosswise: no line parts them, but in each region one does."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names

_CENTRES = np.array([[0.0, 0.0], [4.5, 3.0], [1.0, 3.0], [3.0, 0.1]])
_CLASSES = np.array([0, 0, 1, 1])
_BAYES_ERROR = 0.0957  # the smaller density, integrated over a grid


def make_four_centres(n_samples: int = 20000, *, random_state: Seed = None) -> Sample:
    """Draw unit Gaussians around (0, 0) and (4.5, 3), class 0, and around (1, 3) and (3, 0.1), class 1.

    Parameters
    ----------
    n_samples : int, default=20000
        Number of rows, shared equally among the centres; the first have one more where it must be.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Two features, in an order drawn at random.

    Notes
    -----
    The paper states the centres. Unit covariance, and that diagonal centres share a class, is read off its figure and
    numbers.

    References
    ----------
    I. Zliobaite, "Three data partitioning strategies for building local classifiers: an experiment", SUEMA (2010).

    Examples
    --------
    >>> sample = make_four_centres(1000, random_state=0)
    >>> sample.X.shape, np.bincount(sample.y)
    ((1000, 2), array([500, 500]))
    """
    random = check_random_state(random_state)
    centre = random.permutation(np.arange(n_samples) % len(_CENTRES))
    X = _CENTRES[centre] + random.standard_normal((n_samples, 2))
    return Sample("four_centres", X, _CLASSES[centre], number_names(2), (0, 1), _BAYES_ERROR)
