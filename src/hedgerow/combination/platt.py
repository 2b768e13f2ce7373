"""Platt scaling: a score becomes a probability through a logistic curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

_MOST_STEPS = 100
_FLAT = 1e-10  # gradient at which the search ends
_RIDGE = 1e-12  # keeps the Hessian invertible where scores do not differ
_SHORTEST = 1e-10  # share of a Newton step below which halving it is given up


@dataclass(frozen=True)
class PlattScaling:
    r"""The curve :math:`p = 1 / (1 + e^{A s + B})` of a score s.

    Parameters
    ----------
    slope : float
        A; negative where higher scores mean the positive class.
    offset : float
        B.

    Examples
    --------
    >>> curve = PlattScaling(slope=-2.0, offset=0.0)
    >>> curve([-1.0, 0.0, 1.0]).round(3)
    array([0.119, 0.5  , 0.881])
    """

    slope: float
    offset: float

    def __call__(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Probability of the positive class for each score, in any shape."""
        return np.asarray(expit(-(self.slope * np.asarray(scores, np.float64) + self.offset)))


def fit_platt(
    scores: ArrayLike, is_positive: ArrayLike, sample_weight: ArrayLike | None = None
) -> PlattScaling:
    r"""Fit a logistic curve to scores whose truth is known.

    The curve has the least cross-entropy to targets that are drawn in a little from 1 and 0,

    .. math:: t_+ = \frac{N_+ + 1}{N_+ + 2}, \qquad t_- = \frac{1}{N_- + 2},

    so that it stays finite where scores part the classes without error. Where there is one class only, the answer is
    :math:`(N_+ + 1) / (N + 2)` for every score.

    Parameters
    ----------
    scores : array-like of shape (n_samples,)
        Any numbers; best those of rows that the scorer has not learned from, such as out-of-bag rows.
    is_positive : array-like of bool of shape (n_samples,)
        Which rows are of the positive class.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows; whole numbers act as repeats.

    Returns
    -------
    PlattScaling

    See Also
    --------
    couple_pairs

    Notes
    -----
    Newton's method with step halving, as Lin et al. have it, on standardised scores: the optimum is the same, and
    scores of any size are well behaved. Rows may have weights.

    Formula::

        p = 1 / (1 + exp(A s + B)).

    Cost: O(N) a step of Newton's method, about ten of them.

    References
    ----------
    J. Platt, Probabilistic outputs for support vector machines and comparisons to regularized likelihood methods,
    Advances in Large Margin Classifiers, 2000.

    H.-T. Lin, C.-J. Lin and R. Weng, A note on Platt's probabilistic outputs for support vector machines, Machine
    Learning 68, 2007, pp. 267-276.

    Examples
    --------
    >>> scores = [0.10, 0.15, 0.22, 0.20, 0.30, 0.35, 0.28, 0.40]
    >>> curve = fit_platt(scores, [False, False, False, True, False, True, True, True])
    >>> round(curve.slope, 4), round(curve.offset, 4)
    (-9.6085, 2.4021)
    >>> float(curve(0.35).round(4))
    0.7233
    """
    values, positive, weights = _read(scores, is_positive, sample_weight)
    n_positive, n_negative = weights @ positive, weights @ ~positive
    offset = float(np.log((n_negative + 1) / (n_positive + 1)))
    if not (n_positive and n_negative):
        return PlattScaling(0.0, offset)
    targets = np.where(positive, (n_positive + 1) / (n_positive + 2), 1 / (n_negative + 2))
    total = n_positive + n_negative
    mean = float(weights @ values / total)
    spread = float(np.sqrt(weights @ (values - mean) ** 2 / total))
    # Scores that differ by rounding only are the same.
    scale = spread if spread > 1e-12 * np.abs(values).max() else np.inf
    slope, offset = _descend((values - mean) / scale, targets, weights, offset)
    return PlattScaling(slope / scale, offset - slope * mean / scale)


def _read(
    scores: ArrayLike, is_positive: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.float64]]:
    values = np.asarray(scores, np.float64)
    positive = np.asarray(is_positive, np.bool_)
    weights = np.ones(values.shape) if sample_weight is None else np.asarray(sample_weight, np.float64)
    if values.ndim != 1 or values.shape != positive.shape or values.shape != weights.shape:
        raise ValueError(
            f"scores, is_positive and sample_weight have shapes {values.shape}, {positive.shape} and {weights.shape}; "
            "pass one of each for every row"
        )
    if not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ValueError(f"scores holds {values[row]} in row {row}; leave such rows out")
    if not np.isfinite(weights).all() or weights.min(initial=0.0) < 0:
        raise ValueError(
            "sample_weight holds numbers that are negative or not finite; weights must be 0 or more"
        )
    return values, positive, weights


def _descend(
    scores: NDArray[np.float64],
    targets: NDArray[np.float64],
    weights: NDArray[np.float64],
    offset: float,
) -> tuple[float, float]:
    """The slope and offset of least cross-entropy, from a flat curve."""

    def lose(point: NDArray[np.float64]) -> float:
        exponents = point[0] * scores + point[1]
        return float(weights @ (np.logaddexp(0.0, exponents) - (1.0 - targets) * exponents))

    design = np.column_stack([scores, np.ones_like(scores)])
    point = np.array([0.0, offset])
    loss = lose(point)
    for _ in range(_MOST_STEPS):
        chances = expit(-(design @ point))
        gradient = design.T @ (weights * (targets - chances))
        if np.abs(gradient).max() < _FLAT:
            break
        curvature = design.T @ (design * (weights * chances * (1.0 - chances))[:, None])
        step = -np.linalg.solve(curvature + _RIDGE * np.eye(2), gradient)
        # Near the end losses differ by rounding only, and a step in full is as good as any.
        share, slack = 1.0, 1e-14 * abs(loss)
        reached = lose(point + step)
        while share >= _SHORTEST and reached > loss + slack + 1e-4 * share * (gradient @ step):
            share /= 2
            reached = lose(point + share * step)
        if share < _SHORTEST:
            break
        point, loss = point + share * step, reached
    return float(point[0]), float(point[1])
