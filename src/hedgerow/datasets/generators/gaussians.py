"""One unit Gaussian a class, placed so that the Bayes error is as published."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names

_ANGLES = 2 * np.pi * np.arange(5) / 5
PENTAGON = 2.08056 * np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])
CUBE = np.vstack([np.zeros(3), 1.83821 * np.array(list(product([-1, 1], repeat=3)))])


def make_artificial_multi1(n_samples: int = 300, *, random_state: Seed = None) -> Sample:
    """Draw five classes around the corners of a regular pentagon.

    Parameters
    ----------
    n_samples : int, default=300
        Number of rows.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Two features, labels 0 to 4.

    Notes
    -----
    The paper gives the size (2 features, 5 classes) and the Bayes error (21.76 %) of its data but not their
    distribution: this is a stand-in with the same size and Bayes error.

    References
    ----------
    C. Zor, T. Windeatt and B. Yanikoglu, "Bias-variance analysis of ECOC and bagging using
    neural nets", SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> make_artificial_multi1(random_state=0).bayes_error
    0.2176
    """
    return _draw("artificial_multi1", PENTAGON, n_samples, 0.2176, random_state)


def make_artificial_multi2(n_samples: int = 300, *, random_state: Seed = None) -> Sample:
    """Draw nine classes around the corners of a cube and its middle.

    Parameters
    ----------
    n_samples : int, default=300
        Number of rows.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Three features, labels 0 (the middle) to 8.

    Notes
    -----
    A stand-in, as `make_artificial_multi1` is, for 3 features, 9 classes and a Bayes error of 14.33 %.

    References
    ----------
    C. Zor, T. Windeatt and B. Yanikoglu, "Bias-variance analysis of ECOC and bagging using
    neural nets", SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> make_artificial_multi2(random_state=0).X.shape
    (300, 3)
    """
    return _draw("artificial_multi2", CUBE, n_samples, 0.1433, random_state)


def _draw(
    name: str,
    centres: npt.NDArray[np.float64],
    n_samples: int,
    bayes_error: float,
    random_state: Seed,
) -> Sample:
    random = check_random_state(random_state)
    n_classes, n_features = centres.shape
    y = random.randint(n_classes, size=n_samples)
    X = centres[y] + random.standard_normal((n_samples, n_features))
    return Sample(name, X, y, number_names(n_features), tuple(range(n_features)), bayes_error)
