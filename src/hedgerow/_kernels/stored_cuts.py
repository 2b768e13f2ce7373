"""Choose the best split of a node of a sparse table by its stored cells alone.

A cut of a feature parts some of its stored cells from all other rows of the node, so its score needs the weights of
these cells and of the whole node, whatever the node's size:

    codes of the stored cells, sorted   | 9 | 7 7 | 4 | (zero) | 2 |       cuts lie where the code changes

Features are tried in the order, and as many together, as in a dense table, and the cut of the feature that wins is made
by the same pieces; so the tree is the same. What has many stored cells in the node, or missing values, is cut like a
column of a dense table, up to eight such features at once. In wide tables most features have no cell in a small node:
the next one is then drawn among those that have, which is the same distribution without the draws in between.

How little a few rows can tell is known before their cuts are scored. Parting the weight w from a node of weight W tells
at most the entropy of w / W, for a part tells no more about the classes than there is to tell about the part; lowers
Gini's index by at most 2 w (W - w) / W^2, for the shares of classes on the two sides differ by at most 2 in squares;
and explains at most w r^2 W / (W - w), where no target is further than r from the mean.
"""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.byte_sort import FALLING, sort_places
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import add_row, clear_left, sides_allowed
from hedgerow._kernels.impurity import node_weight, perfect_score, score_left, tabulate_pairs, x_log_x
from hedgerow._kernels.lane_walks import MOST_WALKED, SCORE, can_walk_together
from hedgerow._kernels.lanes import N_LANES
from hedgerow._kernels.records import (
    BEST,
    ENTROPY,
    GINI,
    HAS_MISSING,
    LABEL,
    LEFT,
    REACH,
    ROUNDING,
    TOTAL,
    ZERO,
)
from hedgerow._kernels.sorted_cuts import MOST_SORTED
from hedgerow._kernels.split_choice import CandidateSplit, cut_lanes, draw_feature, read_lane, settle
from hedgerow._kernels.stored_cells import (
    draw_present,
    draws_present,
    is_left_out,
    open_stored_node,
    read_cells,
)

_FEW_CELLS = 24  # of a feature that are sorted by insertion
_SHARE = 8  # the rows of a node to one cell, below which the rows are looked at


@piece
def searches_cells(rules):
    """Whether the best cut of each feature is all that the rules ask for."""
    return rules.split == BEST and not rules.description_length and not rules.exhaustive


@piece
def _sort_cells(work, n_cells):
    """Sort the cells of a feature by their codes, the greatest first."""
    places, codes = work.cell_places, work.cell_codes
    if n_cells > _FEW_CELLS:
        sort_places(places, codes, work.spare_rows, work.buffer, work.members, n_cells, FALLING)
        return
    for i in range(1, n_cells):
        place, code, to = places[i], codes[i], i
        while to > 0 and codes[to - 1] < code:
            places[to], codes[to] = places[to - 1], codes[to - 1]
            to -= 1
        places[to], codes[to] = place, code


@piece
def _add_others(work, rules, start, n_cells):
    """Add all rows that have no stored cell to LEFT, where nothing may be but the cells before them."""
    k_count = max(rules.n_classes, 1)
    for k in range(k_count):
        work.weights[LEFT * k_count + k] += work.weights[TOTAL * k_count + k]
    for cell in range(n_cells):
        position = start + np.int64(work.cell_places[cell])
        payload = work.payload[position]
        if rules.regression:
            work.weights[LEFT] -= payload
            work.sums[LEFT] -= work.moments[position]
        else:
            work.weights[LEFT * rules.n_classes + (payload & LABEL)] -= payload >> 16


@piece
def _score_cut(work, rules, n_parted, n):
    """Score of the cut that parts LEFT from the rest; -inf where a leaf would be too small."""
    return score_left(work, rules) if sides_allowed(work, rules, n_parted, n) else -np.inf


@piece
def score_cells(work, rules, zero, n_cells, start, n):
    """The best score of a feature's cuts: NaN where it is constant, -inf where all are forbidden."""
    codes, n_others = work.cell_codes, n - n_cells
    _sort_cells(work, n_cells)
    if n_others == 0 and codes[0] == codes[n_cells - 1]:
        return np.nan
    clear_left(work, rules)
    best, n_parted, added = -np.inf, ZERO, n_others == 0
    for cell in range(n_cells):
        code = codes[cell]
        if not added and code < zero:
            _add_others(work, rules, start, n_cells)
            n_parted, added = n_parted + n_others, True
            score = _score_cut(work, rules, n_parted, n)
            best = max(best, score)
        add_row(work, rules, start + np.int64(work.cell_places[cell]), ZERO + LEFT)
        n_parted += 1
        if n_parted < n and (cell + 1 == n_cells or codes[cell + 1] != code):
            score = _score_cut(work, rules, n_parted, n)
            best = max(best, score)
    return best


@piece
def score_uncut(work, rules, weight):
    """Score of no cut at all, under the criteria for which `bound_score` knows something."""
    level = 0.0
    for k in range(rules.n_classes):
        here = work.weights[TOTAL * rules.n_classes + k]
        level += float(here) * here / weight if rules.criterion == GINI else x_log_x(here, work)
    return level - x_log_x(weight, work) if rules.criterion == ENTROPY else level


@piece
def bound_score(work, rules, level, parted, weight):
    """What no cut that parts so much weight or less from the rest exceeds."""
    rest = weight - parted
    if parted > rest:
        return np.inf
    if rules.regression:
        return parted * work.scale[REACH] * work.scale[REACH] * weight / rest
    if rules.criterion == ENTROPY:
        return level + x_log_x(weight, work) - x_log_x(parted, work) - x_log_x(rest, work)
    return level + 2.0 * parted * rest / weight if rules.criterion == GINI else np.inf


@piece
def _weigh_cells(work, rules, n_cells, start):
    """Weight of the rows of a feature's cells."""
    weight = ZERO
    for cell in range(n_cells):
        payload = work.payload[start + np.int64(work.cell_places[cell])]
        weight += payload if rules.regression else payload >> 16
    return weight


@inlined_piece
def _score_stored(columns, work, rules, feature, start, n, level, weight, floor):
    """The same, read from the table; NaN without cells, -inf where no cut can exceed `floor`.

    Infinity says that there are too many cells to sort.
    """
    n_cells = read_cells(columns, work, feature, start, n)
    if n_cells == 0:
        return np.nan
    if 1 < n_cells < n:
        parted = _weigh_cells(work, rules, n_cells, start)
        if bound_score(work, rules, level, parted, weight) <= floor:
            return -np.inf
    if n_cells > _FEW_CELLS and _SHARE * n_cells > n:
        return np.inf
    if n_cells > 1:
        return score_cells(work, rules, columns.zero_codes[feature], n_cells, start, n)
    place = np.int64(work.cell_places[0])
    score = work.lone_scores[start + place]
    if score != score:
        score = score_cells(work, rules, columns.zero_codes[feature], n_cells, start, n)
        work.lone_scores[start + place] = score
    return score


@inlined_piece
def _try_features(
    columns, work, rules, draws, start, n, n_tried, n_usable, most_usable, most_tried, everything, pooled, level,
    weight, floor,
):  # fmt: skip
    """Try up to eight features by their cells: (features tried, usable ones, those that wait in lanes)."""
    n_together, n_lanes, n_more = ZERO, ZERO, ZERO
    while n_tried < most_tried and n_usable + n_together < most_usable and n_together < N_LANES:
        if pooled:
            feature = draw_present(work, draws.state, n_tried)
        else:
            feature = draw_feature(draws, n_tried, n_usable + n_together, everything)
        if feature < 0:
            break
        n_tried += 1
        n_together += 1
        if is_left_out(work, feature):
            continue
        score = np.inf
        if columns.traits[feature * 3 + HAS_MISSING] == 0:
            score = _score_stored(columns, work, rules, feature, start, n, level, weight, floor)
        if score != score:
            continue
        work.tried_features[n_more], work.tried_scores[n_more], work.tried_lanes[n_more] = feature, score, -1
        if score == np.inf or (rules.note_first and n_usable == 0 and n_more == n_lanes):
            work.tried_lanes[n_more] = n_lanes
            work.lane_features[n_lanes] = feature
            n_lanes += 1
        n_more += 1
    return n_tried, n_together, n_lanes, n_more


@piece
def choose_stored_split(columns, work, rules, start, n, draws):
    """Best split among the features tried; see `choose_split`."""
    everything = rules.max_features >= draws.n_features and draws.n_mass == 0 and not rules.note_first
    most_usable, perfect = 1 if n == 2 else rules.max_features, perfect_score(work, rules)
    tabled = tabulate_pairs(work, rules, n)
    is_large = n > (MOST_WALKED if can_walk_together(work, rules, tabled) else MOST_SORTED)
    open_stored_node(columns, work, rules, draws, start, n, most_usable)
    pooled = draws_present(columns, work, draws, everything)
    most_tried = np.int64(work.present[0]) if pooled else np.int64(draws.n_features)
    weight = node_weight(work, rules)
    level = score_uncut(work, rules, weight)
    draws.first[0] = -1.0
    for place in range(draws.n_mass):
        draws.tried[place] = False
    for i in range(start, start + n):
        work.lone_scores[i] = np.nan
    best = CandidateSplit(-np.inf, ZERO - 1, ZERO, 0.0, False, ZERO - 1, ZERO)
    best_score, winner, n_tried, n_usable, n_together = -np.inf, ZERO - 1, ZERO, ZERO, ZERO + 1
    while n_together > 0:
        wanted = most_usable if best_score < perfect else ZERO
        n_tried, n_together, n_lanes, n_more = _try_features(
            columns, work, rules, draws, start, n, n_tried, n_usable, wanted, most_tried, everything, pooled, level,
            weight, best_score,
        )  # fmt: skip
        if n_lanes > 0:
            cut_lanes(columns, work, rules, tabled, n_lanes, start, n, best_score, is_large)
        for place in range(n_more):
            score = work.tried_scores[place]
            if work.tried_lanes[place] >= 0:
                score = work.lane_scores[SCORE + work.tried_lanes[place]]
            if score != score:
                continue
            if n_usable == 0 and score > -np.inf:
                draws.first[0], draws.first[1] = work.tried_features[place], score
            n_usable += 1
            if score > best_score + work.scale[ROUNDING]:
                best_score, winner = score, work.tried_features[place]
    if winner >= 0:
        work.lane_features[0] = winner
        cut_lanes(columns, work, rules, tabled, ZERO + 1, start, n, -np.inf, is_large)
        best = read_lane(work, rules, ZERO)
    return settle(columns, work, rules, start, n, best, is_large)
