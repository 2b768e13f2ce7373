"""Texts and eye movements: term tables, words of topics, features of gaze, and rankings of documents."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from tests.golden.public import public


@cache
def _sample() -> Any:
    texts = public.make_topic_texts(60, n_topics=3, n_words=40, n_common=200, random_state=0)
    return public.make_readers(3, n_searches=2, n_pages=6, texts=texts, random_state=0)


@cache
def _terms() -> Any:
    return public.encode_texts(_sample().texts.documents, column="text", topics="topic")


@cache
def _records() -> Any:
    return public.encode_gaze(_sample().fixations, _sample().words).frame().merge(_sample().searches)


def _weigh() -> Any:
    counts = np.random.default_rng(0).poisson(0.5, (30, 8))
    weights = public.TermWeights().fit(counts)
    return {
        "weights": weights.weights_,
        "documents": weights.n_documents_,
        "table": weights.transform(counts),
    }


def _rank() -> Any:
    ranked = public.rank_documents(_terms(), dict.fromkeys(_terms().words[::5], 0.5))
    return {"documents": ranked["document"].to_numpy(str), "ranked": ranked}


def _learn() -> Any:
    return public.learn_queries(_terms(), _records()).query(_records().head(40))


READING: dict[str, Callable[[], Any]] = {
    "TermWeights": _weigh,
    "build_relevance_table": lambda: (
        public.build_relevance_table(_records(), public.top_words(_terms())).features
    ),
    "encode_gaze": lambda: public.encode_gaze(_sample().fixations, _sample().words),
    "encode_texts": lambda: _terms().X,
    "ideal_queries": lambda: public.ideal_queries(_terms()),
    "learn_queries": _learn,
    "rank_documents": _rank,
    "top_words": lambda: public.top_words(_terms()),
}
