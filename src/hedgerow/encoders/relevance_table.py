"""Which looked-at words are relevant to what a reader searched for: the table to learn that from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from hedgerow.encoders.gaze import GAZE_FEATURES, RELEVANT, list_features
from hedgerow.encoders.text import plain_word
from hedgerow.encoders.topic_words import TopWords
from hedgerow.foundation.constraints import Count, check
from hedgerow.foundation.frames import TableError, is_frame, to_pandas
from hedgerow.foundation.wording import list_names
from hedgerow.tables.table import Table, find_kind

_TOPIC, _WORD = "topic", "word"


def build_relevance_table(
    records: Any, top_words: TopWords | Mapping[str, Sequence[str]], d: int = 15, *, name: str = "relevance"
) -> Table:
    """Label looked-at words by whether they are relevant to what their reader searched for.

    A reader who searches for a topic marks documents as relevant or not. A word of the topic's list that was looked
    at in a document marked relevant is a positive row; a word of another topic's list that was looked at in a
    document marked irrelevant is a negative one. All other words are left out.

    Parameters
    ----------
    records : data frame or iterable of tuples
        One for each word that was looked at: a data frame with the columns ``topic`` (searched for), ``relevant``
        (whether the document was marked so), ``word``, and the features; or tuples of these four, the last a vector.
    top_words : TopWords or mapping of str to sequence of str
        The words of each topic, the best first.
    d : int, default=15
        How many words of each list count.
    name : str, default="relevance"
        What to call the table.

    Returns
    -------
    Table
        The features, with the target ``relevant``, 1 or -1. Its rows keep the index of the records.

    See Also
    --------
    top_words, encode_gaze, rank_documents

    Notes
    -----
    Words are compared without capitals and punctuation. The sentence of the source that says what the
    negative rows are is damaged; a later one says that they are relevant to a different topic. So a word that stands
    in the lists of both the topic searched for and another one is not a negative row. Of a data frame the columns
    ``reader``, ``page`` and ``position`` are not features; where those of `encode_gaze` are there, they are all the
    features.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 9.2.3.

    Examples
    --------
    >>> lists = {"sport": ["ball", "net"], "law": ["judge", "court"]}
    >>> records = [
    ...     ("sport", True, "Ball", [210.0, 1.0]),
    ...     ("sport", True, "judge", [150.0, 0.0]),
    ...     ("sport", False, "court,", [160.0, 0.0]),
    ...     ("law", False, "court", [140.0, 1.0]),
    ... ]
    >>> table = build_relevance_table(records, lists)
    >>> table
    Table 'relevance': 2 rows, 2 features (2 number), target 'relevant' (-1 1, 1 1)
    >>> table.features.index.tolist()
    [0, 2]
    """
    check("d", d, Count())
    frame = _read_records(records)
    lists = {str(topic): {plain_word(word) for word in found[:d]} for topic, found in _list_words(top_words)}
    searched = frame[_TOPIC].astype(str)
    unknown = [topic for topic in searched.unique() if topic not in lists]
    if unknown:
        raise TableError(
            f"There are no words for the topic {list_names(unknown)}. top_words has {list_names(list(lists))}."
        )
    labels = _label(searched, _read_marks(frame[RELEVANT]), frame[_WORD].astype(str).map(plain_word), lists)
    kept = labels != 0
    if not kept.any():
        raise TableError(
            "No word of a list was looked at where it counts. Pass more words (d), or more records."
        )
    columns = list_features(frame)
    features = frame.loc[kept, columns]
    target = pd.Series(labels[kept], index=features.index, name=RELEVANT)
    kinds = {each: find_kind(features[each]) for each in columns}
    return Table(name, features, target, kinds, "classification")


def _label(searched: Any, is_relevant: Any, words: Any, lists: dict[str, set[str]]) -> Any:
    """1, -1, or 0 for no row."""
    own = np.array([word in lists[topic] for word, topic in zip(words, searched, strict=True)], bool)
    some = words.isin(set().union(*lists.values())).to_numpy()
    return np.where(is_relevant & own, 1, np.where(~is_relevant & some & ~own, -1, 0))


def _list_words(top_words: Any) -> Iterable[tuple[str, Sequence[str]]]:
    lists = top_words.lists if isinstance(top_words, TopWords) else top_words
    return [(topic, list(words)) for topic, words in lists.items()]


def _read_records(records: Any) -> pd.DataFrame:
    if is_frame(records):
        frame = to_pandas(records)
        lacking = [name for name in (_TOPIC, RELEVANT, _WORD) if name not in frame]
        if lacking:
            raise TableError(
                f"The records lack the column {lacking[0]!r}: they need topic, relevant and word."
            )
        return frame
    rows = list(records)
    if not rows:
        raise TableError("There are no records.")
    vectors = np.array([np.asarray(vector, float) for *_, vector in rows])
    names = GAZE_FEATURES if vectors.shape[1] == len(GAZE_FEATURES) else range(1, vectors.shape[1] + 1)
    features = pd.DataFrame(
        vectors, columns=[each if isinstance(each, str) else f"x{each}" for each in names]
    )
    told = pd.DataFrame([row[:3] for row in rows], columns=[_TOPIC, RELEVANT, _WORD])
    return pd.concat([told, features], axis=1)


_MARKS = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False, "-1": False}


def _read_marks(column: Any) -> Any:
    """Whether each document was marked relevant, from booleans, 1 and 0 or -1, or yes and no."""
    said = column.map(lambda each: str(int(each)) if isinstance(each, float) else str(each).lower())
    wrong = ~said.isin(list(_MARKS))
    if wrong.any():
        raise TableError(
            f"The mark {column[wrong].iloc[0]!r} does not say whether a document was relevant. Write yes or no."
        )
    return said.map(_MARKS).to_numpy(bool)
