"""
A forest that learns what to try
================================

Two of 42 features matter. A plain forest draws its features blindly, so many nodes have nothing useful to choose from.
A relevance forest finds out, while it grows, which features are worth a try.
"""

import sys

from sklearn.model_selection import cross_val_score

from hedgerow import RandomForestClassifier, RelevanceForestClassifier, datasets
from hedgerow.displays import SamplingDisplay

sample = datasets.make_simple(300, 42, random_state=0)
features = sample.table().features
forests = {
    "one feature a node, drawn blindly": RandomForestClassifier(max_features=1, random_state=0),
    "one feature a node, drawn by relevance": RelevanceForestClassifier(random_state=0),
    "the best of six, drawn blindly": RandomForestClassifier(random_state=0),
    "one feature a node, of those that pass a test": RelevanceForestClassifier(
        sampling="local", selection="test", random_state=0
    ),
}
for name, forest in forests.items():
    print(f"{cross_val_score(forest, features, sample.y, cv=5).mean():.3f}  {name}")

# %%
# How likely a node is to try each feature, tree by tree. All start alike and move apart only as far as the confidence
# intervals of their gains demand; as these become narrow, the two that matter rise.

forest = forests["one feature a node, drawn by relevance"].fit(features, sample.y)
figure = SamplingDisplay.from_history(forest.sampling_history_).plot().figure_

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/relevance-sampling.png", dpi=110)
