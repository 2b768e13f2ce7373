"""
What a code does to bias and variance
=====================================

A network of few nodes cannot tell nine classes apart, and another training set makes it fail elsewhere. Bagging
averages many such networks; an error-correcting output code asks each of them an easier question. Both take most from
the part of the error that comes from straying, the variance effect, and some from the systematic effect.
"""

import matplotlib.pyplot as plt
import numpy as np

from hedgerow import BaggingClassifier, bias_variance
from hedgerow.analysis.bias_variance import FreshSamples
from hedgerow.displays import BiasVarianceDisplay
from hedgerow.ensembles import ECOCClassifier
from hedgerow.learners import NetworkClassifier

# %%
# Nine Gaussian classes at the corners and in the middle of a cube; every training set is a fresh sample of 300 rows.
# The noise is known exactly. With two nodes and five epochs the code wins: two nodes are too few for nine outputs, but
# enough for most questions of "these classes or those".

fresh = FreshSamples("artificial_multi2", n_train=300, n_test=2000)


def part_errors(n_hidden: int, epochs: int) -> dict:
    network = NetworkClassifier(n_hidden, epochs=epochs)
    learners = {
        "one network": network,
        "25 bagged networks": BaggingClassifier(network, n_estimators=25),
        "25 random questions": ECOCClassifier(
            network, code="dense_random", n_estimators=25, bootstrap=False, decoding="hamming"
        ),
    }
    return {
        name: bias_variance(learner, protocol=fresh, n_replicates=10, random_state=0)
        for name, learner in learners.items()
    }


small = part_errors(n_hidden=2, epochs=5)
BiasVarianceDisplay.from_results(small).plot()

# %%
# With eight nodes a single network is nearly as good as it gets, and there is less to gain.

large = part_errors(n_hidden=8, epochs=5)
BiasVarianceDisplay.from_results(large).plot()

# %%
# The same in numbers: what an ensemble changes in the systematic effect and in the variance effect, in points.

for size, results in {"2 nodes": small, "8 nodes": large}.items():
    alone = results["one network"].totals
    for name in ("25 bagged networks", "25 random questions"):
        totals = results[name].totals
        changes = [100 * (totals[term] - alone[term]) for term in ("systematic_effect", "variance_effect")]
        print(f"{size}, {name:20s} systematic effect {changes[0]:+5.1f}, variance effect {changes[1]:+5.1f}")

# %%
# A network learns in few steps, each of which lowers the squared error of its training rows.

figure, axes = plt.subplots(figsize=(5.5, 3.6), layout="constrained")
sample = np.random.default_rng(0).uniform(-1, 1, (300, 2))
target = sample[:, 0] * sample[:, 1] > 0
for n_hidden, colour in zip((2, 4, 8), ("#0072B2", "#E69F00", "#009E73"), strict=True):
    network = NetworkClassifier(n_hidden, epochs=15, random_state=0).fit(sample, target)
    axes.plot(network.loss_history_, marker="o", markersize=4, color=colour, label=f"{n_hidden} nodes")
axes.set(xlabel="epochs", ylabel="mean squared error", title="Are the signs of two numbers the same?")
axes.legend(frameon=False)

plt.show()
