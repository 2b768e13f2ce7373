"""
As few questions as there can be
================================

Ten digits can be told apart by four questions with two answers each. Which four? Any way to give the digits different
words of four bits will do, but some questions are much easier to learn than others. A minimal code is bred: the codes
that get the fewest held-out digits wrong have the most children.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from hedgerow.codes import Discriminant, MinimalCode, count_minimal_codes

X, y = load_digits(return_X_y=True)

# %%
# There are more codes than anybody can try, but only 511 different questions. Each is learned once; after that a
# code is judged by looking up answers. Two searches, side by side:

print(f"{count_minimal_codes(10):,} different codes")

searches = {"genetic algorithm": MinimalCode("ga"), "incremental learning (PBIL)": MinimalCode("pbil")}
figure, axes = plt.subplots(figsize=(6, 3.6), layout="constrained")
for (name, design), colour in zip(searches.items(), ("#0072B2", "#E69F00"), strict=True):
    design.learn(X, y, 10, generator=np.random.RandomState(0), n_jobs=2)
    axes.step(np.arange(design.history_.size), 100 * design.history_, where="post", color=colour, label=name)
    print(f"{name}: {design.n_lookups_:,} columns asked for, {design.n_trained_} learned; {design.ending_}")
axes.set(xlabel="generation", ylabel="held-out digits wrong, %", title="The best code so far")
axes.legend(frameon=False)

# %%
# The code itself: a row for each digit, a column for each question. Beside it the discriminant code, a tree of nine
# questions, each of which leaves out the digits (white) that earlier ones have told apart.

codes = {
    "bred, four columns": searches["genetic algorithm"].code_,
    "discriminant, nine columns": Discriminant().learn(X, y, 10, generator=np.random.RandomState(0)),
}
widths = [code.shape[1] for code in codes.values()]
figure, panels = plt.subplots(1, 2, figsize=(6, 4), width_ratios=widths, layout="constrained")
for (name, code), axes in zip(codes.items(), panels, strict=True):
    axes.imshow(code, cmap="PuOr", vmin=-1.6, vmax=1.6, aspect="auto")
    axes.set(title=name, xlabel="question", xticks=range(code.shape[1]), yticks=range(10))
panels[0].set_ylabel("digit")

plt.show()
