"""The combination axis: how the members' answers become one."""

from hedgerow.combination.abstention import Abstention, abstain, cautious_threshold
from hedgerow.combination.averaging import average, harden, spread_weights
from hedgerow.combination.borda import BordaCount
from hedgerow.combination.combined import Combined
from hedgerow.combination.combining import combine
from hedgerow.combination.confidence import ConfidenceWeighted, measure_confidence
from hedgerow.combination.confusion import Confusion
from hedgerow.combination.decision import pick_class, share_out
from hedgerow.combination.dynamic import DynamicIntegration
from hedgerow.combination.extremes import Maximum, Minimum
from hedgerow.combination.learning import learn_without_each
from hedgerow.combination.leaves import leaf_sizes
from hedgerow.combination.means import Mean, MeanProbability
from hedgerow.combination.naive_bayes import NaiveBayesCombination
from hedgerow.combination.ordered import Median, TrimmedMean, WeightedMedian
from hedgerow.combination.product import Product
from hedgerow.combination.protocol import (
    COMBINATIONS,
    ClassCombination,
    Combination,
    LearnedCombination,
    PlacedCombination,
    SizedCombination,
    list_combinations,
)
from hedgerow.combination.risk_coverage import RiskCoverage, risk_coverage
from hedgerow.combination.templates import DecisionTemplates
from hedgerow.combination.veto import Veto
from hedgerow.combination.votes import Vote, WeightedVote

__all__ = [
    "COMBINATIONS",
    "Abstention",
    "BordaCount",
    "ClassCombination",
    "Combination",
    "Combined",
    "ConfidenceWeighted",
    "Confusion",
    "DecisionTemplates",
    "DynamicIntegration",
    "LearnedCombination",
    "Maximum",
    "Mean",
    "MeanProbability",
    "Median",
    "Minimum",
    "NaiveBayesCombination",
    "PlacedCombination",
    "Product",
    "RiskCoverage",
    "SizedCombination",
    "TrimmedMean",
    "Veto",
    "Vote",
    "WeightedMedian",
    "WeightedVote",
    "abstain",
    "average",
    "cautious_threshold",
    "combine",
    "harden",
    "leaf_sizes",
    "learn_without_each",
    "list_combinations",
    "measure_confidence",
    "pick_class",
    "risk_coverage",
    "share_out",
    "spread_weights",
]
