"""What an irrelevant feature gains by chance, because a tree takes the best of many cuts."""

from hedgerow.relevance.chance.bounds import BOUNDS, lower_bound, midpoint, upper_bound
from hedgerow.relevance.chance.expected import expected_irrelevant_gain
from hedgerow.relevance.chance.many_classes import expected_class_gain
from hedgerow.relevance.chance.shuffling import shuffled_gains
from hedgerow.relevance.chance.two_classes import best_gain_distribution, irrelevant_gain_moments
from hedgerow.relevance.chance.values import value_gain_moments

__all__ = [
    "BOUNDS",
    "best_gain_distribution",
    "expected_class_gain",
    "expected_irrelevant_gain",
    "irrelevant_gain_moments",
    "lower_bound",
    "midpoint",
    "shuffled_gains",
    "upper_bound",
    "value_gain_moments",
]
