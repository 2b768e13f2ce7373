"""
More genes than samples
=======================

A laboratory has measured 2,000 genes of 100 people, half of them patients. Ten genes are truly higher in patients (we
know, because the data are simulated). With so many columns, chance alone makes some of them look good: the way to know
how good is to shuffle the diagnoses and to ask again.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from hedgerow import ForestRelevance

random = np.random.default_rng(2)
diagnosis = np.repeat(["healthy", "patient"], 50)
genes = random.normal(size=(100, 2000))
genes[diagnosis == "patient", :10] += 1.0
genes = pd.DataFrame(genes, columns=[f"gene {number}" for number in range(1, 2001)])


def ask(labels):
    """What splits on each gene gain for people who are out of bag."""
    return ForestRelevance(local=None, random_state=0).fit(genes, labels).relevance_.unseen


# %%
# Each of the 19 shuffles breaks every relation between genes and diagnosis. The best of 2,000 genes is then the
# best by luck, and with 19 of them and the truth, a gene above them all has p = 1 / 20 for the whole table.

learned = ask(diagnosis)
best_by_luck = np.array([ask(random.permutation(diagnosis)).max() for _ in range(19)])
found = np.flatnonzero(learned > best_by_luck.max())
print(f"{len(found)} genes gain more than the best of any shuffle: {', '.join(genes.columns[found])}")

# %%
# What is found is true. A gene below the line may matter as well: 100 people are few, and the true genes share what
# there is to tell.

order = np.argsort(-learned)[:40]
is_true = order < 10
figure, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
places = np.arange(1, 41)
axes.scatter(
    places[is_true], learned[order][is_true], s=34, color="#0072B2", label="truly higher in patients"
)
axes.scatter(
    places[~is_true], learned[order][~is_true], s=34, marker="x", color="0.5", label="nothing to do with it"
)
axes.axhline(best_by_luck.max(), color="#D55E00", linewidth=1.2)
axes.text(41, best_by_luck.max(), " best gene of\n any shuffle", color="#D55E00", va="center")
axes.set(xlabel="the 40 best of 2,000 genes", ylabel="gain for\nout-of-bag people", xlim=(0, 41))
axes.set_ylim(bottom=0)
axes.set_title(f"{len(found)} of 2,000 genes gain more than luck could", loc="left", fontsize="medium")
axes.spines[["top", "right"]].set_visible(False)
axes.legend(frameon=False, loc="upper right")

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/relevance-genes.png", dpi=110)
