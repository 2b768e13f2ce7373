"""Diversity: how much the members of an ensemble differ, and what that is worth.

Everything here reads `Outputs`, so it works for any fitted ensemble. Start with `diversity_report`.
"""

from hedgerow.diversity.added_error import tumer_ghosh_correlation
from hedgerow.diversity.ambiguity import AmbiguityDecomposition, ambiguity_decomposition
from hedgerow.diversity.correct_counts import CorrectCounts, count_correct
from hedgerow.diversity.correctness import (
    CORRECTNESS,
    coincident_errors_of_all,
    coincident_failure_diversity,
    correctness_entropy,
    difficulty,
    generalised_diversity,
    interrater_kappa,
    kohavi_wolpert_variance,
)
from hedgerow.diversity.curves import EnsembleCurve, ensemble_curve
from hedgerow.diversity.measure import Measure
from hedgerow.diversity.members import member_ambiguity, member_disagreement
from hedgerow.diversity.pairs import PairCounts, count_pairs
from hedgerow.diversity.pairwise import PAIRWISE, PairwiseDiversity, pairwise
from hedgerow.diversity.report import DiversityReport, diversity_report
from hedgerow.diversity.sharkey import SharkeyType, sharkey_type
from hedgerow.diversity.strength import BreimanBound, breiman_bound
from hedgerow.diversity.votes import (
    row_confidence,
    row_vote_ambiguity,
    row_vote_entropy,
    vote_ambiguity,
    vote_entropy,
)

__all__ = [
    "CORRECTNESS",
    "PAIRWISE",
    "AmbiguityDecomposition",
    "BreimanBound",
    "CorrectCounts",
    "DiversityReport",
    "EnsembleCurve",
    "Measure",
    "PairCounts",
    "PairwiseDiversity",
    "SharkeyType",
    "ambiguity_decomposition",
    "breiman_bound",
    "coincident_errors_of_all",
    "coincident_failure_diversity",
    "correctness_entropy",
    "count_correct",
    "count_pairs",
    "difficulty",
    "diversity_report",
    "ensemble_curve",
    "generalised_diversity",
    "interrater_kappa",
    "kohavi_wolpert_variance",
    "member_ambiguity",
    "member_disagreement",
    "pairwise",
    "row_confidence",
    "row_vote_ambiguity",
    "row_vote_entropy",
    "sharkey_type",
    "tumer_ghosh_correlation",
    "vote_ambiguity",
    "vote_entropy",
]
