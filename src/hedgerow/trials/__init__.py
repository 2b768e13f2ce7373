"""Trials: what a table is, which methods to try on it, how well they do, and which one to keep."""

from hedgerow.trials.answering import answer
from hedgerow.trials.candidates import Candidate, list_candidates
from hedgerow.trials.choosing import Choice, choose_model
from hedgerow.trials.comparing import compare_methods
from hedgerow.trials.expectation import Expectation
from hedgerow.trials.folds import FoldPlan, plan_folds
from hedgerow.trials.inspection import Inspection, inspect_table
from hedgerow.trials.linear import TableScaler, make_linear_baseline
from hedgerow.trials.methods import find_method
from hedgerow.trials.metrics import METRICS, Metric, find_metric
from hedgerow.trials.running import hold_tournament
from hedgerow.trials.tournament import Tournament, Trial

__all__ = [
    "METRICS",
    "Candidate",
    "Choice",
    "Expectation",
    "FoldPlan",
    "Inspection",
    "Metric",
    "TableScaler",
    "Tournament",
    "Trial",
    "answer",
    "choose_model",
    "compare_methods",
    "find_method",
    "find_metric",
    "hold_tournament",
    "inspect_table",
    "list_candidates",
    "make_linear_baseline",
    "plan_folds",
]
