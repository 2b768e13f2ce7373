"""The product of the members' probabilities."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import average
from hedgerow.combination.pointwise import Pointwise
from hedgerow.foundation.constraints import Number
from hedgerow.foundation.parameters import configurable, parameter


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
