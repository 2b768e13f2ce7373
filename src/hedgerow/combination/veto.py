"""Members may refuse a class."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import average, spread_weights
from hedgerow.combination.decision import share_out
from hedgerow.combination.nested_rule import Wrapping
from hedgerow.combination.protocol import COMBINATIONS
from hedgerow.combination.requirements import combine_with
from hedgerow.foundation.constraints import Number, check_parameters
from hedgerow.foundation.parameters import configurable, parameter


@configurable
class Veto(Wrapping):
    """A class that too many members refuse is out, and another rule decides among the rest.

    A member refuses every class to which it gives a probability of `refusal` or less, but never its own choice. A class
    is out when the members that refuse it hold more than `tolerated` of the weight: with 0, the classic veto, one
    of them is enough. When that leaves no class, the ones that are refused least stay, which is the inverse
    plurality of voting theory.

    Parameters
    ----------
    combination : str or object, default="vote"
        The rule that decides among the classes that are left.
    tolerated : float, default=0.0
        Share of the weight that may refuse a class without ending it, at least 0 and less than 1.
    refusal : float, default=0.0
        The largest probability that is a refusal.

    See Also
    --------
    Vote, Product

    Notes
    -----
    Members with hard answers refuse all classes but one, and the veto of the vote is then the vote itself. Where no
    member votes for a class that is left, the mean probabilities of these classes decide. The literature has the veto
    of a zero in a product and the inverse plurality; here the refusals that are tolerated are a parameter.

    Formula::

        Class k is out where sum_t w_t [p_tk <= refusal] > tolerated sum_t w_t.

    Cost: O(T N K) above the rule inside.

    References
    ----------
    L. Kuncheva, Combining pattern classifiers: methods and algorithms, Wiley, 2004, section 5.2.

    E. Baharad and S. Nitzan, The inverse plurality rule - an axiomatization, Social Choice and Welfare 25, 2005,
    pp. 173-178.

    Examples
    --------
    >>> outputs = np.array([[[0.9, 0.1, 0.0]], [[0.8, 0.2, 0.0]], [[0.0, 0.7, 0.3]]])
    >>> Veto().combine(outputs)  # the third member refuses the first class, the others refuse the last
    array([[0., 1., 0.]])
    >>> Veto(tolerated=0.5).combine(outputs)
    array([[0.66666667, 0.33333333, 0.        ]])
    """

    combination: Any = parameter(COMBINATIONS, default="vote", kw_only=False)
    tolerated: float = parameter(Number(0, 1, "left"), default=0.0, kw_only=False)
    refusal: float = parameter(Number(0, 1, "left"), default=0.0, kw_only=False)

    @property
    def answers(self) -> Literal["classes", "values", "both"]:
        """Classes: values cannot be refused."""
        return "classes"

    def check_together(self) -> None:
        """Refuse a rule inside that cannot do without the classes."""
        if self.inner.answers == "values":
            raise ValueError(
                f"combination={self.combination!r} combines values; a veto needs a rule for classes, such as 'vote'"
            )

    def combine(
        self,
        outputs: NDArray[np.float64],
        weights: NDArray[np.float64] | None = None,
        sizes: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """Score the classes that are left; NaN for a row that no member may predict."""
        check_parameters(self)
        by_row = spread_weights(weights, outputs)
        refuses = (outputs <= self.refusal) & (outputs < outputs.max(axis=2, keepdims=True))
        refused = average(refuses.astype(np.float64), by_row)
        most = np.maximum(self.tolerated, refused.min(axis=1, keepdims=True))
        is_out = refused > most + 1e-12  # absorbs rounding of the shares
        scores, means = combine_with(self.inner, outputs, weights, sizes), average(outputs, by_row)
        return share_out(np.where(is_out, 0.0, scores), np.where(is_out, 0.0, means))
