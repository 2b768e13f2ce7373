from hedgerow.trees.binning import BinnedTable as BinnedTable
from hedgerow.trees.export import export_text as export_text
from hedgerow.trees.tree import Tree as Tree
