"""
Words for classes
=================

An output code gives each class a word of -1 and +1, and every member of an ensemble learns one letter. A new row gets
the class whose word is nearest to the letters that the members read, so some of them may be wrong.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from sklearn.datasets import load_digits

from hedgerow.codes import MaximalDistance, OneVsOne, OneVsRest, min_row_distance
from hedgerow.ensembles import ECOCClassifier

# %%
# Three codes for ten classes: rows are classes, columns are questions. Blue is one side, orange the other, and white is
# left out, which counts half a difference. The third is short, and any two of its rows differ in many places.

shades = ListedColormap(["#E69F00", "white", "#0072B2"])
designs = {
    "one against the rest": OneVsRest(),
    "all pairs": OneVsOne(),
    "maximal distance": MaximalDistance(),
}
figure, axes = plt.subplots(3, 1, figsize=(7, 5.4), layout="constrained")
for axis, (name, design) in zip(axes, designs.items(), strict=True):
    code = design.build(10, None, np.random.RandomState(0))
    axis.imshow(code, cmap=shades, vmin=-1, vmax=1, aspect="auto")
    axis.set(title=f"{name}: {code.shape[1]} columns, smallest distance {min_row_distance(code):g}")
    axis.set(ylabel="class", xticks=[], yticks=[0, 9])

# %%
# Handwritten digits. A longer code forgives more: the error falls with the number of columns, while every single column
# stays as good, or as bad, as it was.

X, y = load_digits(return_X_y=True)
train, test = slice(0, None, 2), slice(1, None, 2)
lengths = (5, 8, 12, 20, 35, 60, 100, 200)
errors, column_errors = [], []
for length in lengths:
    ecoc = ECOCClassifier(n_estimators=length, random_state=0).fit(X[train], y[train])
    errors.append(1 - ecoc.score(X[test], y[test]))
    letters = np.stack([tree.predict(X[test]) for tree in ecoc.estimators_], axis=1)
    column_errors.append((letters != (ecoc.code_matrix_.T[:, y[test]] > 0).T).mean())

figure, axes = plt.subplots(figsize=(5.6, 3.6), layout="constrained")
axes.plot(lengths, errors, "o-", color="#0072B2", label="the decoded class")
axes.plot(lengths, column_errors, "s--", color="#E69F00", label="a single letter")
axes.set(xscale="log", xlabel="columns", ylabel="error on new rows", ylim=(0, None), xticks=lengths)
axes.set_xticklabels(lengths)
axes.minorticks_off()
axes.legend(frameon=False)

# %%
# Some columns tell a class apart and others do not. The class-separability weights know which columns count
# for each class.

weighted = ECOCClassifier(n_estimators=40, weights="csep", csep_rows="oob", random_state=0).fit(
    X[train], y[train]
)
figure, axes = plt.subplots(figsize=(7, 2.6), layout="constrained")
image = axes.imshow(weighted.class_weights_, cmap="cividis", aspect="auto")
axes.set(
    xlabel="column",
    ylabel="class",
    yticks=range(0, 10, 3),
    title="How much each column counts for each class",
)
figure.colorbar(image, ax=axes, label="weight")

plt.show()
