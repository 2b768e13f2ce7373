"""Rules that learn from answers about rows whose truth is known: naive Bayes, and decision templates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.averaging import average, spread_weights
from hedgerow.combination.confusion import Confusion
from hedgerow.combination.decision import pick_class, share_out
from hedgerow.combination.protocol import LearnedCombination, Tally
from hedgerow.foundation.constraints import Number, Word, check_parameters
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs


class Learned(BaseEstimator, ABC):
    """A rule that learns from what members said of rows whose truth is known.

    Show it answers about rows that the members were not trained on, else it learns to trust those who know
    their rows perfectly. In an ensemble it is shown the out-of-bag answers.
    """

    answers: ClassVar[Literal["classes"]] = "classes"
    additive: ClassVar[bool] = False

    decide = staticmethod(pick_class)

    @abstractmethod
    def tally(self, outputs: Outputs) -> Any:
        """Count what is to be learned from some rows."""

    @abstractmethod
    def _keep(self, tally: Any) -> None:
        """Set the fitted attributes from what was counted."""

    @abstractmethod
    def _known_shape(self) -> tuple[int, ...]:
        """How many members and classes it has learned from."""

    @abstractmethod
    def _score(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score the classes, (n, K), with weights (T, n); anything where no member predicts."""

    def fit(self, outputs: Outputs) -> Self:
        """Learn from answers about rows whose truth is known.

        Parameters
        ----------
        outputs : Outputs
            Answers with the truth: out of bag, or about rows that were held out. Row weights are honoured.

        Returns
        -------
        self
        """
        check_parameters(self)
        return self.learn(self.tally(outputs))

    @fits_all_or_nothing
    def learn(self, tally: Any) -> Self:
        """Learn from what was counted, perhaps in parts that were merged."""
        if tally.predicted_weight.sum() <= 0:
            raise ValueError(
                f"{type(self).__name__} has no predictions to learn from: no member predicted any row of positive "
                "weight; pass predictions for rows that were held out, or use a resampling that leaves rows out"
            )
        self._keep(tally)
        return self

    def combine(
        self, outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Score the classes; NaN for a row that no member may predict."""
        check_is_fitted(
            self,
            msg="%(name)s learns which answers to trust: call fit(outputs) with answers whose truth is known, or pass "
            "it to an ensemble, whose fit does it",
        )
        known = self._known_shape()
        if (outputs.shape[0], outputs.shape[2]) != known:
            raise ValueError(
                f"{type(self).__name__} learned from {known[0]} members and {known[1]} classes, and cannot combine "
                f"{outputs.shape[0]} members and {outputs.shape[2]} classes"
            )
        by_row = spread_weights(weights, outputs)
        scores = self._score(outputs, by_row)
        scores[by_row.sum(axis=0) == 0] = np.nan
        return scores


class ConfusionMixin:
    """Of rules that learn from the members' confusion matrices."""

    confusion_: Confusion

    def _keep(self, tally: Confusion) -> None:
        self.confusion_ = tally

    def _known_shape(self) -> tuple[int, ...]:
        return self.confusion_.counts.shape[::2]


Rule = TypeVar("Rule", bound=LearnedCombination)


def merge_tallies(tallies: Sequence[Tally]) -> Tally:
    """Put together what a combination has counted on different rows; at least one part."""
    return type(tallies[0]).merge(tallies)


def learn_without_each(combination: Rule, tallies: Sequence[Tally]) -> list[Rule]:
    """Learn once for each part of the rows, from all the other parts.

    A rule that is judged on rows it has learned from looks better than it is. Each part can be judged by the
    rule that does not know it.

    Parameters
    ----------
    combination : LearnedCombination
        The rule; it is not changed.
    tallies : sequence of Tally
        What was counted on each part, at least two of them.

    Returns
    -------
    list of LearnedCombination
        One fitted rule per part.
    """
    rules = []
    for part in range(len(tallies)):
        others = [tally for other, tally in enumerate(tallies) if other != part]
        rules.append(clone(combination).learn(merge_tallies(others)))
    return rules


@configurable
class NaiveBayesCombination(ConfusionMixin, Learned):
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

    def _keep(self, tally: Confusion) -> None:
        super()._keep(tally)
        n_classes = len(tally.present)
        smoothed = tally.counts + self.smoothing / n_classes
        self.likelihoods_ = smoothed / (tally.predicted_weight[:, :, None] + self.smoothing)
        self.class_prior_ = tally.present / tally.present.sum()

    def _score(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        # Under a code several classes may tie as a member's answer; the first of them stands for all.
        said = outputs.argmax(axis=2)
        evidence = np.log(self.likelihoods_)[np.arange(len(said))[:, None], :, said]  # (T, n, K)
        scores = self.power * np.einsum("tnk,tn->nk", evidence, weights)
        with np.errstate(divide="ignore"):  # a class without rows cannot win
            scores += np.log(self.class_prior_)
        return np.asarray(softmax(scores, axis=1))


@configurable
class DecisionTemplates(ConfusionMixin, Learned):
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

    def _keep(self, tally: Confusion) -> None:
        super()._keep(tally)
        predicted = tally.predicted_weight[:, :, None]
        even = np.full_like(tally.counts, 1 / len(tally.present))
        means = np.divide(tally.counts, predicted, out=even, where=predicted > 0)
        self.templates_ = np.ascontiguousarray(means.swapaxes(0, 1))

    def _score(self, outputs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        similarities = np.zeros(outputs.shape[1:])
        for label in np.flatnonzero(self.confusion_.present):  # a class without rows cannot win
            gaps = np.abs(outputs - self.templates_[label][:, None, :])
            distances = gaps if self.similarity == "city_block" else gaps**2
            similarities[:, label] = 1 - average(distances.mean(axis=2), weights)
        return share_out(similarities, average(outputs, weights))
