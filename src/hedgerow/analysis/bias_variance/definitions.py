"""The definitions of bias and variance by name, and what their terms mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.analysis.bias_variance import classes, values
from hedgerow.analysis.bias_variance.classes import ClassShares
from hedgerow.analysis.bias_variance.definition import Definition, Terms, Ties
from hedgerow.foundation.constraints import Word, check

_ERROR = "probability that an answer is not the true class"
_NOISE = "error of the best possible answer"
_STRAYING = "error that straying from the main prediction adds; below zero where straying helps"
_VARIANCE = "probability that an answer differs from the main prediction"
_KOHAVI = "R. Kohavi and D. Wolpert, Bias plus variance decomposition for zero-one loss functions, ICML 1996."
_JAMES = "G. James, Variance and bias for general loss functions, Machine Learning 51, 2003."


def _of_classes(
    name: str,
    title: str,
    compute: Callable[[Any], Terms],
    addends: tuple[str | None, str, str],
    words: dict[str, str],
    paper: str,
) -> Definition:
    """A definition for classes: its error is the share of wrong answers."""
    return Definition(name, title, "classes", "zero_one", compute, *addends, {"error": _ERROR} | words, paper)


_DEFINITIONS = (
    _of_classes(
        "james", "James", classes.james, ("noise", "systematic_effect", "variance_effect"),
        {
            "noise": f"{_NOISE}, Var(Y)",
            "systematic_effect": "error that always giving the main prediction adds to the noise, SE",
            "variance_effect": f"{_STRAYING}, VE",
            "bias": "share of the rows whose main prediction is not the likeliest class",
            "variance": _VARIANCE,
        },
        _JAMES,
    ),
    _of_classes(
        "kohavi_wolpert", "Kohavi and Wolpert", classes.kohavi_wolpert, ("noise", "squared_bias", "variance"),
        {
            "noise": "half the chance that two draws of the true class differ",
            "squared_bias": "half the squared distance between the true and the predicted shares",
            "variance": "half the chance that two answers differ",
        },
        _KOHAVI,
    ),
    _of_classes(
        "kohavi_wolpert_unbiased", "Kohavi and Wolpert, unbiased", classes.kohavi_wolpert_unbiased,
        ("noise", "squared_bias", "variance"),
        {
            "noise": "half the chance that two draws of the true class differ",
            "squared_bias": "half the squared distance between the true and the predicted shares, less what "
            "the small number of predictions adds to it",
            "variance": "half the chance that two answers of different models differ",
        },
        _KOHAVI,
    ),
    _of_classes(
        "breiman", "Breiman", classes.breiman, ("noise", "bias", "variance"),
        {
            "noise": _NOISE,
            "bias": "error above the noise on rows whose main prediction is not the likeliest class",
            "variance": "error above the noise on the other rows",
        },
        "L. Breiman, Bias, variance, and arcing classifiers, Technical Report 460, University of California, 1996.",
    ),
    _of_classes(
        "rogers", "Rogers", classes.rogers, ("noise", "bias", "variance"),
        {
            "noise": _NOISE,
            "bias": "error above the noise on rows where fewer than half of the answers are the likeliest class",
            "variance": "error above the noise on the other rows",
        },
        "J. D. Rogers, PhD thesis, University of Southampton, 2007, eq. 2.4-2.7.",
    ),
    _of_classes(
        "domingos", "Domingos", classes.domingos, ("noise_effect", "bias", "variance_effect"),
        {
            "noise_effect": "c1 N: what the noise costs, where it counts c1",
            "bias": "share of the rows whose main prediction is not the likeliest class, B",
            "variance_effect": "c2 V: what the variance costs, where it counts c2",
            "noise": f"{_NOISE}, N",
            "variance": f"{_VARIANCE}, V",
            "noise_factor": "c1, averaged over the rows",
            "variance_factor": "c2, averaged over the rows: 1 on unbiased rows, negative on biased ones",
        },
        "P. Domingos, A unified bias-variance decomposition, ICML 2000.",
    ),
    _of_classes(
        "kong_dietterich", "Kong and Dietterich", classes.kong_dietterich, (None, "bias", "variance"),
        {
            "bias": "error of the main prediction, with the noise",
            "variance": _STRAYING,
        },
        "E. Kong and T. Dietterich, Error-correcting output coding corrects bias and variance, ICML 1995.",
    ),
    _of_classes(
        "tibshirani", "Tibshirani", classes.tibshirani, ("noise", "bias", "aggregation_effect"),
        {
            "noise": _NOISE,
            "bias": "error of the main prediction above the noise",
            "aggregation_effect": "error above that of the main prediction, which a vote would save",
            "variance": _VARIANCE,
        },
        "R. Tibshirani, Bias, variance and prediction error for classification rules, Technical Report, "
        "University of Toronto, 1996.",
    ),
    _of_classes(
        "webb", "Webb", classes.webb, (None, "bias", "variance"),
        {
            "bias": "probability that an answer is wrong and is the main prediction",
            "variance": "probability that an answer is wrong and is not the main prediction",
        },
        "G. Webb, MultiBoosting: a technique for combining boosting and wagging, Machine Learning 40, 2000.",
    ),
    Definition(
        "squared", "Squared error", "values", "squared", values.squared, "noise", "squared_bias", "variance",
        {
            "error": "mean squared error",
            "noise": "variance of the target",
            "squared_bias": "squared distance between the mean prediction and the mean target",
            "variance": "variance of the predictions",
            "bias": "mean prediction less mean target",
        },
        "S. Geman, E. Bienenstock and R. Doursat, Neural networks and the bias/variance dilemma, Neural "
        "Computation 4, 1992.",
    ),
    Definition(
        "absolute", "James, absolute error", "values", "absolute", values.absolute,
        "noise", "systematic_effect", "variance_effect",
        {
            "error": "mean absolute error",
            "noise": "mean distance of the target from its median",
            "systematic_effect": "error that always giving the median prediction adds to the noise",
            "variance_effect": "error that straying from the median prediction adds; below zero where straying helps",
            "bias": "distance between the median prediction and the median target",
            "variance": "mean distance of a prediction from the median prediction",
        },
        _JAMES,
    ),
)  # fmt: skip

DEFINITIONS = {definition.name: definition for definition in _DEFINITIONS}


def resolve_definition(name: str, reads: Literal["classes", "values"]) -> Definition:
    """Find a definition by name; "james" is squared error where values are predicted.

    Examples
    --------
    >>> resolve_definition("james", "values").title
    'Squared error'
    """
    known = [each.name for each in _DEFINITIONS if each.reads == reads]
    name = "squared" if (name, reads) == ("james", "values") else name
    if name not in known:
        kind = "classes" if reads == "classes" else "values"
        raise ValueError(f"definition={name!r} is not one for {kind}; choose from {known}")
    return DEFINITIONS[name]


def check_ties(ties: Any) -> Ties:
    """Refuse an unknown rule for ties."""
    check("ties", ties, Word(*get_args(Ties)))
    checked: Ties = ties
    return checked


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
