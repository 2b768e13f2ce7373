"""What a walk for Shapley values does in a tree, step by step: one step a split, in the order of a depth-first walk.

A split has a first and a second child; the first is the one that is no leaf, if only one is. So a step is opened, which
leads to the first child; turned, to the second, if that is no leaf either; and closed, when what lies below is known.

    orders    | open 0 | open 1 | close 1 | turn 0 | open 2 | ... | close 0 |

Rows are followed by the splits on a feature: whether they went this way at all splits on it so far is kept at the last
of them, in a slot that the next one looks up. Subtrees whose leaves all say the same are leaves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import float64, int32, int64, types
from numpy.typing import NDArray

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.compilation import kernel, piece
from hedgerow._kernels.records import ZERO
from hedgerow._kernels.tree_walks import NODES
from hedgerow._kernels.workspace import Workspace

OPEN, TURN, CLOSE = range(3)
LEAF, SPLIT = range(2)


class WalkSteps(NamedTuple):
    """The steps in a tree (buffers with a place for each split), and the order in which they are taken."""

    orders: NDArray[np.int32]  # a step times four, and what to do there
    nodes: NDArray[np.int32]  # counted from the root
    levels: NDArray[np.int32]  # splits above the step
    sides: NDArray[np.int32]  # which child is the first: 0 for the left one
    shares: NDArray[np.float64]  # of the weight of the node, what the first child has
    kept: NDArray[np.int32]  # slot of the earlier split on the feature, 0 if there is none
    lines: NDArray[np.int32]  # of the table of chances
    outcomes: NDArray[np.int32]  # slot for what the step comes to
    first_values: NDArray[np.float64]  # what a child says that is a leaf
    second_values: NDArray[np.float64]
    n_splits: NDArray[np.int32]  # children that are no leaves
    ratios: NDArray[
        np.float64
    ]  # of each line of the table: share of the weight that goes this way at earlier splits


STEPS = Workspace(WalkSteps)


class Survey(NamedTuple):
    """What is noted on the way down a tree (buffers)."""

    means: NDArray[np.float64]  # of each node, as `look_below` finds it
    is_split: NDArray[np.int32]
    stack: NDArray[np.int32]  # steps that are open
    state: NDArray[np.int32]  # and how often each was met
    slots: NDArray[np.int32]  # of each feature: where its last split is kept, 0 if none
    products: NDArray[np.float64]  # of each feature: share of the weight that goes this way at its splits
    old_slots: NDArray[np.int32]  # of each open step: what the two were above it
    old_products: NDArray[np.float64]


SURVEY = Workspace(Survey)
N_ORDERS, N_STEPS, N_LINES, N_DISTINCT, N_LEVELS = range(5)


def survey_tree(nodes: Any, weights: Any, values: Any, n_features: int) -> tuple[WalkSteps, Any, float]:
    """The steps in a tree; how many orders, steps, lines, features on one path and levels there are; its mean.

    Parameters
    ----------
    nodes : structured ndarray
        The nodes of one tree, children behind their parents.
    weights : ndarray of float64
        Weight of each node: how often an unknown value leads there.
    values : ndarray of float64
        What each node says; only leaves count.
    n_features : int
        Columns of the table.
    """
    means, is_split = summarise_nodes(nodes, weights, values)
    most = len(nodes) // 2 + 1
    names = (
        "nodes",
        "levels",
        "sides",
        "shares",
        "kept",
        "lines",
        "outcomes",
        "first_values",
        "second_values",
    )
    steps = STEPS.allocate(**dict.fromkeys(names, most), n_splits=most, orders=3 * most, ratios=most + 1)
    survey = SURVEY.allocate(
        means=means, is_split=is_split, stack=most, state=most, slots=n_features,
        products=np.ones(n_features), old_slots=most, old_products=most,
    )  # fmt: skip
    counts = np.zeros(5, np.int64)
    list_steps(nodes, weights, steps, survey, counts)
    return steps, counts, float(means[0])


def summarise_nodes(nodes: Any, weights: Any, values: Any) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """What each node says when nothing is known, and whether leaves below it differ.

    Parameters
    ----------
    nodes, weights, values
        As for `survey_tree`.
    """
    n_nodes = len(nodes)
    if len(weights) != n_nodes or len(values) != n_nodes:
        raise ValueError(f"{len(weights)} weights and {len(values)} values do not fit {n_nodes} nodes")
    means, is_split = np.empty(n_nodes), np.empty(n_nodes, np.int32)
    look_below(nodes, weights, values, means, is_split)
    return means, is_split


@piece
def _find_share(weights, here, there):
    """Share of the weight of two nodes that is in the first; a half where they have none."""
    total = weights[here] + weights[there]
    return weights[here] / total if total > 0.0 else 0.5


@kernel(types.void(NODES, buffer(float64), buffer(float64), buffer(float64), buffer(int32)))
def look_below(nodes, weights, values, means, is_split):
    """Find the mean of each node, and which subtrees say one thing only; see `summarise_nodes`."""
    for node in range(nodes.size - 1, -1, -1):
        left = np.int64(nodes[node].left)
        if left < 0:
            means[node], is_split[node] = values[node], LEAF
            continue
        share = _find_share(weights, left, left + 1)
        a, b = means[left], means[left + 1]
        differs = is_split[left] == SPLIT or is_split[left + 1] == SPLIT or a != b
        means[node] = share * a + (1.0 - share) * b if differs else a
        is_split[node] = SPLIT if differs else LEAF


@piece
def _add_step(node, level, outcome, nodes, weights, steps, survey, counts):
    """Write down a split, and open it."""
    step = counts[N_STEPS]
    counts[N_STEPS] += 1
    counts[N_LEVELS] = max(counts[N_LEVELS], level + 1)
    here = nodes[node]
    left, feature = np.int64(here.left), np.int64(here.feature)
    side = 1 if survey.is_split[left] == LEAF and survey.is_split[left + 1] == SPLIT else 0
    first, second = left + side, left + 1 - side
    steps.nodes[step], steps.levels[step], steps.sides[step], steps.outcomes[step] = (
        node,
        level,
        side,
        outcome,
    )
    steps.shares[step] = _find_share(weights, first, second)
    steps.first_values[step], steps.second_values[step] = survey.means[first], survey.means[second]
    steps.n_splits[step] = survey.is_split[first] + survey.is_split[second]
    steps.kept[step] = survey.slots[feature]
    if survey.slots[feature] != 0:
        counts[N_LINES] += 1
        steps.lines[step] = counts[N_LINES] - 1
        steps.ratios[counts[N_LINES] - 1] = survey.products[feature]
    survey.stack[level], survey.state[level] = step, 0
    survey.old_slots[level], survey.old_products[level] = survey.slots[feature], survey.products[feature]
    return step


@piece
def _order(step, what, steps, counts):
    steps.orders[counts[N_ORDERS]] = 4 * step + what
    counts[N_ORDERS] += 1


@kernel(types.void(NODES, buffer(float64), STEPS.type, SURVEY.type, buffer(int64)))
def list_steps(nodes, weights, steps, survey, counts):
    """List the steps of a depth-first walk; see `survey_tree`."""
    counts[N_LINES] = 1  # the first is of features that are met for the first time
    steps.ratios[0] = 1.0
    if survey.is_split[0] == LEAF:
        return
    n_distinct = ZERO
    level = ZERO
    _add_step(ZERO, level, ZERO, nodes, weights, steps, survey, counts)
    while level >= 0:
        step, met = np.int64(survey.stack[level]), survey.state[level]
        node = np.int64(steps.nodes[step])
        left, feature, side = (
            np.int64(nodes[node].left),
            np.int64(nodes[node].feature),
            np.int64(steps.sides[step]),
        )
        is_new = survey.old_slots[level] == 0
        if met == 0 and is_new:
            n_distinct += 1
            counts[N_DISTINCT] = max(counts[N_DISTINCT], n_distinct)
        if met < steps.n_splits[step]:
            _order(step, OPEN if met == 0 else TURN, steps, counts)
            share = steps.shares[step] if met == 0 else 1.0 - steps.shares[step]
            survey.slots[feature] = 1 + 2 * level + met
            survey.products[feature] = survey.old_products[level] * share
            survey.state[level] = met + 1
            child = left + (side if met == 0 else 1 - side)
            outcome = 1 + 2 * level + met
            level += 1
            _add_step(child, level, outcome, nodes, weights, steps, survey, counts)
            continue
        _order(step, CLOSE, steps, counts)
        survey.slots[feature], survey.products[feature] = survey.old_slots[level], survey.old_products[level]
        if is_new:
            n_distinct -= 1
        level -= 1
