"""
A feature that matters in one place
===================================

Points of a square belong to one class above a steep line and to the other below it. On the left and on the right
their first coordinate is enough; only in the middle does the second one tell.
"""

import sys

import matplotlib.pyplot as plt

from hedgerow import ForestRelevance, datasets
from hedgerow.displays import LocalRelevanceDisplay

sample = datasets.make_diagonal(400, random_state=0)
features = sample.table().features
study = ForestRelevance(local="out_of_bag", random_state=0).fit(features, sample.y)
print(study.relevance_.ranked()[["feature", "weighted_gain", "p_value"]].round(3).to_string(index=False))

# %%
# Overall x1 matters more. Now each point is coloured by what either coordinate told about it. Away from the line x1
# tells; near its ends x2 does.

local = study.local_oob_.frame()
figure, axes = plt.subplots(1, 2, figsize=(8, 3.6), sharey=True, layout="constrained")
for feature, each in zip(("x1", "x2"), axes, strict=True):
    points = each.scatter(
        features["x1"], features["x2"], c=local[feature], s=16, cmap="RdBu", vmin=-1, vmax=1
    )
    each.axline((0.3, 0.0), (0.7, 1.0), color="black", linewidth=0.8)
    each.set(xlabel="x1", xlim=(0, 1), ylim=(0, 1), title=f"relevance of {feature}")
axes[0].set_ylabel("x2")
figure.colorbar(points, ax=axes, extend="both", label="bits a split\n(blue tells, red misleads)")

# %%
# The same as curves: how relevant both are, along x1.

along = LocalRelevanceDisplay.from_local(study.local_oob_, features, sample.y).along("x1").figure_

# %%
# One row, as a table.

print(study.explain(0).round(2).to_string(index=False))

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/local-diagonal.png", dpi=110)
    along.savefig(f"{sys.argv[1]}/local-along.png", dpi=110)
