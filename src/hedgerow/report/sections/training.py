"""How a model was made, as far as its file records it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hedgerow.foundation.wording import count
from hedgerow.report.plain import make_record


def describe_training(summary: Mapping[str, Any] | None, n_rows: int) -> dict[str, Any] | None:
    """Describe how `hedgerow fit` chose a model.

    Parameters
    ----------
    summary : mapping or None
        The summary in the model file.
    n_rows : int
        Rows of the table that the report is about.

    Returns
    -------
    dict or None
        ``sentences``; ``methods`` that were tried, the best first, with ``name``, ``score``, ``low`` and ``high``;
        ``chosen``: what trying them all and keeping the best is worth, or None; ``metric``. None for a file that does
        not tell.

    Examples
    --------
    >>> trials = {
    ...     "metric": "accuracy",
    ...     "folds": {"sentence": "5 folds"},
    ...     "methods": [{"method": "forest", "score": 0.9, "low": 0.8, "high": 1.0}],
    ... }
    >>> summary = {"method": "forest", "table": {"n_rows": 150}, "trials": trials}
    >>> describe_training(summary, 150)["sentences"][0]
    'The model file says: forest, fitted to 150 rows, as many as this table has.'
    """
    trials = (summary or {}).get("trials")
    if summary is None or not isinstance(trials, Mapping):
        return None
    known = (summary.get("table") or {}).get("n_rows")
    rows = "" if known is None else f", fitted to {count(known, 'row')}"
    if known is not None:
        rows += ", as many as this table has" if known == n_rows else f"; this table has {n_rows:,}"
    methods = [
        {"name": each["method"], **{name: each.get(name) for name in ("score", "low", "high")}}
        for each in trials["methods"]
    ]
    chosen = trials.get("chosen")
    sentences = [f"The model file says: {summary.get('method')}{rows}."]
    if len(methods) > 1:
        sentences.append(
            f"{len(methods)} methods were tried on {trials['folds']['sentence']}; the best {trials['metric']} had "
            f"{methods[0]['name']}."
        )
    if chosen:
        sentences.append(f"The best of several scores flatters. {chosen['sentence']}")
    return make_record(sentences=sentences, methods=methods, chosen=chosen, metric=trials["metric"])
