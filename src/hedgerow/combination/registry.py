"""The shorthands of the combination axis."""

from __future__ import annotations

from typing import cast

from sklearn.base import clone

from hedgerow.combination.means import Mean, MeanProbability
from hedgerow.combination.median import WeightedMedian
from hedgerow.combination.protocol import Combination
from hedgerow.combination.votes import Vote, WeightedVote

COMBINATIONS: dict[str, type] = {
    "mean": Mean,
    "mean_probability": MeanProbability,
    "vote": Vote,
    "weighted_median": WeightedMedian,
    "weighted_vote": WeightedVote,
}


def resolve_combination(combination: str | object) -> Combination:
    """Make a fresh combination from its shorthand, or clone the given one.

    Examples
    --------
    >>> resolve_combination("vote")
    Vote()
    """
    if isinstance(combination, str) and combination in COMBINATIONS:
        return cast(Combination, COMBINATIONS[combination]())
    if isinstance(combination, Combination) and not isinstance(combination, type):
        return cast(Combination, clone(combination))
    raise ValueError(
        f"combination={combination!r} is not known; use one of {sorted(COMBINATIONS)} "
        "or an object with `answers`, `additive`, `hard`, `weighted` and `combine`"
    )
