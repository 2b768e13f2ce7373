"""AdaBoost and AdaBoost.R2: rows that were misclassified, or whose value is far off, weigh more."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Number, Word
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.resampling.row_weights import METHODS, WeightedRows, find_wrong, multiply_weights, start_weights

_ROUNDING = 1e-12  # the last member, asked again, errs on exactly half of the weight, give or take this
_NO_ERROR = 1e-12  # an error that small, as a share of the largest value, is none: means are rounded


@dataclass(frozen=True)
class AdaBoostState:
    """What AdaBoost remembers from member to member.

    Attributes
    ----------
    row_weights : ndarray of shape (n_samples,)
        Weights for the next member, summing to one.
    start : ndarray of shape (n_samples,)
        Weights of the first member, to which a restart returns.
    log_factors : ndarray of shape (n_samples,)
        Logarithm of what the start has been multiplied by since the last restart.
    n_restarts : int
        How many members in a row have led to a restart.
    """

    row_weights: NDArray[np.float64]
    start: NDArray[np.float64]
    log_factors: NDArray[np.float64]
    n_restarts: int


@configurable
class AdaBoost(WeightedRows):
    """Rows that the last member misclassified weigh more for the next; good members count more.

    With e the weight of the rows that a member gets wrong and K classes (for K = 2 a member's weight is half of a):

    a = log((1 - e) / e) + log(K - 1), and the wrong rows' weights are multiplied by exp(a).

    After that the member is as bad as chance, so the next one has to be different. Use with
    ``combination="weighted_vote"``; `AdaBoostClassifier` does.

    Parameters
    ----------
    method : {"resampling", "reweighting"}, default="resampling"
        Whether a member sees rows drawn by weight, or all rows with their weights.
    learning_rate : float, default=1.0
        What `a` is multiplied by.
    max_restarts : int, default=10
        After how many restarts in a row the ensemble ends.

    See Also
    --------
    DivBoost, ArcX4, AdaBoostR2, BaggingClassifier

    Notes
    -----
    Two members leave no weights to go on with, and the next one starts again from the first weights: one without error,
    which counts as if it erred on half of one row, 1 / (2 N); and one that is no better than chance, e >= 1 - 1 / K,
    which has the weight 0. Scikit-learn ends the ensemble in both cases. Weights are kept as logarithms, so none
    of them is lost. Weights start again up to ``max_restarts`` times in a row.

    Formula: Rogers 2007, eq. 2.8-2.11.

    Cost: T times the learner, one after the other, and O(N K) per member.

    References
    ----------
    Y. Freund and R. Schapire, Experiments with a new boosting algorithm, ICML, 1996.

    J. Zhu, H. Zou, S. Rosset and T. Hastie, Multi-class AdaBoost, Statistics and Its Interface 2, 2009.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 2.8-2.11.

    Examples
    --------
    >>> y = np.array([0, 0, 0, 1, 1])
    >>> adaboost = AdaBoost(method="reweighting")
    >>> state = adaboost.start(y, None)
    >>> state, weight = adaboost.update(state, output=np.eye(2)[[0, 0, 1, 1, 1]], y=y)
    >>> round(weight, 4), adaboost.draw(state, seed=0)
    (0.6931, array([0.625, 0.625, 2.5  , 0.625, 0.625]))
    """

    method: str = parameter(METHODS, default="resampling", kw_only=False)
    learning_rate: float = parameter(Number(0, closed="right"), default=1.0)
    max_restarts: int = parameter(Count(), default=10)

    def start(self, y: NDArray[Any], sample_weight: NDArray[np.float64] | None) -> AdaBoostState:
        """Start from the user's weights, or from equal ones."""
        weights = start_weights(self, y, sample_weight, classes=True)
        return AdaBoostState(weights, weights, np.zeros(len(y)), 0)

    def update(
        self, state: AdaBoostState, output: NDArray[np.float64], y: NDArray[Any]
    ) -> tuple[AdaBoostState | None, float]:
        """Multiply the weights of the wrong rows; the member counts by its weighted error."""
        n_classes = max(output.shape[1], 2)
        wrong = find_wrong(output, y)
        error = float(state.row_weights[wrong].sum())
        if error == 0.0:
            least = 0.5 / np.count_nonzero(state.start)
            return self._restart(state), self._rate(least, n_classes) / _halve(n_classes)
        if error >= 1.0 - 1.0 / n_classes - _ROUNDING:
            return self._restart(state), 0.0
        rate = self._rate(error, n_classes)
        log_factors = state.log_factors + rate * wrong
        log_factors -= log_factors.max()
        weights = multiply_weights(state.start, log_factors)
        following = replace(state, row_weights=weights, log_factors=log_factors, n_restarts=0)
        return following, rate / _halve(n_classes)

    def _rate(self, error: float, n_classes: int) -> float:
        return float(self.learning_rate * (np.log((1.0 - error) / error) + np.log(n_classes - 1)))

    def _restart(self, state: AdaBoostState) -> AdaBoostState | None:
        if state.n_restarts + 1 >= self.max_restarts:
            return None
        zeros = np.zeros_like(state.log_factors)
        return AdaBoostState(state.start, state.start, zeros, state.n_restarts + 1)


def _halve(n_classes: int) -> float:
    """Two classes are -1 and +1, so a right vote and a wrong one are two apart (Rogers 2007, eq. 2.11)."""
    return 2.0 if n_classes == 2 else 1.0


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
        losses = self._measure(state, output, y)
        if losses is None:
            return None, state.largest or 1.0
        mean_loss = max(float(state.row_weights @ losses), np.finfo(np.float64).tiny)
        if mean_loss >= 0.5:
            return None, 0.0 if state.largest else 1.0
        weight = float(self.learning_rate * np.log((1.0 - mean_loss) / mean_loss))
        log_factors = state.log_factors - weight * (1.0 - losses)
        log_factors -= log_factors.max()
        weights = multiply_weights(state.start, log_factors)
        return AdaBoostR2State(weights, state.start, log_factors, max(state.largest, weight)), weight

    def measure_error(self, state: Any, output: NDArray[np.float64], y: NDArray[Any]) -> float:
        """Weighted mean loss of a member; 0 where it makes no error."""
        losses = self._measure(state, output, y)
        return 0.0 if losses is None else float(state.row_weights @ losses)

    def _measure(
        self, state: AdaBoostR2State, output: NDArray[np.float64], y: NDArray[Any]
    ) -> NDArray[np.float64] | None:
        """The loss of each row; None where no row has an error."""
        errors = np.abs(output - y)
        largest = errors.max(initial=0.0, where=state.start > 0)
        if largest <= _NO_ERROR * np.abs(y).max(initial=0.0, where=state.start > 0):
            return None
        shares: NDArray[np.float64] = np.minimum(errors / largest, 1.0)
        if self.loss == "linear":
            return shares
        return np.asarray(shares**2 if self.loss == "square" else 1.0 - np.exp(-shares))
