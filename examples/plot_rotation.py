"""
Trees that look from other angles
=================================

A tree cuts along the axes. Where the boundary is oblique, all trees of a bag climb it in stairs; turned tables make
the stairs differ, and their average is smooth. Where the boundary does run along the axes, turning only hurts.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np
from scipy.ndimage import label

from hedgerow import BaggingClassifier
from hedgerow.datasets import make_diagonal, make_square_frame
from hedgerow.ensembles import RandomRotationClassifier

samples = {
    "a steep line": make_diagonal(300, random_state=1),
    "a square in a square": make_square_frame(300, random_state=1),
}
truths = {
    "a steep line": lambda grid: grid[..., 1] > 2.5 * grid[..., 0] - 0.75,
    "a square in a square": lambda grid: (np.abs(grid - 0.5) > 0.25).any(axis=-1),
}
ensembles = {
    "one tree": BaggingClassifier(n_estimators=1, bootstrap=False, random_state=0),
    "500 bagged trees": BaggingClassifier(n_estimators=500, random_state=0),
    "500 bagged, rotated trees": RandomRotationClassifier(n_estimators=500, random_state=0),
}

# %%
# What each ensemble answers over the unit square. The black line is the truth; above each panel stand the share of the
# square that is answered wrongly, and into how many connected regions the answers fall, where the truth has two.

steps = (np.arange(300) + 0.5) / 300
grid = np.stack(np.meshgrid(steps, steps), axis=-1)
figure, panels = plt.subplots(2, 3, figsize=(9, 6.4), sharex=True, sharey=True, layout="constrained")
for line, (task, sample) in zip(panels, samples.items(), strict=True):
    truth = truths[task](grid)
    for axes, (name, ensemble) in zip(line, ensembles.items(), strict=True):
        share = ensemble.fit(sample.X, sample.y).predict_proba(grid.reshape(-1, 2))[:, 1].reshape(300, 300)
        wrong = np.mean((share > 0.5) != truth)
        n_regions = label(share > 0.5)[1] + label(share <= 0.5)[1]
        axes.contourf(steps, steps, share, levels=np.linspace(0, 1, 11), cmap="PuOr", alpha=0.85)
        axes.contour(steps, steps, truth, levels=[0.5], colors="black", linewidths=1.2)
        axes.set_title(f"{name}\n{wrong:.1%} wrong, {n_regions} regions", fontsize=10)
        axes.set(aspect="equal", xticks=[0, 0.5, 1], xticklabels=["0", "0.5", "1"], yticks=[0, 0.5, 1])
    line[0].set_ylabel(f"{task}\nsecond feature")
for axes in panels[1]:
    axes.set_xlabel("first feature")

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/rotation.png", dpi=110)
