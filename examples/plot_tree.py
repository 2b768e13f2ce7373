"""
A tree one can read
===================

A split is accepted only when it saves more bits on the labels than it costs to write down.
On 699 biopsies such a tree is a handful of questions.
"""

import matplotlib.pyplot as plt

from hedgerow import DecisionTreeClassifier, datasets
from hedgerow.displays import plot_tree
from hedgerow.trees import export_text

table = datasets.load("wbc")
tree = DecisionTreeClassifier(pruning="mdl").fit(table.features, table.target)
print(export_text(tree))

# %%
# The same, drawn. Each box shows the question, the gain and how many rows of each class arrive.

figure, axes = plt.subplots(figsize=(10, 5), layout="constrained")
plot_tree(tree, ax=axes)

# %%
# And as a frame, one row per node.

tree.flat_tree_.frame()
