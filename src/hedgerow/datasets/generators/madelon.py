"""A problem in the manner of Madelon: parity-like clusters, redundant mixtures and a crowd of noise."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed, number_names


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
