"""Selectors that ask trees and forests."""

from hedgerow.selection.forest.ace import ACESelector
from hedgerow.selection.forest.relevance import RelevanceSelector
from hedgerow.selection.forest.tree import TreeSelector

__all__ = ["ACESelector", "RelevanceSelector", "TreeSelector"]
