"""
Two ensembles, one difference
=============================

Bagging shows each tree other rows; random subspaces show each tree other columns. On the sonar data, whose 60
frequency bands say much the same, either can make trees that disagree usefully.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.model_selection import StratifiedKFold

from hedgerow import BaggingClassifier, datasets
from hedgerow.ensembles import RandomSubspaceClassifier

table = datasets.load("sonar")
X, y = table.features, np.asarray(table.target)
ensembles = {
    "bagging": BaggingClassifier(n_estimators=100, random_state=0),
    "random subspace": RandomSubspaceClassifier(n_estimators=100, random_state=0),
}

# %%
# Both are fitted on the same folds.

scores = {name: [] for name in ensembles}
for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(X, y):
    for name, ensemble in ensembles.items():
        ensemble.fit(X.iloc[train], y[train])
        scores[name].append(np.mean(ensemble.predict(X.iloc[test]) == y[test]))

for name, values in scores.items():
    print(f"{name:16s} {np.mean(values):.3f} +- {np.std(values):.3f}")

# %%
# Five folds are few, so look at them all.

figure, axes = plt.subplots(figsize=(5, 3.2), layout="constrained")
axes.plot(list(scores), np.array(list(scores.values())), "-o", color="#4a7c59", alpha=0.7)
axes.set(ylabel="accuracy on a held-out fold", xlim=(-0.4, 1.4))
axes.spines[["top", "right"]].set_visible(False)
