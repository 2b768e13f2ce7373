"""The definitions of bias and variance by name, and what their terms mean."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.analysis.bias_variance import decompositions
from hedgerow.analysis.bias_variance.decompositions import ClassShares, Terms, Ties, check_ties


@dataclass(frozen=True)
class Definition:
    """One way to part the expected error into noise, bias and variance.

    Parameters
    ----------
    name : str
        The key, in lower case with underscores.
    title : str
        Whose it is.
    reads : {"classes", "values"}
        Whether it parts the error of classes or of values.
    loss : {"zero_one", "squared", "absolute"}
        What an answer costs.
    compute : callable
        From the two distributions of each row to the terms of each row; "error" is one of them.
    noise, bias, variance : str
        The terms that add up to the error, by what they stand for. Noise is None where the definition does
        not know it and leaves it in the bias.
    words : mapping of str to str
        What each term means.
    paper : str
        Where it is from.
    """

    name: str
    title: str
    reads: Literal["classes", "values"]
    loss: Literal["zero_one", "squared", "absolute"]
    compute: Callable[[Any], Terms]
    noise: str | None
    bias: str
    variance: str
    words: Mapping[str, str]
    paper: str

    @property
    def addends(self) -> tuple[str, ...]:
        """The terms that add up to the error."""
        return tuple(term for term in (self.noise, self.bias, self.variance) if term is not None)


_TABLE = json.loads(Path(__file__).with_name("definitions.json").read_text(encoding="utf-8"))
DEFINITIONS = {row["name"]: Definition(compute=getattr(decompositions, row["name"]), **row) for row in _TABLE}


def resolve_definition(name: str, reads: Literal["classes", "values"]) -> Definition:
    """Find a definition by name; "james" is squared error where values are predicted.

    Examples
    --------
    >>> resolve_definition("james", "values").title
    'Squared error'
    """
    known = [each.name for each in DEFINITIONS.values() if each.reads == reads]
    name = "squared" if (name, reads) == ("james", "values") else name
    if name not in known:
        kind = "classes" if reads == "classes" else "values"
        raise ValueError(f"definition={name!r} is not one for {kind}; choose from {known}")
    return DEFINITIONS[name]


def decompose(
    truth: ArrayLike,
    predicted: ArrayLike,
    definition: str = "james",
    *,
    ties: Ties = "lowest",
    n_predictions: ArrayLike | None = None,
) -> Terms:
    """Decompose the expected error of each row, from the probabilities of its class and of its prediction.

    Parameters
    ----------
    truth : array-like of shape (n_rows, n_classes)
        Probabilities of the true class, P(Y).
    predicted : array-like of shape (n_rows, n_classes)
        Probabilities of the predicted class over training sets, P(H).
    definition : str, default="james"
        Whose terms: "james", "kohavi_wolpert", "kohavi_wolpert_unbiased", "breiman", "rogers", "domingos",
        "kong_dietterich", "tibshirani" or "webb".
    ties : {"lowest", "average"}, default="lowest"
        Which of several likeliest classes counts: the lowest, or all of them in equal parts.
    n_predictions : array-like of shape (n_rows,) or int, default=None
        Number of predictions behind `predicted`; only "kohavi_wolpert_unbiased" asks for it.

    Returns
    -------
    dict of str to ndarray of shape (n_rows,)
        The terms of the definition, "error" first.

    Examples
    --------
    >>> terms = decompose([[0.6, 0.3, 0.1]], [[0.45, 0.55, 0.0]])
    >>> {name: round(float(value[0]), 3) for name, value in terms.items()}
    {'error': 0.565, 'noise': 0.4, 'systematic_effect': 0.3, 'variance_effect': -0.135, 'bias': 1.0,
     'variance': 0.45}
    """
    found = resolve_definition(definition, "classes")
    tables = [check_shares(table, name) for table, name in ((truth, "truth"), (predicted, "predicted"))]
    if tables[0].shape != tables[1].shape:
        raise ValueError(f"truth has the shape {tables[0].shape}, predicted {tables[1].shape}")
    if n_predictions is None and definition == "kohavi_wolpert_unbiased":
        raise ValueError("definition='kohavi_wolpert_unbiased' needs n_predictions")
    counts = np.broadcast_to(np.asarray(2 if n_predictions is None else n_predictions), len(tables[0]))
    return found.compute(ClassShares(tables[0], tables[1], counts, check_ties(ties)))


def check_shares(table: ArrayLike, name: str) -> NDArray[np.float64]:
    """A table of probabilities: rows of numbers from 0 to 1 that sum to one."""
    shares = np.asarray(table, dtype=np.float64)
    if shares.ndim != 2 or 0 in shares.shape:
        raise ValueError(f"{name} has the shape {shares.shape}; pass one row of class probabilities per row")
    if not (shares >= 0).all() or not np.allclose(shares.sum(axis=1), 1, rtol=0, atol=1e-6):
        raise ValueError(f"{name} does not hold probabilities: each row must be 0 or more and sum to one")
    return shares
