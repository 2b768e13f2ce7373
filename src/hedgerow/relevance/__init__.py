"""What a forest knows about features: what they gain, more than chance or not, overall and for single rows."""

from hedgerow.relevance.chance import expected_irrelevant_gain
from hedgerow.relevance.complexity import node_complexity
from hedgerow.relevance.forest import RelevanceForestClassifier, RelevanceForestRegressor
from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.relevance.local import LocalRelevance
from hedgerow.relevance.relevance import Relevance
from hedgerow.relevance.splits import SplitGains

__all__ = [
    "ForestRelevance",
    "LocalRelevance",
    "Relevance",
    "RelevanceForestClassifier",
    "RelevanceForestRegressor",
    "SplitGains",
    "expected_irrelevant_gain",
    "node_complexity",
]
