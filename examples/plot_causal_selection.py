"""
Causes, effects, and the rest
=============================

Nine variables, each but the first three the sum of two others and noise. A leaf of this network depends on all of them,
and needs two. A filter cannot tell; a causal selector can.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from hedgerow import datasets
from hedgerow.displays import CausalGraphDisplay
from hedgerow.selection.causal import CausalSelector

network = datasets.make_network(5000, target="I", random_state=1)
X = network.table().features
correlations = [abs(np.corrcoef(X[name], network.y)[0, 1]) for name in X]
selector = CausalSelector("pc", test="fisher-z", alpha=0.001).fit(X, network.y)
print(selector.frame().round(3).to_string(index=False))

# %%
# On the left, what each variable tells alone, and what is left when the ones found are known. On the right, the graph
# that the PC algorithm finds: the target is in the middle.

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5.2), layout="constrained", width_ratios=[1, 1.6])
places = np.arange(X.shape[1])
alone = -0.5 * np.log2(1 - np.square(correlations))
left.barh(places - 0.2, alone, 0.4, label="alone", color="0.75")
left.barh(places + 0.2, selector.scores_, 0.4, label="given those found", color="#0072B2")
left.set_yticks(places, X.columns)
left.invert_yaxis()
left.set_xlabel("bits about the target")
left.spines[["top", "right"]].set_visible(False)
left.legend(frameon=False)
left.set_title("All tell something, two are needed", loc="left", fontsize="medium")
CausalGraphDisplay.from_selector(selector).plot(right)

# %%
# Every other method comes to the same two.

for method in ("gs", "iamb", "inter-iamb", "mmpc", "hiton", "pc", "tpda"):
    kept = CausalSelector(method, test="fisher-z", alpha=0.001).fit(X, network.y).get_feature_names_out()
    print(f"{method:10}", *kept)

if len(sys.argv) > 1:
    figure.savefig(f"{sys.argv[1]}/causal-selection.png", dpi=110)
