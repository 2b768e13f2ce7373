"""Where to cut a line on which two classes lie."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

THRESHOLDS = ("gap", "paper")
SCORES = ("accuracy", "balanced")
_ROUNDING = 1e-12  # points that are nearer than this share of the range are the same


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
