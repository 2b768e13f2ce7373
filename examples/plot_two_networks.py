"""
Two networks, one answer
========================

A network that was learned from data and one that an expert drew look at the same eyes. A third network of three nodes
combines them: the probability that each gives to glaucoma falls into one of eight bins, and a table says how many of
the people with that pair of bins were ill.
"""

import matplotlib.pyplot as plt

from hedgerow.analysis import committee_outputs, operating_points
from hedgerow.combination import AccuracyWeightedMean, BayesNetCombiner, combine
from hedgerow.datasets import make_glaucoma
from hedgerow.displays import CombinerDisplay
from hedgerow.learners import BayesNetClassifier
from hedgerow.outputs import Outputs

known = make_glaucoma("longitudinal", random_state=0)
new = make_glaucoma("longitudinal", random_state=1)

# A table shows the share of the second class in alphabetical order, which is to be the disease.
y, y_new = (["ill" if each == "glaucoma" else "healthy" for each in sample.y] for sample in (known, new))

# %%
# The one learns its arcs from healthy people alone. The other has the arcs of the optic nerve's anatomy, and learns
# without labels. What the combiner learns from are predictions for people who were left out.

networks = [
    BayesNetClassifier(learn_on="healthy", n_bootstrap=10, random_state=0),
    BayesNetClassifier(list(known.arcs), hidden_class=True, n_init=2, random_state=0),
]
said = committee_outputs(
    networks,
    known.X,
    y,
    cv=3,
    groups=known.groups,
    probabilities=True,
    names=["data", "anatomy"],
    random_state=0,
)
rule = BayesNetCombiner().fit(said)
even = BayesNetCombiner(binning="frequency").fit(said)

# %%
# In many cells there is nobody. The mean of the cells around them, which the paper takes, counts them as healthy; here
# the people around them are counted. The network without labels gives most people a low probability, and what it knows
# of them is lost in one bin: bins of equal frequency keep it.

figure, axes = plt.subplots(1, 3, figsize=(15, 4.8), layout="constrained")
CombinerDisplay.from_rule(rule, shown="raw").plot(axes[0])
CombinerDisplay.from_rule(rule).plot(axes[1])
CombinerDisplay.from_rule(even).plot(axes[2])

# %%
# Other people, other visits: each network alone, and three ways to combine them.

asked = Outputs.from_estimator([network.fit(known.X, y) for network in networks], new.X, y_new)
ill = list(asked.classes).index("ill")
scores = {name: asked.probabilities[place, :, ill] for place, name in enumerate(said.names)}
scores["weighted vote"] = combine(asked, AccuracyWeightedMean().fit(said)).scores[:, ill]
scores["table"] = combine(asked, rule).scores[:, ill]
scores["table, equal frequency"] = combine(asked, even).scores[:, ill]
for name, score in scores.items():
    print(f"{name:24s} {operating_points(score, y_new, positive='ill')}")
