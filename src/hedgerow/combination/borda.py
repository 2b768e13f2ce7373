"""Each member ranks the classes."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata
from sklearn.base import BaseEstimator

from hedgerow.combination.averaging import average
from hedgerow.combination.decision import pick_class


class BordaCount(BaseEstimator):
    """A class gets a point from each member for every class that the member finds less probable.

    Two classes that a member finds equally probable share the point. The scores are shares of all the points. Unlike a
    vote, second choices count; unlike a mean of probabilities, it does not matter by how much a class is preferred,
    so members need not be calibrated. A tie goes to the class with the larger training weight, then to the lower
    index.

    See Also
    --------
    Vote, Product

    Notes
    -----
    With two classes it decides as the vote does, but for members that are undecided: they say nothing here, and vote
    for the first class there. Members have weights.

    Formula::

        B_k = sum_t w_t (#{j : p_tj < p_tk} + #{j != k : p_tj = p_tk} / 2).

    Cost: O(T N K log K).

    References
    ----------
    T. K. Ho, J. Hull and S. Srihari, Decision combination in multiple classifier systems, IEEE Transactions on Pattern
    Analysis and Machine Intelligence 16, 1994, pp. 66-75.

    Examples
    --------
    >>> outputs = np.array([[[0.5, 0.4, 0.1]], [[0.5, 0.3, 0.2]], [[0.0, 0.6, 0.4]], [[0.1, 0.6, 0.3]]])
    >>> 3 * 4 * BordaCount().combine(outputs)  # 2 + 2 + 0 + 0, 1 + 1 + 2 + 2, 0 + 0 + 1 + 1
    array([[4., 6., 2.]])
    """

    answers: ClassVar[Literal["classes"]] = "classes"
    additive: ClassVar[bool] = False
    hard: ClassVar[bool] = False
    weighted: ClassVar[bool] = True

    decide = staticmethod(pick_class)

    def combine(
        self, outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Share out the points; NaN for a row that no member may predict."""
        n_classes = outputs.shape[2]
        if n_classes == 1:
            return average(np.ones_like(outputs), weights)
        points = rankdata(outputs, axis=2) - 1
        return average(points / (n_classes * (n_classes - 1) / 2), weights)
