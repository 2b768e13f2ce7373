"""
Filters by correlation
======================

Sixty sonar frequencies, of which neighbours say much the same. Which ones does each filter keep, and where do
clusters of features lie?
"""

import sys

import matplotlib.pyplot as plt
import numpy as np
from scipy.cluster.hierarchy import dendrogram
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline

from hedgerow import RandomForestClassifier, datasets
from hedgerow.selection.filters import (
    CFSSelector,
    CombinedFeatureSelector,
    FCBFSelector,
    FeatureClusterSelector,
    KollerSahamiSelector,
)

sonar = datasets.load("sonar")
X, y = sonar.features, sonar.target
selectors = {
    "FCBF": FCBFSelector(),
    "CFS": CFSSelector(),
    "combined features": CombinedFeatureSelector(n_bins=2),
    "Koller & Sahami": KollerSahamiSelector(n_features=10, n_bins=2),
    "clusters": FeatureClusterSelector(n_clusters=10),
}
for selector in selectors.values():
    selector.fit(X, y)

# %%
# Relevance comes in waves along the frequencies. FCBF takes one or two features of each wave. CFS takes nearly all of
# them: cut where classes change, even neighbours have little in common. Combined features are content with two.

figure, (above, below) = plt.subplots(
    2, 1, figsize=(8, 4.6), sharex=True, height_ratios=(1.2, 1), layout="constrained"
)
frequencies = np.arange(1, 61)
above.bar(frequencies, selectors["FCBF"].scores_, color="0.6")
above.set_ylabel("symmetrical\nuncertainty")
for place, selector in enumerate(selectors.values()):
    kept = frequencies[selector.support_]
    below.plot(kept, np.full(kept.size, -place), "s", color=f"C{place}")
below.set_yticks(-np.arange(len(selectors)), selectors)
below.set_ylim(-len(selectors) + 0.5, 0.5)
below.set_xlabel("frequency")
above.set_title(
    "FCBF takes one or two features of each wave, CFS nearly all of them", loc="left", fontsize="medium"
)

# %%
# Neighbouring frequencies are merged first.

clusters = selectors["clusters"]
tree_figure, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
dendrogram(clusters.merges_, labels=frequencies, leaf_font_size=6, color_threshold=0.0, ax=axes)
axes.set_ylabel("1 - symmetrical uncertainty")

# %%
# Selecting within each fold, so no row helps to choose the features it is judged by:

forest = RandomForestClassifier(50, random_state=0)
folds = StratifiedKFold(3, shuffle=True, random_state=0)
print(f"{'all features':20s} {60:3d}   {cross_val_score(forest, X, y, cv=folds).mean():.2f}")
for name, selector in selectors.items():
    accuracy = cross_val_score(make_pipeline(selector, forest), X, y, cv=folds).mean()
    print(f"{name:20s} {selector.support_.sum():3d}   {accuracy:.2f}")

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/correlation-filters.png", dpi=110)
