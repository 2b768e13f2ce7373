"""By how much the vote is right, and which rows the members contradict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hedgerow.analysis.margins import margins
from hedgerow.analysis.outliers import find_outliers
from hedgerow.report.plain import make_plain

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs

MAX_ROWS = 100
# The rows that more than one half votes against are the errors of the ensemble; few of those have wrong labels.
LEAST_SHARE = 0.9
_EDGES = np.linspace(-1.0, 1.0, 21)
_N_BINS = 24


def describe_margins(outputs: Outputs, index: Any = None) -> dict[str, Any]:
    """Describe margins (for values: residuals) and suspicious rows.

    Parameters
    ----------
    outputs : Outputs
        What members said about rows that they had not seen, with the truth.
    index : array-like or None, default=None
        Names of the rows; None for numbers.

    Returns
    -------
    dict
        ``kind`` ("margin" or "residual"), ``edges`` and ``counts`` of the histogram, ``mean``, ``share_negative``
        (None for values), ``rows``: the suspicious ones, which at least 90 % of the votes contradict, the worst first
        (at most 100), with ``row``, ``given``, ``suggested``, ``share`` of the votes against them and
        ``position``; ``n_suspicious`` and ``least_share``.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> said = [["a", "a", "b"], ["a", "a", "b"], ["a", "a", "b"]]
    >>> found = describe_margins(Outputs.from_predictions(said, ["a", "b", "b"]))
    >>> found["n_suspicious"], found["rows"][0]["suggested"]
    (1, 'a')
    """
    if outputs.is_classification:
        measured = margins(outputs)
        values, edges, kind = measured.margin, _EDGES, "margin"
        mean, negative = measured.strength, measured.share_negative
    else:
        values = outputs.known_truth() - outputs.consensus()
        values = values[np.isfinite(values)]
        edges, kind = np.histogram_bin_edges(values, bins=_N_BINS), "residual"
        mean, negative = float(values.mean()), None
    outliers = find_outliers(outputs, threshold=LEAST_SHARE, index=range(outputs.n_samples))
    names = list(range(outputs.n_samples)) if index is None else list(index)
    listed = outliers.frame().rename(columns={"row": "position"})
    listed["row"] = [str(names[position]) for position in listed["position"]]
    if outputs.is_classification:
        listed[["given", "suggested"]] = listed[["given", "suggested"]].astype(str)
    shown = listed.head(MAX_ROWS)[["row", "position", "given", "suggested", "share", "votes"]]
    plain: dict[str, Any] = make_plain(
        {
            "kind": kind,
            "edges": edges,
            "counts": np.histogram(values, bins=edges)[0],
            "mean": mean,
            "share_negative": negative,
            "rows": shown,
            "n_suspicious": int(outliers.mask.sum()),
            "least_share": LEAST_SHARE,
        }
    )
    return plain
