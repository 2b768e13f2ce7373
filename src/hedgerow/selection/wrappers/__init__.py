"""Wrappers: searches for the features with which an estimator does best."""

from hedgerow.search.goal import Goal
from hedgerow.search.scores import SubsetScores
from hedgerow.selection.wrappers.backward import BackwardSearch
from hedgerow.selection.wrappers.floating import FloatingSearch
from hedgerow.selection.wrappers.forward import ForwardSearch
from hedgerow.selection.wrappers.genetic import GeneticSearch
from hedgerow.selection.wrappers.hill_climb import HillClimbSearch
from hedgerow.selection.wrappers.nested import NestedEstimate
from hedgerow.selection.wrappers.parcel import ParcelSelector
from hedgerow.selection.wrappers.roc_hull import RocHull
from hedgerow.selection.wrappers.searches import SubsetSearch
from hedgerow.selection.wrappers.selector import WrapperSelector

__all__ = [
    "BackwardSearch",
    "FloatingSearch",
    "ForwardSearch",
    "GeneticSearch",
    "Goal",
    "HillClimbSearch",
    "NestedEstimate",
    "ParcelSelector",
    "RocHull",
    "SubsetScores",
    "SubsetSearch",
    "WrapperSelector",
]
