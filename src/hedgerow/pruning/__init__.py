"""Choosing members: an ensemble with fewer members that is as good, or better.

`prune` takes any fitted ensemble, `PrunedEnsembleClassifier` and `PrunedEnsembleRegressor` grow one and prune it
honestly. The methods are small objects that read what members said; `choose_members` applies one to `Outputs`.
"""

from hedgerow.pruning.best import BestMembers
from hedgerow.pruning.cluster import ClusterPruning
from hedgerow.pruning.fitselect import FitSelect, fitness
from hedgerow.pruning.forward import ForwardSelection
from hedgerow.pruning.genetic import GeneticSelection
from hedgerow.pruning.hull import KappaErrorHull, find_lower_left_hull
from hedgerow.pruning.instance import InstanceSelection
from hedgerow.pruning.judge import Judge, make_judge
from hedgerow.pruning.kappa import KappaPruning
from hedgerow.pruning.margin_distance import MarginDistance
from hedgerow.pruning.opitz import OpitzSelection
from hedgerow.pruning.reduce_error import ReduceError
from hedgerow.pruning.registry import METHODS, choose_members
from hedgerow.pruning.search import Method, Search

__all__ = [
    "METHODS",
    "BestMembers",
    "ClusterPruning",
    "FitSelect",
    "ForwardSelection",
    "GeneticSelection",
    "InstanceSelection",
    "Judge",
    "KappaErrorHull",
    "KappaPruning",
    "MarginDistance",
    "Method",
    "OpitzSelection",
    "ReduceError",
    "Search",
    "choose_members",
    "find_lower_left_hull",
    "fitness",
    "make_judge",
]
