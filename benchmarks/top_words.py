"""Claim: the words of 25 topics are found among 50,000 terms of 20,000 documents in seconds.

The gain of the best cut is that of a stump of one column. Beside it stand a stump of scikit-learn for each column,
and its `mutual_info_classif`, which takes every distinct value for a category and so scores something larger.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_selection import mutual_info_classif
from sklearn.tree import DecisionTreeClassifier

from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.sparse import make_documents
from benchmarks.timing import race
from hedgerow.encoders import top_words
from hedgerow.encoders.topic_words import find_gains

_INFORMATION = "scikit-learn, mutual_info_classif"
_STUMPS = "scikit-learn, a stump a column"
_MOST_SECONDS = 10.0


def measure(quick: bool) -> list[Row]:
    """Two topics of a small table against the peers, and 25 of a large one alone."""
    n_documents, n_terms = (200, 300) if quick else (2_000, 5_000)
    X, y = make_counts(n_documents, n_terms, 2)
    gains = find_gains(X, y)[1]
    stumps = np.array([stump_gain(X, y, term) for term in range(0, n_terms, 25)])
    furthest = float(np.abs(stumps - gains[::25]).max())
    contestants = {
        OURS: partial(top_words, X, y),
        _STUMPS: lambda: [stump_gain(X, y, term) for term in range(n_terms)],
        _INFORMATION: lambda: mutual_info_classif(X, y, discrete_features=True),
    }
    work = f"{n_documents:,} x {n_terms:,}, 2 topics"
    floors = {} if quick else {_STUMPS: 50.0, _INFORMATION: 10.0}
    note = f"the gains of {len(stumps)} stumps are ours within {furthest:.0e}"
    rows = compare_times(work, race(contestants, 1 if quick else 2), floors, note)
    n_documents, n_terms = (400, 500) if quick else (20_000, 50_000)
    X, y = make_counts(n_documents, n_terms, 25)
    timing = race({OURS: partial(top_words, X, y)}, 1 if quick else 3)[OURS]
    demand = None if quick else Demand("at most", _MOST_SECONDS)
    large = f"{n_documents:,} x {n_terms:,}, {X.nnz:,} stored cells, 25 topics"
    return [*rows, Row(large, OURS, "s", timing.best, timing.median, timing.best, "seconds", demand)]


def make_counts(n_documents: int, n_terms: int, n_topics: int) -> tuple[Any, NDArray[np.intp]]:
    """Documents of `sparse` with counts of words in the place of their weights."""
    X, y = make_documents(n_documents, n_terms, n_topics)
    X.data = np.random.default_rng(0).geometric(0.6, X.nnz).astype(float)
    return X.tocsc(), y


def stump_gain(X: Any, y: NDArray[np.intp], term: int) -> float:
    """The gain of a stump of one column, in bits."""
    tree = DecisionTreeClassifier(criterion="entropy", max_depth=1).fit(X[:, [term]].toarray(), y).tree_
    if tree.node_count == 1:
        return 0.0
    sizes = tree.weighted_n_node_samples
    return float(tree.impurity[0] - (sizes[1:] * tree.impurity[1:]).sum() / sizes[0])
