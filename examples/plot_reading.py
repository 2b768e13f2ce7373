"""
What did the reader find relevant?
==================================

Readers search for documents about a topic while an eye tracker records where they look. Words become relevant by the
way in which they are looked at. The readers are generated here, so it is known which features can tell.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.metrics import average_precision_score

from hedgerow import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    ForestRelevance,
    Outputs,
    RandomForestClassifier,
)
from hedgerow.boosting import DivBoostClassifier
from hedgerow.datasets import make_readers
from hedgerow.displays import EnsembleCurveDisplay
from hedgerow.encoders import (
    GAZE_FEATURES,
    build_relevance_table,
    encode_gaze,
    encode_texts,
    learn_queries,
    rank_documents,
    top_words,
)

sample = make_readers(random_state=0)
terms = encode_texts(sample.texts.documents, column="text", topics="topic")
lists = top_words(terms)
gaze = encode_gaze(sample.fixations, sample.words)
records = gaze.frame().merge(sample.searches)
table = build_relevance_table(records, lists)
print(terms, gaze, table, sep="\n")

# %%
# A page, and the path of one reader over its first lines. Words of the topic that is searched for are red; circles are
# fixations, the larger the longer.

visit = sample.searches[sample.searches["relevant"]].iloc[0]
words = sample.words[(sample.words["page"] == visit["page"]) & (sample.words["line"] <= 4)]
path = sample.fixations.merge(visit[["reader", "page"]].to_frame().T)
path = path[path["y"] < words["y1"].max()]
own = set(sample.texts.topic_words[visit["topic"]])
page, ax = plt.subplots(figsize=(9, 2.6), layout="constrained")
for word in words.itertuples():
    colour = "firebrick" if word.word in own else "0.3"
    place = ((word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2)
    ax.text(
        *place, word.word, ha="center", va="center", fontsize=9, family="monospace", color=colour, zorder=3
    )
ax.plot(path["x"], path["y"], color="tab:blue", linewidth=0.6, alpha=0.6)
ax.scatter(path["x"], path["y"], s=path["duration"] / 2, color="tab:blue", alpha=0.25, linewidth=0)
ax.set(ylim=(words["y1"].max() + 8, 50), xlim=(50, 880), title=f"A reader who searches for {visit['topic']}")
ax.set_axis_off()

# %%
# Figure 9.3 of Rogers (2007): local relevance, summed over all looked-at words. Discrete features have few cuts, and
# gain less than they would otherwise. The features that the readers' reactions act on are red.

features = table.features.fillna(0.0)
study = ForestRelevance(local="out_of_bag", random_state=0).fit(features, table.target)
summed = study.local_oob_.frame().sum()
importance, ax = plt.subplots(figsize=(7, 5), layout="constrained")
colours = ["firebrick" if name in sample.informative else "0.6" for name in GAZE_FEATURES]
labels = [f"{name}  {number}" for number, name in enumerate(GAZE_FEATURES, 1)]
ax.barh(labels, summed[list(GAZE_FEATURES)], color=colours)
ax.invert_yaxis()
ax.axvline(0, color="black", linewidth=0.8)
ax.set(xlabel="local relevance, summed over words (bits a split)", title="Which features tell")

# %%
# Figures 9.1 and 9.2: how alike the members of two boosters are while the ensembles grow, and the weights that their
# rows have in the end. As published, AdaBoost's members begin diverse and grow more alike, and DivBoost's begin alike
# and grow diverse. Other than published, DivBoost's weights are the more unequal ones, because AdaBoost begins again
# with equal weights whenever a member is no better than chance, which happens often with so much noise.

rows = np.random.default_rng(0).permutation(len(features))
train, test = rows[400:], rows[:400]
X, y = features.to_numpy(), table.target.to_numpy()
tree = DecisionTreeClassifier(pruning="mdl")
boosters = {
    name: kind(tree, 60, random_state=0).fit(X[train], y[train])
    for name, kind in (("AdaBoost", AdaBoostClassifier), ("DivBoost", DivBoostClassifier))
}
outputs = {name: Outputs.from_estimator(each, X[test], y[test]) for name, each in boosters.items()}
boosted, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
EnsembleCurveDisplay.from_outputs(outputs, measure="q").plot(ax=axes[0])
for name, booster in boosters.items():
    axes[1].plot(np.sort(booster.row_weights_ / booster.row_weights_.mean()), label=name)
axes[1].set(
    xlabel="words, in the order of their weight", ylabel="final weight (mean 1)", title="Weights of the rows"
)
axes[1].legend(frameon=False)

# %%
# What it is for: each search is guessed from the other searches, for other topics, and ranks the documents that its
# reader has not read. Average precision, where a random order has about 0.04.

precision = []
for (_, topic), read in records.groupby(["reader", "topic"]):
    known = records["topic"] != topic
    labelled = table.features.index[known[table.features.index]]
    forest = RandomForestClassifier(60, min_samples_leaf=5, random_state=0)
    forest.fit(features.loc[labelled], table.target[labelled])
    soft = forest.predict_proba(read[list(GAZE_FEATURES)].fillna(0.0))[:, 1]
    guesses = {
        "every word counts alike": pd.Series(1.0, index=read["word"]),
        "soft relevance of words": pd.Series(soft, index=read["word"]),
        "two steps, by a regression": learn_queries(terms, records[known]).query(read),
    }
    unread = terms.select(~sample.texts.documents["document"].isin(read["page"]).to_numpy())
    is_relevant = dict(zip(unread.names, np.array(unread.topics) == topic, strict=True))
    precision.append({})
    for name, guess in guesses.items():
        ranked = rank_documents(unread, guess, normalise=True)
        truth = [is_relevant[document] for document in ranked["document"]]
        precision[-1][name] = average_precision_score(truth, ranked["score"])
    if len(precision) == 6:
        break
print(pd.DataFrame(precision).mean().round(2).to_string())

if len(sys.argv) > 1:
    page.savefig(f"{sys.argv[1]}/reading-page.png", dpi=110)
    importance.savefig(f"{sys.argv[1]}/reading-features.png", dpi=110)
    boosted.savefig(f"{sys.argv[1]}/reading-boosters.png", dpi=110)
