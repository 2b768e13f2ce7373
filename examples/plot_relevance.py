"""
Two importances of a forest
===========================

A forest on the Wisconsin breast cancer data, and two answers: what the splits on a feature gained,
and what is lost when the feature is shuffled among the out-of-bag rows.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from hedgerow import RandomForestClassifier, datasets

table = datasets.load("wbc")
forest = RandomForestClassifier(n_estimators=500, oob_score=True, random_state=0, n_jobs=-1)
forest.fit(table.features, table.target)
print(f"out-of-bag accuracy {forest.oob_score_:.3f}")

# %%
# The out-of-bag importance comes with its spread over the shuffles.

importance = forest.oob_permutation_importance(table.features, table.target, n_repeats=10).frame()
importance["gain"] = importance["feature"].map(
    dict(zip(table.features.columns, forest.feature_importances_, strict=True))
)
importance = importance.sort_values("importance", ignore_index=True)
print(importance.to_string(index=False, float_format="%.4f"))

# %%
# The two columns need not agree: features that carry the same information share the
# gain between them, and shuffling one of them costs little while the others still tell the classes apart.

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), sharey=True, layout="constrained")
rows = np.arange(len(importance))
left.barh(rows, importance["importance"], xerr=importance["spread"], color="#4a7c59", height=0.7)
left.set(yticks=rows, yticklabels=importance["feature"], xlabel="accuracy lost by shuffling (out of bag)")
right.barh(rows, importance["gain"], color="#c8b273", height=0.7)
right.set(xlabel="share of the gain")
for axes in (left, right):
    axes.spines[["top", "right"]].set_visible(False)
    axes.axvline(0, color="0.3", linewidth=0.8)

if len(sys.argv) > 1 and sys.argv[1].endswith(".png"):
    figure.savefig(sys.argv[1], dpi=130)
