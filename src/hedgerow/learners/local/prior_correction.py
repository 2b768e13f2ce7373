"""Predictions of a model trained on other shares of the classes than it predicts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.decision import share_out

CORRECTIONS = ("none", "population", "exchanged")


def correct_priors(
    probabilities: NDArray[np.float64],
    sample_shares: NDArray[np.float64],
    population_shares: NDArray[np.float64],
) -> NDArray[np.float64]:
    r"""Class probabilities as they would be with the shares of the population.

    .. math:: p_c' \propto p_c \, \tau_c / \pi_c

    for shares :math:`\pi` in the sample and :math:`\tau` in the population. For a logistic regression of two classes
    that shifts the intercept by :math:`-\log \frac{(1 - \tau) \pi}{\tau (1 - \pi)}` (King and Zeng) and leaves the
    slopes alone; but any model with probabilities can be corrected. A class that the sample lacks keeps probability 0.

    Parameters
    ----------
    probabilities : ndarray of shape (n_samples, n_classes)
        What a model says.
    sample_shares, population_shares : ndarray of shape (n_classes,)
        Shares of the classes where it has learned, and where it is asked.

    Returns
    -------
    ndarray of shape (n_samples, n_classes)

    See Also
    --------
    LocalExpertsClassifier

    Notes
    -----
    One class alone is not corrected.

    Cost: O(N K).

    References
    ----------
    G. King and L. Zeng, Logistic regression in rare events data, Political Analysis 9, 2001, pp. 137-163.

    Examples
    --------
    >>> correct_priors(np.array([[0.5, 0.5]]), np.array([0.5, 0.5]), np.array([0.8, 0.2]))
    array([[0.8, 0.2]])
    """
    seen = sample_shares > 0
    factors = np.divide(population_shares, sample_shares, out=np.zeros(seen.size), where=seen)
    # A model may be sure of a class of which the population has nothing: then it is believed.
    return share_out(probabilities * factors, probabilities)
