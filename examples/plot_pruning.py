"""
A hundred trees, or the right ten?
==================================

A forest has many trees that say much the same. Pruning keeps some of them: here by four methods, judged on rows that
neither the trees nor the choice have seen.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.model_selection import train_test_split

from hedgerow import RandomForestClassifier, datasets, prune
from hedgerow.displays import PruningDisplay

table = datasets.load("pima")
X, y = table.features, np.asarray(table.target)
X_grow, X_rest, y_grow, y_rest = train_test_split(X, y, test_size=0.6, stratify=y, random_state=0)
X_choose, X_test, y_choose, y_test = train_test_split(
    X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=0
)
forest = RandomForestClassifier(100, random_state=0).fit(X_grow, y_grow)

# %%
# Every method reads what the trees say about the rows that choose, and keeps the committee that errs least there.

kept = {
    method: prune(forest, X_choose, y_choose, method, training=(X_grow, y_grow), random_state=0)
    for method in ("fitselect", "reduce_error", "forward", "best")
}
print(f"{'all trees':12s} 100 trees, test error {1 - forest.score(X_test, y_test):.3f}")
for method, pruned in kept.items():
    chosen = pruned.path_[pruned.path_["chosen"]].iloc[0]
    print(
        f"{method:12s} {pruned.n_members_:3d} trees, test error {1 - pruned.score(X_test, y_test):.3f}, "
        f"where they were chosen {chosen['validation_error']:.3f}"
    )

# %%
# The curve of the rows that chose has a fine valley, because the members were ordered by these very rows. The training
# rows, each predicted by the trees that were not fitted on it, know nothing of the choice, and have no valley.

figure, axes = plt.subplots(1, 2, figsize=(12, 4.2), layout="constrained", sharey=True)
for ax, method in zip(axes, ("fitselect", "reduce_error"), strict=True):
    PruningDisplay.from_estimator(kept[method]).plot(ax)
    ax.set_title(f"{method}: {ax.get_title(loc='left')}".replace("\n", " "), loc="left", fontsize="small")
