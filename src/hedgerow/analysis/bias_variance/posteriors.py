"""What the generators know about a row's target: the probabilities of its class, or its possible values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp, ndtr, ndtri, softmax

from hedgerow.datasets.generators.breiman import ALTERNATING, FAR, N_FEATURES, N_POINTS, SEGMENTS, WAVES
from hedgerow.datasets.generators.gaussians import CUBE, PENTAGON
from hedgerow.datasets.generators.unit_cube import friedman
from hedgerow.datasets.sample import Sample

Matrix = NDArray[np.float64]
Truth = Callable[[Any], Matrix]

_THREE_CORNERS = np.array([np.ones(N_FEATURES), -np.ones(N_FEATURES), ALTERNATING])
_N_POSSIBLE = 64  # values that stand for a normal distribution
_N_MIXTURES = 64  # nodes that stand for the uniform share of a waveform


def find_truth(name: str, parameters: Mapping[str, Any], sample: Sample) -> Truth | None:
    """Find what a generator knows about the target of a row.

    Parameters
    ----------
    name : str
        The generator, without "make_".
    parameters : mapping
        What it was called with, defaults included.
    sample : Sample
        Rows that it drew.

    Returns
    -------
    callable or None
        From rows to probabilities of the sorted classes, or to equally likely values; None where it does not know.

    Examples
    --------
    >>> from hedgerow.datasets import make_twonorm
    >>> truth = find_truth("twonorm", {}, make_twonorm(random_state=0))
    >>> truth(np.zeros((1, 20)))
    array([[0.5, 0.5]])
    """
    if sample.task == "regression":
        if name == "friedman":
            return partial(_friedman_values, noise=parameters["noise"])
        return None
    if name not in _PROBABILITIES or sample.bayes_error == 0:
        return None
    return partial(_PROBABILITIES[name], parameters=parameters)


def _mix(X: Any, centres: Matrix, classes: NDArray[np.intp], spread: Matrix, share: Matrix) -> Matrix:
    """Class probabilities where each class is a mixture of spherical Gaussians, one per centre."""
    rows = np.asarray(X, dtype=np.float64)[:, : centres.shape[1]]
    squares = (rows**2).sum(axis=1)[:, None] - 2 * rows @ centres.T + (centres**2).sum(axis=1)
    log_density = -squares / (2 * spread**2) - centres.shape[1] * np.log(spread) + np.log(share)
    by_class = [logsumexp(log_density[:, classes == each], axis=1) for each in range(classes.max() + 1)]
    return np.asarray(softmax(np.column_stack(by_class), axis=1))


def _mix_evenly(X: Any, centres: Any, classes: Any = None, spread: Any = 1.0) -> Matrix:
    """The same with equal priors and, within a class, equal shares of its centres."""
    centres = np.asarray(centres, dtype=np.float64)
    classes = np.arange(len(centres)) if classes is None else np.asarray(classes)
    share = 1 / np.bincount(classes)[classes]
    return _mix(X, centres, classes, np.broadcast_to(spread, len(centres)), share)


def _waveform(X: Any, parameters: Mapping[str, Any]) -> Matrix:
    """The integral over the uniform share of the first wave is a sum over Gauss-Legendre nodes."""
    nodes, weights = np.polynomial.legendre.leggauss(_N_MIXTURES)
    share = (nodes[:, None] + 1) / 2
    pairs = ((0, 1), (0, 2), (1, 2))
    centres = np.vstack([share * WAVES[first] + (1 - share) * WAVES[second] for first, second in pairs])
    classes = np.repeat(np.arange(3), _N_MIXTURES)
    return _mix(X, centres[:, :N_POINTS], classes, np.ones(len(centres)), np.tile(weights, 3))


def _led(X: Any, parameters: Mapping[str, Any]) -> Matrix:
    noise = parameters["noise"]
    n_inverted = (np.asarray(X)[:, None, :7] != SEGMENTS).sum(axis=2)
    likelihood = noise**n_inverted * (1 - noise) ** (7 - n_inverted)
    return np.asarray(likelihood / likelihood.sum(axis=1, keepdims=True))


def _friedman(X: Any, parameters: Mapping[str, Any]) -> Matrix:
    above = ndtr((friedman(np.asarray(X)) - parameters["threshold"]) / parameters["noise"])
    return np.column_stack([1 - above, above])


def _friedman_values(X: Any, *, noise: float) -> Matrix:
    """Normal quantiles around the noiseless value, scaled so that their variance is that of the noise."""
    scores = ndtri((np.arange(_N_POSSIBLE) + 0.5) / _N_POSSIBLE)
    return np.asarray(friedman(np.asarray(X))[:, None] + noise * scores / np.sqrt((scores**2).mean()))


_PROBABILITIES: dict[str, Callable[..., Matrix]] = {
    "twonorm": lambda X, parameters: _mix_evenly(X, np.outer([1, -1], np.full(N_FEATURES, FAR))),
    "threenorm": lambda X, parameters: _mix_evenly(X, FAR * _THREE_CORNERS, [0, 0, 1]),
    "ringnorm": lambda X, parameters: _mix_evenly(
        X, np.outer([0, 1], np.full(N_FEATURES, parameters["a"])), spread=[2.0, 1.0]
    ),
    "artificial_multi1": lambda X, parameters: _mix_evenly(X, PENTAGON),
    "artificial_multi2": lambda X, parameters: _mix_evenly(X, CUBE),
    "waveform": _waveform,
    "led": _led,
    "friedman": _friedman,
}
