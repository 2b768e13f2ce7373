"""
Boosting and wrong labels
=========================

Two clouds overlap, and ten points far inside them have the wrong label. Boosting gives more weight to some rows with
every member; which rows these are is what tells AdaBoost from DivBoost.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from hedgerow import AdaBoostClassifier, DecisionTreeClassifier
from hedgerow.boosting import DivBoostClassifier

random = np.random.default_rng(0)
truth = np.repeat([0, 1], 200)
X = random.normal(size=(400, 2)) + 2.5 * truth[:, None]
depth = (X.sum(axis=1) - 2.5) * np.where(truth == 1, 1, -1)
wrong = np.argsort(-depth)[20:220:20]
y = truth.copy()
y[wrong] = 1 - y[wrong]

tree = DecisionTreeClassifier(max_depth=2)
boosters = {
    "AdaBoost": AdaBoostClassifier(tree, n_estimators=100, random_state=0).fit(X, y),
    "DivBoost": DivBoostClassifier(tree, n_estimators=100, random_state=0).fit(X, y),
}
share = {name: booster.row_weights_[wrong].sum() for name, booster in boosters.items()}
for name, part in share.items():
    print(
        f"{name}: {part:.1%} of the weight is on the ten wrong labels, which are {10 / 400:.1%} of the rows"
    )

# %%
# ``row_weights_`` is what the next member would see; the area of a point is its weight. AdaBoost ends on the wrong
# labels. DivBoost asks where its members are divided, and gives up what all of them contradict.

figure, axes = plt.subplots(1, 2, figsize=(9, 4.4), sharex=True, sharey=True, layout="constrained")
for panel, (name, booster) in zip(axes, boosters.items(), strict=True):
    area = 4 + 3000 * booster.row_weights_
    for label, colour in enumerate(("#0072B2", "#E69F00")):
        mine = y == label
        panel.scatter(*X[mine].T, s=area[mine], color=colour, alpha=0.6, linewidths=0, label=f"class {label}")
    panel.scatter(*X[wrong].T, s=160, facecolors="none", edgecolors="black", label="wrong label")
    panel.set_title(f"{name}: {share[name]:.0%} of the weight on wrong labels", loc="left", fontsize="medium")
    panel.spines[["top", "right"]].set_visible(False)
    panel.set_xlabel("first feature")
axes[0].set_ylabel("second feature")
legend = figure.legend(
    *axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False
)
for handle in legend.legend_handles[:2]:
    handle.set_sizes([40])

# %%
# DivBoost also says which labels it doubts: a negative margin that can hardly be luck.

boosting = boosters["DivBoost"]
doubted = np.flatnonzero((boosting.margins_ < 0) & (boosting.margin_p_values_ < 0.001))
print(f"{len(doubted)} labels are doubted, among them {np.isin(wrong, doubted).sum()} of the 10 wrong ones")

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/label-noise-weights.png", dpi=110)
