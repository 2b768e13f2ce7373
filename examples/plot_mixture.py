"""
Who is to be asked?
===================

A mixture of experts parts the space while it learns what to say in each part. Experts that can only draw straight
borders make a bent one together, and the gate shows who decides where. Drawn gates know nothing of the data, and cost
nothing to train.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from sklearn.datasets import make_moons

from hedgerow.learners import (
    MixtureOfExpertsClassifier,
    MixtureOfExpertsRegressor,
    PrototypeMixtureClassifier,
    SmallNetworkClassifier,
)

# %%
# On the left the expert with the largest weight at each point; on the right the same for three random prototypes
# (stars), whose weights follow nearness alone. The black line is the border of the classes. All experts are logistic
# regressions; percentages are of the rows shown, which they learned from.

X, y = make_moons(400, noise=0.2, random_state=0)
linear = SmallNetworkClassifier(n_hidden=0)
mixtures = {
    "gates that are trained": MixtureOfExpertsClassifier(branching=3, random_state=3),
    "gates that are drawn": PrototypeMixtureClassifier(
        linear, n_modules=1, n_experts=3, gate="winner", random_state=3
    ),
}
sides = (np.linspace(low, high, 300) for low, high in zip(X.min(axis=0), X.max(axis=0), strict=True))
across, up = np.meshgrid(*sides)
grid = np.column_stack([across.ravel(), up.ravel()])
shades = ListedColormap(["#cfe3f2", "#fbe3b8", "#d5ecd4"])

figure, panels = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained", sharey=True)
for axes, (name, mixture) in zip(panels, mixtures.items(), strict=True):
    mixture.fit(X, y)
    deciding = mixture.weigh_experts(grid).argmax(axis=1).reshape(up.shape)
    axes.contourf(across, up, deciding, levels=[-0.5, 0.5, 1.5, 2.5], cmap=shades)
    chance = mixture.predict_proba(grid)[:, 1].reshape(up.shape)
    axes.contour(across, up, chance, [0.5], colors="black", linewidths=1.5)
    for label, colour, marker in zip((0, 1), ("#0072B2", "#E69F00"), "os", strict=True):
        axes.plot(*X[y == label].T, marker, color=colour, markersize=3.5, markeredgewidth=0)
    axes.set(title=f"{name}: {mixture.score(X, y):.1%} correct", xticks=[], yticks=[])
drawn = mixtures["gates that are drawn"].mixtures_[0]
places = drawn.prototype_gates.prototypes / drawn.space.scale + drawn.space.shift
panels[1].plot(*places.T, "*", color="black", markersize=12)

# %%
# A line with two bends is three straight experts. Their lines are drawn where they have more than half of the weight.

x = np.linspace(-3, 3, 300)[:, None]
truth = np.where(np.abs(x[:, 0]) < 1, 2 * x[:, 0], 3 * np.sign(x[:, 0]) - x[:, 0])
values = truth + np.random.default_rng(0).normal(0, 0.15, 300)
mixture = MixtureOfExpertsRegressor(branching=3, n_init=5, random_state=0).fit(x, values)
weights = mixture.weigh_experts(x)

figure, axes = plt.subplots(figsize=(6, 3.6), layout="constrained")
axes.plot(x[:, 0], values, ".", color="#bbbbbb", markersize=4)
axes.plot(x[:, 0], mixture.predict(x), color="black", linewidth=1, label="the mixture")
for number, (expert, weight) in enumerate(zip(mixture.estimators_, weights.T, strict=True)):
    line = np.where(weight > 0.5, expert.predict(x), np.nan)
    axes.plot(x[:, 0], line, color=("#0072B2", "#E69F00", "#009E73")[number], linewidth=3, alpha=0.7)
axes.set(xlabel="feature", ylabel="value", title="Three experts, three lines")
axes.legend(frameon=False)

# %%
# The likelihood of the training rows never falls. That of rows held out says when to stop.

greedy = MixtureOfExpertsClassifier(
    SmallNetworkClassifier(10, decay=0.0, max_iter=10, warm_start=True),
    branching=6,
    validation_fraction=0.3,
    n_iter_no_change=15,
    random_state=0,
).fit(X[:150], y[:150])
rounds = np.arange(1, greedy.n_iter_ + 1)
figure, axes = plt.subplots(figsize=(6, 3.2), layout="constrained")
axes.plot(rounds, greedy.loglikelihood_, color="#0072B2", label="training rows")
axes.plot(rounds, greedy.held_out_loglikelihood_, color="#E69F00", label="rows held out")
axes.axvline(rounds[greedy.held_out_loglikelihood_.argmax()], color="black", linestyle=":", label="kept")
axes.set(xlabel="round", ylabel="mean log likelihood")
axes.legend(frameon=False)

plt.show()
