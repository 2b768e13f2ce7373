"""Draw the features a node may try: all, m uniformly, or m from a distribution; without replacement."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from hedgerow._kernels.compilation import piece
from hedgerow._kernels.lanes import N_LANES, LanesType, load_lanes, spread, store_lanes
from hedgerow._kernels.randomness import random_below, random_unit


@piece
def draw_uniform(order, state, remaining):
    """Draw one of the first `remaining` features of `order` and move it behind them."""
    place = random_below(state, remaining)
    feature = order[place]
    order[place] = order[remaining - 1]
    order[remaining - 1] = feature
    return np.int64(feature)


@piece
def draw_by_mass(mass, tried, n_features, state):
    """Draw a place by its mass, passing over those tried; -1 when no mass is left."""
    total = mass[n_features - 1]
    if total <= 0.0:
        return -1
    for _ in range(16):  # rejection is cheap while little mass is tried
        target = random_unit(state) * total
        place, last = 0, n_features - 1
        while place < last:
            middle = (place + last) >> 1
            if mass[middle] <= target:
                place = middle + 1
            else:
                last = middle
        if not tried[place]:
            return place
    remaining = 0.0
    for place in range(n_features):
        if not tried[place]:
            remaining += mass[place] - (mass[place - 1] if place > 0 else 0.0)
    target, last = random_unit(state) * remaining, -1
    for place in range(n_features):
        step = mass[place] - (mass[place - 1] if place > 0 else 0.0)
        if not tried[place] and step > 0.0:
            last = place
            target -= step
            if target < 0.0:
                break
    return last


@piece
def draw_untried(tried, n_features, state):
    """Draw a place uniformly among those not tried; -1 when there is none."""
    chosen, seen = -1, 0
    for place in range(n_features):
        if not tried[place]:
            seen += 1
            if random_below(state, seen) == 0:
                chosen = place
    return chosen


@intrinsic
def _widen(typing_context, value):
    def emit(context, builder, signature, arguments):
        return builder.fpext(arguments[0], ir.VectorType(ir.DoubleType(), N_LANES))

    return LanesType(types.float64)(value), emit


if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def widen(value: Any) -> Any:
        """Lanes of single precision as lanes of double precision."""
        return value.astype(np.float64)

else:
    widen = _widen  # type: ignore[assignment]


@piece
def local_mass(mass, order, n_features, relevance, n_columns, rows, start, n):
    """Cumulative distribution of a node: feature relevance summed over its rows, negatives cut (Rogers 2007, 7.25).

    Where every feature is allowed, eight neighbours are summed together; the last eight may overlap those before.
    """
    together = n_features == n_columns and n_features >= N_LANES
    for place in range(n_features if together else 0):
        together &= order[place] == place
    first = 0
    while together and first < n_features:
        first = min(first, n_features - N_LANES)
        amounts = spread(0.0)
        for i in range(start, start + n):
            amounts = amounts + widen(load_lanes(relevance, np.int64(rows[i]) * n_columns + first))
        store_lanes(mass, first, amounts)
        first += N_LANES
    total = 0.0
    for place in range(n_features):
        amount = mass[place] if together else 0.0
        for i in range(start, start if together else start + n):
            amount += np.float64(relevance[np.int64(rows[i]) * n_columns + order[place]])
        total += max(amount, 0.0)
        mass[place] = total
