"""Members count by how often they were right about rows whose truth is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import average
from hedgerow.combination.confusion import Confusion
from hedgerow.combination.learned_rules import ConfusionMixin, Learned
from hedgerow.foundation.constraints import Word
from hedgerow.foundation.parameters import configurable, fitted, parameter

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs


@configurable
class AccuracyWeightedMean(ConfusionMixin, Learned):
    r"""The mean of the members' probabilities, each weighted by its accuracy.

    With the accuracy :math:`a_t` of member t on rows whose truth is known, the score of a class is

    .. math:: p = \frac{\sum_t a_t p_t}{\sum_t a_t}.

    Parameters
    ----------
    weighting : {"accuracy", "log_odds"}, default="accuracy"
        Whether the weight is the accuracy, or :math:`\log(a / (1 - a))`, the weight of independent voters; a member
        that is right half of the time or less has none.

    Attributes
    ----------
    confusion_ : Confusion
        The confusion matrices it learned from.
    accuracies_ : ndarray of shape (n_members,)
        Share of right answers of each member on the rows that it predicted.
    member_weights_ : ndarray of shape (n_members,)
        What they count.

    See Also
    --------
    BayesNetCombiner, WeightedVote, NaiveBayesCombination

    Notes
    -----
    Members that are all good have nearly the same accuracy, so this is nearly the plain mean; the log-odds tell them
    apart. An accuracy of 1 counts, for its log-odds, as one with half a row wrong. Where no member has any weight, all
    have the same.

    Formula::

        p = sum_t a_t p_t / sum_t a_t; Ceccon et al. 2010, section 2.3.

    Cost: O(T N K) to count and to combine.

    References
    ----------
    S. Ceccon, D. Garway-Heath, D. Crabb and A. Tucker, Combining expertise-driven and semi-supervised Bayesian networks
    for classification of early glaucoma, SUEMA workshop, Barcelona, 2010.

    L. Kuncheva, Combining pattern classifiers: methods and algorithms, Wiley, 2004, section 4.3.

    Examples
    --------
    >>> from hedgerow.outputs import Outputs
    >>> said = [list("aaaaabbbba"), list("aaaabbbbba")]
    >>> rule = AccuracyWeightedMean().fit(Outputs.from_predictions(said, list("aaaaabbbbb")))
    >>> rule.accuracies_
    array([0.9, 0.8])
    >>> rule.combine(np.array([[[0.3, 0.7]], [[0.6, 0.4]]]))[:, 1].round(6)
    array([0.558824])
    """

    weighting: str = parameter(Word("accuracy", "log_odds"), default="accuracy", kw_only=False)

    hard: ClassVar[bool] = False
    weighted: ClassVar[bool] = False

    accuracies_: NDArray[np.float64] = fitted()
    member_weights_: NDArray[np.float64] = fitted()

    def tally(self, outputs: Outputs) -> Confusion:
        """Count the answers."""
        return Confusion.from_outputs(outputs)

    def _keep(self, tally: Confusion) -> None:
        super()._keep(tally)
        right = np.einsum("tkk->t", tally.counts)
        known = tally.predicted_weight.sum(axis=1)
        self.accuracies_ = np.divide(right, known, out=np.zeros_like(right), where=known > 0)
        if self.weighting == "accuracy":
            self.member_weights_ = self.accuracies_.copy()
        else:
            most = np.divide(known - 0.5, known, out=np.full_like(known, 0.5), where=known > 1)
            inside = np.clip(self.accuracies_, 0.5, np.maximum(most, 0.5))
            self.member_weights_ = np.log(inside / (1.0 - inside))

    def _score(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return average_by_accuracy(outputs, self.member_weights_, weights, self.confusion_.present)


def average_by_accuracy(
    outputs: NDArray[np.float64],
    accuracies: NDArray[np.float64],
    weights: NDArray[np.float64],
    present: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Average probabilities by accuracy; a class without weight in `present` gets none.

    Parameters
    ----------
    outputs : ndarray of shape (n_members, n_samples, n_classes)
        Class probabilities.
    accuracies : ndarray of shape (n_members,)
        What each member counts; where nobody counts, all count the same.
    weights : ndarray of shape (n_members, n_samples)
        Weights of the members for each row; 0 where one abstains.
    present : ndarray of shape (n_classes,)
        Weight of the rows of each class.

    Examples
    --------
    >>> outputs = np.array([[[0.3, 0.7]], [[0.6, 0.4]]])
    >>> average_by_accuracy(outputs, np.array([0.9, 0.8]), np.ones((2, 1)), np.ones(2)).round(6)
    array([[0.441176, 0.558824]])
    """
    weighed = accuracies[:, None] * weights
    scores = average(outputs, np.where(weighed.sum(axis=0) > 0, weighed, weights))
    scores[:, present == 0] = 0.0
    totals = scores.sum(axis=1, keepdims=True)
    shares = np.tile(present / present.sum(), (len(scores), 1))
    return np.asarray(np.divide(scores, totals, out=shares, where=totals > 0))
