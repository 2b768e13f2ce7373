"""Documents in the order of what a reader's eyes found relevant, and queries that are learned from eye movements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import clone
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, normalize
from sklearn.svm import LinearSVC

from hedgerow.encoders.gaze import list_features
from hedgerow.encoders.text import TermTable, plain_word
from hedgerow.foundation.constraints import Flag, check
from hedgerow.foundation.frames import TableError


def rank_documents(
    terms: TermTable | Any,
    relevance: Mapping[str, float] | pd.Series[Any],
    *,
    words: Sequence[str] | None = None,
    normalise: bool = False,
) -> pd.DataFrame:
    r"""Rank documents by the words that a reader found relevant.

    The score of a document is the sum over words of how relevant the word is, times its weight in the document:
    :math:`\sum_w r(w) X(d, w)`.

    Parameters
    ----------
    terms : TermTable, or array-like or sparse matrix of shape (n_documents, n_words)
        The documents, with the weights of their words.
    relevance : mapping or Series of str to float
        How relevant each word is, such as its probability by a classifier of eye movements; of a Series with a word in
        several rows, the mean counts. Words that are not there are worth 0.
    words : sequence of str or None, default=None
        The names of the columns, where `terms` is no `TermTable`.
    normalise : bool, default=False
        Whether a score is divided by the length (root of the sum of squares) of the document's row, so long documents
        have no advantage.

    Returns
    -------
    DataFrame
        Columns ``document``, ``score`` and ``rank``, the best first; documents with equal scores keep their order and
        share a rank.

    See Also
    --------
    build_relevance_table, learn_queries

    Notes
    -----
    Words are compared without capitals and punctuation. The source proposes the score and leaves open how
    it treats length, and words that are looked at but not relevant; subtract the mean relevance from all of them, and
    they count against a document.

    Formula: Rogers 2007, section 9.4.

    Cost: One product of the table with a vector.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 9.4.

    Examples
    --------
    >>> from hedgerow.encoders import encode_texts
    >>> terms = encode_texts(["the judge", "the ball, a ball", "the net"])
    >>> rank_documents(terms, {"Ball": 0.9, "judge": 0.2})
      document     score  rank
    0   text 2  1.977502     1
    1   text 1  0.219722     2
    2   text 3  0.000000     3
    """
    check("normalise", normalise, Flag())
    X, names, documents = _read(terms, words)
    told = pd.Series(relevance, dtype=float)
    told = told.groupby([plain_word(str(word)) for word in told.index]).mean()
    weights = told.reindex([plain_word(str(name)) for name in names]).fillna(0.0).to_numpy()
    scores = np.asarray((normalize(X) if normalise else X) @ weights).ravel()
    order = np.argsort(-scores, kind="stable")
    ranks = np.searchsorted(np.sort(-scores), -scores) + 1
    return pd.DataFrame({"document": documents[order], "score": scores[order], "rank": ranks[order]})


def ideal_queries(terms: TermTable, *, C: float = 1.0) -> pd.DataFrame:
    """Find the weights of words that tell the documents of each topic from the rest, by linear support vector machines.

    Parameters
    ----------
    terms : TermTable
        Documents of two topics or more.
    C : float, default=1.0
        How much errors cost.

    Returns
    -------
    DataFrame of shape (n_topics, n_words)
        Rows of documents are scaled to length 1 before.

    Examples
    --------
    >>> from hedgerow.encoders import encode_texts
    >>> terms = encode_texts(["ball net", "ball", "judge", "court"], topics=["sport", "sport", "law", "law"])
    >>> queries = ideal_queries(terms)
    >>> queries.loc["sport"].idxmax(), bool((queries.loc["law"] == -queries.loc["sport"]).all())
    ('ball', True)
    """
    if terms.topics is None or len(set(terms.topics)) < 2:
        raise ValueError("ideal_queries needs documents of two topics or more; read them with topics")
    machine = LinearSVC(C=C, random_state=0, max_iter=10_000).fit(normalize(terms.X), np.array(terms.topics))
    weights = machine.coef_
    if len(machine.classes_) == 2:
        weights = np.vstack([-weights, weights])
    return pd.DataFrame(weights, index=list(machine.classes_), columns=list(terms.words))


@dataclass(frozen=True, eq=False, repr=False)
class LearnedQueries:
    """A regression from eye movements to the weights of words. Made by `learn_queries`.

    Parameters
    ----------
    regressor : regressor
        Predicts the weight of a word from how it was looked at.
    columns : tuple of str
        The features that it reads.
    n_rows : int
        Looked-at words that it was fitted on.
    """

    regressor: Any
    columns: tuple[str, ...]
    n_rows: int

    def query(self, records: pd.DataFrame) -> pd.Series[Any]:
        """Guess what a reader searches for: the weight of each word that was looked at.

        Parameters
        ----------
        records : DataFrame
            A column ``word`` and the features, one row for each word that was looked at.

        Returns
        -------
        Series
            Weights by word, to be given to `rank_documents`; a word that was looked at several times has several.
        """
        return pd.Series(
            self.regressor.predict(records[list(self.columns)]), index=records["word"].astype(str)
        )


def learn_queries(
    terms: TermTable, records: pd.DataFrame, *, regressor: Any = None, C: float = 1.0
) -> LearnedQueries:
    """Learn to guess a query from eye movements, in two steps.

    First a linear support vector machine for each topic gives words their ideal weights (`ideal_queries`). Then a
    regression learns to tell the weight of a word, for the topic that a reader searched for, from how the reader
    looked at it. New readers may search for topics that nobody has searched for before.

    Parameters
    ----------
    terms : TermTable
        Documents with topics.
    records : DataFrame
        One row for each word that was looked at: ``topic`` (searched for), ``word``, and the features of `encode_gaze`,
        or any other columns of numbers but reader, page, position and relevant.
    regressor : regressor or None, default=None
        What learns the weights; None for ridge regression on standardised features, with means for what is missing.
    C : float, default=1.0
        As for `ideal_queries`.

    Returns
    -------
    LearnedQueries

    See Also
    --------
    rank_documents

    Notes
    -----
    Rows whose word or topic is not among the documents are left out.

    Formula: Hardoon et al. 2007, as told in Rogers 2007, section 9.2.

    Cost: A linear support vector machine for each topic, and one regression.

    References
    ----------
    D. R. Hardoon, J. Shawe-Taylor, A. Ajanki, K. Puolamaki and S. Kaski, Information retrieval by inferring implicit
    queries from eye movements, AISTATS 2007.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 9.2.

    Examples
    --------
    >>> from hedgerow.encoders import encode_texts
    >>> terms = encode_texts(["ball net", "ball", "judge", "court"], topics=["sport", "sport", "law", "law"])
    >>> records = pd.DataFrame(
    ...     {"topic": "sport", "word": ["ball", "net", "judge", "court"], "duration": [300.0, 250.0, 150.0, 140.0]}
    ... )
    >>> learned = learn_queries(terms, records)
    >>> weights = learned.query(pd.DataFrame({"word": ["judge", "ball"], "duration": [290.0, 160.0]}))
    >>> rank_documents(terms, weights)["document"].iloc[0]
    'text 3'
    """
    lacking = [name for name in ("topic", "word") if name not in records]
    if lacking:
        raise TableError(f"The records lack the column {lacking[0]!r}: they need topic, word and features.")
    ideal = ideal_queries(terms, C=C)
    place = {plain_word(str(word)): number for number, word in enumerate(ideal.columns)}
    columns = [place.get(plain_word(str(word)), -1) for word in records["word"]]
    rows = ideal.index.get_indexer(pd.Index(records["topic"].astype(str)))
    known = (rows >= 0) & (np.array(columns) >= 0)
    if not known.any():
        raise TableError("No record is of a word and a topic of the documents.")
    target = ideal.to_numpy()[rows[known], np.array(columns)[known]]
    names = list_features(records)
    base = make_pipeline(SimpleImputer(keep_empty_features=True), StandardScaler(), Ridge())
    fitted = clone(base if regressor is None else regressor).fit(records.loc[known, names], target)
    return LearnedQueries(fitted, tuple(names), int(known.sum()))


def _read(terms: Any, words: Sequence[str] | None) -> tuple[Any, Sequence[str], NDArray[Any]]:
    if isinstance(terms, TermTable):
        return terms.X, terms.words, np.array(terms.names, object)
    if words is None and hasattr(terms, "columns"):
        words = [str(name) for name in terms.columns]
    X: Any = terms if sparse.issparse(terms) else np.asarray(terms, np.float64)
    if words is None or len(words) != X.shape[1]:
        given = "none" if words is None else len(words)
        raise ValueError(
            f"rank_documents needs a word for each of the {X.shape[1]} columns; words has {given}"
        )
    return X, words, np.array([f"row {place + 1}" for place in range(X.shape[0])], object)
