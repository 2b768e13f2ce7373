"""
Who could stand in for whom
===========================

A plant measures temperature three times and pressure twice, some instruments better than others. All five are relevant
to whether a batch is good, and so is the flow. Three of the six are enough.
"""

import sys

import numpy as np
import pandas as pd

from hedgerow import ForestRelevance
from hedgerow.displays import MaskingDisplay
from hedgerow.selection.forest import ACESelector

random = np.random.default_rng(0)
temperature, pressure, flow = random.normal(size=(3, 400))
plant = pd.DataFrame(
    {
        "temperature": temperature,
        "temperature, backup": temperature + random.normal(scale=0.3, size=400),
        "temperature, wall": temperature + random.normal(scale=0.6, size=400),
        "pressure": pressure,
        "pressure, backup": pressure + random.normal(scale=0.3, size=400),
        "flow": flow,
        "humidity": random.normal(size=400),
        "shift": random.integers(0, 3, size=400),
    }
)
is_good = 1.2 * temperature + pressure + 0.8 * flow > 0

# %%
# A test of relevance lets every stand-in pass, and rightly so: each tells something about the batch.

study = ForestRelevance(local=None, random_state=0).fit(plant, is_good)
print(study.relevance_.ranked()[["feature", "unseen", "p_value", "selected"]].round(3).to_string(index=False))

# %%
# Artificial contrasts with ensembles also ask who could be spared.

selector = ACESelector(random_state=0).fit(plant, is_good)
print(selector.frame()[["feature", "p_value", "selected", "masked_by"]].round(3).to_string(index=False))

# %%
# The darker a cell, the more a cut on the column's feature would do where the forest has cut the row's.

figure = MaskingDisplay.from_selector(selector).plot().figure_

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/relevance-masking.png", dpi=110)
