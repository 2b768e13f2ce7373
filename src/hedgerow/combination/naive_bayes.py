"""Naive Bayes over the members' answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from hedgerow.combination.confusion import Confusion
from hedgerow.combination.learned_rules import Learned
from hedgerow.foundation.constraints import Number
from hedgerow.foundation.parameters import configurable, fitted, parameter

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs


@configurable
class NaiveBayesCombination(Learned):
    r"""The class that makes the members' answers most likely, if they err independently of each other.

    Each member is known by its confusion matrix on rows whose truth is known: of the :math:`N_{tk}` rows of class k
    that member t predicted, it answered s for :math:`c_{tks}`. With the prior :math:`P(k)`, the share of the class, the
    posterior of a row with answers :math:`s_1, ..., s_T` is

    .. math:: P(k \mid s) \propto P(k) \left[ \prod_t \frac{c_{tks_t} + a / K}{N_{tk} + a} \right]^B.

    So a member that often errs is not merely counted less: its answer is read as what it usually means.

    Parameters
    ----------
    smoothing : float, default=1.0
        a, the Laplace correction: rows that are added to each class, spread evenly over the answers, so
        an answer never seen before is unlikely and not impossible.
    power : float, default=1.0
        B. Members that resemble each other repeat the same evidence; a power less than 1 takes that back and makes
        the posterior less extreme, without changing the order of the likelihoods.

    Attributes
    ----------
    confusion_ : Confusion
        The confusion matrices it learned from.
    likelihoods_ : ndarray of shape (n_members, n_classes, n_classes)
        Smoothed probability of each answer (third axis) given the class (second axis).
    class_prior_ : ndarray of shape (n_classes,)
        Share of the weight of each class.

    See Also
    --------
    DecisionTemplates, Vote

    Notes
    -----
    Weights of the members are not asked for, since the matrices say how much each is worth; where weights are passed
    all the same they are exponents. The factor of a member that abstains is left out. In an ensemble the matrices are
    counted out of bag, each member on the rows it was not fitted on; the out-of-bag score of a tenth of the rows uses
    matrices counted on the others.

    Cost: O(T N K) to count and to combine, T K^2 numbers.

    References
    ----------
    L. Kuncheva, Combining pattern classifiers: methods and algorithms, Wiley, 2004, section 4.4.

    D. Titterington et al., Comparison of discrimination techniques applied to a complex data set of head injured
    patients, Journal of the Royal Statistical Society A 144, 1981.

    Examples
    --------
    >>> from hedgerow.outputs import Outputs
    >>> said = [["a", "a", "b", "b", "b", "a"], ["b", "b", "b", "a", "a", "a"]]
    >>> outputs = Outputs.from_predictions(said, truth=["a", "a", "a", "b", "b", "b"])
    >>> rule = NaiveBayesCombination().fit(outputs)
    >>> rule.combine(np.array([[[0.0, 1.0]], [[1.0, 0.0]]])).round(2)  # the second always says the contrary
    array([[0.08, 0.92]])
    """

    smoothing: float = parameter(Number(0, closed="neither"), default=1.0, kw_only=False)
    power: float = parameter(Number(0, closed="neither"), default=1.0, kw_only=False)

    hard: ClassVar[bool] = True
    weighted: ClassVar[bool] = False

    likelihoods_: NDArray[np.float64] = fitted()
    class_prior_: NDArray[np.float64] = fitted()

    def tally(self, outputs: Outputs) -> Confusion:
        """Count the answers."""
        return Confusion.from_outputs(outputs)

    def learn(self, tally: Confusion) -> Self:
        """Learn from what was counted, perhaps in parts that were merged."""
        super().learn(tally)
        n_classes = len(tally.present)
        smoothed = tally.counts + self.smoothing / n_classes
        self.likelihoods_ = smoothed / (tally.predicted_weight[:, :, None] + self.smoothing)
        self.class_prior_ = tally.present / tally.present.sum()
        return self

    def _score(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        # Under a code several classes may tie as a member's answer; the first of them stands for all.
        said = outputs.argmax(axis=2)
        evidence = np.log(self.likelihoods_)[np.arange(len(said))[:, None], :, said]  # (T, n, K)
        scores = self.power * np.einsum("tnk,tn->nk", evidence, weights)
        with np.errstate(divide="ignore"):  # a class without rows cannot win
            scores += np.log(self.class_prior_)
        return np.asarray(softmax(scores, axis=1))
