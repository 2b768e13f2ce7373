"""
Classes in the subspace of their means
======================================

TIPCAC whitens the widest directions of a table, and no more of them than the number of rows bears. The whitened class
means span a subspace with one dimension less than there are classes. There each pair of classes has a line of its own.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

from hedgerow.learners import TIPCACClassifier

# %%
# Three digits of 64 pixels. The two directions in which images differ most are not those in which digits do.

X, y = load_digits(return_X_y=True)
rows = np.isin(y, (3, 8, 9))
X, y = X[rows], y[rows]
train, test = slice(0, None, 2), slice(1, None, 2)
tipcac = TIPCACClassifier().fit(X[train], y[train])
views = {
    "principal components": PCA(2).fit(X[train]).transform(X[test]),
    "Fisher subspace": tipcac.transform(X[test]),
}
figure, axes = plt.subplots(1, 2, figsize=(8, 3.6), layout="constrained")
styles = dict(zip((3, 8, 9), (("#0072B2", "o"), ("#E69F00", "s"), ("#009E73", "^")), strict=True))
for panel, (title, points) in zip(axes, views.items(), strict=True):
    for digit, (colour, marker) in styles.items():
        panel.plot(*points[y[test] == digit].T, marker, color=colour, markersize=4, label=str(digit))
    panel.set(title=title, xticks=[], yticks=[])
axes[1].legend(title="digit")

# %%
# How many directions to whiten? Each one has to be learned, and a hundred images of ten digits do not show many of the
# 64. Fisher's discriminant whitens all. The default, :math:`(\log_2 N)^2`, is the paper's, and generous: with few rows
# a handful of directions is better, so this is a number to try out.

X, y = load_digits(return_X_y=True)
numbers = (1, 2, 5, 10, 20, 30, 40, 50, 64)
scores = np.zeros(len(numbers))
for seed in range(5):
    shuffled = np.random.default_rng(seed).permutation(len(y))
    few, others = shuffled[:100], shuffled[100:]
    for place, number in enumerate(numbers):
        classifier = TIPCACClassifier(n_directions=number).fit(X[few], y[few])
        scores[place] += classifier.score(X[others], y[others]) / 5
figure, panel = plt.subplots(figsize=(5.2, 3.4), layout="constrained")
panel.plot(numbers, scores, "o-", color="#0072B2")
panel.axvline(44, color="black", linestyle="--", label="default for 100 rows")
panel.set(
    xlabel="directions that are whitened", ylabel="accuracy on new rows", title="100 images of ten digits"
)
panel.legend()

# %%
# With a kernel, lines may bend. Two classes, one around the other, have the same mean; no line parts them.

X = np.random.default_rng(0).normal(size=(400, 2))
y = (X**2).sum(axis=1) < 1.2
figure, axes = plt.subplots(1, 2, figsize=(8, 3.6), layout="constrained")
across, up = np.meshgrid(np.linspace(-3.6, 3.6, 200), np.linspace(-3.6, 3.6, 200))
grid = np.column_stack([across.ravel(), up.ravel()])
for panel, (title, kernel) in zip(axes, {"TIPCAC": None, "K-TIPCAC": "rbf"}.items(), strict=True):
    classifier = TIPCACClassifier(kernel, sigma=1.0).fit(X[:200], y[:200])
    shades = classifier.predict_proba(grid)[:, 1].reshape(up.shape)
    panel.contourf(across, up, shades, levels=np.linspace(0, 1, 11), cmap="cividis", alpha=0.6)
    panel.plot(*X[y].T, "s", color="#E69F00", markersize=3)
    panel.plot(*X[~y].T, "o", color="#0072B2", markersize=3)
    score = classifier.score(X[200:], y[200:])
    panel.set(title=f"{title}: {score:.0%} of new rows are right", xticks=[], yticks=[])
    panel.set(xlim=(-3.6, 3.6), ylim=(-3.6, 3.6))

plt.show()
