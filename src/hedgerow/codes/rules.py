"""Distances between the predictions of the columns and the rows of a code, each a sum of matrix products."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes.protocol import CodeMatrix
from hedgerow.foundation.row_products import multiply_rows

Floats = NDArray[np.float64]
Terms = list[tuple[Floats | None, Floats]]  # a function of the answers (None: one), and its coefficients

LEAST_CHANCE = 1e-3  # a column that is certain and wrong would otherwise outvote all others


def measure_distances(
    sides: Floats,
    matrix: CodeMatrix,
    rule: str = "hamming",
    *,
    class_weights: Floats | None = None,
    attenuated: bool = False,
) -> Floats:
    r"""Distance between each row of answers and each row of the code.

    With answers x, of which the sign is the side and the size the confidence, code entries m, and weights w (1 unless
    given), all sums being over the columns:

    =============  ========================================================================================
    hamming        :math:`\sum w (1 - \mathrm{sign}(x) m) / 2`, where :math:`\mathrm{sign}(0) = 1`
    l1             :math:`\sum w |x - m| / 2`, x cut to [-1, 1]
    euclidean      :math:`\sqrt{\sum w (x - m)^2}`
    linear         :math:`-\sum w x m`
    exponential    :math:`\sum w e^{-x m}`
    hinge          :math:`\sum w \max(0, 1 - x m)`
    probabilistic  :math:`-\sum w \log((1 + x m) / 2)`, chances kept from 0.001 to 0.999
    =============  ========================================================================================

    Parameters
    ----------
    sides : ndarray of shape (n_samples, n_columns)
        What each column said: -1 and +1, or anything between, or margins of any size.
    matrix : ndarray of shape (n_classes, n_columns)
        The code.
    rule : str, default="hamming"
        One of the above.
    class_weights : ndarray of shape (n_classes, n_columns), default=None
        How much a column counts for a class.
    attenuated : bool, default=False
        Whether columns that leave a class out do not count for it; the distance is then the mean over those that do (of
        the square, for "euclidean"). Otherwise a zero counts as the rule says: one half for "hamming", an even chance
        for "probabilistic".

    Returns
    -------
    ndarray of shape (n_samples, n_classes)

    Examples
    --------
    >>> from hedgerow.codes import OneVsOne
    >>> code = OneVsOne().build(4, None, np.random.RandomState(0))
    >>> said = np.array([[1.0, -1.0, 1.0, 1.0, -1.0, 1.0]])
    >>> measure_distances(said, code)
    array([[2.5, 3.5, 2.5, 3.5]])
    >>> measure_distances(said, code, attenuated=True).round(3)
    array([[0.333, 0.667, 0.333, 0.667]])
    """
    weights = weigh_entries(matrix, class_weights, attenuated)
    sums, totals = sum_distances(np.asarray(sides, np.float64), matrix, rule, weights)
    if attenuated:
        sums = np.divide(sums, totals, out=np.full_like(sums, np.inf), where=totals > 0)
    return np.sqrt(np.maximum(sums, 0.0)) if rule == "euclidean" else sums


def weigh_entries(matrix: CodeMatrix, class_weights: Floats | None, attenuated: bool) -> Floats:
    """Weight of each entry; none for the zeros where they do not count."""
    weights = np.ones(matrix.shape) if class_weights is None else class_weights
    return weights * (matrix != 0) if attenuated else weights


def sum_distances(
    sides: Floats, matrix: CodeMatrix, rule: str, weights: Floats, combination_weights: Floats | None = None
) -> tuple[Floats, Floats]:
    """Sums over the columns, and the weights that are in them, both (n_samples, n_classes); no root is taken.

    Combination weights, (n_samples, n_columns), say how much each column counts about each row; None for one.
    """
    terms = TERMS[rule](sides, matrix.astype(np.float64))
    sums = np.zeros((len(sides), len(matrix)))
    for answers, coefficients in terms:
        if answers is None:
            sums += (
                (weights * coefficients).sum(axis=1)
                if combination_weights is None
                else multiply_rows(combination_weights, (weights * coefficients).T)
            )
        else:
            weighted = answers if combination_weights is None else combination_weights * answers
            sums += multiply_rows(weighted, (weights * coefficients).T)
    totals = weights.sum(axis=1)[None] if combination_weights is None else combination_weights @ weights.T
    return sums, np.broadcast_to(totals, sums.shape)


def _hamming(x: Floats, m: Floats) -> Terms:
    return [(np.where(x >= 0, 1.0, -1.0), -m / 2), (None, np.full_like(m, 0.5))]


def _l1(x: Floats, m: Floats) -> Terms:
    # |x - m| = 1 - x m for m = -1 and +1 and |x| <= 1: one product, and a second one only where there are zeros.
    x = np.clip(x, -1.0, 1.0)
    terms: Terms = [(x, -m / 2), (None, np.abs(m) / 2)]
    return terms if m.all() else [*terms, (np.abs(x), (m == 0) / 2)]


def _euclidean(x: Floats, m: Floats) -> Terms:
    return [(x**2, np.ones_like(m)), (x, -2 * m), (None, m**2)]


def _linear(x: Floats, m: Floats) -> Terms:
    return [(x, -m)]


def _exponential(x: Floats, m: Floats) -> Terms:
    return [(np.exp(-x), 1.0 * (m > 0)), (np.exp(x), 1.0 * (m < 0)), (None, 1.0 * (m == 0))]


def _hinge(x: Floats, m: Floats) -> Terms:
    above, below = np.maximum(0.0, 1 - x), np.maximum(0.0, 1 + x)
    return [(above, 1.0 * (m > 0)), (below, 1.0 * (m < 0)), (None, 1.0 * (m == 0))]


def _probabilistic(x: Floats, m: Floats) -> Terms:
    chances: Floats = np.clip((1 + x) / 2, LEAST_CHANCE, 1 - LEAST_CHANCE)
    above: Floats = -np.log(chances)
    below: Floats = -np.log1p(-chances)
    even = np.log(2.0) * (m == 0)  # a class that is left out has an even chance of either side
    return [(above, (m > 0).astype(np.float64)), (below, (m < 0).astype(np.float64)), (None, even)]


TERMS: dict[str, Callable[[Floats, Floats], Terms]] = {
    "hamming": _hamming,
    "l1": _l1,
    "euclidean": _euclidean,
    "linear": _linear,
    "exponential": _exponential,
    "hinge": _hinge,
    "probabilistic": _probabilistic,
}
