r"""Features that may only raise, or only lower, what is predicted.

A cut of such a feature is refused where its sides are in the wrong order, or beyond the limits of the node; their
middle is then a limit of all that hangs below them (as in scikit-learn and LightGBM):

            node, limits (a, b)
           /                   \                        cut of a feature with the direction 1
    left, limits (a, m)    right, limits (m, b)         m = (value left + value right) / 2

Cuts of other features hand the limits of the node on as they are, and are not refused: what lies beyond the limits is
brought to them when the tree has grown.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import piece
from hedgerow._kernels.records import ABSOLUTE_ERROR, LEAST, LEFT, MOST, SQUARED_ERROR, TOTAL


@piece
def sides_agree(work, direction, left, right):
    """Whether the values on both sides of a cut are in order, and within the limits of the node."""
    limits = work.limits
    is_within = min(left, right) >= limits[LEAST] and max(left, right) <= limits[MOST]
    return is_within and (right - left) * direction >= 0.0


@piece
def keeps_direction(work, rules, direction):
    """Whether what lies left of the scan may be parted from the rest of the node."""
    if rules.regression:
        left, weight = work.weights[LEFT], work.weights[TOTAL]
        moment, whole = work.sums[LEFT], work.sums[TOTAL]
        return sides_agree(work, direction, moment / left, (whole - moment) / (weight - left))
    here, ones = work.weights[2 * LEFT] + work.weights[2 * LEFT + 1], work.weights[2 * LEFT + 1]
    there = work.weights[2 * TOTAL] + work.weights[2 * TOTAL + 1] - here
    return sides_agree(work, direction, ones / here, (work.weights[2 * TOTAL + 1] - ones) / there)


@piece
def _value_of(trees, rules, node):
    """What a node predicts: its value, or its share of the second class."""
    values, first = trees.values, node * trees.n_values
    if rules.regression:
        return values[first + 1]
    return values[first + 1] / (values[first] + values[first + 1])


@piece
def load_limits(work, rules, trees, node):
    """Bring the limits of a node to where cuts are compared with them: counted from where the scan counts values."""
    origin = 0.0
    if rules.criterion == SQUARED_ERROR or rules.criterion == ABSOLUTE_ERROR:
        origin = trees.values[node * trees.n_values + 1]
    for end in range(2):
        work.limits[end] = trees.limits[2 * node + end] - origin


@piece
def pass_limits(work, rules, trees, parent, child):
    """Set the limits of two children, which have been recorded, or of a root (whose parent is -1)."""
    limits = trees.limits
    if parent < 0:
        limits[2 * child], limits[2 * child + 1] = -np.inf, np.inf
        return
    record, least, most = trees.nodes[parent], limits[2 * parent], limits[2 * parent + 1]
    for side in range(2):
        limits[2 * (child + side)], limits[2 * (child + side) + 1] = least, most
    direction = np.int64(work.directions[np.int64(record.feature)])
    if direction == 0:
        return
    middle = 0.5 * _value_of(trees, rules, child) + 0.5 * _value_of(trees, rules, child + 1)
    middle = min(max(middle, least), most)
    lower = child if direction > 0 else child + 1
    limits[2 * lower + MOST] = middle
    limits[2 * (child + child + 1 - lower) + LEAST] = middle
