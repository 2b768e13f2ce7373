"""Unit Gaussians around centres: one a class, two a class crosswise, or many with labels at random as in Madelon."""

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


def make_madelon(
    n_samples: int = 2600,
    n_features: int = 500,
    *,
    n_informative: int = 5,
    n_redundant: int = 15,
    separation: float = 2.0,
    flip: float = 0.01,
    random_state: Seed = None,
) -> Sample:
    """Draw Gaussian clusters on the vertices of a cube whose labels are random but balanced.

    Parameters
    ----------
    n_samples : int, default=2600
        Number of rows; the challenge had 2000 to train and 600 to validate on.
    n_features : int, default=500
        Number of columns. Those that are neither informative nor redundant are standard Gaussian noise.
    n_informative : int, default=5
        Dimension of the cube.
    n_redundant : int, default=15
        Number of random linear combinations of the informative columns; they count as relevant.
    separation : float, default=2
        Half the side of the cube, in standard deviations of a cluster.
    flip : float, default=0.01
        Probability that a label is swapped.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Labels -1 and +1, columns in random order.

    Notes
    -----
    Follows the public description of the challenge; the published data were scaled and rounded, which is left
    out.

    References
    ----------
    I. Guyon, S. Gunn, A. Ben-Hur and G. Dror, "Result analysis of the NIPS 2003 feature selection challenge",
    Advances in Neural Information Processing Systems 17, 2005.

    Examples
    --------
    >>> len(make_madelon(n_samples=10, random_state=0).relevant)
    20
    """
    random = check_random_state(random_state)
    n_vertices = 2**n_informative
    vertex = random.randint(n_vertices, size=n_samples)
    labels = random.permutation(np.repeat([-1, 1], n_vertices // 2))
    corner = 2 * (vertex[:, None] >> np.arange(n_informative) & 1) - 1
    informative = separation * corner + random.standard_normal((n_samples, n_informative))
    redundant = informative @ random.uniform(-1, 1, size=(n_informative, n_redundant))
    n_relevant = n_informative + n_redundant
    noise = random.standard_normal((n_samples, n_features - n_relevant))
    order = random.permutation(n_features)
    X = np.hstack([informative, redundant, noise])[:, order]
    y = np.where(random.uniform(size=n_samples) < flip, -labels[vertex], labels[vertex])
    relevant = tuple(np.flatnonzero(order < n_relevant).tolist())
    return Sample("madelon", X, y, number_names(n_features), relevant)
