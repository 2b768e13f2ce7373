"""By how much the answers are right, and which rows they contradict."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.outliers import find_outliers
from hedgerow.analysis.vote_margins import margins
from hedgerow.outputs import Outputs
from hedgerow.report.plain import make_record

MAX_ROWS = 100
# The rows that more than one half votes against are the errors of the ensemble; few of those have wrong labels.
LEAST_SHARE = 0.9
_CUTOFF = 3.0  # robust standard deviations of a residual
_EDGES = np.linspace(-1.0, 1.0, 21)
_N_BINS = 24


def describe_margins(outputs: Outputs, index: Any = None) -> dict[str, Any] | None:
    """Describe margins (for values: residuals) and suspicious rows.

    A model without members has no votes. Its probabilities stand in for them: a row is suspicious where the model gives
    another class at least 90 %.

    Parameters
    ----------
    outputs : Outputs
        What members predicted for rows that they were not fitted on, with the truth.
    index : array-like or None, default=None
        Names of the rows; None for numbers.

    Returns
    -------
    dict or None
        ``kind`` ("margin" or "residual"), ``judge`` ("members" or "model"), ``edges`` and ``counts`` of the histogram,
        ``mean``, ``share_negative`` (None for values), ``rows``: the suspicious ones, which at least 90 % of the votes
        contradict, the worst first (at most 100), with ``row``, ``given``, ``suggested``, ``share`` of the votes
        against them (the probability, if a model judges alone) and ``position``; ``n_suspicious``, ``least_share``
        and ``cutoff`` of residuals. None for a model that has neither members nor probabilities: a wrong answer of it
        says nothing about the row.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> said = [["a", "a", "b"], ["a", "a", "b"], ["a", "a", "b"]]
    >>> found = describe_margins(Outputs.from_predictions(said, ["a", "b", "b"]))
    >>> found["n_suspicious"], found["rows"][0]["suggested"]
    (1, 'a')
    """
    is_vote = outputs.n_members > 1
    if outputs.is_classification and not is_vote and outputs.probabilities is None:
        return None
    names = list(range(outputs.n_samples)) if index is None else list(index)
    if outputs.is_classification:
        listed = _list_contradicted(outputs) if is_vote else _list_improbable(outputs)
        values = margins(outputs).margin if is_vote else _lead(outputs)
        edges, kind, negative = _EDGES, "margin", float(np.mean(values < 0))
        listed[["given", "suggested"]] = listed[["given", "suggested"]].astype(str)
    else:
        listed = _list_contradicted(outputs)
        values = outputs.known_truth() - outputs.consensus()
        values = values[np.isfinite(values)]
        edges, kind, negative = np.histogram_bin_edges(values, bins=_N_BINS), "residual", None
    listed["row"] = [str(names[position]) for position in listed["position"]]
    return make_record(
        kind=kind,
        judge="members" if is_vote else "model",
        edges=edges,
        counts=np.histogram(values, bins=edges)[0],
        mean=float(np.mean(values)),
        share_negative=negative,
        rows=listed.head(MAX_ROWS)[["row", "position", "given", "suggested", "share"]],
        n_suspicious=len(listed),
        least_share=LEAST_SHARE,
        cutoff=_CUTOFF,
    )


def _list_contradicted(outputs: Outputs) -> pd.DataFrame:
    found = find_outliers(
        outputs, threshold=LEAST_SHARE, cutoff=_CUTOFF, index=pd.RangeIndex(outputs.n_samples)
    )
    return found.frame().rename(columns={"row": "position"})


def _list_improbable(outputs: Outputs) -> pd.DataFrame:
    """Rows to which a model gives another class with 90 % or more, the most certain first."""
    shares, truth, classes = _get_shares(outputs), outputs.known_truth(), outputs.known_classes()
    said = shares.argmax(axis=1)
    share = shares[np.arange(len(truth)), said]
    rows = np.flatnonzero((said != truth) & (share >= LEAST_SHARE))
    rows = rows[np.argsort(-share[rows], kind="stable")]
    return pd.DataFrame(
        {
            "position": rows,
            "given": classes[truth[rows]],
            "suggested": classes[said[rows]],
            "share": share[rows],
        }
    )


def _lead(outputs: Outputs) -> NDArray[np.float64]:
    """Probability of the given class less that of the best other one."""
    shares, rows = _get_shares(outputs).copy(), np.arange(outputs.n_samples)
    own = shares[rows, outputs.known_truth()].copy()
    shares[rows, outputs.known_truth()] = -np.inf
    return np.asarray(own - shares.max(axis=1))


def _get_shares(outputs: Outputs) -> NDArray[np.float64]:
    assert outputs.probabilities is not None
    return np.asarray(outputs.probabilities[0])
