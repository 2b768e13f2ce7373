"""Rules that learn from answers about rows whose truth is known."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.averaging import spread_weights
from hedgerow.combination.confusion import Confusion
from hedgerow.combination.decision import pick_class
from hedgerow.combination.protocol import LearnedCombination, Tally
from hedgerow.foundation.constraints import check_parameters
from hedgerow.foundation.progress import fits_all_or_nothing

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs


class Learned(BaseEstimator, ABC):
    """A rule that learns from the members' confusion matrices.

    Show it answers about rows that the members were not trained on, else it learns to trust those who know
    their rows perfectly. In an ensemble it is shown the out-of-bag answers.
    """

    answers: ClassVar[Literal["classes"]] = "classes"
    additive: ClassVar[bool] = False

    decide = staticmethod(pick_class)

    confusion_: Confusion

    @abstractmethod
    def tally(self, outputs: Outputs) -> Confusion:
        """Count what is to be learned from some rows."""

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
    def learn(self, tally: Confusion) -> Self:
        """Learn from what was counted, perhaps in parts that were merged."""
        if tally.predicted_weight.sum() <= 0:
            raise ValueError(
                f"{type(self).__name__} has no predictions to learn from: no member predicted any row of positive "
                "weight; pass predictions for rows that were held out, or use a resampling that leaves rows out"
            )
        self.confusion_ = tally
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
        known = self.confusion_.counts.shape[::2]
        if (outputs.shape[0], outputs.shape[2]) != known:
            raise ValueError(
                f"{type(self).__name__} learned from {known[0]} members and {known[1]} classes, and cannot combine "
                f"{outputs.shape[0]} members and {outputs.shape[2]} classes"
            )
        by_row = spread_weights(weights, outputs)
        scores = self._score(outputs, by_row)
        scores[by_row.sum(axis=0) == 0] = np.nan
        return scores


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
