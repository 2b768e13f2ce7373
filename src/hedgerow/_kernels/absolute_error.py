"""Absolute error: the deviations from the median on both sides of every cut.

The rows of a node lie in the order of their targets, in every node, because parting rows keeps their order; so the
position of a row is its rank. One pass takes the rows away from the right end of a feature and leaves what its first
rows deviate, another takes them away from the left end. The rows that are still there form a list:

    targets    1.0   1.5   2.0   4.0   7.0
    list       1.0 <-----> 2.0 <-> 4.0 <-> 7.0        2.0: half of the weight lies before it, or a little less
                            ^ middle

Taking a row away moves the middle by as many rows as half its weight weighs, by one at most where all weigh the same,
and sums over the rows before the middle say what all deviate from it. What equals 2 W(before) = W has its median
half-way between the middle and the row before it, as NumPy's median and scikit-learn's.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import allows
from hedgerow._kernels.monotonic import sides_agree
from hedgerow._kernels.records import ROUNDING, TOTAL, ZERO


@inlined_piece
def _value_at(work, start, place):
    """Target of the row at a place of the list, from 1 on, less the median of the node."""
    position = start + place - 1
    return work.moments[position] / work.payload[position]


@inlined_piece
def _find_middle(work, start, middle, before, low, weight):
    """Move the middle to where at most half of the weight lies before it, and more than half up to it."""
    links, payload, moments = work.links, work.payload, work.moments
    while 2 * before > weight:
        middle = np.int64(links[2 * middle])
        before -= payload[start + middle - 1]
        low -= moments[start + middle - 1]
    while weight > 0 and 2 * (before + payload[start + middle - 1]) <= weight:
        before += payload[start + middle - 1]
        low += moments[start + middle - 1]
        middle = np.int64(links[2 * middle + 1])
    return middle, before, low


@inlined_piece
def _list_rows(work, start, n):
    """List all rows of the node; return the sum of their weights and of their moments."""
    links, weight, total = work.links, ZERO, 0.0
    for place in range(n + 2):
        links[2 * place], links[2 * place + 1] = max(place - 1, 0), place + 1
    for i in range(start, start + n):
        weight += work.payload[i]
        total += work.moments[i]
    return weight, total


@inlined_piece
def _unlink(work, place):
    """Take a row out of the list."""
    links = work.links
    previous, following = links[2 * place], links[2 * place + 1]
    links[2 * np.int64(previous) + 1], links[2 * np.int64(following)] = following, previous
    return np.int64(following)


@inlined_piece
def _begin(work, start, n, n_present, with_absent):
    """List the present rows, and those with missing values if these belong to them: the state of a list."""
    weight, total = _list_rows(work, start, n)
    for i in range(n if with_absent else n_present, n):
        place = np.int64(work.order[i]) + 1
        _unlink(work, place)
        weight -= work.payload[start + place - 1]
        total -= work.moments[start + place - 1]
    middle, before, low = _find_middle(work, start, np.int64(work.links[1]), ZERO, 0.0, weight)
    return middle, before, low, weight, total


@inlined_piece
def _take_away(work, start, place, state):
    """Take a row away; the state of the list without it."""
    middle, before, low, weight, total = state
    amount, moment = work.payload[start + place - 1], work.moments[start + place - 1]
    following = _unlink(work, place)
    weight -= amount
    total -= moment
    if place < middle:
        before -= amount
        low -= moment
    elif place == middle:
        middle = following
    middle, before, low = _find_middle(work, start, middle, before, low, weight)
    return middle, before, low, weight, total


@inlined_piece
def _measure(work, start, state):
    """Absolute deviations of the rows of a list, and their median."""
    middle, before, low, weight, total = state
    median = _value_at(work, start, middle)
    deviation = (total - low) - median * (weight - before) + median * before - low
    if 2 * before == weight:
        median = 0.5 * median + 0.5 * _value_at(work, start, np.int64(work.links[2 * middle]))
    return max(deviation, 0.0), median


@piece
def walk_deviations(work, rules, direction, absent_left, start, n_present, n):
    """Best cut of the rows in order: (score, how many present rows lie left of it); see `ordered_cuts`."""
    order, codes, whole, weight = work.order, work.spare_rows, work.sums[TOTAL], work.weights[TOTAL]
    best, n_below, n_absent = -np.inf, ZERO, ZERO + n - n_present
    last = n_present if n_absent > 0 and absent_left == 0 else n_present - 1
    state = _begin(work, start, n, n_present, absent_left)
    for i in range(n_present, 0, -1):
        if i <= last and (i == n_present or codes[i - 1] != codes[i]):
            work.deviations[i], work.medians[i] = _measure(work, start, state)
        if i > 1:
            state = _take_away(work, start, np.int64(order[i - 1]) + 1, state)
    state = _begin(work, start, n, n_present, 1 - absent_left)
    rows_left = n_absent if absent_left else ZERO
    for i in range(1, last + 1):
        state = _take_away(work, start, np.int64(order[i - 1]) + 1, state)
        right = state[3]
        if i < n_present and codes[i - 1] == codes[i]:
            continue
        if not allows(rules, weight - right, right, rows_left + i, n - rows_left - i):
            continue
        deviation, median = _measure(work, start, state)
        score = whole - work.deviations[i] - deviation
        if score > best + work.scale[ROUNDING] and (
            direction == 0 or sides_agree(work, direction, work.medians[i], median)
        ):
            best, n_below = score, ZERO + i
    return best, n_below


@inlined_piece
def _measure_marked(work, start, n, mark):
    """Absolute deviations and median of the rows with a mark in `buffer`."""
    weight, total, before, low = ZERO, 0.0, ZERO, 0.0
    for i in range(n):
        if work.buffer[i] == mark:
            weight += work.payload[start + i]
            total += work.moments[start + i]
    middle, previous = ZERO, ZERO
    for i in range(n):
        if work.buffer[i] == mark:
            middle = ZERO + i + 1
            if 2 * (before + work.payload[start + i]) > weight:
                break
            before += work.payload[start + i]
            low += work.moments[start + i]
            previous = middle
    median = _value_at(work, start, middle)
    deviation = (total - low) - median * (weight - before) + median * before - low
    if 2 * before == weight:
        median = 0.5 * median + 0.5 * _value_at(work, start, previous)
    return max(deviation, 0.0), median


@piece
def score_marked_rows(work, rules, direction, start, n):
    """Score of the split that sends the rows marked with 1 left; -inf where its direction is wrong."""
    left, left_median = _measure_marked(work, start, n, 1)
    right, right_median = _measure_marked(work, start, n, 0)
    if direction != 0 and not sides_agree(work, direction, left_median, right_median):
        return -np.inf
    return work.sums[TOTAL] - left - right


@piece
def describe_median(work, start, n, weight):
    """Median of the targets of a node's rows, which lie in their order, and their mean absolute deviation from it."""
    before, place = ZERO, ZERO + start
    while 2 * (before + work.payload[place]) <= weight:
        before += work.payload[place]
        place += 1
    median, deviation = work.targets[work.rows[place]], 0.0
    if 2 * before == weight:
        median = 0.5 * median + 0.5 * work.targets[work.rows[place - 1]]
    for i in range(start, start + n):
        deviation += work.payload[i] * abs(work.targets[work.rows[i]] - median)
    return median, deviation / weight


@piece
def load_deviations(work, start, n, weight, median):
    """Bring the node's moments about its median, and note what they deviate together."""
    total = 0.0
    for i in range(start, start + n):
        work.moments[i] = work.payload[i] * (work.targets[work.rows[i]] - median)
        total += abs(work.moments[i])
    work.weights[TOTAL], work.sums[TOTAL] = weight, total
