from hedgerow.selection.forest.ace import ACESelector as ACESelector
from hedgerow.selection.forest.tree import TreeSelector as TreeSelector
