"""The shorthands of the combination axis."""

from __future__ import annotations

from typing import cast

from sklearn.base import clone

from hedgerow.combination.borda import BordaCount
from hedgerow.combination.confidence import ConfidenceWeighted
from hedgerow.combination.extremes import Maximum, Minimum
from hedgerow.combination.means import Mean, MeanProbability
from hedgerow.combination.naive_bayes import NaiveBayesCombination
from hedgerow.combination.ordered import Median, TrimmedMean, WeightedMedian
from hedgerow.combination.product import Product
from hedgerow.combination.protocol import Combination
from hedgerow.combination.templates import DecisionTemplates
from hedgerow.combination.veto import Veto
from hedgerow.combination.votes import Vote, WeightedVote
from hedgerow.foundation.parameters import check_choice

COMBINATIONS: dict[str, type] = {
    "borda": BordaCount,
    "confidence_weighted": ConfidenceWeighted,
    "decision_templates": DecisionTemplates,
    "maximum": Maximum,
    "mean": Mean,
    "mean_probability": MeanProbability,
    "median": Median,
    "minimum": Minimum,
    "naive_bayes": NaiveBayesCombination,
    "product": Product,
    "trimmed_mean": TrimmedMean,
    "veto": Veto,
    "vote": Vote,
    "weighted_median": WeightedMedian,
    "weighted_vote": WeightedVote,
}


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
    return sorted(name for name, kind in COMBINATIONS.items() if kind().answers in (answers, "both"))


def resolve_combination(combination: str | object) -> Combination:
    """Make a fresh combination from its shorthand, or clone the given one.

    Examples
    --------
    >>> resolve_combination("vote")
    Vote()
    """
    if isinstance(combination, Combination) and not isinstance(combination, type):
        fresh = cast(Combination, clone(combination))
        if hasattr(fresh, "validate"):
            fresh.validate()
        return fresh
    other = "an object with `answers`, `additive`, `hard`, `weighted` and `combine`"
    known = check_choice("combination", combination, sorted(COMBINATIONS), other=other)
    return cast(Combination, COMBINATIONS[known]())
