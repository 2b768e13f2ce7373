import numpy as np
import pandas as pd
import pytest
from tests.encoders.reading_path import FIXATIONS, WORDS

from hedgerow.encoders import GAZE_FEATURES, build_relevance_table, encode_gaze, encode_texts, top_words
from hedgerow.tables import TableError

LISTS = {"sport": ["ball", "net", "game"], "law": ["judge", "court", "game"], "art": ["paint"]}


@pytest.mark.parametrize(
    ("topic", "is_relevant", "word", "label"),
    [
        ("sport", True, "ball", 1),  # marked relevant, in the topic's list
        ("sport", True, "judge", None),  # marked relevant, in another list
        ("sport", False, "judge", -1),  # marked irrelevant, in another list
        ("sport", False, "paint", -1),
        ("sport", False, "ball", None),  # marked irrelevant, in the topic's own list
        ("sport", False, "game", None),  # in both lists
        ("sport", True, "game", 1),
        ("sport", True, "the", None),  # in no list
        ("sport", False, "the", None),
        ("art", False, "Game!", -1),
    ],
)
def test_each_kind_of_row(topic, is_relevant, word, label):
    always = [("law", True, "court", [1.0])]
    table = build_relevance_table([*always, (topic, is_relevant, word, [2.0])], LISTS)
    assert table.target.tolist() == ([1] if label is None else [1, label])


def test_only_the_first_d_words_of_a_list_count():
    records = [("sport", True, word, [1.0]) for word in ("ball", "net", "game")]
    assert [len(build_relevance_table(records, LISTS, d=d)) for d in (1, 2, 3)] == [1, 2, 3]


def test_records_may_be_the_gaze_with_what_was_searched_for():
    words = WORDS.assign(word=["Ball", "the", "judge", "net", "court", "a"], page="p")
    gaze = encode_gaze(FIXATIONS.assign(page="p", reader="Ann"), words)
    searches = pd.DataFrame({"page": ["p"], "topic": ["sport"], "relevant": ["yes"]})
    table = build_relevance_table(gaze.frame().merge(searches), LISTS)
    assert list(table.features) == list(GAZE_FEATURES)
    assert table.features.index.tolist() == [0, 3]
    assert table.target.tolist() == [1, 1]
    as_tuples = [
        ("sport", True, word, row) for word, row in zip(words["word"], gaze.features.to_numpy(), strict=True)
    ]
    again = build_relevance_table(as_tuples, LISTS)
    np.testing.assert_array_equal(again.features, table.features)
    assert list(again.features) == list(GAZE_FEATURES)


def test_words_of_documents_are_lists():
    found = top_words(
        encode_texts(["ball net", "ball", "judge", "judge court"], topics=["a", "a", "b", "b"]), d=1
    )
    assert found.lists == {"a": ("ball",), "b": ("ball",)}
    table = build_relevance_table([("a", True, "ball", [1.0, 2.0])], found)
    assert table.features.to_numpy().tolist() == [[1.0, 2.0]]


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([], "There are no records"),
        ([("music", True, "song", [1.0])], "There are no words for the topic 'music'"),
        ([("sport", True, "the", [1.0])], "No word of a list was looked at"),
        ([("sport", "perhaps", "ball", [1.0])], "'perhaps' does not say whether a document was relevant"),
        (pd.DataFrame({"topic": ["sport"], "word": ["ball"]}), "lack the column 'relevant'"),
    ],
)
def test_what_does_not_fit_is_refused(records, message):
    with pytest.raises(TableError, match=message):
        build_relevance_table(records, LISTS)
