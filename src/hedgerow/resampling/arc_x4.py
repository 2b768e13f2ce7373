"""Arc-x4: rows weigh more the more members have misclassified them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.resampling.row_weights import METHODS, WeightedRows, find_wrong, start_weights


@dataclass(frozen=True)
class ArcX4State:
    """What Arc-x4 remembers from member to member.

    Attributes
    ----------
    row_weights : ndarray of shape (n_samples,)
        Weights for the next member, summing to one.
    start : ndarray of shape (n_samples,)
        Weights of the first member.
    n_errors : ndarray of shape (n_samples,)
        How many members have got each row wrong.
    """

    row_weights: NDArray[np.float64]
    start: NDArray[np.float64]
    n_errors: NDArray[np.intp]


@configurable
class ArcX4(WeightedRows):
    """A row that m members have got wrong weighs 1 + m^4; all members count the same.

    Breiman made it up to show that boosting works by adapting and not by its particular weights.

    Parameters
    ----------
    power : float, default=4.0
        The exponent.
    method
        As for `AdaBoost`.

    See Also
    --------
    AdaBoost, DivBoost

    Notes
    -----
    Weights of the user multiply those of the method. The exponent is a parameter.

    Formula::

        w = 1 + m^4; Rogers 2007, eq. 2.12.

    Cost: T times the learner, one after the other.

    References
    ----------
    L. Breiman, Arcing classifiers, Annals of Statistics 26, 1998, pp. 801-849.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 2.12.

    Examples
    --------
    >>> y = np.array([0, 0, 1])
    >>> arcing = ArcX4()
    >>> state, weight = arcing.update(arcing.start(y, None), output=np.eye(2)[[0, 1, 1]], y=y)
    >>> state.row_weights, weight
    (array([0.25, 0.5 , 0.25]), 1.0)
    """

    power: float = parameter(Number(0, closed="right"), default=4.0, kw_only=False)
    method: str = parameter(METHODS, default="resampling")

    def start(self, y: NDArray[Any], sample_weight: NDArray[np.float64] | None) -> ArcX4State:
        """Start from the user's weights, or from equal ones."""
        weights = start_weights(self, y, sample_weight, classes=True)
        return ArcX4State(weights, weights, np.zeros(len(y), dtype=np.intp))

    def update(
        self, state: ArcX4State, output: NDArray[np.float64], y: NDArray[Any]
    ) -> tuple[ArcX4State, float]:
        """Count the wrong rows; every member has the weight 1."""
        n_errors = state.n_errors + find_wrong(output, y)
        weights = state.start * (1.0 + n_errors.astype(np.float64) ** self.power)
        return ArcX4State(weights / weights.sum(), state.start, n_errors), 1.0
