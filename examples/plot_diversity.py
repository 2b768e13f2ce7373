"""
Is my ensemble diverse enough?
==============================

Three ensembles of a hundred trees on the sonar data, whose 60 frequency bands tell rocks from mines. The trees of all
three are about as good; what differs is how much they agree.
"""

import sys

import matplotlib.pyplot as plt
from sklearn.model_selection import train_test_split

from hedgerow import (
    BaggingClassifier,
    ExtraTreesClassifier,
    Outputs,
    RandomForestClassifier,
    datasets,
    diversity_report,
)
from hedgerow.displays import DiversityErrorDisplay, EnsembleCurveDisplay, MarginDisplay

table = datasets.load("sonar")
train, test, y_train, y_test = train_test_split(
    table.features, table.target, test_size=0.5, stratify=table.target, random_state=0
)
ensembles = {
    "bagging": BaggingClassifier(n_estimators=100, random_state=0),
    "random forest": RandomForestClassifier(n_estimators=100, random_state=0),
    "extra trees": ExtraTreesClassifier(n_estimators=100, random_state=0),
}
outputs = {
    name: Outputs.from_estimator(ensemble.fit(train, y_train), test, y_test)
    for name, ensemble in ensembles.items()
}

# %%
# Two numbers first: how often a member errs, and how alike two members are.

for name, each in outputs.items():
    print(f"{name}: {diversity_report(each).sentence}\n")

# %%
# Each point is a pair of trees. Further left they are more different, further down they are better.

DiversityErrorDisplay.from_outputs(outputs).plot()
kappa_error = plt.gcf()

# %%
# Error of the first one, two, three, ... trees together.

EnsembleCurveDisplay.from_outputs(outputs).plot()
curve = plt.gcf()

# %%
# How clearly each row is decided: the share of votes for its class, less that of the other.

MarginDisplay.from_outputs(outputs).plot()
margins = plt.gcf()

if len(sys.argv) > 1:
    for name, figure in {"kappa-error": kappa_error, "curve": curve, "margins": margins}.items():
        figure.savefig(f"{sys.argv[1]}/diversity-{name}.png", dpi=110)
