"""
A search that fools itself
==========================

Forward search keeps the features with which nearest neighbours score best. On Friedman's data it finds the five that
matter. Among pure noise it finds some too, and its own score praises them; rows that had no part in the search do not.
"""

import sys
import warnings

import matplotlib.pyplot as plt
import numpy as np
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from hedgerow import datasets
from hedgerow.displays import WrapperSearchDisplay
from hedgerow.selection.wrappers import WrapperSelector

sample = datasets.make_friedman(300, random_state=0)
honest = WrapperSelector(KNeighborsClassifier(), patience=9, random_state=0).fit(sample.X, sample.y)
print(honest.sentence)
print(
    honest.history_[["action", "n_features", "score", "n_scored", "chosen"]].round(3).to_string(index=False)
)

# %%
# The same with thirty columns of noise and sixty rows. The search warns, because searches that leave out a fifth of the
# rows promise much more than they hold on that fifth.

rng = np.random.default_rng(1)
X, y = rng.normal(size=(60, 30)), rng.integers(0, 2, 60)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    fooled = WrapperSelector(GaussianNB(), cv=3, patience=5, random_state=0).fit(X, y)
for warning in caught:
    print(warning.message)

# %%
# Side by side: what the search saw, and what it was worth.

figure, axes = plt.subplots(1, 2, figsize=(11, 4.2), layout="constrained", sharey=True)
WrapperSearchDisplay.from_estimator(honest).plot(axes[0])
WrapperSearchDisplay.from_estimator(fooled).plot(axes[1])

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/wrapper.png", dpi=110)
