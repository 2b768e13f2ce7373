"""
Where in the cell is this protein?
==================================

A protein becomes a row of 495 numbers: its amino acids, its pairs of neighbours, and how its properties follow each
other. Here proteins are drawn from one Markov chain for each of 22 places, as unequal in number as in a published
collection, so the truth is known.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from hedgerow import RandomForestClassifier
from hedgerow.analysis.comparison import compare_classes
from hedgerow.datasets import make_proteins
from hedgerow.encoders import encode_sequences
from hedgerow.learners import TIPCACClassifier

# %%
# What a column says. Each point is a pair of neighbours. How much more frequent it is in the nucleus than elsewhere is
# seen in the table, and known from the chain that the proteins were drawn from.

sample = make_proteins(0.12, fewest=8, random_state=0)
places = [";".join(each) for each in sample.places]
table = encode_sequences(sample.sequences, labels=places)
is_nucleus = (table.target == "nucleus").to_numpy()
pairs = table.features.iloc[:, 20:420]
ratio = np.log2(pairs[is_nucleus].mean() / pairs[~is_nucleus].mean())
counts = table.target.value_counts()[list(sample.place_names)].to_numpy()


def find_pair_shares(chain):
    """Shares of pairs in the long run: the stationary share of the first residue, times the chance of the second."""
    shares = np.full(20, 1 / 20)
    for _ in range(50):
        shares = shares @ chain
    return (shares[:, None] * chain).ravel()


shares = np.array([find_pair_shares(chain) for chain in sample.chains])
nucleus = sample.place_names.index("nucleus")
others = np.arange(len(shares)) != nucleus
truth = np.log2(shares[nucleus] / np.average(shares[others], axis=0, weights=counts[others]))
figure, panel = plt.subplots(figsize=(4.6, 4.2), layout="constrained")
panel.axline((0, 0), slope=1, color="black", linewidth=0.8)
panel.plot(truth, ratio, "o", color="#0072B2", markersize=3, alpha=0.6)
for place, side in ((truth.argmin(), "left"), (truth.argmax(), "right")):
    where = (truth[place], ratio.iloc[place])
    panel.annotate(pairs.columns[place], where, xytext=(0, -14), textcoords="offset points", ha=side)
panel.set(xlabel="of the chain", ylabel="in the table", title="How much more frequent in the nucleus (log2)")

# %%
# Which method. The places are of very different size, so methods are compared place by place. K-TIPCAC finds more of
# the middle-sized places than a forest does; most places with eight proteins are found by neither.

models = {
    "K-TIPCAC": make_pipeline(StandardScaler(), TIPCACClassifier("rbf", sigma=8.0)),
    "forest": RandomForestClassifier(50, max_features=100, random_state=0),
}
compared = compare_classes(models, table.features, table.target, n_folds=3, random_state=0)
scores = compared.frame().sort_values("n")
figure, panel = plt.subplots(figsize=(6.4, 5), layout="constrained")
rows = np.arange(len(scores))
panel.hlines(rows, scores["forest"], scores["K-TIPCAC"], color="grey", linewidth=1)
for name, colour, marker in (("K-TIPCAC", "#0072B2", "o"), ("forest", "#E69F00", "s")):
    panel.plot(scores[name], rows, marker, color=colour, markersize=6, label=name)
panel.set_yticks(rows, [f"{place} ({n})" for place, n in zip(scores.index, scores["n"], strict=True)])
p_value = compared.tests().loc["K-TIPCAC", "forest"]
panel.set(xlabel="F", title=f"K-TIPCAC against a forest, over places: p = {p_value:.2g}")
panel.legend(loc="lower right")
