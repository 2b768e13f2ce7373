"""
Muscles that move
=================

Pictures of faces become windows around the eyes, windows become shares of local patterns, and an output code finds
which action units of the face they show.
"""

import matplotlib.pyplot as plt
import numpy as np

from hedgerow.datasets import make_eye_regions
from hedgerow.encoders import LocalBinaryPatterns, read_windows
from hedgerow.many_labels import LabelSetECOCClassifier
from hedgerow.selection import Discretiser
from hedgerow.selection.filters import FCBFSelector

# %%
# Drawn faces: each shows a set of action units. Heads are turned; in the windows the eyes lie at the same places.

counts = {(): 60, (1, 2): 45, (4,): 45, (4, 7): 45, (6,): 45}
sample = make_eye_regions(counts, random_state=0)
windows = read_windows(sample.images, sample.eyes).pixels
first = [int(np.flatnonzero((row == sample.Y).all(axis=1))[0]) for row in np.unique(sample.Y, axis=0)]

figure, panels = plt.subplots(2, 5, figsize=(10, 2.9), layout="constrained")
for (above, below), place in zip(panels.T, first, strict=True):
    shown = [name for name, on in zip(sample.units, sample.Y[place], strict=True) if on]
    above.imshow(sample.images[place])
    above.plot(*sample.eyes[place].T, "+", color="#D55E00")
    above.set_title(" + ".join(shown) or "none", fontsize=9)
    below.imshow(windows[place], cmap="gray")
for axes in panels.ravel():
    axes.set_axis_off()

# %%
# Of the patterns in all tiles, a filter keeps a few that tell about the sets. The picture shows where they are: the
# darker, the more of the patterns that are kept lie in a tile.

patterns = LocalBinaryPatterns(radii=[1, 2, 4], tiles=[(3, 6)]).fit(windows)
X, codes = patterns.transform(windows), np.unique(sample.Y, axis=0, return_inverse=True)[1].ravel()
train = np.arange(len(X)) < 160
fcbf = FCBFSelector(discretise=Discretiser("mdl")).fit(X[train], codes[train])
kept = fcbf.get_support()
by_tile = kept.reshape(3, 3, 6, 59).sum(axis=(0, 3))

figure, axes = plt.subplots(figsize=(6, 3), layout="constrained")
axes.imshow(windows.mean(axis=0), cmap="gray", extent=(0, 6, 3, 0), aspect=0.5 * 150 / 75)
axes.imshow(by_tile, cmap="Oranges", alpha=0.55, extent=(0, 6, 3, 0), aspect=1)
for row, column in np.ndindex(by_tile.shape):
    axes.text(column + 0.5, row + 0.5, by_tile[row, column], ha="center", va="center")
axes.set(title=f"{kept.sum()} of {kept.size:,} patterns are kept", xticks=[], yticks=[])

# %%
# An output code over the sets scores each unit, and a Platt curve makes a probability of the score. Without the curve
# no score comes near one half.

units = [place for place in range(6) if sample.Y[:, place].any()]
ecoc = LabelSetECOCClassifier(n_estimators=60, random_state=0).fit(
    X[train][:, kept], sample.Y[train][:, units]
)
plain = LabelSetECOCClassifier(n_estimators=60, calibration=None, random_state=0)
plain.fit(X[train][:, kept], sample.Y[train][:, units])

figure, panels = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained", sharey=True)
truth = sample.Y[~train][:, units] == 1
for axes, model, title in zip(panels, (plain, ecoc), ("scores", "probabilities"), strict=True):
    chances = model.predict_proba(X[~train][:, kept])
    for place in range(len(units)):
        for on, colour, shift in ((False, "#0072B2", -0.12), (True, "#D55E00", 0.12)):
            values = chances[truth[:, place] == on, place]
            axes.scatter(
                values, np.full(values.size, place + shift), s=9, color=colour, alpha=0.6, linewidths=0
            )
    error = (model.predict(X[~train][:, kept]) != truth).mean()
    axes.axvline(0.5, color="gray", linewidth=0.8)
    axes.set(title=f"{title}: {100 * error:.0f} % of the units wrong", xlim=(0, 1), xlabel=title)
panels[0].set_yticks(range(len(units)), [sample.units[place] for place in units])
panels[0].scatter([], [], color="#D55E00", s=9, label="shown")
panels[0].scatter([], [], color="#0072B2", s=9, label="not shown")
panels[0].legend(loc="lower right")
plt.show()
