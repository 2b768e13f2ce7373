"""AdaBoost.R2: rows whose value is far off weigh more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Number, Word
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.resampling.row_weights import METHODS, WeightedRows, multiply_weights, start_weights

_ROUNDING = 1e-12  # an error that small, as a share of the largest value, is none: means are rounded


@dataclass(frozen=True)
class AdaBoostR2State:
    """What AdaBoost.R2 remembers from member to member.

    Attributes
    ----------
    row_weights : ndarray of shape (n_samples,)
        Weights for the next member, summing to one.
    start : ndarray of shape (n_samples,)
        Weights of the first member.
    log_factors : ndarray of shape (n_samples,)
        Logarithm of what the start has been multiplied by.
    largest : float
        The largest weight of a member so far; 0 before the first.
    """

    row_weights: NDArray[np.float64]
    start: NDArray[np.float64]
    log_factors: NDArray[np.float64]
    largest: float


@configurable
class AdaBoostR2(WeightedRows):
    """Rows whose value the last member missed by far weigh more; good members count more.

    The error of a row, as a share of the largest one, is turned into a loss L between 0 and 1. With the weighted mean
    loss m and b = m / (1 - m), the weight of a row is multiplied by b^(1 - L), and the member weighs log(1 / b).
    Use with ``combination="weighted_median"``; `AdaBoostR2Regressor` does.

    Parameters
    ----------
    loss : {"linear", "square", "exponential"}, default="linear"
        L = e / D, (e / D)^2 or 1 - exp(-e / D) for an error e where the largest is D.
    method
        As for `AdaBoost`.
    learning_rate : float, default=1.0
        What log(1 / b) is multiplied by.

    See Also
    --------
    AdaBoost

    Notes
    -----
    The ensemble ends at a member without error, which counts as much as the best before it, and before one whose mean
    loss is 1/2 or more, which is kept only if it is the first. With fully grown trees and "reweighting" the first
    member may already be the last: it makes no error on rows that it has seen. Rows with a sample weight of 0 do not
    count towards the largest error. Rows may be weighted instead of drawn; errors within rounding count as none.

    Cost: T times the learner, one after the other; the median sorts T answers per row.

    References
    ----------
    H. Drucker, Improving regressors using boosting techniques, ICML, 1997.

    C. Pardo, J. Rodriguez, J. Diez-Pastor and C. Garcia-Osorio, Random oracles for regression ensembles, SUEMA, 2010.

    Examples
    --------
    >>> y = np.array([1.0, 2.0, 3.0, 4.0])
    >>> boosting = AdaBoostR2()
    >>> state, weight = boosting.update(boosting.start(y, None), output=np.array([1.5, 2.0, 2.0, 4.0]), y=y)
    >>> state.row_weights.round(4), round(weight, 4)
    (array([0.2604, 0.2017, 0.3362, 0.2017]), 0.5108)
    """

    loss: str = parameter(Word("linear", "square", "exponential"), default="linear", kw_only=False)
    method: str = parameter(METHODS, default="resampling")
    learning_rate: float = parameter(Number(0, closed="right"), default=1.0)

    def start(self, y: NDArray[Any], sample_weight: NDArray[np.float64] | None) -> AdaBoostR2State:
        """Start from the user's weights, or from equal ones."""
        weights = start_weights(self, y, sample_weight, classes=False)
        return AdaBoostR2State(weights, weights, np.zeros(len(y)), 0.0)

    def update(
        self, state: AdaBoostR2State, output: NDArray[np.float64], y: NDArray[Any]
    ) -> tuple[AdaBoostR2State | None, float]:
        """Multiply the weights of the rows that were hit; the member counts by its weighted loss."""
        errors = np.abs(output - y)
        largest = errors.max(initial=0.0, where=state.start > 0)
        if largest <= _ROUNDING * np.abs(y).max(initial=0.0, where=state.start > 0):
            return None, state.largest or 1.0
        losses = self._measure(np.minimum(errors / largest, 1.0))
        mean_loss = max(float(state.row_weights @ losses), np.finfo(np.float64).tiny)
        if mean_loss >= 0.5:
            return None, 0.0 if state.largest else 1.0
        weight = float(self.learning_rate * np.log((1.0 - mean_loss) / mean_loss))
        log_factors = state.log_factors - weight * (1.0 - losses)
        log_factors -= log_factors.max()
        weights = multiply_weights(state.start, log_factors)
        return AdaBoostR2State(weights, state.start, log_factors, max(state.largest, weight)), weight

    def _measure(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        if self.loss == "linear":
            return shares
        return np.asarray(shares**2 if self.loss == "square" else 1.0 - np.exp(-shares))
