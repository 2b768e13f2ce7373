"""Decision templates: the usual predictions of all members for each class."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import average
from hedgerow.combination.confusion import Confusion
from hedgerow.combination.decision import share_out
from hedgerow.combination.learned_rules import Learned
from hedgerow.foundation.constraints import Word
from hedgerow.foundation.parameters import configurable, fitted, parameter

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs


@configurable
class DecisionTemplates(Learned):
    r"""The class whose template is nearest to the members' predictions for a row.

    The probabilities that T members give to K classes are the row's decision profile, a T by K table :math:`P(x)`. The
    template :math:`D_k` of a class is the mean profile of its rows. A row belongs to the class with the most similar
    template:

    .. math:: S_k(x) = 1 - \frac{1}{T K} \sum_t \sum_j (P_{tj}(x) - D_{ktj})^2.

    Unlike a mean of probabilities, it can use that a member says one class when it sees another.

    Parameters
    ----------
    similarity : {"euclidean", "city_block"}, default="euclidean"
        The formula above, or the same with absolute differences. Of probabilities, the fuzzy Jaccard index of the paper
        (the sum of the minima divided by the sum of the maxima) decides as the latter does.

    Attributes
    ----------
    confusion_ : Confusion
        Sums of the probabilities by member and true class.
    templates_ : ndarray of shape (n_classes, n_members, n_classes)
        The template of each class.

    See Also
    --------
    NaiveBayesCombination

    Notes
    -----
    The scores are the similarities, divided by their sum: their order means something, but they are far from
    probabilities, which the similarities never claim to be. A member is compared on the rows that it predicts, with its
    mean prediction; one that never predicted a row of a class has an even template for it. Members with weights are
    compared with weights. Templates are means of out-of-bag predictions in an ensemble. The paper's fuzzy set measures
    are left out, but for one that decides as city-block distance does.

    Cost: O(T N K) to learn, O(T N K^2) to combine.

    References
    ----------
    L. Kuncheva, J. Bezdek and R. Duin, Decision templates for multiple classifier fusion: an experimental comparison,
    Pattern Recognition 34, 2001, pp. 299-314.

    Examples
    --------
    >>> from hedgerow.outputs import Outputs
    >>> profiles = [[[0.9, 0.1], [0.7, 0.3], [0.6, 0.4]], [[0.5, 0.5], [0.9, 0.1], [0.2, 0.8]]]
    >>> outputs = Outputs.from_predictions(profiles, truth=["a", "a", "b"])
    >>> rule = DecisionTemplates().fit(outputs)
    >>> rule.templates_[0]
    array([[0.8, 0.2],
           [0.7, 0.3]])
    >>> rule.decide(rule.combine(np.array([[[0.7, 0.3]], [[0.3, 0.7]]])))
    array([1])
    """

    similarity: str = parameter(Word("euclidean", "city_block"), default="euclidean", kw_only=False)

    hard: ClassVar[bool] = False
    weighted: ClassVar[bool] = True

    templates_: NDArray[np.float64] = fitted()

    def tally(self, outputs: Outputs) -> Confusion:
        """Add up the probabilities."""
        return Confusion.from_outputs(outputs, soft=True)

    def learn(self, tally: Confusion) -> Self:
        """Learn from what was counted, perhaps in parts that were merged."""
        super().learn(tally)
        predicted = tally.predicted_weight[:, :, None]
        even = np.full_like(tally.counts, 1 / len(tally.present))
        means = np.divide(tally.counts, predicted, out=even, where=predicted > 0)
        self.templates_ = np.ascontiguousarray(means.swapaxes(0, 1))
        return self

    def _score(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        similarities = np.zeros(outputs.shape[1:])
        for label in np.flatnonzero(self.confusion_.present):  # a class without rows cannot win
            gaps = np.abs(outputs - self.templates_[label][:, None, :])
            distances = gaps if self.similarity == "city_block" else gaps**2
            similarities[:, label] = 1 - average(distances.mean(axis=2), weights)
        return share_out(similarities, average(outputs, weights))
