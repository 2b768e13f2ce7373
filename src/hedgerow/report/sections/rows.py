"""What matters for single rows: local relevance for a sample of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.wording import shorten
from hedgerow.outputs import Outputs
from hedgerow.report.plain import make_plain, make_record, round_value

MAX_FEATURES = 40
_LONGEST = 60  # characters of a value


def describe_rows(
    told: NDArray[np.float64],
    features: pd.DataFrame,
    outputs: Outputs,
    suspicious: list[int],
    *,
    max_rows: int = 100,
    random_state: int = 0,
) -> dict[str, Any]:
    """Describe the local relevance of features for some rows.

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
    max_rows : int, default=100
        How many rows.
    random_state : int, default=0
        Seed of the drawing.

    Returns
    -------
    dict
        ``features``: names, most telling on average first (at most 40); ``rows``: for each its name ``row``, what
        was ``given``, what was ``said``, ``share`` of the votes (or the probability) for that, and for each feature
        what it tells in ``values`` and what stands there in ``cells``; ``n_rows`` of the table; ``typical``: the median
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
    rows = [
        {
            "row": str(names[row]),
            "given": given[row],
            "said": said[row],
            "share": shares[row],
            "suspicious": row in known,
            "values": [float(f"{value:.4g}") for value in told[row, shown].tolist()],
            "cells": [_read_cell(features.iat[row, feature]) for feature in shown],
        }
        for row in chosen
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
