"""
What depends on what, and what follows
======================================

A visit to a clinic: eight yes-or-no variables, of which an illness is asked for. A Bayesian network is learned from
1,000 visits, drawn, and asked about a patient of whom little is known.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from hedgerow.displays import BayesNetDisplay
from hedgerow.learners import BayesNetClassifier, read_bif

# Lauritzen and Spiegelhalter (1988).
clinic = read_bif("""
variable asia { type discrete [2] { no, yes }; }
variable tuberculosis { type discrete [2] { no, yes }; }
variable smoker { type discrete [2] { no, yes }; }
variable cancer { type discrete [2] { no, yes }; }
variable bronchitis { type discrete [2] { no, yes }; }
variable either { type discrete [2] { no, yes }; }
variable shadow { type discrete [2] { no, yes }; }
variable breathless { type discrete [2] { no, yes }; }
probability ( asia ) { table 0.99, 0.01; }
probability ( tuberculosis | asia ) { (no) 0.99, 0.01; (yes) 0.95, 0.05; }
probability ( smoker ) { table 0.5, 0.5; }
probability ( cancer | smoker ) { (no) 0.99, 0.01; (yes) 0.9, 0.1; }
probability ( bronchitis | smoker ) { (no) 0.7, 0.3; (yes) 0.4, 0.6; }
probability ( either | tuberculosis, cancer ) { default 0, 1; (no, no) 1, 0; }
probability ( shadow | either ) { (no) 0.95, 0.05; (yes) 0.02, 0.98; }
probability ( breathless | bronchitis, either ) {
  (no, no) 0.9, 0.1; (no, yes) 0.3, 0.7; (yes, no) 0.2, 0.8; (yes, yes) 0.1, 0.9; }
""")
visits = clinic.sample(1000, random_state=0)
X, y = visits.drop(columns="bronchitis"), visits["bronchitis"]
net = BayesNetClassifier(class_name="bronchitis", averaging="uniform", threshold=0.3, random_state=0).fit(
    X, y
)
print(net.graph_.frame().round(2).to_string(index=False))

# %%
# On the left, the arrows that at least 30 of 100 bootstrap samples found; the wide ones were found by nearly all. On
# the right, what each finding does to the probability of bronchitis, one after the other.

steps = {
    "nothing": {},
    "breathless": {"breathless": "yes"},
    "a smoker": {"smoker": "yes"},
    "a shadow": {"shadow": "yes"},
}
known: dict[str, str] = {}
rows = []
for finding in steps.values():
    known |= finding
    rows.append([known.get(name) for name in X.columns])
chances = net.predict_proba(pd.DataFrame(rows, columns=X.columns, dtype=object))[:, 1]

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6), layout="constrained", width_ratios=[1.7, 1])
BayesNetDisplay.from_estimator(net).plot(left)
places = np.arange(len(steps))
right.barh(places, chances, 0.5, color="#0072B2")
right.set_yticks(
    places, ["nothing is known", *(f"and {name}" if at else name for at, name in enumerate([*steps][1:]))]
)
right.invert_yaxis()
right.set_xlim(0, 1)
right.set_xlabel("probability of bronchitis")
right.spines[["top", "right"]].set_visible(False)
right.set_title("A shadow explains the breath, too", loc="left", fontsize="medium")

# %%
# Which evidence moved the answer? Weights of evidence, in nats: the shadow counts against bronchitis only because it is
# another reason for being breathless.

last = pd.DataFrame(rows[-1:], columns=X.columns, dtype=object)
print(net.explain(last).frame().round(2))

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/bayes-net.png", dpi=110)
