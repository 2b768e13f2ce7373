"""The mean of the members' answers."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.combination.averaging import average


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
