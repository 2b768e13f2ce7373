"""Boost by majority: rows weigh as much as the coming vote is likely to decide about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln

from hedgerow.foundation.constraints import Count, Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.resampling.row_weights import METHODS, WeightedRows, find_wrong, multiply_weights, start_weights


@dataclass(frozen=True)
class MajorityState:
    """What boost by majority remembers from member to member.

    Attributes
    ----------
    row_weights : ndarray of shape (n_samples,)
        Weights for the next member, summing to one.
    start : ndarray of shape (n_samples,)
        Weights of the first member.
    n_correct : ndarray of shape (n_samples,)
        How many members have got each row right.
    n_grown : int
        How many members there are.
    """

    row_weights: NDArray[np.float64]
    start: NDArray[np.float64]
    n_correct: NDArray[np.intp]
    n_grown: int


@configurable
class BoostByMajority(WeightedRows):
    """A row weighs as much as the next vote is likely to decide about it; what is decided weighs nothing.

    The number of members T is fixed beforehand, and members are taken to be right with probability 1/2 + edge. After t
    members of which r were right about a row, with k = floor(T/2) - r and n = T - t - 1, its weight is the
    probability that just k of the n votes after the next one will be right:

    w = C(n, k) (1/2 + edge)^k (1/2 - edge)^(n - k), and 0 unless 0 <= k <= n.

    Rows that are beyond hope are given up, which AdaBoost never does.

    Parameters
    ----------
    n_rounds : int, default=100
        T, the number of members that the ensemble will have.
    edge : float, default=0.05
        How much better than chance members are thought to be, between 0 and 0.5.
    method
        As for `AdaBoost`.

    See Also
    --------
    AdaBoost, DivBoost

    Notes
    -----
    The ensemble ends early when everything is decided. With more than two classes a row is taken to need half of the
    votes; a plurality often needs fewer. The default of `edge` is ours; the papers give none. Weights of the user
    multiply those of the method.

    Formula: Rogers 2007, eq. 4.19 and 4.20.

    Cost: At most T times the learner, one after the other.

    References
    ----------
    Y. Freund, Boosting a weak learning algorithm by majority, Information and Computation 121, 1995, pp. 256-285.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.19 and 4.20.

    Examples
    --------
    >>> y = np.array([0, 1])
    >>> boosting = BoostByMajority(5, edge=0.1)
    >>> state, weight = boosting.update(boosting.start(y, None), output=np.eye(2)[[0, 0]], y=y)
    >>> state.row_weights  # right, wrong
    array([0.4, 0.6])
    """

    n_rounds: int = parameter(Count(), default=100, kw_only=False)
    edge: float = parameter(Number(0, 0.5, "neither"), default=0.05)
    method: str = parameter(METHODS, default="resampling")

    def start(self, y: NDArray[Any], sample_weight: NDArray[np.float64] | None) -> MajorityState:
        """Start from the user's weights, or from equal ones."""
        weights = start_weights(self, y, sample_weight, classes=True)
        return MajorityState(weights, weights, np.zeros(len(y), dtype=np.intp), 0)

    def update(
        self, state: MajorityState, output: NDArray[np.float64], y: NDArray[Any]
    ) -> tuple[MajorityState | None, float]:
        """Count the right rows; every member has the weight 1."""
        n_correct, n_grown = state.n_correct + ~find_wrong(output, y), state.n_grown + 1
        log_factors = weigh_decisive(n_correct, n_grown, self.n_rounds, self.edge)
        weights = multiply_weights(state.start, log_factors)
        if not weights.any():
            return None, 1.0
        return MajorityState(weights, state.start, n_correct, n_grown), 1.0


def weigh_decisive(
    n_correct: ArrayLike, n_grown: int, n_rounds: int, edge: float = 0.05
) -> NDArray[np.float64]:
    """Logarithm of the probability that the next vote decides about rows.

    Parameters
    ----------
    n_correct : array-like of int
        How many of the members so far are right about each row.
    n_grown : int
        How many members there are so far.
    n_rounds : int
        How many there will be.
    edge : float, default=0.05
        How much better than chance members are thought to be.

    Returns
    -------
    ndarray of the shape of `n_correct`
        -inf where the vote is decided.

    References
    ----------
    Y. Freund, "Boosting a weak learning algorithm by majority", Information and Computation 121 (1995).

    Examples
    --------
    >>> np.exp(weigh_decisive([0, 1, 2], n_grown=2, n_rounds=5, edge=0.1))
    array([0.36, 0.48, 0.16])
    """
    needed = n_rounds // 2 - np.asarray(n_correct)
    n_after = n_rounds - n_grown - 1
    is_open = (needed >= 0) & (needed <= n_after)
    right = np.where(is_open, needed, 0)
    wrong = np.where(is_open, n_after - needed, 0)
    log_weights = gammaln(max(n_after, 0) + 1) - gammaln(right + 1) - gammaln(wrong + 1)
    log_weights += right * np.log(0.5 + edge) + wrong * np.log(0.5 - edge)
    return np.where(is_open, log_weights, -np.inf)
