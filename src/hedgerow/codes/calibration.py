"""From scores of the classes to probabilities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import logsumexp, softmax

from hedgerow.combination.decision import share_out
from hedgerow.combination.platt import PlattScaling, fit_platt

Floats = NDArray[np.float64]

_LEAST, _MOST = np.log(1e-2), np.log(1e5)  # of the slope


@dataclass(frozen=True)
class Softmax:
    r"""Probabilities in proportion to :math:`e^{b F}`.

    Attributes
    ----------
    slope : float
        b; the larger, the more certain.

    Examples
    --------
    >>> Softmax(2.0)(np.array([[0.0, 0.5]])).round(3)
    array([[0.269, 0.731]])
    """

    slope: float

    def __call__(self, scores: Floats) -> Floats:
        """Probabilities of the classes, for each row of scores."""
        return np.asarray(softmax(self.slope * scores, axis=1))


def fit_softmax(scores: Floats, y: NDArray[np.intp], sample_weight: Floats | None = None) -> Softmax:
    """Find the slope of least cross-entropy on rows whose class is known.

    The true class has the target (N + 1) / (N + K) and the others 1 / (N + K), for weight N of the rows and K classes,
    so that the slope stays finite where no row is wrong.

    Parameters
    ----------
    scores : ndarray of shape (n_samples, n_classes)
        Best those of rows that the scorer has not learned from.
    y : ndarray of shape (n_samples,)
        Class codes.
    sample_weight : ndarray of shape (n_samples,), default=None
        Weights of the rows.

    Examples
    --------
    >>> scores = np.array([[0.6, 0.4], [0.3, 0.7], [0.4, 0.6], [0.2, 0.8]])
    >>> 0 < fit_softmax(scores, np.array([0, 1, 0, 1])).slope < 10
    True
    """
    weights = np.ones(len(y)) if sample_weight is None else sample_weight
    n_classes, total = scores.shape[1], float(weights.sum())
    true = scores[np.arange(len(y)), y]
    # The target's mean score: nearly that of the true class.
    aimed = (total * true + scores.sum(axis=1)) / (total + n_classes)

    def lose(log_slope: float) -> float:
        slope = np.exp(log_slope)
        return float(weights @ (logsumexp(slope * scores, axis=1) - slope * aimed))

    return Softmax(float(np.exp(minimize_scalar(lose, bounds=(_LEAST, _MOST), method="bounded").x)))


@dataclass(frozen=True)
class PlattByClass:
    """A Platt curve for the score of each class, scaled to sum to one.

    Attributes
    ----------
    curves : tuple of PlattScaling
        One for each class.
    """

    curves: tuple[PlattScaling, ...]

    def __call__(self, scores: Floats) -> Floats:
        """Probabilities of the classes, for each row of scores."""
        chances = np.stack(
            [curve(column) for curve, column in zip(self.curves, scores.T, strict=True)], axis=1
        )
        return share_out(chances, np.ones_like(chances))


def fit_platt_by_class(
    scores: Floats, y: NDArray[np.intp], sample_weight: Floats | None = None
) -> PlattByClass:
    """Fit a curve for each class against all others.

    Parameters
    ----------
    scores, y, sample_weight
        As for `fit_softmax`.

    Examples
    --------
    >>> scores = np.array([[0.6, 0.4], [0.3, 0.7], [0.4, 0.6], [0.2, 0.8]])
    >>> fit_platt_by_class(scores, np.array([0, 1, 0, 1]))(scores).sum(axis=1)
    array([1., 1., 1., 1.])
    """
    return PlattByClass(
        tuple(fit_platt(column, y == label, sample_weight) for label, column in enumerate(scores.T))
    )
