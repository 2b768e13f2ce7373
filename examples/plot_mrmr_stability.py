"""
Steady choices among many features
==================================

Forty groups of ten features each, of sixty rows; three groups tell about the class. Minimum redundancy chooses ten
features. Which ones, when a tenth of the rows is missing?
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from hedgerow import MRMRSelector
from hedgerow.selection.stability import jaccard_stability

rng = np.random.default_rng(0)
y = rng.integers(0, 2, 60)
sources = rng.normal(size=(60, 40))
sources[:, :3] += 0.8 * y[:, None]
X = np.repeat(sources, 10, axis=1) + 0.7 * rng.normal(size=(60, 400))
samples = [rng.permutation(60)[:54] for _ in range(20)]

supports = {
    name: np.array(
        [
            MRMRSelector(10, ensemble=ensemble, random_state=0).fit(X[rows], y[rows]).support_
            for rows in samples
        ]
    )
    for name, ensemble in [("one run", None), ("20 parts, fast", "fast"), ("20 bootstraps", "bagged")]
}
for name, chosen in supports.items():
    print(
        f"{name:15} Jaccard stability {jaccard_stability(chosen):.2f}, {chosen.any(axis=0).sum()} features in all"
    )

# %%
# Each line is a sample of the rows, each mark a feature chosen; features that were chosen most often come first. Marks
# in columns are choices that last.

order = np.argsort(-sum(chosen.sum(axis=0) for chosen in supports.values()), kind="stable")[:80]
figure, panels = plt.subplots(3, 1, figsize=(8, 5), sharex=True, layout="constrained")
for axes, (name, chosen) in zip(panels, supports.items(), strict=True):
    axes.imshow(chosen[:, order], cmap="Greys", aspect="auto", interpolation="nearest")
    axes.set_ylabel("sample")
    axes.set_title(f"{name}: stability {jaccard_stability(chosen):.2f}", loc="left", fontsize="medium")
panels[-1].set_xlabel("features, those chosen most often first")

# %%
# What the lock-step saves: correlations computed, as a share of those that runs by themselves would need.

fast = MRMRSelector(10, ensemble="fast").fit(X, y)
print(f"{fast.n_correlations_:,} of {fast.n_correlations_apart_:,} correlations")

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/mrmr-stability.png", dpi=110)
