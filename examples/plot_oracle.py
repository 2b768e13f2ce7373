"""
A border at random
==================

A random oracle parts the space by the plane halfway between two rows, and each side has a tree of its own. One such
pair is no better than a single tree; but the border lies elsewhere in each member, and an ensemble may profit.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from sklearn.datasets import make_friedman1, make_moons

from hedgerow import BaggingClassifier, BaggingRegressor, Outputs, datasets
from hedgerow.displays import EnsembleCurveDisplay
from hedgerow.learners import RandomOracleClassifier, RandomOracleRegressor

# %%
# Cuts of a tree are parallel to the axes. The border (dashed) need not be, and it costs nothing to find.

X, y = make_moons(300, noise=0.3, random_state=0)
oracle = RandomOracleClassifier(random_state=1).fit(X, y)
sides = (np.linspace(low, high, 400) for low, high in zip(X.min(axis=0), X.max(axis=0), strict=True))
across, up = np.meshgrid(*sides)
grid = np.column_stack([across.ravel(), up.ravel()])

figure, axes = plt.subplots(figsize=(5.2, 4), layout="constrained")
shades = ListedColormap(["#cfe3f2", "#fbe3b8"])
axes.contourf(across, up, oracle.predict(grid).reshape(up.shape), levels=1, cmap=shades)
axes.contour(across, up, oracle.find_parts(grid).reshape(up.shape), [0.5], colors="black", linestyles="--")
for label, colour, marker in zip((0, 1), ("#0072B2", "#E69F00"), "os", strict=True):
    axes.plot(*X[y == label].T, marker, color=colour, markersize=4, markeredgewidth=0)
axes.set(title="A tree on each side of a random border", xlabel="first feature", ylabel="second feature")
axes.set(xticks=[], yticks=[])

# %%
# Two clouds in twenty features of equal weight. The best border is oblique: trees only approach it by many small steps,
# and every oracle adds an oblique one of its own. Errors are those on new rows.

train, test = (datasets.make_twonorm(size, random_state=size) for size in (300, 3000))
learners = {
    "bagging": None,
    "with linear oracles": RandomOracleClassifier(),
    "with three prototypes": RandomOracleClassifier(oracle="prototype"),
}
outputs = {}
for name, learner in learners.items():
    bagging = BaggingClassifier(learner, n_estimators=100, random_state=0).fit(train.X, train.y)
    outputs[name] = Outputs.from_estimator(bagging, test.X, test.y)
EnsembleCurveDisplay.from_outputs(outputs).plot()
curve = plt.gcf()

# %%
# Oracles are no free lunch: each tree sees half of the rows. Where the truth follows the axes and rows are few, that
# costs more than the border is worth.

(X, y), (X_new, y_new) = (make_friedman1(size, random_state=size) for size in (200, 2000))
for name, learner in {"without oracles": None, "with oracles": RandomOracleRegressor()}.items():
    bagging = BaggingRegressor(learner, n_estimators=100, random_state=0).fit(X, y)
    print(f"{name:16s} root mean squared error {np.sqrt(np.mean((bagging.predict(X_new) - y_new) ** 2)):.2f}")

plt.show()
