"""
Clusters without a target
=========================

Irises, with their species left out and four features of noise added. An ensemble of k-means finds kinds of flowers, and
which measurements hold them together. Members see half of the features, so measurements are often seen together.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris

from hedgerow.displays import CoAssociationDisplay
from hedgerow.selection.unsupervised import ClusterEnsemble, ClusterEnsembleSelector

iris = load_iris(as_frame=True)
flowers = iris.data.copy()
rng = np.random.default_rng(0)
for place in range(4):
    flowers[f"noise {place + 1}"] = rng.normal(size=len(flowers))

selector = ClusterEnsembleSelector(
    ClusterEnsemble(200, n_clusters=2, max_features=4), unbiased=True, random_state=0
).fit(flowers)
print(selector.frame().round(3).to_string(index=False))

# %%
# How often two flowers are found together: squares are what the members agree on. And what holds each cluster together:
# the share of members in which a flower moves when the feature is shuffled.

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6), layout="constrained", width_ratios=(1.1, 1))
CoAssociationDisplay.from_estimator(selector).plot(left)

means = selector.cluster_means_
image = right.imshow(means, cmap="Blues", vmin=0.0, aspect="auto")
right.set_xticks(range(means.shape[1]), flowers.columns, rotation=45, ha="right")
right.set_yticks(range(len(means)), [f"cluster {cluster}" for cluster in range(len(means))])
for cluster, feature in np.argwhere(selector.cluster_supports_):
    right.text(feature, cluster, "kept", ha="center", va="center", color="white", fontsize=8)
right.set_title("Importance of each feature to each cluster", loc="left", fontsize="medium")
figure.colorbar(image, ax=right, shrink=0.8)

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/without-a-target.png", dpi=110)
