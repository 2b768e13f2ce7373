import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from hedgerow import ForestRelevance, RandomForestClassifier
from hedgerow.datasets import make_topic_texts
from hedgerow.encoders import encode_texts, read_documents, top_words
from hedgerow.encoders.text import plain_word
from hedgerow.tables import TableError

TEXTS = [
    "The ball, a ball.",
    "A topic: the net and the ball.",
    "The judge sat in court.",
    "The court, the judge.",
]
TOPICS = ["sport", "sport", "law", "law"]


def count_by_hand(texts):
    """Words and weights with loops and dictionaries only."""
    split = [[word.strip(".,:").lower() for word in text.split()] for text in texts]
    words = sorted({word for text in split for word in text})
    n_with = {word: sum(word in text for text in split) for word in words}
    table = [[text.count(word) * np.log(len(texts) / n_with[word]) for word in words] for text in split]
    return words, np.array(table)


def test_weights_are_those_counted_by_hand():
    terms = encode_texts(TEXTS, topics=TOPICS)
    words, expected = count_by_hand(TEXTS)
    assert list(terms.words) == words
    np.testing.assert_allclose(terms.X.toarray(), expected, atol=1e-12)
    assert dict(zip(terms.words, terms.n_documents.tolist(), strict=True))["the"] == 4
    assert sparse.issparse(terms.X)


def test_new_texts_are_weighed_by_the_old_ones():
    terms = encode_texts(TEXTS)
    new = terms.transform(["Ball ball unknown", "the"]).toarray()
    ball = terms.words.index("ball")
    assert new[0, ball] == pytest.approx(2 * np.log(4 / 2))
    assert new.sum() == pytest.approx(new[0, ball])


def test_words_keep_hyphens_apostrophes_and_on_demand_capitals():
    terms = encode_texts(["plant-eating NASA, don't (four-wall) B-movie"], lowercase=False)
    assert set(terms.words) == {"plant-eating", "NASA", "don't", "four-wall", "B-movie"}
    assert "nasa" in encode_texts(["NASA"]).words


def test_the_table_has_a_column_for_each_telling_word():
    table = encode_texts(TEXTS, topics=TOPICS).table()
    assert "the" not in table.features  # of every document
    assert "topic (word)" in table.features
    assert table.target.name == "topic"
    assert table.task == "classification"
    assert set(table.kinds.values()) == {"number"}
    assert encode_texts(TEXTS).table().target is None


def test_the_most_useful_words_are_chosen():
    terms = encode_texts(TEXTS, topics=TOPICS)
    frequent = [terms.words[place] for place in terms.choose_words(4)]
    assert frequent == ["a", "ball", "court", "judge"]
    assert len(terms.choose_words(100)) == len(terms.words) - 1
    texts = ["x y", "x y", "x z", "y z w", "z w", "w y"]
    terms = encode_texts(texts, topics=list("aaabbb"))
    assert [terms.words[place] for place in terms.choose_words(2, "gain")] == ["w", "x"]
    assert [terms.words[place] for place in terms.choose_words(1, "frequency")] == ["y"]
    with pytest.raises(ValueError, match='by="gain" needs topics'):
        encode_texts(texts).choose_words(2, "gain")


def test_some_documents_keep_words_and_weights():
    terms = encode_texts(TEXTS, topics=TOPICS)
    some = terms.select([2, 0])
    assert some.names == ("text 3", "text 1")
    assert some.topics == ("law", "sport")
    np.testing.assert_array_equal(some.X.toarray(), terms.X.toarray()[[2, 0]])
    assert some.words == terms.words


def test_documents_that_are_read_need_no_columns():
    documents = read_documents(TEXTS, topics=TOPICS)
    assert encode_texts(documents).topics == tuple(TOPICS)
    with pytest.raises(ValueError, match="leave column and topics away"):
        encode_texts(documents, topics=TOPICS)


def test_texts_without_words_are_refused():
    with pytest.raises(TableError, match="No word stands in 1 document or more"):
        encode_texts(["...", "!"])
    with pytest.raises(TableError, match="No word stands in 3 documents or more"):
        encode_texts(["a b", "c"], min_documents=3)
    with pytest.raises(TableError, match="Every word stands in every document"):
        encode_texts(["a b", "b a"]).table()


@pytest.mark.parametrize(
    ("word", "plain"),
    [("Ball,", "ball"), ("(plant-eating)", "plant-eating"), ("DON'T!", "don't"), ("-", "-")],
)
def test_words_are_compared_plainly(word, plain):
    assert plain_word(word) == plain


def test_forests_and_relevance_learn_from_the_sparse_table():
    sample = make_topic_texts(300, n_topics=3, n_words=60, random_state=0)
    terms = encode_texts(sample.documents, column="text", topics="topic")
    y = np.array(terms.topics)
    forest = RandomForestClassifier(50, oob_score=True, random_state=0).fit(terms.X, y)
    assert forest.oob_score_ > 0.8
    dense = RandomForestClassifier(50, random_state=0).fit(terms.X.toarray(), y)
    np.testing.assert_array_equal(forest.predict_proba(terms.X), dense.predict_proba(terms.X.toarray()))
    found = ForestRelevance(n_estimators=50, local=None, random_state=0).fit(terms.X, y).relevance_.ranked()
    topical = {word for words in sample.topic_words.values() for word in words}
    best = [terms.words[int(name[1:])] for name in found["feature"].head(15)]
    assert len(topical & set(best)) >= 14


def test_top_words_are_the_words_of_the_topics():
    sample = make_topic_texts(200, n_topics=4, random_state=0)
    found = top_words(encode_texts(sample.documents, column="text", topics="topic"))
    for topic, words in found.lists.items():
        assert len(words) == 15
        assert len(set(words) & set(sample.topic_words[topic])) >= 14
    frame = found.frame()
    assert isinstance(frame, pd.DataFrame)
    assert (frame.groupby("topic")["gain"].diff().dropna() <= 1e-12).all()
