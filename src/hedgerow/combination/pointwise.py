"""Rules that treat each class by itself, as they would treat values: extremes, medians, trimmed means and products."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.combination.averaging import average, spread_weights
from hedgerow.combination.decision import pick_class, share_out
from hedgerow.foundation.constraints import Number, check_parameters
from hedgerow.foundation.parameters import configurable, parameter

_ROUNDING = 1e-12  # a sum of weights may miss half of the total by this much and still be half


class Pointwise(BaseEstimator, ABC):
    """A summary over the members, taken for each row and for each class separately.

    Of values it is the answer. Of class probabilities it is divided by its sum over the classes; a row in which
    it is zero for every class gets the mean probabilities instead. The largest share wins, and a tie goes
    to the class with the larger training weight, then to the lower index.
    """

    answers: ClassVar[Literal["classes", "values", "both"]] = "both"
    additive: ClassVar[bool] = False
    hard: ClassVar[bool] = False
    weighted: ClassVar[bool] = True

    decide = staticmethod(pick_class)

    @abstractmethod
    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Summarise over the members, (n,) or (n, K), with weights (T, n); anything where no member predicts."""

    def combine(
        self, outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Summarise over the members; NaN for a row that no member may predict."""
        check_parameters(self)
        by_row = spread_weights(weights, outputs)
        summary = self._summarise(outputs, by_row)
        summary[by_row.sum(axis=0) == 0] = np.nan
        return summary if outputs.ndim == 2 else share_out(summary, average(outputs, by_row))


class Minimum(Pointwise):
    """The smallest of the members' values, or of their probabilities of each class.

    One member that doubts a class is enough to rule it out. A row where every class has a member that gives
    it no probability at all, as is common with pure leaves, falls back on the mean probabilities.
    Of a member's weight it only matters whether it is zero.

    References
    ----------
    J. Kittler, M. Hatef, R. Duin and J. Matas, "On combining classifiers", IEEE Transactions on Pattern Analysis
    and Machine Intelligence 20 (1998).

    Examples
    --------
    >>> Minimum().combine(np.array([[1.0, 4.0], [3.0, 2.0]]))
    array([1., 2.])
    >>> Minimum().combine(np.array([[[0.8, 0.2]], [[0.4, 0.6]]]))
    array([[0.66666667, 0.33333333]])
    """

    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(
            np.min(outputs, axis=0, where=_spread_over_classes(weights > 0, outputs), initial=np.inf)
        )


class Maximum(Pointwise):
    """The largest of the members' values, or of their probabilities of each class.

    One member that is sure of a class is enough to choose it; with two classes it decides as the minimum does.
    Of a member's weight it only matters whether it is zero.

    References
    ----------
    J. Kittler, M. Hatef, R. Duin and J. Matas, "On combining classifiers", IEEE Transactions on Pattern Analysis
    and Machine Intelligence 20 (1998).

    Examples
    --------
    >>> Maximum().combine(np.array([[[0.9, 0.1]], [[0.4, 0.6]]]))
    array([[0.6, 0.4]])
    """

    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(
            np.max(outputs, axis=0, where=_spread_over_classes(weights > 0, outputs), initial=-np.inf)
        )


def _spread_over_classes(by_row: NDArray[Any], outputs: NDArray[np.float64]) -> NDArray[Any]:
    """What is known of each member and row, in the shape of the outputs."""
    return np.broadcast_to(by_row.reshape(by_row.shape + (1,) * (outputs.ndim - 2)), outputs.shape)


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
    cumulative = np.take_along_axis(_spread_over_classes(weights, outputs), order, axis=0).cumsum(axis=0)
    totals = cumulative[-1]
    shares = np.divide(cumulative, totals, out=np.ones_like(cumulative), where=totals > 0)
    return np.take_along_axis(outputs, order, axis=0), shares


def _pick(values: NDArray[np.float64], is_reached: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The first of the sorted values for which a condition holds."""
    first = is_reached.argmax(axis=0)
    return np.asarray(np.take_along_axis(values, first[None], axis=0)[0])


@configurable
class Product(Pointwise):
    r"""The class with the largest product of probabilities wins.

    The rule of members that err independently of each other. Weights are exponents, and the root that makes them sum
    to one is taken, which changes no decision and keeps the shares of many members from being all 0 or 1 (the
    logarithmic opinion pool):

    .. math:: s_k \propto \prod_t \max(p_{tk}, \text{floor})^{w_t / \sum_u w_u}

    Parameters
    ----------
    floor : float, default=0.001
        Probabilities below count as this much, because a single zero would end a class: trees with
        pure leaves give zeros all the time. With 0 the zeros stand, and a row in which every class has one
        gets the mean probabilities.

    See Also
    --------
    Vote, BordaCount

    Notes
    -----
    Members that are sure of one class each, as hard answers are, have the vote for a product: every refusal costs the
    same factor. `Mean`, `MeanProbability`, `Minimum`, `Maximum`, `Median`, `WeightedMedian` and `TrimmedMean` summarise
    the members' probabilities of each class, or their values, by other statistics. All take weights and members that
    abstain; a weight of 2 is two members. Where every class has a zero, the mean decides.

    Cost: O(T N K), with sorting O(T log T N K); blocks of rows bound the memory.

    References
    ----------
    J. Kittler, M. Hatef, R. Duin and J. Matas, On combining classifiers, IEEE Transactions on Pattern Analysis and
    Machine Intelligence 20, 1998, pp. 226-239.

    L. Kuncheva, Combining pattern classifiers: methods and algorithms, Wiley, 2004, section 5.2.

    C. Genest and J. Zidek, Combining probability distributions, Statistical Science 1, 1986.

    Examples
    --------
    >>> Product().combine(np.array([[[0.8, 0.2]], [[0.5, 0.5]]]))
    array([[0.66666667, 0.33333333]])
    """

    floor: float = parameter(Number(0, 1, "left"), default=0.001, kw_only=False)

    answers: ClassVar[Literal["classes", "values", "both"]] = "classes"

    def _summarise(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        floored = np.maximum(outputs, self.floor)
        is_zero = floored <= 0
        logarithms = np.log(np.where(is_zero, 1.0, floored))
        ended = np.einsum("tnk,tn->nk", is_zero, weights) > 0
        return np.where(ended, 0.0, np.exp(average(logarithms, weights)))
