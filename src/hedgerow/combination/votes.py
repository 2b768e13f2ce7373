"""Votes and means, the combinations that add up over the members."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.combination.averaging import average, harden
from hedgerow.combination.decision import pick_class


class Vote(BaseEstimator):
    """The class with the most votes wins; the scores are vote shares.

    A tie goes to the tied class with the larger training weight, then to the lower class index. The sources
    write sgn(sum) and leave a sum of zero open.

    See Also
    --------
    Veto, BordaCount, ConfidenceWeighted, Product

    Notes
    -----
    Sums of weights that differ by rounding alone are ties.

    Formula::

        argmax_k sum_t w_t [h_t(x) = k]. Rogers 2007, eq. 2.3 and 2.9.

    Cost: O(T N K); the members' predictions are summed and never held together.

    References
    ----------
    L. Kuncheva, Combining pattern classifiers: methods and algorithms, Wiley, 2004, sections 4.2 and 4.3.

    J. Rogers, PhD thesis, University of Southampton, 2007.

    Examples
    --------
    >>> outputs = np.array([[[0.9, 0.1]], [[0.4, 0.6]]])
    >>> shares = Vote().combine(outputs)
    >>> shares, Vote().decide(shares), Vote().decide(shares, priors=np.array([3.0, 5.0]))
    (array([[0.5, 0.5]]), array([0]), array([1]))
    """

    answers: ClassVar[Literal["classes"]] = "classes"
    additive: ClassVar[bool] = True
    hard: ClassVar[bool] = True
    weighted: ClassVar[bool] = False

    decide = staticmethod(pick_class)

    def combine(
        self, outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Share out the votes (the weight, where weights are given) for each class."""
        return average(harden(outputs), weights)


class WeightedVote(Vote):
    """Each member's vote counts with the member's weight, as in AdaBoost.

    Examples
    --------
    >>> outputs = np.array([[[1.0, 0.0]], [[0.0, 1.0]], [[0.0, 1.0]]])
    >>> WeightedVote().combine(outputs, weights=np.array([3.0, 1.0, 1.0]))
    array([[0.6, 0.4]])
    """

    weighted: ClassVar[bool] = True


class Mean(BaseEstimator):
    """The mean of the members' values, weighted where the members have weights.

    Examples
    --------
    >>> Mean().combine(np.array([[1.0, 4.0], [3.0, 4.0]]))
    array([2., 4.])
    """

    answers: ClassVar[Literal["classes", "values"]] = "values"
    additive: ClassVar[bool] = True
    hard: ClassVar[bool] = False
    weighted: ClassVar[bool] = True

    def combine(
        self, outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Average over the members."""
        return average(outputs, weights)


class MeanProbability(Mean):
    """The mean of the members' class probabilities; the class with the largest mean wins.

    Equal means go to the lower class index, as in scikit-learn.

    Examples
    --------
    >>> probabilities = MeanProbability().combine(np.array([[[0.9, 0.1]], [[0.4, 0.6]]]))
    >>> probabilities, MeanProbability().decide(probabilities)
    (array([[0.65, 0.35]]), array([0]))
    """

    answers: ClassVar[Literal["classes", "values"]] = "classes"

    def decide(
        self, scores: NDArray[np.float64], priors: NDArray[np.float64] | None = None
    ) -> NDArray[np.intp]:
        """Pick the class with the largest mean probability."""
        return np.asarray(scores.argmax(axis=1))
