"""The combination axis: how the members' answers become one."""

from hedgerow.combination.averaging import average, harden
from hedgerow.combination.means import Mean, MeanProbability
from hedgerow.combination.median import WeightedMedian
from hedgerow.combination.protocol import ClassCombination, Combination
from hedgerow.combination.registry import COMBINATIONS, resolve_combination
from hedgerow.combination.votes import Vote, WeightedVote

__all__ = [
    "COMBINATIONS",
    "ClassCombination",
    "Combination",
    "Mean",
    "MeanProbability",
    "Vote",
    "WeightedMedian",
    "WeightedVote",
    "average",
    "harden",
    "resolve_combination",
]
