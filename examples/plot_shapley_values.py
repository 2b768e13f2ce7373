"""
What an answer is made of
=========================

A forest predicts which patients have diabetes. Shapley values split each answer up into what every feature contributes:
together with what the model says of a patient it knows nothing about, they add up to the answer.
"""

import sys

from hedgerow import RandomForestClassifier, datasets
from hedgerow.displays import ShapDisplay
from hedgerow.relevance import shap_values

pima = datasets.load("pima")
forest = RandomForestClassifier(random_state=0).fit(pima.features, pima.target)
shap = shap_values(forest, pima.features)
print(shap)

# %%
# A dot is a patient. High glucose raises the probability and low glucose lowers it; blood pressure hardly matters to
# the forest.

display = ShapDisplay(shap)
swarm = display.plot().figure_

# %%
# One patient, from the base to the answer.

steps = display.explain(5).figure_
print(shap.explain(5).round(2).to_string(index=False))

# %%
# The same with a background: unknown values are those of a hundred other patients, not what the training weights of
# the trees say. Here both tell the same story.

other = shap_values(forest, pima.features[:50], background=pima.features[100:200])
print(other.summarise().round(3).head(3).to_string(index=False))

if len(sys.argv) > 1:
    swarm.savefig(f"{sys.argv[1]}/shap-swarm.png", dpi=110)
    steps.savefig(f"{sys.argv[1]}/shap-steps.png", dpi=110)
