"""Which features matter, how sure that is, and what chance would have given them."""

from __future__ import annotations

from typing import Any

from hedgerow.relevance.relevance import Relevance
from hedgerow.report.plain import make_record

MAX_FEATURES = 500
_COLUMNS = [
    "feature", "weighted_gain", "low", "high", "expected", "p_value", "p_holm", "frequency", "selected",
]  # fmt: skip


def describe_relevance(relevance: Relevance) -> dict[str, Any]:
    """Describe the relevance of the features.

    Parameters
    ----------
    relevance : Relevance
        What a forest knows about each feature.

    Returns
    -------
    dict
        ``features``, most relevant first (at most 500; ``n_left_out`` more), each with its ``weighted_gain`` and the
        interval ``low`` to ``high``, ``expected`` (the gain of an irrelevant feature there), p-values and
        ``selected``; ``n_features``, ``n_selected``, ``alpha`` and ``test``.

    Examples
    --------
    >>> from hedgerow import ForestRelevance
    >>> from hedgerow.datasets import make_simple
    >>> sample = make_simple(random_state=1)
    >>> found = describe_relevance(ForestRelevance(random_state=0).fit(sample.X, sample.y).relevance_)
    >>> found["n_selected"], found["features"][0]["feature"]
    (2, 'x1')
    """
    ranked = relevance.ranked("gain")[_COLUMNS]
    return make_record(
        features=ranked.head(MAX_FEATURES),
        n_left_out=max(0, len(ranked) - MAX_FEATURES),
        n_features=len(ranked),
        n_selected=int(relevance.selected.sum()),
        alpha=relevance.alpha,
        test=relevance.test,
    )
