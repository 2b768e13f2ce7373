import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression

from hedgerow.encoders import encode_texts, ideal_queries, learn_queries, rank_documents
from hedgerow.tables import TableError

TEXTS = ["ball net ball", "net goal ball", "judge court", "court law judge law", "ball court the"]
TERMS = encode_texts(TEXTS, topics=["sport", "sport", "law", "law", "sport"])


def test_scores_are_sums_of_relevance_times_weight():
    relevance = {"ball": 0.9, "court": 0.2}
    ranked = rank_documents(TERMS, relevance).set_index("document")["score"]
    log = np.log(5 / 3)  # both words stand in three of five documents
    expected = {"text 1": 2 * 0.9, "text 2": 0.9, "text 3": 0.2, "text 4": 0.2, "text 5": 1.1}
    for name, sum_of_counts in expected.items():
        assert ranked[name] == pytest.approx(sum_of_counts * log)


def test_equal_scores_share_a_rank_and_keep_their_order():
    ranked = rank_documents(np.array([[1.0, 0.0], [2.0, 0.0], [1.0, 0.0]]), {"a": 1.0}, words=["a", "b"])
    assert ranked["document"].tolist() == ["row 2", "row 1", "row 3"]
    assert ranked["rank"].tolist() == [1, 2, 2]


def test_a_word_of_several_rows_counts_by_its_mean():
    twice = pd.Series([0.8, 0.4, 0.3], index=["Ball", "ball,", "court"])
    once = {"ball": 0.6, "court": 0.3}
    pd.testing.assert_frame_equal(rank_documents(TERMS, twice), rank_documents(TERMS, once))


def test_lengths_count_only_where_they_should():
    X, words = np.array([[10.0, 10.0], [2.0, 0.0]]), ["a", "b"]
    assert rank_documents(X, {"a": 1.0}, words=words)["document"].tolist() == ["row 1", "row 2"]
    assert rank_documents(X, {"a": 1.0}, words=words, normalise=True)["document"].tolist() == [
        "row 2",
        "row 1",
    ]


def test_words_must_be_known():
    with pytest.raises(ValueError, match="needs a word for each of the 2 columns; words has none"):
        rank_documents(np.eye(2), {"a": 1.0})


def test_ideal_queries_rank_their_topic_first():
    queries = ideal_queries(TERMS)
    for topic in ("sport", "law"):
        best = rank_documents(TERMS, queries.loc[topic], normalise=True)["document"]
        n_topic = TERMS.topics.count(topic)
        found = {TERMS.topics[TERMS.names.index(name)] for name in best[:n_topic]}
        assert found == {topic}
    with pytest.raises(ValueError, match="documents of two topics or more"):
        ideal_queries(encode_texts(TEXTS))


def test_the_two_steps_learn_what_they_are_made_of():
    """Where a fixation is as long as the ideal weight of its word, the query is the ideal one."""
    ideal = ideal_queries(TERMS)
    records = pd.DataFrame(
        [(topic, word, 3 * weight + 1) for topic, row in ideal.iterrows() for word, weight in row.items()],
        columns=["topic", "word", "duration"],
    )
    learned = learn_queries(TERMS, records, regressor=LinearRegression())
    assert learned.n_rows == len(records)
    assert learned.columns == ("duration",)
    query = learned.query(records[records["topic"] == "law"])
    np.testing.assert_allclose(query.to_numpy(), ideal.loc["law"].to_numpy(), atol=1e-10)


def test_records_of_unknown_words_are_left_out():
    records = pd.DataFrame(
        {"topic": ["sport", "sport", "art"], "word": ["ball", "xyz", "ball"], "time": [1.0, 2.0, 3.0]}
    )
    assert learn_queries(TERMS, records).n_rows == 1
    with pytest.raises(TableError, match="No record is of a word and a topic"):
        learn_queries(TERMS, records.assign(topic="art"))
    with pytest.raises(TableError, match="lack the column 'topic'"):
        learn_queries(TERMS, records.drop(columns="topic"))
