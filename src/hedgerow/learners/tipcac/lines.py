"""One line between two classes: the direction that it is crossed in, and where on it the classes part."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh

from hedgerow.learners.tipcac.subspace import PartialWhitening

SPECTRA = ("scaled", "unit")
# Rows up to which all eigenvectors are found at once: as many as a third of them are often kept.
_SMALL = 2500
THRESHOLDS = ("gap", "paper")
SCORES = ("accuracy", "balanced")
_ROUNDING = 1e-12  # points that are nearer than this share of the range are the same


def find_direction(
    X: NDArray[np.float64],
    is_first: NDArray[np.bool_],
    weights: NDArray[np.float64] | None = None,
    n_directions: int | Literal["all"] | None = None,
) -> NDArray[np.float64]:
    r"""The unit direction that parts two classes after partial whitening (TIPCAC).

    The line through both class means in the whitened space is, seen from the table,

    .. math:: w \propto W^2 (\bar x_A - \bar x_B).

    With all directions whitened it is Fisher's discriminant (IPCAC); with one it runs through the two means.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Rows of two classes.
    is_first : ndarray of bool of shape (n_samples,)
        Which rows are of the first class, which lies on the positive side.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the rows.
    n_directions : int, "all" or None, default=None
        As for `PartialWhitening.learn`.

    Returns
    -------
    ndarray of shape (n_features,)
        Zeros where the means do not differ.

    Examples
    --------
    >>> X = np.array([[0.0, 0.0], [2.0, 1.0], [0.0, 3.0], [2.0, 4.0]])
    >>> find_direction(X, np.array([True, True, False, False])).round(3)
    array([ 0.447, -0.894])
    """
    known = np.ones(len(X)) if weights is None else weights
    first, second = (known[side] @ X[side] / known[side].sum() for side in (is_first, ~is_first))
    direction = PartialWhitening.learn(X, known, n_directions).apply(first - second, times=2)
    length = float(np.linalg.norm(direction))
    return direction / length if length > 0 else direction


def find_coefficients(
    gram: NDArray[np.float64],
    is_first: NDArray[np.bool_],
    weights: NDArray[np.float64] | None = None,
    *,
    variance: float = 0.955,
    spectrum: Literal["scaled", "unit"] = "scaled",
) -> NDArray[np.float64]:
    r"""The same line in the space of a kernel (K-TIPCAC), as a sum over the rows.

    A point x lies at :math:`\sum_i \alpha_i k(x_i, x)`, with

    .. math:: \alpha \propto n - A_d \left(1 - \lambda_d / \lambda_i\right) A_d^\top n,

    where n is :math:`1 / N_A` for the first class and :math:`-1 / N_B` for the second, and A_d holds the first
    eigenvectors of the centred kernel matrix. They sum to zero, so a point's own kernel values need no centring.

    Parameters
    ----------
    gram : ndarray of shape (n_samples, n_samples)
        Kernel values of all pairs of rows.
    is_first : ndarray of bool of shape (n_samples,)
        Which rows are of the first class, which lies on the positive side.
    weights : ndarray of shape (n_samples,), default=None
        Weights of the rows; whole numbers act as repeats.
    variance : float, default=0.955
        Share of the spectrum that is whitened: d is the least number of eigenvalues that have it.
    spectrum : {"scaled", "unit"}, default="scaled"
        "scaled": retained directions are brought to the width of the last, as TIPCAC does; with a linear kernel the two
        are the same. "unit": to the width 1, as printed; where eigenvalues are far from 1, what was retained and what
        was not are then out of proportion.

    Returns
    -------
    ndarray of shape (n_samples,)
    """
    known = np.ones(len(gram)) if weights is None else weights
    total, n_first, n_second = known.sum(), known[is_first].sum(), known[~is_first].sum()
    means = gram @ known / total
    root = np.sqrt(known)
    # A row of weight w stands for w equal rows: their block of the matrix has one eigenvector, scaled by sqrt(w).
    centred = root[:, None] * (gram - means[:, None] - means + known @ means / total) * root
    contrast = root * np.where(is_first, 1.0 / n_first, -1.0 / n_second)
    change = contrast
    if np.trace(centred) > 1e-14 * np.abs(known @ gram.diagonal()):  # rows differ
        values, vectors = _find_leading(centred, variance)
        target = values[-1] if spectrum == "scaled" else 1.0
        change = contrast - vectors @ ((1.0 - target / values) * (vectors.T @ contrast))
    return np.asarray(np.sqrt(n_first * n_second) * root * change)


def _find_leading(
    matrix: NDArray[np.float64], share: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Largest eigenvalues, descending, as many as make up a share of all, at least one."""
    total = float(np.trace(matrix))
    size, n_tried = len(matrix), 16
    while size > _SMALL and n_tried <= size // 8:
        start = np.random.default_rng(0).normal(size=size)  # of Lanczos: always the same
        values, vectors = eigsh(matrix, k=n_tried, v0=start)
        if values.sum() >= share * total:
            return _cut(values, vectors, share, total)
        n_tried *= 4
    values, vectors = eigh(matrix, check_finite=False)
    return _cut(values, vectors, share, float(values[values > 0].sum()))


def _cut(
    values: NDArray[np.float64], vectors: NDArray[np.float64], share: float, total: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    order = np.argsort(-values, kind="stable")
    values, vectors = values[order], vectors[:, order]
    n_positive = int(np.count_nonzero(values > 1e-14 * values[0]))
    reached = values[:n_positive].cumsum() >= share * total * (1 - 1e-12)
    n_kept = int(reached.argmax()) + 1 if reached.any() else n_positive
    return values[:n_kept], vectors[:, :n_kept]


def score_cuts(
    projections: ArrayLike,
    is_first: ArrayLike,
    weights: ArrayLike | None = None,
    score: Literal["accuracy", "balanced"] = "accuracy",
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Score every way to cut a line, if points from the cut on are of the first class.

    Parameters
    ----------
    projections : array-like of shape (n_samples,)
        Where rows lie.
    is_first : array-like of bool of shape (n_samples,)
        Which rows are of the first class.
    weights : array-like of shape (n_samples,), default=None
        Weights of the rows.
    score : {"accuracy", "balanced"}, default="accuracy"
        What is counted: rows that are right, or the shares of both classes that are.

    Returns
    -------
    points : ndarray of shape (n_points,)
        The different projections, ascending.
    scores : ndarray of shape (n_points + 1,)
        ``scores[k]`` for a cut just below ``points[k]``; the last for one above all points.

    Examples
    --------
    >>> points, scores = score_cuts(range(8), [0, 1, 1, 0, 0, 1, 1, 1])
    >>> scores
    array([5., 6., 5., 4., 5., 6., 5., 4., 3.])
    """
    places = np.asarray(projections, np.float64)
    first = np.asarray(is_first, np.bool_)
    counts = np.ones(places.size) if weights is None else np.asarray(weights, np.float64)
    if score == "balanced":
        sides = np.array([counts[~first].sum(), counts[first].sum()])
        counts = counts / np.where(sides > 0, sides, 1.0)[first.astype(np.intp)]
    order = np.argsort(places, kind="stable")
    places = places[order]
    begins = np.ones(places.size, np.bool_)
    begins[1:] = np.diff(places) > _ROUNDING * (places[-1] - places[0])
    group = begins.cumsum() - 1
    ahead = np.bincount(group, (counts * first)[order])
    behind = np.bincount(group, (counts * ~first)[order])
    # A cut below point k is right about the second class before it, and about the first class from it on.
    scores = np.append(0.0, behind.cumsum()) + np.append(ahead[::-1].cumsum()[::-1], 0.0)
    return places[begins], scores


def choose_threshold(
    projections: ArrayLike,
    is_first: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    threshold: Literal["gap", "paper"] = "gap",
    score: Literal["accuracy", "balanced"] = "accuracy",
) -> float:
    """Choose the threshold from which on points are of the first class.

    Parameters
    ----------
    projections, is_first, weights, score
        As for `score_cuts`.
    threshold : {"gap", "paper"}, default="gap"
        "gap": the middle of the widest gap between two points, of all whose score is the highest (the first of equally
        wide ones). All points fall on one side only where that scores more than every gap, or where there is none.
        "paper": the mean of all projections that score highest as thresholds. They need not be neighbours, and their
        mean may then be worse than any of them.

    Returns
    -------
    float

    References
    ----------
    A. Rozza, G. Lombardi, M. Re, E. Casiraghi and G. Valentini, "DDAG K-TIPCAC: an ensemble method for protein
    subcellular localization", SUEMA (2010), for "paper".

    Examples
    --------
    >>> places, is_first = range(6), [1, 0, 1, 1, 1, 1]
    >>> choose_threshold(places, is_first)  # five are right
    1.5
    >>> choose_threshold(places, is_first, threshold="paper")  # as they would be from 0 on or from 2 on
    1.0
    """
    points, scores = score_cuts(projections, is_first, weights, score)
    rounding = _ROUNDING * max(float(scores.max()), 1.0)
    if threshold == "paper":
        return float(points[scores[:-1] >= scores[:-1].max() - rounding].mean())
    inner = scores[1:-1]
    below_all, above_all = scores[0], scores[-1]
    margin = float(points[-1] - points[0]) or max(1.0, abs(float(points[0])))
    if not inner.size or max(below_all, above_all) > inner.max() + rounding:
        return float(points[0] - margin if below_all >= above_all - rounding else points[-1] + margin)
    gaps = np.where(inner >= inner.max() - rounding, np.diff(points), -1.0)
    best = int((gaps >= gaps.max() * (1 - _ROUNDING)).argmax())
    return float((points[best] + points[best + 1]) / 2)
