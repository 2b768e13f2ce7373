"""The points that partitions see: complete numbers on one scale."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.column_scale import check_sizes
from hedgerow.foundation.constraints import Word, check
from hedgerow.learners.prototype_oracle import OracleSpace
from hedgerow.tables.distances import MOST_ROUGH, SCALINGS


def learn_space(
    X: NDArray[np.float64], is_categorical: NDArray[np.bool_] | None, scaling: str
) -> OracleSpace:
    """Learn how rows become points.

    Categories become indicators at a squared distance of 1, missing numbers lie at the mean, and numbers are divided by
    their standard deviation, by their range, or by nothing.

    Examples
    --------
    >>> X = np.array([[1.0], [3.0], [np.nan]])
    >>> [learn_space(X, None, scaling).place(X).ravel().tolist() for scaling in ("standard", "range", "none")]
    [[-1.0, 1.0, 0.0], [0.0, 1.0, 0.5], [1.0, 3.0, 2.0]]
    """
    check("scaling", scaling, Word(*SCALINGS))
    space = OracleSpace.learn(X, is_categorical)
    if scaling == "range":
        return space
    categorical = np.zeros(X.shape[1], np.bool_) if is_categorical is None else is_categorical
    is_indicator = np.repeat(categorical, space.indicators.widths)
    scaled = (space.indicators.transform(X) - space.shift) * space.scale  # the range first: nothing overflows
    known = ~np.isnan(scaled)
    counts = np.maximum(known.sum(axis=0), 1)
    spread = np.sqrt(np.where(known, (scaled - space.fill) ** 2, 0.0).sum(axis=0) / counts)
    width = np.divide(1.0, space.scale, out=np.zeros_like(space.scale), where=space.scale > 0)
    mean = space.shift + space.fill * width
    if scaling == "none":
        check_sizes(np.asarray(X)[:, ~categorical], MOST_ROUGH)
        scale = np.where(is_indicator, space.scale, 1.0)
        return replace(
            space,
            shift=np.zeros_like(mean),
            scale=scale,
            fill=np.where(is_indicator, space.fill, mean),
        )
    inverse = np.divide(space.scale, spread, out=np.zeros_like(spread), where=spread > 0)
    return replace(
        space,
        shift=np.where(is_indicator, 0.0, mean),
        scale=np.where(is_indicator, space.scale, inverse),
        fill=np.where(is_indicator, space.fill, 0.0),
    )
