"""How likely each expert makes the truth, and who of them deserves the credit."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.network.shape import sum_logs

# An expert is never quite certain: this share of its probability is spread evenly over the classes, so one wrong
# tree does not make a row impossible.
DOUBT = 1e-6


def measure_class_density(outputs: NDArray[np.float64], y: NDArray[np.intp]) -> NDArray[np.float64]:
    """Log probability of the true class by each expert.

    Parameters
    ----------
    outputs : ndarray of shape (n_experts, n_samples, n_classes)
        Their probabilities.
    y : ndarray of shape (n_samples,)
        Class codes.

    Returns
    -------
    ndarray of shape (n_samples, n_experts)

    Examples
    --------
    >>> np.exp(measure_class_density(np.array([[[0.2, 0.8]], [[0.5, 0.5]]]), np.array([1]))).round(4)
    array([[0.8, 0.5]])
    """
    said = outputs[:, np.arange(len(y)), y].T
    return np.asarray(np.log((1.0 - DOUBT) * said + DOUBT / outputs.shape[2]))


def measure_value_density(
    outputs: NDArray[np.float64], y: NDArray[np.float64], variances: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Log density of the true value under a normal distribution about the prediction of each expert.

    Parameters
    ----------
    outputs : ndarray of shape (n_experts, n_samples)
        Their values.
    y : ndarray of shape (n_samples,)
        The truth.
    variances : ndarray of shape (n_experts,)
        Of the errors of each expert.

    Returns
    -------
    ndarray of shape (n_samples, n_experts)

    Examples
    --------
    >>> np.exp(measure_value_density(np.array([[0.0], [0.5]]), np.array([-0.2]), np.ones(2))).round(6)
    array([[0.391043, 0.312254]])
    """
    squares = (outputs - y).T ** 2
    return np.asarray(-0.5 * (squares / variances + np.log(2.0 * np.pi * variances)))


def measure_density(
    outputs: NDArray[np.float64], y: NDArray[Any], variances: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """Log density of the truth by each expert: of classes where there are no variances, or else of values.

    Examples
    --------
    >>> measure_density(np.array([[0.0]]), np.array([0.0]), np.array([1.0])).round(4)
    array([[-0.9189]])
    """
    if variances is None:
        return measure_class_density(outputs, y)
    return measure_value_density(outputs, y, variances)


def share_credit(
    log_priors: NDArray[np.float64], log_densities: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The E-step: what each expert contributed to the probability of each row.

    Parameters
    ----------
    log_priors, log_densities : ndarray of shape (n_samples, n_experts)
        What the gates say before, and how likely the expert makes the truth.

    Returns
    -------
    posteriors : ndarray of shape (n_samples, n_experts)
        Rows sum to 1.
    loglikelihood : ndarray of shape (n_samples,)
        Log of the probability of each row under the mixture.

    Examples
    --------
    >>> posteriors, loglikelihood = share_credit(np.log([[0.5, 0.5]]), np.log([[0.9, 0.3]]))
    >>> posteriors, np.exp(loglikelihood).round(6)
    (array([[0.75, 0.25]]), array([0.6]))
    """
    joint = log_priors + log_densities
    total = sum_logs(joint)
    return np.exp(joint - total), total[:, 0]
