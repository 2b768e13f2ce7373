"""DivBoost: rows about which the members are divided weigh more."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln

from hedgerow.foundation.constraints import Number, Word
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.resampling.row_weights import METHODS, WeightedRows, multiply_weights, start_weights


@dataclass(frozen=True)
class DivBoostState:
    """What DivBoost remembers from member to member.

    Attributes
    ----------
    row_weights : ndarray of shape (n_samples,)
        Weights for the next member, summing to one.
    start : ndarray of shape (n_samples,)
        Weights of the first member.
    votes : ndarray of shape (n_samples, n_classes)
        How many members have voted for each class.
    n_true, n_rival : ndarray of shape (n_samples,)
        Votes for the true class, and for the strongest other one.
    """

    row_weights: NDArray[np.float64]
    start: NDArray[np.float64]
    votes: NDArray[np.int32]
    n_true: NDArray[np.int32]
    n_rival: NDArray[np.int32]


@configurable
class DivBoost(WeightedRows):
    """Rows about which the members are divided weigh more; rows that all of them get wrong lose weight.

    AdaBoost chases every row that is misclassified, a mislabelled one to the end. DivBoost weighs a row by how
    uncertain its vote still is. With H votes for the true class and n - H for the strongest other one,

    W1 = 2^-n sum_{j <= min(H, n - H)} C(n, j),    W2 = 2^-n C(n, H).

    W1 is the p-value of a sign test, "both classes are equally likely to get a vote"; W2 is the probability of
    just this vote. Either is largest where the vote is even and falls off alike on both sides. All members count
    the same.

    Parameters
    ----------
    weighting : {"w1", "w2", "removal"}, default="w2"
        Which weight; "removal" leaves out the rows whose W1 is below `level`, for as long as it is, and weighs the
        others alike. It ends the ensemble when no row is left.
    method
        As for `AdaBoost`.
    level : float, default=0.05
        The p-value below which "removal" takes a row for decided.

    See Also
    --------
    AdaBoost, BoostByMajority

    Notes
    -----
    The listing of the algorithm compares H with T - H, where T is the final number of members; it must be the number so
    far, or else rows weigh the more the more members are right about them. For two classes 2^-n cancels; for more,
    which go beyond the thesis, n differs between rows and 2^-n must stay. Weights of the user multiply those of the
    method. Logarithms keep any number of members from overflowing.

    Formula: Rogers 2007, eq. 4.18 and 4.24-4.26.

    Cost: T times the learner, one after the other, and O(N K) per member.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 4.2.3, eq. 4.24-4.26.

    Examples
    --------
    >>> y = np.array([0, 0, 0])
    >>> divboost = DivBoost()
    >>> state = divboost.start(y, None)
    >>> for answers in ([0, 0, 1], [0, 1, 1]):
    ...     state, weight = divboost.update(state, output=np.eye(2)[answers], y=y)
    >>> state.row_weights  # never wrong, wrong once, always wrong
    array([0.25, 0.5 , 0.25])
    """

    weighting: str = parameter(Word("w1", "w2", "removal"), default="w2", kw_only=False)
    method: str = parameter(METHODS, default="resampling")
    level: float = parameter(Number(0, 0.5), default=0.05)

    def start(self, y: NDArray[Any], sample_weight: NDArray[np.float64] | None) -> DivBoostState:
        """Start from the user's weights, or from equal ones."""
        weights = start_weights(self, y, sample_weight, classes=True)
        votes = np.zeros((len(y), max(int(y.max()) + 1, 2)), dtype=np.int32)
        return DivBoostState(weights, weights, votes, votes[:, 0], votes[:, 0])

    def update(
        self, state: DivBoostState, output: NDArray[np.float64], y: NDArray[Any]
    ) -> tuple[DivBoostState | None, float]:
        """Count the votes; every member has the weight 1."""
        rows = np.arange(len(y))
        votes = state.votes.copy()
        votes[rows, output.argmax(axis=1)] += 1
        n_true = votes[rows, y]
        others = votes.copy()
        others[rows, y] = -1
        n_rival = others.max(axis=1)
        weights = multiply_weights(state.start, self._weigh(n_true, n_rival))
        if not weights.any():
            return None, 1.0
        return DivBoostState(weights, state.start, votes, n_true, n_rival), 1.0

    def _weigh(self, n_true: NDArray[np.int32], n_rival: NDArray[np.int32]) -> NDArray[np.float64]:
        if self.weighting != "removal":
            return weigh_votes(n_true, n_rival, self.weighting)
        return np.where(margin_p_value(n_true, n_rival) < self.level, -np.inf, 0.0)


def weigh_votes(n_true: ArrayLike, n_rival: ArrayLike, weighting: str = "w2") -> NDArray[np.float64]:
    """Logarithm of DivBoost's weight of rows with so many votes for the true class and its strongest rival.

    Parameters
    ----------
    n_true, n_rival : array-like of int of shape (n_samples,)
        The votes.
    weighting : {"w1", "w2"}, default="w2"
        log(2^-n sum_{j <= min} C(n, j)) or log(2^-n C(n, n_true)), with n of `n_true` and `n_rival` together.

    Returns
    -------
    ndarray of shape (n_samples,)
        Finite for any number of votes; 0 where there are none.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.25 and 4.26.

    Examples
    --------
    >>> np.exp(weigh_votes([0, 1, 2, 3], [3, 2, 1, 0])) * 2**3
    array([1., 3., 3., 1.])
    """
    own, rival = np.atleast_1d(n_true), np.atleast_1d(n_rival)
    totals = own + rival
    occurs = np.bincount(totals) > 0
    tables = [_tabulate(int(total), weighting) for total in np.flatnonzero(occurs)]
    starts = np.cumsum([0, *(table.size for table in tables[:-1])])
    return np.asarray(np.concatenate(tables)[starts[np.cumsum(occurs)[totals] - 1] + own])


def margin_p_value(n_true: ArrayLike, n_rival: ArrayLike) -> NDArray[np.float64]:
    """How likely the sign of a row's margin is to be luck: 2^-n sum_{j <= min(n_true, n_rival)} C(n, j).

    A one-sided sign test. A small value with fewer votes for the true class than for its rival marks an outlier;
    with more, a row that is safe. An even vote is more than 1/2.

    Parameters
    ----------
    n_true, n_rival : array-like of int of shape (n_samples,)
        Votes for the true class, and for the strongest other one.

    Returns
    -------
    ndarray of shape (n_samples,)

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.24.

    Examples
    --------
    >>> margin_p_value([8, 3], [2, 7])
    array([0.0546875, 0.171875 ])
    """
    return np.asarray(np.exp(weigh_votes(n_true, n_rival, "w1")))


@lru_cache(maxsize=256)
def _tabulate(n_votes: int, weighting: str) -> NDArray[np.float64]:
    """Logarithms of the weights of 0, 1, ..., n votes for the true class out of n."""
    counts = np.arange(n_votes + 1)
    log_choices = gammaln(n_votes + 1) - gammaln(counts + 1) - gammaln(n_votes - counts + 1)
    table = log_choices - n_votes * np.log(2.0)
    if weighting == "w1":
        table = np.logaddexp.accumulate(table)[np.minimum(counts, n_votes - counts)]
    table.setflags(write=False)
    return np.asarray(table)
