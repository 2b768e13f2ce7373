"""Rogers (2007), chapter 9: words of topics, and what eyes tell about words, on generated readers."""

import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from tests.papers.words_of_topics import LISTS

from hedgerow import RandomForestClassifier
from hedgerow.datasets import make_readers, make_topic_texts
from hedgerow.encoders import (
    GAZE_FEATURES,
    build_relevance_table,
    encode_gaze,
    encode_texts,
    learn_queries,
    rank_documents,
    top_words,
)
from hedgerow.encoders.text import WORD

TEXTS = make_topic_texts(300, n_topics=10, n_common=600, random_state=0)
TERMS = encode_texts(TEXTS.documents, column="text", topics="topic")
TOP = top_words(TERMS)


def encode(**options):
    sample = make_readers(8, n_searches=2, n_pages=10, texts=TEXTS, random_state=0, **options)
    records = encode_gaze(sample.fixations, sample.words).frame().merge(sample.searches)
    return sample, records, build_relevance_table(records, TOP)


@pytest.fixture(scope="module")
def reading():
    return encode(effect=2.0)


def score_words(records, table):
    """Area under the curve of words of readers whom the forest was not fitted on."""
    forest = RandomForestClassifier(60, min_samples_leaf=5, random_state=0)
    groups = records.loc[table.features.index, "reader"]
    folds = GroupKFold(4)
    soft = cross_val_predict(
        forest, table.features, table.target, groups=groups, cv=folds, method="predict_proba"
    )
    return roc_auc_score(table.target, soft[:, 1])


def test_the_lists_of_the_appendix_have_its_form():
    """25 lists of 15 different words, each of them one word to our reader of texts, with its capitals and hyphens."""
    assert len(LISTS) == 25
    assert all(len(set(words)) == 15 for words in LISTS.values())
    for words in LISTS.values():
        assert re.findall(WORD, " ".join(words)) == words
    # Nothing keeps a word out of a second list.
    counts = Counter(word for words in LISTS.values() for word in words)
    assert [word for word, n in counts.items() if n > 1] == ["game"]


def test_our_lists_have_the_form_of_the_appendix():
    assert {len(words) for words in TOP.lists.values()} == {15}
    assert set(TOP.lists) == set(TEXTS.topic_words)


def test_documents_that_hold_its_words_give_the_lists_of_the_appendix():
    """Each word of a list in so many documents of its topic as it stands before the end: the order comes back."""
    texts, topics = [], []
    for topic, words in LISTS.items():
        # A word of two lists tells less of either topic, so it is left out here.
        own = [word for word in words if word != "game"]
        for place in range(len(own)):
            texts.append(" ".join([*own[: len(own) - place], "the"]))
            topics.append(topic)
    found = top_words(encode_texts(texts, topics=topics, lowercase=False), d=14)
    for topic, words in LISTS.items():
        expected = [word for word in words if word != "game"][:14]
        assert list(found[topic])[: len(expected)] == expected


def test_eyes_tell_relevant_words_only_where_readers_react(reading):
    _, records, table = reading
    assert score_words(records, table) > 0.57
    _, calm_records, calm = encode(effect=0.0)
    assert abs(score_words(calm_records, calm) - 0.5) < 0.05


@pytest.mark.parametrize("mechanism", ["dwell", "refixation", "regression", "pupil"])
def test_a_mechanism_shows_in_the_features_it_acts_on(mechanism):
    sample, _, table = encode(effect=4.0, mechanisms=[mechanism])
    is_relevant = (table.target > 0).to_numpy()
    means = (
        table.features.groupby(is_relevant).mean().loc[True]
        - table.features.groupby(is_relevant).mean().loc[False]
    )
    errors = np.sqrt(table.features.groupby(is_relevant).var().div(np.bincount(is_relevant), axis=0).sum())
    shift = (means / errors).abs()
    assert (shift[list(sample.informative)] > 3).all(), shift[list(sample.informative)]
    assert shift.idxmax() in sample.informative
    assert set(sample.informative) <= set(GAZE_FEATURES)


def test_eyes_help_to_find_documents_and_both_ways_beat_counting_all_words_alike(reading):
    sample, records, table = reading
    scores = []
    for (_, topic), read in list(records.groupby(["reader", "topic"]))[::2]:
        known = records["topic"] != topic
        rows = table.features.index[known[table.features.index]]
        forest = RandomForestClassifier(25, min_samples_leaf=5, random_state=0)
        forest.fit(table.features.loc[rows], table.target[rows])
        soft = forest.predict_proba(read[list(GAZE_FEATURES)])[:, 1]
        unread = TERMS.select(~sample.texts.documents["document"].isin(read["page"]).to_numpy())
        is_relevant = dict(zip(unread.names, np.array(unread.topics) == topic, strict=True))
        guesses = [
            pd.Series(1.0, index=read["word"]),
            pd.Series(soft, index=read["word"]),
            learn_queries(TERMS, records[known]).query(read),
        ]
        ranked = [rank_documents(unread, guess, normalise=True) for guess in guesses]
        scores.append(
            [
                average_precision_score([is_relevant[name] for name in each["document"]], each["score"])
                for each in ranked
            ]
        )
    alike, soft, learned = np.mean(scores, axis=0)
    assert soft > alike + 0.03
    assert learned > alike + 0.03
    assert alike > 0.15  # a tenth of the documents are about a topic
