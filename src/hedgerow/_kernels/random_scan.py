"""Draw a cut for each of several features of a node side by side, and score them: one feature per lane.

    codes    | 3 7 1 9 ...  row 0                extremes  3 5 1 0 ... 8 7 9 9
             | 8 5 2 1 ...  row 1       ->       points    a value between those of the two, drawn uniformly
             | 4 4 9 0 ...  row 2                cuts      the greatest code whose value is not above the point

One pass over the rows finds the extremes of all lanes, a second adds up what lies left of their cuts. To find the code
of a point takes a search in the column's values, so in a node of few rows values are compared instead, which lie row
by row: a row is left of the cut, or not, as if these were its codes, 0 and 1. The codes of the cuts that win are found
when the tree has grown (`place_cuts`). This serves numbers without missing values, under every criterion and limit.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import hold_codes, limits_leaves, sides_allowed
from hedgerow._kernels.impurity import node_weight, score_left
from hedgerow._kernels.lane_codes import copy_cells, find_extremes, find_offsets, load_codes
from hedgerow._kernels.lanes import N_LANES, load_lanes, look_up, pick, real, spread, store_lanes
from hedgerow._kernels.monotonic import keeps_direction
from hedgerow._kernels.randomness import random_unit
from hedgerow._kernels.records import (
    ABSOLUTE_ERROR,
    ENTROPY,
    GINI,
    LABEL,
    LEFT,
    N_CODES,
    POISSON,
    RANDOM,
    ROUNDING,
    TOTAL,
    ZERO,
)
from hedgerow._kernels.stored_cells import first_value
from hedgerow._kernels.thresholds import list_unsettled

MOST_CLASSES = 256
FEW_ROWS = 128
_HALF = (1 << 32) - 1
# Stretches of `NodeSearch.draw_sums`: the scores of the lanes, the points that cut them, weights and moments of values
# left of these, and values of few rows.
SCORE, POINT = 0, N_LANES
_LEFT_WEIGHT, _LEFT_MOMENT = POINT + N_LANES, POINT + 2 * N_LANES
_ROW_VALUES = _LEFT_MOMENT + N_LANES
# Stretches of `NodeSearch.draw_counts`: codes of the cuts; where the values of features begin; extreme codes; rows left
# of the cuts; and the weight of each class left of them.
_CODE, _VALUES, LOW, HIGH, _ROWS, COUNTS = range(0, 6 * N_LANES, N_LANES)
SUM_LENGTH, COUNT_LENGTH = _ROW_VALUES + N_LANES * FEW_ROWS, COUNTS + N_LANES * MOST_CLASSES


@piece
def can_draw_by_lanes(rules):
    """Whether the rules ask for cuts that can be drawn side by side."""
    if rules.exhaustive and rules.criterion == ABSOLUTE_ERROR:
        return False
    return rules.split == RANDOM and not rules.description_length and rules.n_classes <= MOST_CLASSES


@piece
def _load_extremes(columns, work, n_lanes, start, n):
    """Write down the least and the greatest code of each lane; 0 of lanes that are not in use."""
    lanes, place = work.lanes, work.draw_counts
    load_codes(columns, work, n_lanes, start, n)
    least, greatest = find_extremes(lanes, ZERO, n)
    store_lanes(lanes, n * N_LANES, least)
    store_lanes(lanes, (n + 1) * N_LANES, greatest)
    for lane in range(N_LANES):
        place[_VALUES + lane] = first_value(columns, work.lane_features[lane])
        place[LOW + lane] = lanes[n * N_LANES + lane] if lane < n_lanes else 0
        place[HIGH + lane] = lanes[(n + 1) * N_LANES + lane] if lane < n_lanes else 0


@inlined_piece
def draw_shares(work, n_lanes, state):
    """Draw how far the cut of each lane lies between its extremes."""
    for lane in range(N_LANES):
        work.draw_sums[POINT + lane] = random_unit(state) if lane < n_lanes else 0.0


@inlined_piece
def _draw_points(work, n_lanes, least, greatest, state):
    """Draw a value between the extremes of each lane."""
    draw_shares(work, n_lanes, state)
    point = least + load_lanes(work.draw_sums, POINT) * (greatest - least)
    point = pick(point < greatest, point, least)  # rounding can reach the upper end
    store_lanes(work.draw_sums, POINT, point)
    return point


@piece
def _narrow(columns, feature, low, high, point):
    """The codes between which a point lies, by the bin that it falls in; values fall in bins by the same sums."""
    if columns.n_bins > 1 and columns.scales[feature] > 0.0:
        values, n_bins = first_value(columns, feature), columns.n_bins
        place = np.int64((point - columns.lower[values]) * columns.scales[feature])
        place = feature * (n_bins + 1) + min(place, n_bins - 1)
        low, high = max(low, np.int64(columns.bins[place]) - 1), min(high, np.int64(columns.bins[place + 1]))
    return low, high


@piece
def _search_codes(columns, work):
    """The greatest code of each lane of the extremes' stretch whose value is not above its point."""
    place, sums, widest = work.draw_counts, work.draw_sums, ZERO
    for lane in range(N_LANES):
        low, high = _narrow(
            columns, work.lane_features[lane], place[LOW + lane], place[HIGH + lane], sums[POINT + lane]
        )
        place[_CODE + lane], place[_ROWS + lane], widest = low, high, max(widest, high - low)
    low, high, values = load_lanes(place, _CODE), load_lanes(place, _ROWS), load_lanes(place, _VALUES)
    point, one = load_lanes(sums, POINT), spread(ZERO + 1)
    while widest > 1:
        middle = (low + high) >> one
        below = look_up(columns.lower, values + middle) <= point
        low, high = pick(below, middle, low), pick(below, high, middle)
        widest = (widest + 1) >> 1
    store_lanes(place, _CODE, low)


@piece
def _cut_codes(columns, work, n_lanes, start, n, state):
    """Draw a cut for each lane, the greatest code of the node that is not above a point between the extremes."""
    _load_extremes(columns, work, n_lanes, start, n)
    place, lanes = work.draw_counts, work.lanes
    _draw_and_search(columns, work, n_lanes, state)
    for lane in range(N_LANES):
        lanes[n * N_LANES + lane] = place[_CODE + lane]


@piece
def _load_values(columns, work, n_lanes, start, n):
    """Copy the values of the node's rows; return the least and the greatest of each lane."""
    sums, rows, features = work.draw_sums, work.rows, work.lane_features
    values, step = columns.values, columns.value_step
    offsets, together = find_offsets(work, n_lanes, ZERO + 1), True
    for lane in range(1, N_LANES):
        together &= features[lane] == features[0] + lane
    for i in range(n if together else ZERO):
        row = np.int64(rows[start + i]) * step + features[0]
        store_lanes(sums, _ROW_VALUES + i * N_LANES, load_lanes(values, row))
    for i in range(ZERO if together else n):
        copy_cells(
            values, offsets, n_lanes, sums, _ROW_VALUES + i * N_LANES, np.int64(rows[start + i]) * step
        )
    return find_extremes(sums, ZERO + _ROW_VALUES, n)


@piece
def _draw_and_search(columns, work, n_lanes, state):
    """Draw a point between the extreme codes of each lane, and find the code of the cut."""
    place, values = work.draw_counts, load_lanes(work.draw_counts, _VALUES)
    least = look_up(columns.lower, values + load_lanes(place, LOW))
    greatest = look_up(columns.lower, values + load_lanes(place, HIGH))
    _draw_points(work, n_lanes, least, greatest, state)
    _search_codes(columns, work)


@piece
def _cut_values(columns, work, n_lanes, start, n, state):
    """The same by the values themselves: the codes that it leaves are 0 on the left of the cut, and 1 on the right."""
    sums, lanes, place = work.draw_sums, work.lanes, work.draw_counts
    least, greatest = _load_values(columns, work, n_lanes, start, n)
    point = _draw_points(work, n_lanes, least, greatest, state)
    left, right = spread(np.uint16(0)), spread(np.uint16(1))
    for i in range(n):
        inside = load_lanes(sums, _ROW_VALUES + i * N_LANES) <= point
        store_lanes(lanes, i * N_LANES, pick(inside, left, right))
    store_lanes(lanes, n * N_LANES, left)
    store_lanes(place, LOW, spread(ZERO))
    store_lanes(place, HIGH, pick(least < greatest, spread(ZERO + 1), spread(ZERO)))


@piece
def _add_moments(work, start, n):
    """Scores of the cuts by squared error."""
    lanes, zero = work.lanes, spread(0.0)
    cut, left, moment = load_lanes(lanes, n * N_LANES), zero, zero
    for i in range(n):
        weight = np.float64(work.payload[start + i])
        inside = load_lanes(lanes, i * N_LANES) <= cut
        left = left + pick(inside, spread(weight), zero)
        moment = moment + pick(inside, spread(work.moments[start + i]), zero)
    whole = spread(np.float64(work.weights[TOTAL]))
    parts = left * (whole - left)
    explained = whole * (moment * moment) / pick(zero < parts, parts, spread(1.0))
    store_lanes(work.draw_sums, SCORE, explained)
    store_lanes(work.draw_sums, _LEFT_WEIGHT, left)
    store_lanes(work.draw_sums, _LEFT_MOMENT, moment)


@piece
def _add_pairs(work, start, n):
    """Weights of two classes left of the cuts, which share a word: the second class is the upper half."""
    lanes, counts, zero = work.lanes, work.draw_counts, spread(ZERO)
    cut, left = load_lanes(lanes, n * N_LANES), zero
    for i in range(n):
        payload = work.payload[start + i]
        inside = load_lanes(lanes, i * N_LANES) <= cut
        left = left + pick(inside, spread((payload >> 16) << (32 * (payload & LABEL))), zero)
    store_lanes(counts, COUNTS, left & spread(ZERO + _HALF))
    store_lanes(counts, COUNTS + N_LANES, left >> spread(ZERO + 32))


@piece
def _add_classes(work, n_classes, start, n):
    """Weights of the classes left of the cuts."""
    lanes, counts, zero = work.lanes, work.draw_counts, spread(ZERO)
    cut = load_lanes(lanes, n * N_LANES)
    for k in range(n_classes):
        store_lanes(counts, COUNTS + N_LANES * k, zero)
    for i in range(n):
        payload = work.payload[start + i]
        inside, place = load_lanes(lanes, i * N_LANES) <= cut, COUNTS + N_LANES * (payload & LABEL)
        store_lanes(counts, place, load_lanes(counts, place) + pick(inside, spread(payload >> 16), zero))


@inlined_piece
def _score_classes(work, criterion, n_classes):
    """Scores of the cuts by the entropy, which comes from a table, or by the Gini index."""
    counts, table, none = work.draw_counts, work.table, spread(ZERO)
    left, right, zero, one = none, none, spread(0.0), spread(1.0)
    left_sum, right_sum = zero, zero
    for k in range(n_classes):
        here = load_lanes(counts, COUNTS + N_LANES * k)
        there = spread(work.weights[TOTAL * n_classes + k]) - here
        left, right = left + here, right + there
        if criterion == GINI:
            left_sum = left_sum + real(here) * real(here)
            right_sum = right_sum + real(there) * real(there)
        else:
            left_sum = left_sum + look_up(table, here)
            right_sum = right_sum + look_up(table, there)
    if criterion == GINI:
        left_sum = left_sum / pick(none < left, real(left), one)
        right_sum = right_sum / pick(none < right, real(right), one)
    else:
        left_sum, right_sum = left_sum - look_up(table, left), right_sum - look_up(table, right)
    store_lanes(work.draw_sums, SCORE, left_sum + right_sum)


@piece
def _copy_left(work, rules, lane):
    """Bring the class weights left of a lane's cut to where scores are computed one by one."""
    for k in range(rules.n_classes):
        work.weights[LEFT * rules.n_classes + k] = work.draw_counts[COUNTS + N_LANES * k + lane]


@piece
def _count_rows(work, n):
    """Count the rows left of the cuts."""
    lanes, zero, one = work.lanes, spread(ZERO), spread(ZERO + 1)
    cut, left = load_lanes(lanes, n * N_LANES), zero
    for i in range(n):
        left = left + pick(load_lanes(lanes, i * N_LANES) <= cut, one, zero)
    store_lanes(work.draw_counts, _ROWS, left)


@piece
def _score_cuts(work, rules, n_lanes, start, n):
    """Score the lanes; limits are looked at where there are any, cut by cut."""
    if rules.regression:
        _add_moments(work, start, n)
        return
    weight = node_weight(work, rules)
    if rules.n_classes == 2 and weight <= _HALF:
        _add_pairs(work, start, n)
    else:
        _add_classes(work, rules.n_classes, start, n)
    score_class_weights(work, rules, weight, n_lanes)


@piece
def score_class_weights(work, rules, weight, n_lanes):
    """Score the lanes by the class weights left of their cuts."""
    if rules.criterion == GINI or (rules.criterion == ENTROPY and weight < work.table_size):
        _score_classes(work, rules.criterion, rules.n_classes)
        return
    for lane in range(n_lanes):
        _copy_left(work, rules, lane)
        work.draw_sums[SCORE + lane] = score_left(work, rules)


@piece
def _forbid_small_leaves(work, rules, n_lanes, start, n):
    """A score of -inf for each cut that leaves too little on one side."""
    lanes, counts = work.lanes, work.draw_counts
    _count_rows(work, n)
    for lane in range(n_lanes):
        if rules.regression:
            work.weights[LEFT] = 0
            for i in range(n):
                inside = lanes[i * N_LANES + lane] <= lanes[n * N_LANES + lane]
                work.weights[LEFT] += work.payload[start + i] * inside
        else:
            _copy_left(work, rules, lane)
        if not sides_allowed(work, rules, counts[_ROWS + lane], n):
            work.draw_sums[SCORE + lane] = -np.inf


@inlined_piece
def draw_cuts(columns, work, n_lanes, start, n, state):
    """Draw a cut for each lane: a row is left of it where its code in `lanes` is not above the one behind the rows."""
    if n <= FEW_ROWS and columns.value_step > 0:
        _cut_values(columns, work, n_lanes, start, n, state)
    else:
        _cut_codes(columns, work, n_lanes, start, n, state)


@inlined_piece
def is_constant(work, lane):
    """Whether the feature in a lane has a single value, so there is no cut."""
    return work.draw_counts[LOW + lane] == work.draw_counts[HIGH + lane]


@piece
def _score_again(work, rules, n_lanes):
    """Score the cuts by what the lanes do not know: Poisson deviance, and -inf where a direction is wrong."""
    for lane in range(n_lanes):
        if rules.regression:
            work.weights[LEFT] = np.int64(work.draw_sums[_LEFT_WEIGHT + lane])
            work.sums[LEFT] = work.draw_sums[_LEFT_MOMENT + lane]
        else:
            _copy_left(work, rules, lane)
        if rules.criterion == POISSON:
            work.draw_sums[SCORE + lane] = score_left(work, rules)
        direction = np.int64(work.directions[work.lane_features[lane]]) if rules.monotonic else ZERO
        if direction != 0 and not keeps_direction(work, rules, direction):
            work.draw_sums[SCORE + lane] = -np.inf


@piece
def scan_random_cuts(columns, work, rules, n_lanes, start, n, state):
    """Cut the features in the first lanes at random and score the cuts.

    A score is -inf where limits forbid the cut, and NaN where a feature is constant.
    """
    draw_cuts(columns, work, n_lanes, start, n, state)
    _score_cuts(work, rules, n_lanes, start, n)
    settle_scores(work, rules, n_lanes, start, n)


@piece
def settle_scores(work, rules, n_lanes, start, n):
    """Score again what the lanes alone do not know how to score, and leave NaN for constant features."""
    if rules.exhaustive:
        _score_again(work, rules, n_lanes)
    if limits_leaves(rules):
        _forbid_small_leaves(work, rules, n_lanes, start, n)
    for lane in range(n_lanes):
        if is_constant(work, lane):
            work.draw_sums[SCORE + lane] = np.nan


@piece
def choose_random_lane(work, draws, n_lanes, n_usable, best):
    """Compare the cuts in the lanes with the best so far: (the best, its lane or -1, how many were usable)."""
    winner = ZERO - 1
    for lane in range(n_lanes):
        score = work.draw_sums[SCORE + lane]
        if n_usable == 0 and score > -np.inf:
            draws.first[0], draws.first[1] = work.lane_features[lane], score
        n_usable += not np.isnan(score)
        if score > best + work.scale[ROUNDING]:
            best, winner = score, lane
    return best, winner, n_usable


@piece
def find_code(columns, feature, low, high, point):
    """The greatest code from `low` on and below `high` whose value is not above a point; that of `low` is not."""
    low, high = _narrow(columns, feature, low, high, point)
    while high - low > 1:
        middle = (low + high) >> 1
        below = columns.lower[first_value(columns, feature) + middle] <= point
        low, high = middle if below else low, high if below else middle
    return low


@piece
def part_codes(columns, work, feature, start, n, point):
    """The greatest code of the node that is not above a point; leaves the feature's codes in `buffer`."""
    hold_codes(columns, work, feature, start, n)
    if n > FEW_ROWS or columns.value_step == 0:
        return find_code(columns, feature, ZERO, np.int64(columns.traits[feature * 3 + N_CODES]), point)
    last, values, step = ZERO, columns.values, columns.value_step
    for i in range(n):
        inside = values[np.int64(work.rows[start + i]) * step + feature] <= point
        last = max(last, np.int64(work.buffer[i]) * inside)
    return last


@inlined_piece
def _place_eight(columns, work, nodes, listed, n_lanes):
    """The same for the cuts of the nodes listed from a place on, and their thresholds."""
    place, sums = work.draw_counts, work.draw_sums
    for lane in range(N_LANES):
        record = nodes[work.order[listed + (lane if lane < n_lanes else ZERO)]]
        feature = np.int64(record.feature)
        work.lane_features[lane], place[_VALUES + lane] = feature, first_value(columns, feature)
        place[LOW + lane], place[HIGH + lane] = record.code, columns.traits[feature * 3 + N_CODES]
        sums[POINT + lane] = record.threshold
    _search_codes(columns, work)
    for lane in range(n_lanes):
        record, code = nodes[work.order[listed + lane]], place[_CODE + lane]
        record.code, record.categorical = code, 0
        record.threshold = max(sums[POINT + lane], columns.upper[place[_VALUES + lane] + code])


@piece
def place_cuts(columns, work, nodes, first, last):
    """Turn the points that nodes keep while they grow into thresholds, and into the last codes that these send left.

    Rows that are not in the node may have codes between its own. The searches touch memory all over the table, and
    eight of them wait together.
    """
    n_listed = list_unsettled(work, nodes, first, last)
    for listed in range(0, n_listed, N_LANES):
        _place_eight(columns, work, nodes, ZERO + listed, min(ZERO + N_LANES, n_listed - listed))
