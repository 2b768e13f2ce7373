"""
Seeing features together
========================

A stump looks at one feature. Sums of stumps can draw any border that is a sum of functions of single features, and
"either, but not both" is none. RpBoost lets each round look at random mixtures of the features, where a stump is an
oblique cut.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.inspection import DecisionBoundaryDisplay

from hedgerow import datasets
from hedgerow.boosting import LsBoostClassifier, RpBoostClassifier

rng = np.random.default_rng(0)
square = rng.uniform(0, 4, (1000, 2))
checkerboard = datasets.make_pattern("checkerboard", 1000, random_state=0)
patterns = {
    "either, but not both": (square, np.where((square[:, 0] > 2) != (square[:, 1] > 2), 1, -1)),
    "checkerboard": (checkerboard.X, checkerboard.y),
}
models = {
    "stumps of features\n(LsBoost)": LsBoostClassifier(n_estimators=500, learning_rate=0.5),
    "stumps of mixtures\n(RpBoost)": RpBoostClassifier(n_estimators=500, learning_rate=0.5, random_state=0),
}

# %%
# Both have 500 stumps, and learn from half of the points. Colour is the score: strong where
# a model is sure, pale where it is not.

figure, grid = plt.subplots(2, 2, figsize=(6.4, 6.6), layout="constrained", sharex=True, sharey=True)
for line, (pattern, (X, y)) in zip(grid, patterns.items(), strict=True):
    for axes, model in zip(line, models.values(), strict=True):
        model.fit(X[::2], y[::2])
        accuracy = model.score(X[1::2], y[1::2])
        DecisionBoundaryDisplay.from_estimator(
            model,
            X,
            ax=axes,
            response_method="decision_function",
            cmap="PuOr",
            vmin=-1.5,
            vmax=1.5,
            levels=30,
        )
        for label, colour, marker in ((1, "#1d0b4d", "s"), (-1, "#7a3a03", "o")):
            some = X[1::6][y[1::6] == label]
            axes.plot(*some.T, marker, color=colour, markersize=3, markeredgewidth=0)
        axes.set_title(f"{accuracy:.0%} of new points right", fontsize=10)
        axes.set(xlim=(0, 4), ylim=(0, 4), xticks=[], yticks=[], xlabel="", ylabel="")
    line[0].set_ylabel(pattern)
for axes, name in zip(grid[-1], models, strict=True):
    axes.set_xlabel(name)

# %%
# Accuracy by rounds on the checkerboard: more stumps of features do not help, more stumps of mixtures do.

X, y = patterns["checkerboard"]
figure, axes = plt.subplots(figsize=(6, 3.4), layout="constrained")
for (name, model), colour in zip(models.items(), ("#E69F00", "#0072B2"), strict=True):
    model.fit(X[::2], y[::2])
    accuracies = [np.mean(stage == y[1::2]) for stage in model.staged_predict(X[1::2])]
    axes.plot(np.arange(1, len(accuracies) + 1), accuracies, color=colour)
    axes.annotate(
        name,
        (len(accuracies), accuracies[-1]),
        xytext=(6, 0),
        textcoords="offset points",
        color=colour,
        va="center",
    )
axes.set(xlabel="rounds", ylabel="share of new points right", xlim=(0, 500), ylim=(0.45, 1.0))
axes.spines[["top", "right"]].set_visible(False)
