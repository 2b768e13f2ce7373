"""
Which features matter?
======================

Nine measurements of 699 biopsies, and three columns that cannot matter because their values were shuffled. Which of
the twelve tell anything about the diagnosis, how much, and about which patient?
"""

import sys

import numpy as np

from hedgerow import ForestRelevance, datasets
from hedgerow.displays import LocalRelevanceDisplay, RelevanceDisplay

table = datasets.load("wbc")
random = np.random.default_rng(0)
decoys = {f"shuffled {name}": random.permutation(table.features[name]) for name in table.features.columns[:3]}
features = table.features.assign(**decoys)

study = ForestRelevance(local="both", random_state=0).fit(features, table.target)
print(study.relevance_.test)
print(study.relevance_.ranked()[["feature", "weighted_gain", "expected", "p_value"]].round(3).to_string())

# %%
# A dot is what a node gains, on average, when it tries the feature; the grey bar is what it would gain by chance.
# Chance always gains something, because a node picks the best of many cuts.

overall = RelevanceDisplay.from_relevance(study.relevance_).plot().figure_

# %%
# One patient. A bar is the gain of splits on the feature for the row, in trees that were not fitted on it; to the left
# of zero they sent it among rows of the other class. This is the row about which the features mislead most:

worst = study.local_oob_.frame().sum(axis=1).idxmin()
local = LocalRelevanceDisplay.from_local(study.local_oob_, features, table.target)
patient = local.explain(worst).figure_

# %%
# All patients. The strip at the left is the diagnosis; rows with similar relevance are neighbours.

everybody = local.plot().figure_

if len(sys.argv) > 1:
    for name, figure in {"wbc": overall, "patient": patient, "patients": everybody}.items():
        figure.savefig(f"{sys.argv[1]}/relevance-{name}.png", dpi=110)
