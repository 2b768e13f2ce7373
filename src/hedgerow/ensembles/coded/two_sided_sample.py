"""Rows for a member that must see both sides of its column."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.resampling import Bootstrap
from hedgerow.resampling.resampling import IndependentResampling, Weights

MAX_DRAWS = 100  # the rule of Smith and Windeatt; after that, each side is drawn by itself


def draw_both_sides(
    resampling: IndependentResampling,
    seed: int,
    sides: NDArray[np.intp],
    sample_weight: NDArray[np.float64] | None,
) -> Weights:
    """Draw rows until there are some of both sides, at most a hundred times; then bootstrap each side by itself.

    Where the table has no row of a side, or another resampling than the bootstrap never draws one, the first draw
    stays, and the member always predicts the other side.

    Parameters
    ----------
    resampling : IndependentResampling
        What draws.
    seed : int
        The randomness of the member.
    sides : ndarray of shape (n_samples,)
        Side of each row, 0 or 1; -1 where its class is left out.
    sample_weight : ndarray of shape (n_samples,) or None
        Weights of the rows.

    Returns
    -------
    ndarray of shape (n_samples,)
    """
    n_samples = len(sides)
    draw = resampling.draw(seed, n_samples, sample_weight)
    if _has_both(draw, sides):
        return draw
    present = np.ones(n_samples) if sample_weight is None else sample_weight
    if not _has_both(present, sides):
        return draw
    for again in np.random.SeedSequence(seed).generate_state(MAX_DRAWS - 1, np.uint64):
        other = resampling.draw(int(again), n_samples, sample_weight)
        if _has_both(other, sides):
            return other
    return _draw_each(resampling, seed, sides, sample_weight) if isinstance(resampling, Bootstrap) else draw


def _has_both(weights: NDArray[np.int32] | NDArray[np.float64], sides: NDArray[np.intp]) -> bool:
    drawn = sides[weights > 0]
    return bool((drawn == 0).any() and (drawn == 1).any())


def _draw_each(
    resampling: Bootstrap, seed: int, sides: NDArray[np.intp], sample_weight: NDArray[np.float64] | None
) -> Weights:
    """A bootstrap sample of each side, as large as the side."""
    whole = type(resampling)(by_weight=resampling.by_weight)
    parts = [np.flatnonzero(sides == side) for side in (0, 1)]
    draws = [
        whole.draw(seed, len(rows), None if sample_weight is None else sample_weight[rows]) for rows in parts
    ]
    weights = np.zeros(len(sides), draws[0].dtype)
    for rows, draw in zip(parts, draws, strict=True):
        weights[rows] = draw
    return weights
