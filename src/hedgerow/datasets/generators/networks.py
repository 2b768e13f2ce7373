"""Nine-node networks of causes and effects, whose Markov blankets are known."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed

# A   B   C      roots
# D   E   F      D = f(A, C), E = f(A, B), F = f(B, C)
# G   H   I      G = f(D, E), H = f(E, F), I = f(D, F)
PARENTS = {
    "D": ("A", "C"),
    "E": ("A", "B"),
    "F": ("B", "C"),
    "G": ("D", "E"),
    "H": ("E", "F"),
    "I": ("D", "F"),
}


def make_network(
    n_samples: int = 5000,
    target: Literal["G", "H", "I"] = "G",
    *,
    linear: bool = True,
    gaussian: bool = True,
    random_state: Seed = None,
) -> Sample:
    """Draw a nine-node network and predict one of its leaves from the other eight nodes.

    Every node below the roots is the sum (linear) or the product (nonlinear) of its two parents, plus
    standard Gaussian noise. The Markov blanket of a leaf is its two parents.

    Parameters
    ----------
    n_samples : int, default=5000
        Number of rows.
    target : {"G", "H", "I"}, default="G"
        The leaf to predict.
    linear : bool, default=True
        Whether parents are added rather than multiplied.
    gaussian : bool, default=True
        Whether the roots are N(1, 1), N(2, 1) and N(3, 1), rather than standard Gaussian, exponential with
        mean 1, and uniform on [-1, 1].
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Eight features and a numeric target; ``relevant`` is the Markov blanket.

    Notes
    -----
    The paper names the nodes and D = f(A, C) only; its scores show that each leaf has exactly two parents
    among the other eight nodes. The remaining arcs are chosen here.

    References
    ----------
    H. Deng, S. Davila, G. Runger and E. Tuv, "Learning Markov blankets for continuous or discrete networks
    via feature selection", SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> sample = make_network(n_samples=10, random_state=0)
    >>> [sample.feature_names[column] for column in sample.relevant]
    ['D', 'E']
    """
    random = check_random_state(random_state)
    nodes = _draw_roots(random, n_samples, gaussian)
    for node, (first, second) in PARENTS.items():
        effect = nodes[first] + nodes[second] if linear else nodes[first] * nodes[second]
        nodes[node] = effect + random.standard_normal(n_samples)
    y = nodes.pop(target)
    names = tuple(nodes)
    blanket = tuple(names.index(parent) for parent in PARENTS[target])
    return Sample("network", np.column_stack(list(nodes.values())), y, names, blanket)


def _draw_roots(
    random: np.random.RandomState, n_samples: int, gaussian: bool
) -> dict[str, npt.NDArray[np.float64]]:
    if gaussian:
        return {name: random.normal(mean, 1, n_samples) for name, mean in zip("ABC", (1, 2, 3), strict=True)}
    return {
        "A": random.standard_normal(n_samples),
        "B": random.exponential(1, n_samples),
        "C": random.uniform(-1, 1, n_samples),
    }
