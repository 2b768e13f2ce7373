"""
A switch
========

Two control bits choose which of four input bits is the class, and three more bits are noise. All six matter overall;
for a single row only three do, and not the same three.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from hedgerow import ForestRelevance, datasets
from hedgerow.relevance import ProfileTreeClassifier

switch = datasets.make_multiplexer(500, n_noise=3, random_state=0)
bits = switch.table().features
study = ForestRelevance(local="out_of_bag", random_state=0).fit(bits, switch.y)
print(study.relevance_.ranked()[["feature", "weighted_gain", "p_value"]].round(3).to_string(index=False))

# %%
# Average over the rows of each setting of the controls: the chosen input stands out.

setting = bits[["control1", "control2"]].astype(int).astype(str).agg(" ".join, axis=1)
average = study.local_oob_.frame().groupby(setting).mean()
figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
image = axes.imshow(average, cmap="RdBu", vmin=-0.6, vmax=0.6, aspect="auto")
for (row, column), value in np.ndenumerate(average.to_numpy()):
    axes.text(
        column, row, f"{value:.2f}", ha="center", va="center", color="white" if value > 0.4 else "black"
    )
axes.set_xticks(range(average.shape[1]), average.columns, rotation=45, ha="right")
axes.set_yticks(range(4), average.index)
axes.set_ylabel("controls")
axes.set_title("Each setting of the controls has an input of its own", loc="left", fontsize="medium")
figure.colorbar(image, ax=axes, label="bits a split\n(blue tells, red misleads)")

# %%
# A profile tree finds the settings by itself: it cuts where what tells the classes apart changes.

regions = ProfileTreeClassifier(random_state=0).fit(bits, switch.y)
print(regions.frame().round(2).to_string(index=False))

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/local-switch.png", dpi=110)
