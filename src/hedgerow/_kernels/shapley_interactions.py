"""Interactions of features for rows in a tree: Shapley values of pairs, by the walk of `shapley_walks`.

What features i and j owe to each other is the integral of d2H / dt_i dt_j (Grabisch & Roubens 1999). On the way down, a
split v on feature i keeps by which part the chance to come this way grows with t_i,

    r = a k' / p  towards the first child,  - a k' / (1 - p)  towards the second,

and a split w on feature j below it adds to the pair (i, j) what it gives to j, of which each point of the sum is
multiplied by r.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import float64, int64, types, uint64
from numpy.typing import NDArray

from hedgerow._kernels.buffers import buffer, skip
from hedgerow._kernels.compilation import inlined_piece, kernel, piece
from hedgerow._kernels.lanes import N_LANES, load_lanes, multiply_add, pick, spread, store_lanes
from hedgerow._kernels.shapley_plans import CLOSE, OPEN, STEPS
from hedgerow._kernels.shapley_walks import (
    WALK,
    WalkPlan,
    allocate_walk,
    check_rows,
    go_down,
    make_lanes,
    meet_split,
)
from hedgerow._kernels.tree_walks import NODES
from hedgerow._kernels.workspace import Workspace


class Path(NamedTuple):
    """The splits above a place (buffers): their features, and what they keep for those below."""

    features: NDArray[np.int64]
    growths: NDArray[np.float64]  # (level, point), lanes: r
    gains: NDArray[np.float64]  # (point), lanes: what a split gives to its feature


PATH = Workspace(Path)


def add_shapley_interactions(plan: WalkPlan, rows: Any, values: Any, pairs: Any) -> None:
    """Add the Shapley values of rows in a tree, and those of pairs of features.

    Parameters
    ----------
    plan : WalkPlan
        The tree.
    rows, values : ndarray of shape (n, n_features, 8)
        The rows, eight side by side, and what is added to.
    pairs : ndarray of shape (n, n_features, n_features, 8)
        What is added to, for each pair at the place of the one that is split on first.
    """
    check_rows(plan, rows, values, values.shape[1])
    n_points, n_features = len(plan.weights), rows.shape[1]
    if pairs.shape != (len(rows), n_features, n_features, N_LANES):
        raise ValueError(f"pairs {pairs.shape} do not fit rows {rows.shape}")
    path = PATH.allocate(
        features=plan.n_levels, growths=make_lanes(n_points * plan.n_levels), gains=make_lanes(n_points)
    )
    walk_pairs(
        plan.nodes, plan.subsets, plan.steps, plan.known.reshape(-1), plan.rises.reshape(-1), plan.n_orders,
        allocate_walk(plan), path, rows.reshape(-1), len(rows), n_features, values.reshape(-1), pairs.reshape(-1),
    )  # fmt: skip


@piece
def _keep_growth(growths, share, surprise, known, rises, to_first, n_points):
    """How the chance to come this way grows with t, as a part of it; nothing grows that is never reached."""
    one, zero = spread(1.0), spread(0.0)
    for point in range(n_points):
        chance = multiply_add(surprise, spread(known[point]), spread(share))
        growth = surprise * spread(rises[point])
        if not to_first:
            chance, growth = one - chance, zero - growth
        store_lanes(growths, N_LANES * point, growth / pick(zero < chance, chance, one))


@inlined_piece
def _fill(outcome, value, n_points):
    for point in range(n_points):
        store_lanes(outcome, N_LANES * point, spread(value))


@piece
def _close(reach, share, surprise, known, rises, first, second, outcome, gains, n_points):
    """What a split comes to, and what it gives to its feature, point by point; the sum of that."""
    total = spread(0.0)
    for point in range(n_points):
        at = N_LANES * point
        rest = load_lanes(second, at)
        difference = load_lanes(first, at) - rest
        chance = multiply_add(surprise, spread(known[point]), spread(share))
        store_lanes(outcome, at, multiply_add(chance, difference, rest))
        gain = surprise * load_lanes(reach, at) * spread(rises[point]) * difference
        store_lanes(gains, at, gain)
        total = total + gain
    return total


@piece
def _add(place, at, value):
    store_lanes(place, at, load_lanes(place, at) + value)


@piece
def _add_pairs(feature, level, n_features, path, n_points, pairs):
    """Multiply what a split gives by how much each split above it lets grow."""
    for above in range(level):
        other = path.features[above]
        if other == feature:
            continue
        growths, total = skip(path.growths, N_LANES * n_points * above), spread(0.0)
        for point in range(n_points):
            at = N_LANES * point
            total = multiply_add(load_lanes(growths, at), load_lanes(path.gains, at), total)
        _add(pairs, N_LANES * (other * n_features + feature), total)


@kernel(
    types.void(
        NODES, buffer(uint64), STEPS.type, buffer(float64), buffer(float64), int64, WALK.type, PATH.type,
        buffer(float64), int64, int64, buffer(float64), buffer(float64),
    )
)  # fmt: skip
def walk_pairs(
    nodes, subsets, steps, known, rises, n_orders, walk, path, rows, n_groups, n_features, values, pairs
):
    """Walk all rows through a tree, eight at a time; see the module."""
    n_points, size = walk.n_points, N_LANES * walk.n_points
    for group in range(n_groups):
        here_rows = skip(rows, group * n_features * N_LANES)
        here_values = skip(values, group * n_features * N_LANES)
        here_pairs = skip(pairs, group * n_features * n_features * N_LANES)
        for place in range(n_orders):
            order = np.int64(steps.orders[place])
            step, what = order >> 2, order & 3
            level, share = np.int64(steps.levels[step]), steps.shares[step]
            here = nodes[np.int64(steps.nodes[step])]
            feature = np.int64(here.feature)
            line = skip(known, n_points * np.int64(steps.lines[step]))
            rise = skip(rises, n_points * np.int64(steps.lines[step]))
            n_splits = steps.n_splits[step]
            if what == OPEN or n_splits == 0:
                meet_split(step, here, level, steps, subsets, here_rows, walk)
            surprise = load_lanes(walk.surprise, N_LANES * level)
            if what != CLOSE:
                path.features[level] = feature
                go_down(level, share, surprise, line, what == OPEN, walk)
                growths = skip(path.growths, size * level)
                _keep_growth(growths, share, surprise, line, rise, what == OPEN, n_points)
                continue
            first = skip(walk.outcomes, size * (2 * level + 1))
            second = skip(first, size)
            if n_splits == 0:
                _fill(first, steps.first_values[step], n_points)
            if n_splits < 2:
                _fill(second, steps.second_values[step], n_points)
            gained = _close(
                skip(walk.reach, size * level), share, surprise, line, rise, first, second,
                skip(walk.outcomes, size * np.int64(steps.outcomes[step])), path.gains, n_points,
            )  # fmt: skip
            _add(here_values, N_LANES * feature, gained)
            _add_pairs(feature, level, n_features, path, n_points, here_pairs)
