"""
A line is enough, nearby
========================

Two classes lie crosswise, so no line parts them. Part the plane first, and in each part a line will do. Four ways
to part it: clusters of all rows, clusters within each class, intervals of a feature, and the mean of these three.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from sklearn.linear_model import LogisticRegression

from hedgerow.datasets import make_four_centres
from hedgerow.learners import LocalExpertsClassifier

train, test = make_four_centres(1000, random_state=0), make_four_centres(4000, random_state=1)
sides = (np.linspace(low, high, 200) for low, high in zip(train.X.min(0), train.X.max(0), strict=True))
across, up = np.meshgrid(*sides)
grid = np.column_stack([across.ravel(), up.ravel()])

# %%
# Shades are answers, and dashed lines part the rows of different experts. Titles have the error on new rows; with full
# knowledge of the four clouds it is 9.6 %.

names = {
    "one line": {"n_parts": 1},
    "clusters": {"partition": "clusters", "n_parts": 4},
    "clusters of each class": {"partition": "class-clusters", "n_parts": 4},
    "intervals of a feature": {"partition": "feature", "n_parts": 4},
    "mean of the three": {"partition": "all", "n_parts": 4},
    "parts at random": {"partition": "random", "n_parts": 4},
}
figure, panels = plt.subplots(2, 3, figsize=(10, 6), layout="constrained", sharex=True, sharey=True)
shades = ListedColormap(["#cfe3f2", "#fbe3b8"])
for axes, (name, settings) in zip(panels.flat, names.items(), strict=True):
    local = LocalExpertsClassifier(LogisticRegression(), random_state=0, **settings).fit(train.X, train.y)
    axes.pcolormesh(across, up, local.predict(grid).reshape(up.shape), cmap=shades, vmin=0, vmax=1)
    if "partition" in settings and settings["partition"] not in ("all", "random"):
        route = local.route(grid)
        numbers = route if route.ndim == 1 else 2 * route[:, 0] + route[:, 1]
        axes.contour(
            across,
            up,
            numbers.reshape(up.shape),
            [0.5, 1.5, 2.5],
            colors="black",
            linestyles="--",
            linewidths=0.8,
        )
    for label, colour, marker in zip((0, 1), ("#0072B2", "#E69F00"), "os", strict=True):
        axes.plot(*train.X[train.y == label][::4].T, marker, color=colour, markersize=2.5, markeredgewidth=0)
    axes.set(title=f"{name}: {100 * (1 - local.score(test.X, test.y)):.1f} %", xticks=[], yticks=[])

# %%
# Left alone, the classifier finds the number of parts by cross-validation, and keeps to one line where parts do not
# pay.

for title, labels in {"crosswise": train.y, "one line": (train.X.sum(axis=1) > 3.5).astype(int)}.items():
    chosen = LocalExpertsClassifier(LogisticRegression(), random_state=0).fit(train.X, labels)
    print(f"{title:10s} {chosen.n_parts_} parts")

plt.show()
