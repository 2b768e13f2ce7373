"""The words that tell a topic from the rest, by the best single cut of each column of a sparse table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.utils import check_array, check_consistent_length

from hedgerow.encoders.text import TermTable
from hedgerow.foundation.constraints import Count, check
from hedgerow.foundation.wording import count

_SAME_GAIN = 12  # decimals; what is left beyond them is the order of additions


@dataclass(frozen=True, eq=False, repr=False)
class TopWords:
    """The most discriminative words of each topic, the best first. Made by `top_words`.

    Parameters
    ----------
    lists : dict of str to tuple of str
        The words of each topic.
    found : DataFrame
        What `frame` returns.

    Examples
    --------
    >>> from hedgerow.encoders import encode_texts
    >>> texts = ["ball net goal", "ball goal", "judge ball court", "judge court law"]
    >>> words = top_words(encode_texts(texts, topics=["sport", "sport", "law", "law"]), d=2)
    >>> words["sport"]
    ('court', 'goal')
    >>> words.frame().drop(columns=["cut"])
       topic  rank   word  gain  n_documents  share_inside  share_outside
    0    law     1  court   1.0            2           1.0            0.0
    1    law     2   goal   1.0            2           0.0            1.0
    2  sport     1  court   1.0            2           0.0            1.0
    3  sport     2   goal   1.0            2           1.0            0.0
    """

    lists: dict[str, tuple[str, ...]]
    found: pd.DataFrame

    def __getitem__(self, topic: str) -> tuple[str, ...]:
        return self.lists[topic]

    def __repr__(self) -> str:
        most = max(map(len, self.lists.values()), default=0)
        return f"TopWords: up to {count(most, 'word')} for each of {count(len(self.lists), 'topic')}"

    def frame(self) -> pd.DataFrame:
        """Return one row for each word of a topic.

        Its columns are ``topic``, ``rank``, ``word``, ``gain`` in bits, ``cut``, ``n_documents`` with the word, and the
        shares of the documents beyond the cut among those of the topic (``share_inside``) and among the others
        (``share_outside``). A word may be in a list because the topic lacks it.
        """
        return self.found


def top_words(
    X: TermTable | Any,
    topics: ArrayLike | None = None,
    d: int = 15,
    *,
    words: Sequence[str] | None = None,
) -> TopWords:
    r"""Find the words that tell each topic from the rest best.

    For each topic the documents have two classes, those of the topic and all others. Every word is scored by the
    largest information gain of any single cut of its column, and the `d` best words are kept. Words that say the same
    thing are all kept, because all of them are wanted.

    Parameters
    ----------
    X : TermTable, or array-like or sparse matrix of shape (n_documents, n_words)
        The weights of the words.
    topics : array-like of shape (n_documents,) or None, default=None
        What each document is about; None for the topics of a `TermTable`.
    d : int, default=15
        How many words to keep for each topic.
    words : sequence of str or None, default=None
        The names of the columns, where X has none.

    Returns
    -------
    TopWords

    See Also
    --------
    build_relevance_table, class_relevance

    Notes
    -----
    Of words with the same gain the one that stands in more documents comes first, then the first in the
    alphabet; gains that differ by less than 1e-12 are the same. A word with no gain for a topic is not in its list,
    so a list may be shorter than `d`. Only stored cells are sorted, and the zeros of a column are one block between
    its negative and its positive cells.

    Formula: Rogers 2007, section 9.2.2, with the gain of eq. 2.17.

    Cost: A sort of the stored cells, and one score for each topic and each distinct value of a column.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 9.2.2 and appendix A.

    Examples
    --------
    >>> X = [[0, 1, 2], [0, 3, 0], [1, 0, 0], [2, 0, 2]]
    >>> found = top_words(X, ["a", "a", "b", "b"], d=1, words=["net", "ball", "the"])
    >>> found.lists
    {'a': ('ball',), 'b': ('ball',)}
    """
    check("d", d, Count())
    table, names, told = _read(X, topics, words)
    labels, codes = np.unique(told, return_inverse=True)
    if len(labels) < 2:
        raise ValueError(
            f"top_words needs documents of two topics or more, but all {len(told)} are about {str(labels[0])!r}"
        )
    cuts = find_cuts(table, codes)
    by_name = np.argsort(np.argsort(names, kind="stable"), kind="stable")
    n_documents = np.asarray((table != 0).sum(axis=0)).ravel()
    parts, lists = [], {}
    for topic, label in enumerate(labels):
        gain, places = cuts.best_of(topic)
        order = np.lexsort((by_name, -n_documents, -np.round(gain, _SAME_GAIN)))[:d]
        kept = order[np.round(gain[order], _SAME_GAIN) > 0]
        lists[str(label)] = tuple(names[kept])
        shares = cuts.shares_of(topic, places[kept])
        parts.append(
            pd.DataFrame(
                {
                    "topic": str(label),
                    "rank": np.arange(1, len(kept) + 1),
                    "word": names[kept],
                    "gain": gain[kept],
                    "cut": cuts.thresholds[places[kept]],
                    "n_documents": n_documents[kept],
                    "share_inside": shares[0],
                    "share_outside": shares[1],
                }
            )
        )
    return TopWords(lists, pd.concat(parts, ignore_index=True))


def find_gains(X: Any, codes: NDArray[Any]) -> NDArray[np.float64]:
    """Find the best single-cut gain of every word for every topic.

    Parameters
    ----------
    X : sparse matrix or ndarray of shape (n_documents, n_words)
        The weights.
    codes : ndarray of int of shape (n_documents,)
        Topics 0, 1, ...

    Returns
    -------
    ndarray of shape (n_topics, n_words)
        In bits; 0 for a word without a cut.

    Examples
    --------
    >>> find_gains(np.array([[1.0, 5.0], [0.0, 5.0]]), np.array([0, 1]))
    array([[1., 0.],
           [1., 0.]])
    """
    cuts = find_cuts(X, codes)
    return np.stack([cuts.best_of(topic)[0] for topic in range(int(codes.max()) + 1)])


@dataclass(frozen=True, eq=False)
class ColumnCuts:
    """All cuts of all columns: where each lies among the stored cells, column by column, the greatest first.

    ::

        column       0 0 0 0 0 | 1 1 1 1 |
        stored cell  3 3 2 1 1 | 5 2-1-1 |      rows that are not stored are zero, after the 2 of column 1
        cut              ^ ^   ^   ^ ^o         its cells, and at o the zeros too, are above it

    Parameters
    ----------
    topics : ndarray of int of shape (n_cells,)
        The topic of each stored cell.
    columns : ndarray of int of shape (n_cuts,)
        The column of each cut.
    thresholds : ndarray of shape (n_cuts,)
        Halfway between the values on both sides.
    cells : ndarray of int of shape (3, n_cuts)
        Where the cells of the column begin, where those above the cut end, and where those of the column end.
    past_zero : ndarray of bool of shape (n_cuts,)
        Whether the zeros of the column are above the cut.
    n_of_topic : ndarray of int of shape (n_topics,)
        Documents of each topic.
    n_columns : int
        Columns of the table.
    """

    topics: NDArray[np.intp]
    columns: NDArray[np.intp]
    thresholds: NDArray[np.float64]
    cells: NDArray[np.intp]
    past_zero: NDArray[np.bool_]
    n_of_topic: NDArray[np.int64]
    n_columns: int

    @cached_property
    def n_above(self) -> NDArray[np.int64]:
        """Documents above each cut."""
        return self._count(np.ones(len(self.topics), np.bool_), int(self.n_of_topic.sum()))

    def count_above(self, topic: int) -> NDArray[np.int64]:
        """Documents of a topic above each cut."""
        return self._count(self.topics == topic, int(self.n_of_topic[topic]))

    def _count(self, is_counted: NDArray[np.bool_], n: int) -> NDArray[np.int64]:
        begin, end, stop = np.r_[0, np.cumsum(is_counted)][self.cells]
        return np.asarray(end - begin + self.past_zero * (n - (stop - begin)))

    def best_of(self, topic: int) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Return the best gain of each column for a topic, and the place of its cut (-1 where there is none)."""
        n, n_topic = int(self.n_of_topic.sum()), int(self.n_of_topic[topic])
        hits, above = self.count_above(topic), self.n_above
        parted = _sum_entropies(hits, above) + _sum_entropies(n_topic - hits, n - above)
        gains = (_sum_entropies(np.array([n_topic]), np.array([n]))[0] - parted) / n
        best, places = np.zeros(self.n_columns), np.full(self.n_columns, -1, np.intp)
        if len(gains):
            starts = np.flatnonzero(np.r_[True, np.diff(self.columns) > 0])
            best[self.columns[starts]] = np.maximum(np.maximum.reduceat(gains, starts), 0.0)
            # Of equal cuts the highest one, which comes first in its column.
            is_best = np.round(gains, _SAME_GAIN) >= np.round(best, _SAME_GAIN)[self.columns]
            first = np.flatnonzero(is_best)[::-1]
            places[self.columns[first]] = first
        return best, places

    def shares_of(
        self, topic: int, places: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the shares above some cuts, among the documents of a topic and among the others."""
        n, n_topic = self.n_of_topic.sum(), self.n_of_topic[topic]
        hits, above = self.count_above(topic)[places], self.n_above[places]
        return hits / n_topic, (above - hits) / (n - n_topic)


def find_cuts(X: Any, codes: NDArray[Any]) -> ColumnCuts:
    """Find all cuts of the columns of a table: its stored cells are sorted; the zeros of a column are one value."""
    table = sparse.coo_array(X)
    table.sum_duplicates()
    n, n_columns = table.shape
    stored = table.data != 0
    rows, columns, values = table.row[stored], table.col[stored], table.data[stored].astype(np.float64)
    order = np.lexsort((-values, columns))
    columns, values, topics = columns[order].astype(np.intp), values[order], codes[rows[order]]
    n_stored = np.bincount(columns, minlength=n_columns)
    bounds = np.r_[0, np.cumsum(n_stored)]
    n_positive = np.bincount(columns, values > 0, minlength=n_columns).astype(np.intp)
    last = np.flatnonzero((np.diff(columns, append=-1) != 0) | (np.diff(values, append=np.nan) != 0))
    has_zeros = np.flatnonzero(n_stored < n)
    # The distinct values of each column from the greatest down, zero among them, and where their cells end.
    owners = np.r_[columns[last], has_zeros]
    levels = np.r_[values[last], np.zeros(len(has_zeros))]
    ends = np.r_[last + 1, bounds[has_zeros] + n_positive[has_zeros]]
    order = np.lexsort((-levels, owners))
    owners, levels, ends = owners[order], levels[order], ends[order]
    places = np.flatnonzero(np.diff(owners) == 0)  # below the least value of a column there is no cut
    of_cut = owners[places]
    return ColumnCuts(
        topics,
        of_cut,
        levels[places] / 2 + levels[places + 1] / 2,
        np.stack([bounds[of_cut], ends[places], bounds[of_cut + 1]]),
        levels[places] <= 0,
        np.bincount(codes),
        n_columns,
    )


def _sum_entropies(hits: NDArray[Any], sizes: NDArray[Any]) -> NDArray[np.float64]:
    """Entropy of two classes in bits, times the number of documents."""
    return np.asarray(_x_log_x(sizes) - _x_log_x(hits) - _x_log_x(sizes - hits))


def _x_log_x(counts: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(counts * np.log2(np.maximum(counts, 1)))


def _read(X: Any, topics: Any, words: Sequence[str] | None) -> tuple[Any, NDArray[Any], NDArray[Any]]:
    if isinstance(X, TermTable):
        words = X.words if words is None else words
        topics = X.topics if topics is None else topics
        X = X.X
    elif words is None and hasattr(X, "columns"):
        words = [str(name) for name in X.columns]
    if topics is None:
        raise ValueError("top_words needs the topics of the documents; pass one for each row of X")
    table = check_array(X, accept_sparse="csc", dtype=np.float64, input_name="X")
    told = np.asarray(topics).astype(str)
    check_consistent_length(table, told)
    names = [f"x{place}" for place in range(table.shape[1])] if words is None else list(words)
    if len(names) != table.shape[1]:
        raise ValueError(
            f"words has {len(names)} names, but X has {table.shape[1]} columns; pass one for each"
        )
    return table, np.array(names, object), told
