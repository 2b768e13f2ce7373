"""
Labels that belong together
===========================

Rows carry several labels at once. Where labels depend on each other, learning them one by one gets many of them right
and few rows right in all of them.
"""

import matplotlib.pyplot as plt
import numpy as np

from hedgerow.analysis import multi_label_report
from hedgerow.datasets import make_label_sets
from hedgerow.many_labels import (
    BinaryRelevanceClassifier,
    ChainEnsembleClassifier,
    LabelPowersetClassifier,
    PrunedSetsEnsembleClassifier,
    RAkELClassifier,
)

# %%
# Each topic is a cloud of rows with its own set of labels. Between the clouds the features leave open which topic it
# is, but not that the labels are those of *one* topic.

sample = make_label_sets(400, 2, 5, n_topics=4, distance=2.0, flip=0.0, random_state=6)
sides = (np.linspace(low, high, 300) for low, high in zip(sample.X.min(0), sample.X.max(0), strict=True))
across, up = np.meshgrid(*sides)
grid = np.column_stack([across.ravel(), up.ravel()])
known = {tuple(labels) for labels in sample.label_sets.tolist()}
methods = {
    "each label by itself": BinaryRelevanceClassifier(random_state=0),
    "label sets as classes": LabelPowersetClassifier(random_state=0),
}

figure, panels = plt.subplots(1, 2, figsize=(8, 3.6), layout="constrained", sharey=True)
for axes, (name, method) in zip(panels, methods.items(), strict=True):
    answers = method.fit(sample.X, sample.Y).predict(grid)
    impossible = np.array([tuple(labels) not in known for labels in answers.tolist()]).reshape(up.shape)
    axes.contourf(across, up, impossible, levels=[0.5, 1.5], colors=["#E69F00"], alpha=0.6)
    colours = np.array(["#0072B2", "#009E73", "#CC79A7", "#56B4E9"])[sample.topics]
    axes.scatter(*sample.X.T, s=9, c=colours, linewidths=0)
    axes.set(title=name, xlabel="first feature", xticks=[], yticks=[])
panels[0].set_ylabel("second feature")
figure.suptitle("Shaded: labels that never occur together")

# %%
# More labels, more features, and some labels that are wrong. Bars are on new rows; longer is better.

train, test = slice(0, 500), slice(500, None)
sample = make_label_sets(2000, random_state=1)
methods = {
    "binary relevance": BinaryRelevanceClassifier(random_state=0),
    "label powerset": LabelPowersetClassifier(random_state=0),
    "RAkEL": RAkELClassifier(random_state=0),
    "chains": ChainEnsembleClassifier(n_estimators=30, random_state=0),
    "pruned sets": PrunedSetsEnsembleClassifier(n_estimators=30, random_state=0),
}
measures = {
    "subset_accuracy": "rows right in all labels",
    "jaccard": "Jaccard index",
    "micro_f1": "F1 of all labels",
}
reports = {}
for name, method in methods.items():
    fitted = method.fit(sample.X[train], sample.Y[train])
    reports[name] = multi_label_report(sample.Y[test], fitted.predict(sample.X[test]))

figure, panels = plt.subplots(1, 3, figsize=(9, 3), layout="constrained", sharey=True)
for axes, (measure, title) in zip(panels, measures.items(), strict=True):
    axes.barh(list(reports), [getattr(report, measure) for report in reports.values()], color="#0072B2")
    axes.set(title=title, xlim=(0, 1))
panels[0].invert_yaxis()

# %%
# Binary relevance and the label powerset are single trees. Counted label by label, they are about equally good; whole
# rows are right twice as often where labels are learned together. The ensembles are better in both.

for name, report in reports.items():
    print(f"{name:17s} Hamming loss {report.hamming_loss:.3f}, subset accuracy {report.subset_accuracy:.3f}")

plt.show()
