"""The combination axis: what the engine asks of a combination and hands over to it, and the shorthands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.axis import Axis

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs


@runtime_checkable
class Combination(Protocol):
    """A rule that turns the predictions of T members for n rows into one prediction per row.

    Attributes
    ----------
    answers : {"classes", "values", "both"}
        Whether it combines class probabilities, (T, n, K), or values, (T, n), or either.
    additive : bool
        Whether the answer is the weighted mean of the members' (hard or soft) outputs. The members may
        then sum themselves, and their outputs are never held in memory together.
    hard : bool
        Whether a member's probabilities count as one vote for the most probable class.
    weighted : bool
        Whether it listens to the weights of the members.
    """

    @property
    def answers(self) -> Literal["classes", "values", "both"]: ...  # noqa: D102

    @property
    def additive(self) -> bool: ...  # noqa: D102

    @property
    def hard(self) -> bool: ...  # noqa: D102

    @property
    def weighted(self) -> bool: ...  # noqa: D102

    def combine(
        self, outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Score classes, (n, K), or value rows, (n,); weights are (T,), or (T, n) to differ by row."""
        ...


@runtime_checkable
class ClassCombination(Combination, Protocol):
    """A combination that also picks a class."""

    def decide(
        self, scores: NDArray[np.float64], priors: NDArray[np.float64] | None = None
    ) -> NDArray[np.intp]:
        """Pick the class code of each row."""
        ...


@runtime_checkable
class SizedCombination(Combination, Protocol):
    """A combination that may use the training weight behind each prediction, which leaves of trees know.

    Attributes
    ----------
    sized : bool
        Whether it asks.
    """

    @property
    def sized(self) -> bool: ...  # noqa: D102

    def combine(
        self,
        outputs: NDArray[np.float64],
        weights: NDArray[np.float64] | None = None,
        sizes: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]:
        """Combine as any other; sizes are (T, n)."""
        ...


class Tally(Protocol):
    """What a combination learns from; additive over rows."""

    @property
    def predicted_weight(self) -> NDArray[np.float64]:
        """Weight of the rows that each member predicted, members first."""
        ...

    @classmethod
    def merge(cls, parts: Sequence[Any]) -> Self:
        """Put together what was seen of different rows."""
        ...


@runtime_checkable
class LearnedCombination(ClassCombination, Protocol):
    """A combination that learns from the members' answers about rows whose truth is known.

    What it learns from is a record that can be merged, so rows may come in blocks. The engine shows it the
    members' out-of-bag answers.
    """

    def tally(self, outputs: Outputs) -> Tally:
        """Count what is to be learned from some rows."""
        ...

    def learn(self, tally: Any) -> Self:
        """Learn from all that was counted."""
        ...


@runtime_checkable
class PlacedCombination(LearnedCombination, Protocol):
    """A learned combination that also uses where the rows are, to learn which member to trust where.

    Attributes
    ----------
    located : {"leaves", "rows", "either"}
        Whether it needs the leaves that rows reach in the members, (n, T) integers, or the rows themselves, (n, F)
        floats; either: the leaves where all members have them.
    """

    @property
    def located(self) -> Literal["leaves", "rows", "either"]: ...  # noqa: D102

    def tally(
        self,
        outputs: Outputs,
        places: NDArray[Any] | None = None,
        is_categorical: NDArray[np.bool_] | None = None,
    ) -> Tally:
        """Count what is to be learned; `is_categorical` says which columns of the rows are category codes."""
        ...

    def combine(
        self,
        outputs: NDArray[np.float64],
        weights: NDArray[np.float64] | None = None,
        places: NDArray[Any] | None = None,
    ) -> NDArray[np.float64]:
        """Combine as any other; places are those of the rows."""
        ...


COMBINATIONS = Axis(
    "combination",
    {
        "accuracy_weighted": "hedgerow.combination.accuracy:AccuracyWeightedMean",
        "bayes_net": "hedgerow.combination.bayes_net:BayesNetCombiner",
        "borda": "hedgerow.combination.borda:BordaCount",
        "confidence_weighted": "hedgerow.combination.nested_rule:ConfidenceWeighted",
        "decision_templates": "hedgerow.combination.learned_rules:DecisionTemplates",
        "maximum": "hedgerow.combination.pointwise:Maximum",
        "mean": "hedgerow.combination.votes:Mean",
        "mean_probability": "hedgerow.combination.votes:MeanProbability",
        "median": "hedgerow.combination.pointwise:Median",
        "minimum": "hedgerow.combination.pointwise:Minimum",
        "naive_bayes": "hedgerow.combination.learned_rules:NaiveBayesCombination",
        "product": "hedgerow.combination.pointwise:Product",
        "trimmed_mean": "hedgerow.combination.pointwise:TrimmedMean",
        "veto": "hedgerow.combination.nested_rule:Veto",
        "vote": "hedgerow.combination.votes:Vote",
        "weighted_median": "hedgerow.combination.pointwise:WeightedMedian",
        "weighted_vote": "hedgerow.combination.votes:WeightedVote",
    },
    (Combination,),
    "an object with `answers`, `additive`, `hard`, `weighted` and `combine`",
)


def list_combinations(answers: str) -> list[str]:
    """List the shorthands of the rules that combine classes, or values.

    Parameters
    ----------
    answers : {"classes", "values"}
        What the members answer.

    Examples
    --------
    >>> list_combinations("values")
    ['maximum', 'mean', 'median', 'minimum', 'trimmed_mean', 'weighted_median']
    """
    return [name for name in COMBINATIONS.places if COMBINATIONS.make(name).answers in (answers, "both")]


def reads_sizes(combination: Combination) -> bool:
    """Whether it uses the training weight behind each prediction."""
    return isinstance(combination, SizedCombination) and combination.sized


def reads_answers_alone(combination: Combination) -> bool:
    """Whether the classes that the members settle for are all it looks at, and no probability."""
    return combination.hard and (combination.additive or isinstance(combination, LearnedCombination))


def combine_with(
    combination: Combination,
    outputs: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    sizes: NDArray[np.float64] | None,
    places: NDArray[Any] | None = None,
) -> NDArray[np.float64]:
    """Combine, with the sizes, or the places of the rows, where the combination needs them.

    Examples
    --------
    >>> from hedgerow.combination import Mean
    >>> combine_with(Mean(), np.array([[1.0], [3.0]]), None, sizes=None)
    array([2.])
    """
    if isinstance(combination, SizedCombination) and combination.sized:
        return combination.combine(outputs, weights, sizes)
    if isinstance(combination, PlacedCombination):
        return combination.combine(outputs, weights, places)
    return combination.combine(outputs, weights)
