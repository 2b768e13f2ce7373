"""Bias and variance of values, for squared and for absolute loss: James' terms under both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hedgerow.analysis.bias_variance.definition import Terms


@dataclass(frozen=True, eq=False)
class ValueSpread:
    """What each row's value could have been, and what was predicted.

    Parameters
    ----------
    truth : ndarray of shape (n_rows, n_possible)
        Equally likely values of the target; a single column where there is no noise.
    mean, variance : ndarray of shape (n_rows,)
        Mean and variance of the predictions.
    n_predictions : ndarray of shape (n_rows,)
        Number of predictions of each row.
    predictions : ndarray of shape (n_replicates, n_rows) or None, default=None
        The predictions themselves, NaN where a row was not predicted; absolute loss needs them.
    """

    truth: NDArray[np.float64]
    mean: NDArray[np.float64]
    variance: NDArray[np.float64]
    n_predictions: NDArray[np.intp]
    predictions: NDArray[np.float64] | None = None


def squared(spread: ValueSpread) -> Terms:
    """Decompose the mean squared error: noise, the squared distance of the means, variance of the predictions."""
    target = spread.truth.mean(axis=1)
    noise = ((spread.truth - target[:, None]) ** 2).mean(axis=1)
    bias = spread.mean - target
    return {
        "error": noise + bias**2 + spread.variance,
        "noise": noise,
        "squared_bias": bias**2,
        "variance": spread.variance,
        "bias": bias,
    }


def absolute(spread: ValueSpread) -> Terms:
    """Decompose the mean absolute error as James does for any symmetric loss; the main prediction is the median."""
    if spread.predictions is None:
        raise ValueError(
            "absolute loss needs every prediction, and they were not kept; call bias_variance with "
            "definition='absolute' or keep_predictions=True"
        )
    target = np.median(spread.truth, axis=1)
    main = np.nanmedian(spread.predictions, axis=0)
    error = np.mean([_distance(spread.predictions, possible) for possible in spread.truth.T], axis=0)
    noise = np.abs(spread.truth - target[:, None]).mean(axis=1)
    of_main = np.abs(spread.truth - main[:, None]).mean(axis=1)
    return {
        "error": error,
        "noise": noise,
        "systematic_effect": of_main - noise,
        "variance_effect": error - of_main,
        "bias": np.abs(target - main),
        "variance": _distance(spread.predictions, main),
    }


def _distance(predictions: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean distance of the predictions of each row from a value."""
    return np.asarray(np.nanmean(np.abs(predictions - values), axis=0))
