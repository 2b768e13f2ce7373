"""Rules that sort the members' answers: medians and the trimmed mean."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.pointwise import Pointwise
from hedgerow.foundation.constraints import Number
from hedgerow.foundation.parameters import configurable, parameter

_ROUNDING = 1e-12  # a sum of weights may miss half of the total by this much and still be half


class Median(Pointwise):
    """The middle of the members' values, or of their probabilities of each class.

    Half of the weight lies below and half above; where a whole stretch does that, its middle is taken, so with
    equal weights this is the ordinary median.

    Examples
    --------
    >>> Median().combine(np.array([[1.0], [2.0], [9.0]])), Median().combine(np.array([[1.0], [2.0]]))
    (array([2.]), array([1.5]))
    >>> Median().combine(np.array([[[0.9, 0.1, 0.0]], [[0.3, 0.5, 0.2]], [[0.2, 0.6, 0.2]]]))
    array([[0.3, 0.5, 0.2]])
    """

    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        values, shares = sort_members(outputs, weights)
        lower = _pick(values, shares >= 0.5 - _ROUNDING)
        upper = _pick(values, shares > 0.5 + _ROUNDING)
        return (lower + upper) / 2


class WeightedMedian(Pointwise):
    """The smallest value whose cumulative member weight reaches half of the total, as in AdaBoost.R2.

    Unlike `Median`, it always is what some member said.

    References
    ----------
    H. Drucker, "Improving regressors using boosting techniques", ICML (1997).

    Examples
    --------
    >>> WeightedMedian().combine(np.array([[1.0], [3.0], [2.0]]), weights=np.array([0.2, 0.5, 0.4]))
    array([2.])
    """

    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        values, shares = sort_members(outputs, weights)
        return _pick(values, shares >= 0.5 - _ROUNDING)


@configurable
class TrimmedMean(Pointwise):
    """The mean of what is left when the lowest and the highest answers are cut off.

    With the members' answers in order, those that fill the first and the last `proportion` of the weight do not
    count; a member on the edge counts with the part of its weight that is inside. So a proportion of 0
    is the mean, and close to 0.5 it is the median.

    Parameters
    ----------
    proportion : float, default=0.1
        Share of the weight to cut off at either end, at least 0 and less than 0.5.

    Notes
    -----
    Trimming by weight makes a member of weight 2 the same as two members. `scipy.stats.trim_mean` cuts whole
    members, and agrees where `proportion` times their number is whole.

    References
    ----------
    L. Kuncheva, "Combining pattern classifiers", Wiley (2004), section 5.2.

    Examples
    --------
    >>> TrimmedMean(0.25).combine(np.array([[1.0], [2.0], [4.0], [90.0]]))
    array([3.])
    """

    proportion: float = parameter(Number(0, 0.5, "left"), default=0.1, kw_only=False)

    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        values, shares = sort_members(outputs, weights)
        inside = shares.clip(self.proportion, 1 - self.proportion)
        kept = np.diff(inside, axis=0, prepend=self.proportion)
        kept[kept < _ROUNDING] = 0.0  # a wild answer that is cut off must not come back through rounding
        return np.asarray((kept * values).sum(axis=0) / (1 - 2 * self.proportion))


def sort_members(
    outputs: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sort the answers about each row, and add up the weights in that order.

    Parameters
    ----------
    outputs : ndarray of shape (n_members, n_samples) or (n_members, n_samples, n_classes)
        What each member said about each row.
    weights : ndarray of shape (n_members, n_samples)
        Weight of each member for each row.

    Returns
    -------
    values : ndarray of the shape of `outputs`
        The answers, ascending over the members.
    shares : ndarray of the shape of `outputs`
        Share of the row's weight up to and including each answer; ones where no member predicts.
    """
    order = outputs.argsort(axis=0, kind="stable")
    by_class = np.broadcast_to(weights.reshape(weights.shape + (1,) * (outputs.ndim - 2)), outputs.shape)
    cumulative = np.take_along_axis(by_class, order, axis=0).cumsum(axis=0)
    totals = cumulative[-1]
    shares = np.divide(cumulative, totals, out=np.ones_like(cumulative), where=totals > 0)
    return np.take_along_axis(outputs, order, axis=0), shares


def _pick(values: NDArray[np.float64], is_reached: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The first of the sorted values for which a condition holds."""
    first = is_reached.argmax(axis=0)
    return np.asarray(np.take_along_axis(values, first[None], axis=0)[0])
