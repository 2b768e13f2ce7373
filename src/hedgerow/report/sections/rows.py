"""What matters for single rows: local relevance of a sample of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hedgerow.report.plain import make_plain

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs
    from hedgerow.relevance.local import LocalRelevance

MAX_FEATURES = 40


def describe_rows(
    local: LocalRelevance,
    outputs: Outputs,
    suspicious: list[int],
    *,
    max_rows: int = 100,
    random_state: int = 0,
) -> dict[str, Any]:
    """Describe the relevance of features for some rows.

    The suspicious rows come first, as far as they fit in half of the places; the others are drawn at random.

    Parameters
    ----------
    local : LocalRelevance
        Relevance of each feature for each row.
    outputs : Outputs
        What the members said about the same rows, with the truth.
    suspicious : list of int
        Positions of the rows to take first.
    max_rows : int, default=100
        How many rows.
    random_state : int, default=0
        Seed of the drawing.

    Returns
    -------
    dict
        ``features``: names, most relevant on average first (at most 40); ``rows``: for each its name ``row``, what
        was ``given``, what the members ``said`` and the ``values``, one for each feature; ``n_rows`` of the table.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.relevance.local import LocalRelevance
    >>> local = LocalRelevance(np.array([[0.1, 0.5]], np.float32), np.ones((1, 2), np.int32), ("a", "b"), range(1))
    >>> described = describe_rows(local, Outputs.from_predictions([["y"], ["y"]], ["n"]), [0])
    >>> described["features"], described["rows"]
    (['b', 'a'], [{'row': '0', 'given': 'n', 'said': 'y', 'suspicious': True, 'values': [0.5, 0.1]}])
    """
    n_rows, _ = local.shape
    first = suspicious[: max_rows // 2]
    others = np.setdiff1d(np.arange(n_rows), first)
    drawn = np.random.default_rng(random_state).permutation(others)[: max_rows - len(first)]
    chosen = [*first, *np.sort(drawn).tolist()]
    # The features that move most over the rows: a mean near zero may hide large values of both signs.
    strength = np.abs(local.values).mean(axis=0, dtype=np.float64)
    features = np.argsort(-strength, kind="stable")[:MAX_FEATURES]
    given, said = _read_answers(outputs)
    names = list(local.index)
    known = set(suspicious)
    rows = [
        {
            "row": str(names[row]),
            "given": given[row],
            "said": said[row],
            "suspicious": row in known,
            "values": [float(f"{value:.4g}") for value in local.values[row, features].tolist()],
        }
        for row in chosen
    ]
    plain: dict[str, Any] = make_plain(
        {"features": [local.names[feature] for feature in features], "rows": rows, "n_rows": n_rows}
    )
    return plain


def _read_answers(outputs: Outputs) -> tuple[list[Any], list[Any]]:
    """Given and said about each row, in words or numbers; None where nobody speaks."""
    truth, said = outputs.known_truth(), outputs.consensus()
    if not outputs.is_classification:
        return make_plain(truth), make_plain(said)
    classes = [str(label) for label in outputs.known_classes()]
    return [classes[code] for code in truth], [None if code < 0 else classes[code] for code in said]
