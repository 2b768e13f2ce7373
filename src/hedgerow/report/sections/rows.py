"""Single rows: by how much the answers are right about them, which they contradict, and what matters for some."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.outliers import find_outliers
from hedgerow.analysis.vote_margins import margins
from hedgerow.foundation.wording import shorten
from hedgerow.outputs import Outputs
from hedgerow.report.values import make_plain, make_record, round_value

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


Contribute = Callable[[list[int]], NDArray[np.float64] | None]

MAX_FEATURES = 40
_LONGEST = 60  # characters of a value


def describe_rows(
    told: NDArray[np.float64],
    features: pd.DataFrame,
    outputs: Outputs,
    suspicious: list[int],
    *,
    contribute: Contribute | None = None,
    max_rows: int = 100,
    random_state: int = 0,
) -> dict[str, Any]:
    """Describe the local relevance of features for some rows, and what they contribute to a model's answers.

    The suspicious rows come first, as far as they fit in half of the places; the others are drawn at random.

    Parameters
    ----------
    told : ndarray of shape (n_rows, n_features)
        What each feature tells about each row: what `hedgerow.findings.effects.tell_rows` gives.
    features : DataFrame
        The values of the same features and rows.
    outputs : Outputs
        The predictions for the same rows, with the truth.
    suspicious : list of int
        Positions of the rows to take first.
    contribute : callable, default=None
        From positions of rows to what each feature contributes to the model's answer about them: to the probability of
        the given class, or to the value; it may answer None.
    max_rows : int, default=100
        How many rows.
    random_state : int, default=0
        Seed of the drawing.

    Returns
    -------
    dict
        ``features``: names, most telling on average first (at most 40); ``rows``: for each its name ``row``, what
        was ``given``, what was ``said``, ``share`` of the votes (or the probability) for that, and for each feature
        what it tells in ``values``, what it contributes in ``contributions`` (None where that is not known), and what
        stands there in ``cells``; ``n_rows`` of the table; ``typical``: the median
        over rows of the most that a feature tells, for a scale.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> cells = pd.DataFrame({"a": [7.0], "b": ["red"]})
    >>> described = describe_rows(np.array([[0.1, 0.5]]), cells, Outputs.from_predictions([["y"], ["y"]], ["n"]), [0])
    >>> described["features"], described["rows"][0]["values"], described["rows"][0]["cells"]
    (['b', 'a'], [0.5, 0.1], ['red', 7.0])
    """
    n_rows = len(features)
    first = suspicious[: max_rows // 2]
    others = np.setdiff1d(np.arange(n_rows), first)
    drawn = np.random.default_rng(random_state).permutation(others)[: max_rows - len(first)]
    chosen = [*first, *np.sort(drawn).tolist()]
    # The features that move most over the rows: a mean near zero may hide large values of both signs.
    shown = np.argsort(-np.abs(told).mean(axis=0), kind="stable")[:MAX_FEATURES]
    given, said, shares = _read_answers(outputs)
    names, known = list(features.index), set(suspicious)
    added = None if contribute is None else contribute(chosen)
    rows = [
        {
            "row": str(names[row]),
            "given": given[row],
            "said": said[row],
            "share": shares[row],
            "suspicious": row in known,
            "values": [float(f"{value:.4g}") for value in told[row, shown].tolist()],
            "contributions": None if added is None else make_plain(added[place, shown]),
            "cells": [_read_cell(features.iat[row, feature]) for feature in shown],
        }
        for place, row in enumerate(chosen)
    ]
    largest = [max(map(abs, row["values"])) for row in rows]
    return make_record(
        features=[str(features.columns[feature]) for feature in shown],
        rows=rows,
        n_rows=n_rows,
        typical=float(np.median(largest)) if largest else 0.0,
    )


def _read_answers(outputs: Outputs) -> tuple[list[Any], list[Any], list[Any]]:
    """Given and said about each row, in words or numbers, and how unanimously; None where no member predicts."""
    truth, said = outputs.known_truth(), outputs.consensus()
    if not outputs.is_classification:
        return make_plain(truth), make_plain(said), [None] * len(truth)
    one_model = outputs.n_members == 1 and outputs.probabilities is not None
    shares = outputs.probabilities[0] if one_model else outputs.vote_shares()  # type: ignore[index]
    classes = [str(label) for label in outputs.known_classes()]
    # One model without probabilities is of one mind about everything, which is no news.
    top = [None] * len(truth) if outputs.n_members == 1 and not one_model else make_plain(shares.max(axis=1))
    return [classes[code] for code in truth], [None if code < 0 else classes[code] for code in said], top


def _read_cell(value: Any) -> Any:
    """A number, text that is not too long, or None for what is missing."""
    if pd.isna(value):
        return None
    if isinstance(value, bool | np.bool_):
        return str(value)
    if isinstance(value, int | float | np.number):
        return round_value(float(value))
    return shorten(value, _LONGEST)
