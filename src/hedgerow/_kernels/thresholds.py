"""Where a cut lies: half-way between two codes, at a given value, or at a value drawn at random."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import piece
from hedgerow._kernels.histograms import clear, gather_codes
from hedgerow._kernels.lanes import N_LANES, load_lanes, look_up, pick, spread, store_lanes
from hedgerow._kernels.randomness import random_unit
from hedgerow._kernels.records import UNSETTLED, ZERO
from hedgerow._kernels.stored_cells import first_value

# Stretches of `NodeSearch.lane_cuts`.
_LOW, _HIGH = 0, N_LANES
_GROUPS = 1024  # of features, a power of two


@piece
def cut_between(columns, feature, here, there):
    """Threshold half-way between two neighbouring codes, never equal to the upper one."""
    if here == there:
        return np.inf
    below = columns.upper[first_value(columns, feature) + here]
    above = columns.lower[first_value(columns, feature) + there]
    threshold = 0.5 * below + 0.5 * above
    return threshold if threshold < above else below


@piece
def cut_at(columns, feature, low, high, threshold):
    """Code and threshold of a cut at a given value between two codes."""
    values = first_value(columns, feature)
    while high - low > 1:
        middle = (low + high) >> 1
        if columns.lower[values + middle] <= threshold:
            low = middle
        else:
            high = middle
    if (
        threshold >= columns.lower[first_value(columns, feature) + low + 1]
    ):  # rounding can reach the upper end
        return low, cut_between(columns, feature, low, low + 1)
    return low, max(threshold, columns.upper[first_value(columns, feature) + low])


@piece
def random_cut(columns, work, feature, start, n, state):
    """Cut at a value drawn uniformly between the node's extremes (Geurts, Ernst & Wehenkel 2006); code -1: none."""
    low, high, n_missing = gather_codes(columns, work, feature, start, n)
    if n_missing == n or (low == high and n_missing == 0):
        return ZERO - 1, 0.0
    if low == high:  # present values left, missing values right
        return ZERO + MISSING - 1, np.inf
    least = columns.lower[first_value(columns, feature) + low]
    greatest = columns.lower[first_value(columns, feature) + high]
    return cut_at(columns, feature, low, high, least + random_unit(state) * (greatest - least))


@piece
def list_unsettled(work, nodes, first, last):
    """List in `order` the nodes whose cuts are not settled, and return how many they are.

    Those of a feature stand one behind the other: the values of its column are in a cache when the next of them asks.
    """
    found, places, n_found = work.spare_rows, work.counts, ZERO
    for node in range(first, last):
        if nodes[node].feature >= 0 and nodes[node].categorical == UNSETTLED:
            found[n_found] = node
            n_found += 1
            places[(np.int64(nodes[node].feature) & (_GROUPS - 1)) + 1] += 1
    for group in range(_GROUPS):
        places[group + 1] += places[group]
    for i in range(n_found):
        group = np.int64(nodes[found[i]].feature) & (_GROUPS - 1)
        work.order[places[group]] = found[i]
        places[group] += 1
    clear(places, ZERO, ZERO + _GROUPS + 1)
    return n_found


@piece
def _settle_eight(columns, work, nodes, listed, n_lanes):
    """Thresholds half-way between two codes of the nodes listed from a place on, and the last code each sends left."""
    place, cuts, sums, n_steps = work.lane_features, work.lane_cuts, work.lane_scores, 0
    for lane in range(N_LANES):
        place[lane], cuts[_LOW + lane], cuts[_HIGH + lane], sums[lane] = 0, 0, 0, 0.0
    for lane in range(n_lanes):
        record = nodes[work.order[listed + lane]]
        feature, here, there = np.int64(record.feature), np.int64(record.code), np.int64(record.threshold)
        place[lane] = first_value(columns, feature)
        cuts[_LOW + lane], cuts[_HIGH + lane] = here, there
        sums[lane] = cut_between(columns, feature, here, there)
        while (there - here) >> n_steps > 1:
            n_steps += 1
    base, threshold = load_lanes(place, ZERO), load_lanes(sums, ZERO)
    low, high, one = load_lanes(cuts, ZERO + _LOW), load_lanes(cuts, ZERO + _HIGH), spread(ZERO + 1)
    for _ in range(n_steps + 1):
        middle = (low + high) >> one
        left = look_up(columns.lower, base + middle) <= threshold
        low, high = pick(left, middle, low), pick(left, high, middle)
    store_lanes(cuts, ZERO + _LOW, low)
    for lane in range(n_lanes):
        record, code = nodes[work.order[listed + lane]], cuts[_LOW + lane]
        record.code, record.categorical = code, 0
        record.threshold = max(sums[lane], columns.upper[place[lane] + code])


@piece
def settle_thresholds(columns, work, nodes, first, last):
    """Turn the two codes that a node keeps while it grows into a threshold, eight nodes at once.

    Rows that are not in the node may have codes between the two; the code kept is the last one that the threshold
    sends left, so walking by codes and walking by values agree about them. Searching for it touches
    memory all over the table, and eight searches wait together.
    """
    for node in range(first, last):
        record = nodes[node]
        if record.categorical == UNSETTLED and np.int64(record.threshold) == np.int64(record.code):
            record.code, record.categorical, record.threshold = (
                MISSING - 1,
                0,
                np.inf,
            )  # present left, missing right
    n_listed = list_unsettled(work, nodes, first, last)
    for listed in range(0, n_listed, N_LANES):
        _settle_eight(columns, work, nodes, ZERO + listed, min(ZERO + N_LANES, n_listed - listed))
