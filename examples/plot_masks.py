"""
Neighbours through masks
========================

Nearest neighbours on the sonar data, whose 60 frequency bands tell rocks from mines. Each member of the ensemble sees
some of the bands: drawn at random, or searched for.
"""

import sys

import pandas as pd
from sklearn.model_selection import train_test_split

from hedgerow import Outputs, datasets
from hedgerow.displays import MaskEnsembleDisplay
from hedgerow.diversity import vote_entropy
from hedgerow.ensembles import MaskEnsembleClassifier

table = datasets.load("sonar")
train, test, y_train, y_test = train_test_split(
    table.features, table.target, test_size=0.4, stratify=table.target, random_state=0
)

# %%
# A search makes the members better, and takes some of their differences away. What matters is the vote about new rows.

found = {}
for search in ("random", "hill_climb", "genetic"):
    masks = MaskEnsembleClassifier(n_estimators=50, search=search, random_state=0).fit(train, y_train)
    outputs = Outputs.from_estimator(masks, test, y_test)
    found[search] = {
        "one member": 1 - outputs.errors().mean(),
        "the vote": masks.score(test, y_test),
        "entropy of the votes": vote_entropy(outputs),
        "features in a mask": masks.masks_.sum(axis=1).mean(),
    }
print(pd.DataFrame(found).T.round(3).to_string())

# %%
# How many members are enough, and which bands do the masks see? The accuracies here are about the rows that guided the
# search, so they are higher than those of new rows.

masks = MaskEnsembleClassifier(n_estimators=50, random_state=0).fit(train, y_train)
figure = MaskEnsembleDisplay.from_estimator(masks).plot().figure_
print(masks.report_.sentence)

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/masks.png", dpi=110)
