"""Texts to a table of words: one row for each document, one column for each word, and almost every cell zero."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from hedgerow.encoders.documents import Documents, read_documents
from hedgerow.encoders.term_weights import TermWeights
from hedgerow.foundation.constraints import Count, Flag, Word, check
from hedgerow.foundation.frames import TableError
from hedgerow.foundation.target import Task
from hedgerow.foundation.wording import count
from hedgerow.tables.table import Table

# Letters and digits, also with hyphens or an apostrophe within: "plant-eating", "four-wall", "don't".
WORD = r"(?u)\b\w+(?:[-'\u2019]\w+)*\b"
_TOPIC = "topic"
By = Literal["frequency", "gain"]


def plain_word(word: str) -> str:
    """A word as it is compared: without capitals, and without what stands around it.

    Examples
    --------
    >>> plain_word("(Plant-eating,"), plain_word("--")
    ('plant-eating', '--')
    """
    found = re.search(WORD, word)
    return (found[0] if found else word).casefold()


@dataclass(frozen=True, eq=False, repr=False)
class TermTable:
    """Documents by words, weighted. Made by `encode_texts`.

    Parameters
    ----------
    X : sparse array of shape (n_documents, n_words)
        The weight of each word in each document; see `TermWeights`.
    words : tuple of str
        The columns, in alphabetical order.
    names : tuple of str
        The documents.
    topics : tuple of str or None
        What the documents are about; None where that is unknown.
    counter : CountVectorizer
        Counts the words of a text.
    weighting : TermWeights
        Weighs the counts.

    Examples
    --------
    >>> terms = encode_texts(["a ball and a net", "a court and a judge"], topics=["sport", "law"])
    >>> terms
    TermTable: 2 documents of 2 topics, 6 words, 8 stored cells
    """

    X: Any
    words: tuple[str, ...]
    names: tuple[str, ...]
    topics: tuple[str, ...] | None
    counter: CountVectorizer
    weighting: TermWeights

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        known = "" if self.topics is None else f" of {count(len(set(self.topics)), 'topic')}"
        cells = count(self.X.nnz, "stored cell")
        return f"TermTable: {count(len(self), 'document')}{known}, {count(len(self.words), 'word')}, {cells}"

    @cached_property
    def n_documents(self) -> NDArray[np.int64]:
        """Documents that have each word."""
        return self.weighting.n_documents_.astype(np.int64)

    def transform(self, texts: Iterable[str]) -> Any:
        """Weigh the words of other texts; words that were not there to be counted are left out.

        Returns
        -------
        sparse array of shape (n_texts, n_words)
        """
        return self.weighting.transform(sparse.csr_array(self.counter.transform(texts)))

    def select(self, rows: Any) -> Self:
        """Some of the documents, by number or by mask, with the same words and weights."""
        chosen = np.arange(len(self))[rows]
        topics = None if self.topics is None else tuple(np.asarray(self.topics, object)[chosen])
        names = tuple(np.asarray(self.names, object)[chosen])
        return type(self)(self.X[chosen], self.words, names, topics, self.counter, self.weighting)

    def choose_words(self, max_terms: int, by: By = "frequency") -> NDArray[np.intp]:
        """Choose the most useful words; those that weigh nothing anywhere are never among them.

        Parameters
        ----------
        max_terms : int
            How many to choose at most.
        by : {"frequency", "gain"}, default="frequency"
            Words of the most documents; or those that tell one topic from the rest best, by the gain of `top_words`.

        Returns
        -------
        ndarray of int
            Their columns, in the order of the table.
        """
        check("max_terms", max_terms, Count())
        check("by", by, Word("frequency", "gain"))
        score = self.n_documents.astype(np.float64)
        if by == "gain":
            from hedgerow.encoders.topic_words import find_gains

            if self.topics is None:
                raise ValueError('by="gain" needs topics, and these documents have none; choose "frequency"')
            score = find_gains(self.X, np.unique(self.topics, return_inverse=True)[1]).max(axis=0)
        telling = np.flatnonzero(self.weighting.weights_ > 0)
        order = telling[np.lexsort((telling, -self.n_documents[telling], -score[telling]))]
        return np.sort(order[:max_terms])

    def table(self, max_terms: int | None = None, by: By = "frequency", *, name: str = "texts") -> Table:
        """Spell the words out as a dense table, whose target is the topic.

        Parameters
        ----------
        max_terms : int or None, default=None
            How many words to keep at most, by `choose_words`; None for all.
        by : {"frequency", "gain"}, default="frequency"
            What makes a word useful. Words that were chosen by the topics of all rows make later estimates on
            the same rows too good.
        name : str, default="texts"
            What to call the table.

        Returns
        -------
        Table
            A column for each word, by its name; a word that is the name of the target is called ``topic (word)``.
        """
        columns = self.choose_words(len(self.words) if max_terms is None else max_terms, by)
        if not len(columns):
            raise TableError(
                "Every word stands in every document, so none tells them apart. Pass other documents."
            )
        names = [
            f"{word} (word)" if word == _TOPIC else word for word in np.array(self.words, object)[columns]
        ]
        features = pd.DataFrame(self.X[:, columns].toarray(), columns=names)
        target = None if self.topics is None else pd.Series(self.topics, name=_TOPIC)
        task: Task | None = None if target is None else "classification"
        return Table(name, features, target, dict.fromkeys(names, "number"), task)


def encode_texts(
    source: Documents | str | os.PathLike[str] | pd.DataFrame | Iterable[str],
    *,
    column: str | None = None,
    topics: str | Sequence[str] | None = None,
    lowercase: bool = True,
    min_documents: int = 1,
    pattern: str = WORD,
) -> TermTable:
    """Make a table of weighted words of documents.

    Forests, trees and `ForestRelevance` learn from its sparse ``X`` as it is; `TermTable.table` spells some words out
    for everything else.

    Parameters
    ----------
    source : Documents, path, data frame or iterable of str
        What `read_documents` reads, or has read.
    column, topics
        As for `read_documents`.
    lowercase : bool, default=True
        Whether words that differ only in capitals are one word.
    min_documents : int, default=1
        In how many documents a word must stand.
    pattern : str
        A regular expression for what is a word; by default letters and digits, with hyphens and apostrophes within.

    Returns
    -------
    TermTable

    Raises
    ------
    TableError
        If there are no documents, or no words in them.

    Notes
    -----
    Words are counted by scikit-learn's ``CountVectorizer`` and weighted by `TermWeights`. No list of stop words is
    used: a word of all documents weighs nothing anyway.

    Examples
    --------
    >>> terms = encode_texts(["The ball, the net.", "The judge."], topics=["sport", "law"])
    >>> terms.words
    ('ball', 'judge', 'net', 'the')
    >>> terms.X.toarray().round(2)
    array([[0.69, 0.  , 0.69, 0.  ],
           [0.  , 0.69, 0.  , 0.  ]])
    >>> terms.table()
    Table 'texts': 2 rows, 3 features (3 number), target 'topic' (law 1, sport 1)
    """
    check("lowercase", lowercase, Flag())
    check("min_documents", min_documents, Count())
    if not isinstance(source, Documents):
        documents = read_documents(source, column=column, topics=topics)
    elif column is not None or topics is not None:
        raise ValueError("Documents that are read have their texts and topics; leave column and topics away")
    else:
        documents = source
    counter = CountVectorizer(lowercase=lowercase, min_df=min_documents, token_pattern=pattern)
    try:
        counts = counter.fit_transform(documents.texts)
    except ValueError as error:
        raise TableError(
            f"No word stands in {count(min_documents, 'document')} or more. Pass longer texts, or ask for fewer."
        ) from error
    weighting = TermWeights().fit(counts)
    words = tuple(counter.get_feature_names_out())
    X = weighting.transform(sparse.csr_array(counts))
    return TermTable(X, words, documents.names, documents.topics, counter, weighting)
