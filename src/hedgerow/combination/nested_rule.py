"""Rules around another rule: sure members count for more, or members may refuse a class."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.combination.averaging import average, spread_weights
from hedgerow.combination.decision import share_out
from hedgerow.combination.protocol import (
    COMBINATIONS,
    ClassCombination,
    Combination,
    LearnedCombination,
    combine_with,
    reads_sizes,
)
from hedgerow.foundation.constraints import Number, Word, check, check_parameters
from hedgerow.foundation.parameters import configurable, parameter

MEASURES = Word("purity", "laplace", "size")


class Wrapping(BaseEstimator):
    """What a rule takes over from the rule that it is put around: `combination`, an object or a shorthand."""

    combination: Any
    additive: ClassVar[bool] = False

    @property
    def inner(self) -> Combination:
        """The rule inside."""
        inner = COMBINATIONS.resolve(self.combination)
        if isinstance(inner, LearnedCombination):
            raise ValueError(
                f"combination={self.combination!r} learns by itself which predictions to trust; use it directly, not "
                f"inside {type(self).__name__}"
            )
        return cast(Combination, inner)

    @property
    def answers(self) -> Literal["classes", "values", "both"]:
        """What the rule inside combines."""
        return self.inner.answers

    @property
    def hard(self) -> bool:
        """Whether the rule inside counts votes."""
        return self.inner.hard

    @property
    def weighted(self) -> bool:
        """Whether the rule inside listens to the weights of the members."""
        return self.inner.weighted

    @property
    def sized(self) -> bool:
        """Whether the rule inside needs the weight behind each answer."""
        return reads_sizes(self.inner)

    def decide(
        self, scores: NDArray[np.float64], priors: NDArray[np.float64] | None = None
    ) -> NDArray[np.intp]:
        """Pick a class as the rule inside does."""
        return cast(ClassCombination, self.inner).decide(scores, priors)


def measure_confidence(
    outputs: NDArray[np.float64], measure: str = "purity", sizes: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    r"""Confidence of each member in its answer about each row.

    With the leaf (or the neighbourhood) that gives the answer, n its training weight and m that of its majority
    class, among K classes:

    - ``"purity"``, the share of the majority, :math:`m / n`, which is the largest probability (Ho);
    - ``"laplace"``, the same with a row of each class added, :math:`(m + 1) / (n + K)`, so a leaf
      of one row is not sure;
    - ``"size"``, the weight itself, :math:`n` (Frank and Witten).

    Parameters
    ----------
    outputs : ndarray of shape (n_members, n_samples, n_classes) or (n_members, n_samples)
        Class probabilities; or values, of which only the size can be said.
    measure : {"purity", "laplace", "size"}, default="purity"
        What confidence is.
    sizes : ndarray of shape (n_members, n_samples), default=None
        Training weight behind each answer, see `leaf_sizes`; purity does without.

    Returns
    -------
    ndarray of shape (n_members, n_samples)

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton (2007), section 2.4.

    Examples
    --------
    >>> leaf, size = np.array([[[0.7, 0.3]]]), np.array([[10.0]])
    >>> [float(measure_confidence(leaf, measure, size)[0, 0]) for measure in ("purity", "laplace", "size")]
    [0.7, 0.6666666666666666, 10.0]
    """
    check("confidence", measure, MEASURES)
    if measure != "size" and outputs.ndim == 2:
        raise ValueError(f"confidence={measure!r} is about classes; for values use 'size'")
    if measure == "purity":
        return np.asarray(outputs.max(axis=2))
    if sizes is None:
        raise ValueError(
            f"confidence={measure!r} needs the training weight behind each answer, which only the leaves of trees "
            "know; pass sizes=leaf_sizes(ensemble, X), or use confidence='purity'"
        )
    return sizes if measure == "size" else (outputs.max(axis=2) * sizes + 1) / (sizes + outputs.shape[2])


@configurable
class ConfidenceWeighted(Wrapping):
    r"""Each member's answer about a row counts with its confidence in that answer.

    Any rule may be weighted so. Around the vote it is :math:`\arg\max_k \sum_t c_t(x) [h_t(x) = k]`; around the
    mean probability and with the size of the leaf, the class counts of all the members' leaves are pooled.

    Parameters
    ----------
    combination : str or object, default="vote"
        The rule that is weighted. If it listens to the weights of the members, both weights are multiplied.
    confidence : {"purity", "laplace", "size"}, default="purity"
        What confidence is; see `measure_confidence`. All but the purity need members with leaves.

    See Also
    --------
    Vote

    Notes
    -----
    The size is training weight. The smoothed purity is an addition.

    Formula::

        c = m / n, (m + 1) / (n + K) or n.

    Cost: A second walk down the trees where the size is needed.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 2.4.

    Examples
    --------
    >>> outputs = np.array([[[0.9, 0.1]], [[0.4, 0.6]]])
    >>> ConfidenceWeighted().combine(outputs)
    array([[0.6, 0.4]])
    >>> ConfidenceWeighted("mean_probability", "size").combine(outputs, sizes=np.array([[10.0], [30.0]]))
    array([[0.525, 0.475]])
    """

    combination: Any = parameter(COMBINATIONS, default="vote", kw_only=False)
    confidence: str = parameter(MEASURES, default="purity", kw_only=False)

    @property
    def sized(self) -> bool:
        """Whether it needs the weight behind each answer."""
        return self.confidence != "purity" or reads_sizes(self.inner)

    def check_together(self) -> None:
        """Refuse a confidence that the rule inside cannot use."""
        if self.inner.answers == "values" and self.confidence != "size":
            raise ValueError(f"confidence={self.confidence!r} is about classes; for values use 'size'")

    def combine(
        self,
        outputs: NDArray[np.float64],
        weights: NDArray[np.float64] | None = None,
        sizes: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """Combine with the rule inside; NaN for a row that no member may predict."""
        confidences = measure_confidence(outputs, self.confidence, sizes)
        return combine_with(self.inner, outputs, spread_weights(weights, outputs) * confidences, sizes)


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
