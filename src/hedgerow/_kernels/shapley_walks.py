"""Shapley values of rows in a tree, by one walk in which every feature is known with a chance t.

If each feature of a row is known with chance t, and an unknown one sends the row to either child as often as it sent
the training rows, the tree is expected to say H(t), and the Shapley value of feature i is the integral from 0 to 1 of
what H gains from feature i being known better: dH / dt_i (Owen 1972). Along a path H is a polynomial in t of a degree
below its number of features, so Gauss and Legendre's sum over a few t is the integral itself.

At a split on feature i let s be the share of the weight that goes to the first child, and o whether the row goes there.
A row that comes here has gone the other way at an earlier split on i, so i was unknown; or it has gone this way, and
then i is known with chance k = t / (t + (1 - t) r), where r is the share of the weight that went this way by chance. So
with a = o - s, or 0 where i must be unknown,

    the first child is reached with chance            p = s + a k,
    a split whose children come to f and g comes to   g + p (f - g),
    and gives to feature i                            a * integral of k' * reach * (f - g),

where reach is the product of the chances above the split, and k' = dk/dt. Eight rows share the lanes of a vector; they
walk the whole tree side by side, and no branch depends on their values.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import float64, int64, types, uint64
from numpy.typing import NDArray

from hedgerow._kernels.buffers import buffer, skip
from hedgerow._kernels.category_subsets import in_subset
from hedgerow._kernels.compilation import inlined_piece, kernel, piece
from hedgerow._kernels.lanes import N_LANES, load_lanes, multiply_add, pick, spread, store_lanes
from hedgerow._kernels.records import ZERO
from hedgerow._kernels.shapley_plans import (
    N_DISTINCT,
    N_LEVELS,
    N_LINES,
    N_ORDERS,
    OPEN,
    STEPS,
    TURN,
    WalkSteps,
    survey_tree,
)
from hedgerow._kernels.tree_walks import NODES
from hedgerow._kernels.workspace import Workspace


class WalkPlan(NamedTuple):
    """A tree, made ready for walks."""

    nodes: NDArray[Any]
    subsets: NDArray[np.uint64]
    steps: WalkSteps
    known: NDArray[np.float64]  # (line, point): chance k that the feature is known
    rises: NDArray[np.float64]  # and its derivative
    weights: NDArray[np.float64]  # of the points
    n_orders: int
    n_levels: int
    mean: float  # what the tree says when nothing is known


def plan_tree(nodes: Any, subsets: Any, weights: Any, values: Any, n_features: int) -> WalkPlan:
    """Prepare a tree: its steps, and the chances at the points of the sum.

    Parameters
    ----------
    nodes, subsets : ndarray
        The tree.
    weights, values : ndarray of float64
        Weight of each node, and what it says.
    n_features : int
        Columns of the table.
    """
    steps, counts, mean = survey_tree(nodes, weights, values, n_features)
    t, point_weights = find_points(int(counts[N_DISTINCT] + 1) // 2)
    ratio = steps.ratios[: counts[N_LINES], None]
    scale = t + (1.0 - t) * ratio
    return WalkPlan(
        nodes, subsets, steps, t / scale, ratio / scale**2, point_weights, int(counts[N_ORDERS]),
        int(counts[N_LEVELS]), mean,
    )  # fmt: skip


@cache
def find_points(n_points: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points between 0 and 1, and their weights, at which sums of polynomials of degree 2 n - 1 are integrals."""
    points, weights = np.polynomial.legendre.leggauss(max(n_points, 1))
    return (points + 1.0) / 2.0, weights / 2.0


class Walk(NamedTuple):
    """What eight rows carry on their way (buffers of lanes)."""

    reach: NDArray[np.float64]  # (level, point)
    outcomes: NDArray[np.float64]  # (slot, point)
    kept: NDArray[np.float64]  # (slot): 1 where the row went this way at all splits on the feature
    surprise: NDArray[np.float64]  # (level): a
    sides: NDArray[np.float64]  # of eight rows, for categories
    n_points: int


WALK = Workspace(Walk)


def make_lanes(n: int) -> NDArray[np.float64]:
    """So many lanes of zeros, none of which lies in two lines of the cache."""
    room = np.zeros(N_LANES * (n + 1))
    return room[-(room.ctypes.data // 8) % N_LANES :][: N_LANES * n]


def allocate_walk(plan: WalkPlan) -> Walk:
    """Room for a walk."""
    n_levels, n_points = plan.n_levels, len(plan.weights)
    lanes = N_LANES * n_points
    walk: Walk = WALK.allocate(
        reach=make_lanes(n_points * (n_levels + 1)), outcomes=make_lanes(n_points * (2 * n_levels + 1)),
        kept=make_lanes(2 * n_levels + 1), surprise=make_lanes(n_levels + 1), sides=make_lanes(1), n_points=n_points,
    )  # fmt: skip
    walk.reach[:lanes] = np.repeat(plan.weights, N_LANES)
    walk.kept[:N_LANES] = 1.0
    return walk


def add_shapley_values(plan: WalkPlan, rows: Any, values: Any) -> None:
    """Add the Shapley values of rows in a tree.

    Parameters
    ----------
    plan : WalkPlan
        The tree.
    rows, values : ndarray of shape (n, n_features, 8)
        The rows, eight side by side, and what is added to.
    """
    check_rows(plan, rows, values, values.shape[1])
    walk_rows(
        plan.nodes, plan.subsets, plan.steps, plan.known.reshape(-1), plan.rises.reshape(-1), plan.n_orders,
        allocate_walk(plan), rows.reshape(-1), len(rows), rows.shape[1], values.reshape(-1),
    )  # fmt: skip


def check_rows(plan: WalkPlan, rows: Any, values: Any, n_features: int) -> None:
    most = int(plan.nodes["feature"].max(initial=-1))
    if rows.shape[2] != N_LANES or len(values) != len(rows) or not most < rows.shape[1] == n_features:
        raise ValueError(f"rows {rows.shape} and values {values.shape} do not fit a tree of feature {most}")


@piece
def _look_up_categories(here, subsets, column, sides):
    """One for each row that goes left; rows of a category that is not known go where missing values go."""
    for lane in range(N_LANES):
        value = column[lane]
        if 0.0 <= value < here.code:
            goes_left = in_subset(subsets, np.int64(here.threshold), np.int64(value))
        else:
            goes_left = here.missing_left != 0
        sides[lane] = 1.0 if goes_left else 0.0


@inlined_piece
def _find_sides(here, side, subsets, column, sides):
    """One where a row goes to the first child."""
    values, yes, no = load_lanes(column, ZERO), spread(1.0), spread(0.0)
    if here.categorical != 0:
        _look_up_categories(here, subsets, column, sides)
        goes_left = load_lanes(sides, ZERO)
    elif here.missing_left != 0:
        goes_left = pick(spread(here.threshold) < values, no, yes)  # a missing value is above nothing
    else:
        goes_left = pick(values <= spread(here.threshold), yes, no)
    return goes_left if side == 0 else yes - goes_left


@inlined_piece
def meet_split(step, here, level, steps, subsets, rows, walk):
    """By how much the rows are surer than chance to go to the first child; keep who goes where."""
    slot = N_LANES * (2 * level + 1)
    column = skip(rows, N_LANES * np.int64(here.feature))
    goes = _find_sides(here, steps.sides[step], subsets, column, walk.sides)
    kept = load_lanes(walk.kept, N_LANES * np.int64(steps.kept[step]))
    first = kept * goes
    store_lanes(walk.kept, slot, first)
    store_lanes(walk.kept, slot + N_LANES, kept - first)
    surprise = first - kept * spread(steps.shares[step])
    store_lanes(walk.surprise, N_LANES * level, surprise)
    return surprise


@inlined_piece
def go_down(level, share, surprise, known, to_first, walk):
    """Find how likely the next split is reached."""
    above = skip(walk.reach, N_LANES * walk.n_points * level)
    below = skip(above, N_LANES * walk.n_points)
    for point in range(walk.n_points):
        at = N_LANES * point
        reach = load_lanes(above, at)
        first = reach * multiply_add(surprise, spread(known[point]), spread(share))
        store_lanes(below, at, first if to_first else reach - first)


@inlined_piece
def close_leaves(reach, share, surprise, known, rises, first, second, outcome, n_points):
    """A split between two leaves: what it comes to, and the integral."""
    total, difference, rest = spread(0.0), spread(first - second), spread(second)
    for point in range(n_points):
        at = N_LANES * point
        total = multiply_add(load_lanes(reach, at), spread(rises[point]), total)
        chance = multiply_add(surprise, spread(known[point]), spread(share))
        store_lanes(outcome, at, multiply_add(chance, difference, rest))
    return total * difference


@inlined_piece
def close_leaf(reach, share, surprise, known, rises, first, second, outcome, n_points):
    """The same of a split whose second child is a leaf."""
    total, rest = spread(0.0), spread(second)
    for point in range(n_points):
        at = N_LANES * point
        difference = load_lanes(first, at) - rest
        total = multiply_add(load_lanes(reach, at) * spread(rises[point]), difference, total)
        chance = multiply_add(surprise, spread(known[point]), spread(share))
        store_lanes(outcome, at, multiply_add(chance, difference, rest))
    return total


@inlined_piece
def close_splits(reach, share, surprise, known, rises, first, second, outcome, n_points):
    """The same of a split with no leaf below it."""
    total = spread(0.0)
    for point in range(n_points):
        at = N_LANES * point
        rest = load_lanes(second, at)
        difference = load_lanes(first, at) - rest
        total = multiply_add(load_lanes(reach, at) * spread(rises[point]), difference, total)
        chance = multiply_add(surprise, spread(known[point]), spread(share))
        store_lanes(outcome, at, multiply_add(chance, difference, rest))
    return total


@kernel(
    types.void(
        NODES, buffer(uint64), STEPS.type, buffer(float64), buffer(float64), int64, WALK.type, buffer(float64), int64,
        int64, buffer(float64),
    )
)  # fmt: skip
def walk_rows(nodes, subsets, steps, known, rises, n_orders, walk, rows, n_groups, n_features, values):
    """Walk all rows through a tree, eight at a time; see the module."""
    n_points, size = walk.n_points, N_LANES * walk.n_points
    for group in range(n_groups):
        here_rows = skip(rows, group * n_features * N_LANES)
        here_values = skip(values, group * n_features * N_LANES)
        for place in range(n_orders):
            order = np.int64(steps.orders[place])
            step, what = order >> 2, order & 3
            level, share = np.int64(steps.levels[step]), steps.shares[step]
            here = nodes[np.int64(steps.nodes[step])]
            line = skip(known, n_points * np.int64(steps.lines[step]))
            n_splits = steps.n_splits[step]
            if what == OPEN or n_splits == 0:
                surprise = meet_split(step, here, level, steps, subsets, here_rows, walk)
            else:
                surprise = load_lanes(walk.surprise, N_LANES * level)
            if what == OPEN:
                go_down(level, share, surprise, line, True, walk)
                continue
            if what == TURN:
                go_down(level, share, surprise, line, False, walk)
                continue
            rise = skip(rises, n_points * np.int64(steps.lines[step]))
            reach = skip(walk.reach, size * level)
            outcome = skip(walk.outcomes, size * np.int64(steps.outcomes[step]))
            first = skip(walk.outcomes, size * (2 * level + 1))
            if n_splits == 0:
                gained = close_leaves(
                    reach, share, surprise, line, rise, steps.first_values[step], steps.second_values[step], outcome,
                    n_points,
                )  # fmt: skip
            elif n_splits == 1:
                gained = close_leaf(
                    reach, share, surprise, line, rise, first, steps.second_values[step], outcome, n_points
                )
            else:
                gained = close_splits(
                    reach, share, surprise, line, rise, first, skip(first, size), outcome, n_points
                )
            at = N_LANES * np.int64(here.feature)
            store_lanes(here_values, at, load_lanes(here_values, at) + surprise * gained)
