"""Choose a node's split for several targets among the features it may try."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels import random_scan
from hedgerow._kernels.buffers import skip
from hedgerow._kernels.categories import sort_categories
from hedgerow._kernels.category_subsets import put_in_subset
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import clear, code_at, hold_codes, sides_allowed
from hedgerow._kernels.records import (
    BEST,
    BINS,
    IS_CATEGORICAL,
    LEFT,
    N_CODES,
    RANDOM,
    ROUNDING,
    TOTAL,
    ZERO,
)
from hedgerow._kernels.several_cuts import cut_for_several, score_drawn_cut
from hedgerow._kernels.several_lanes import can_walk_several, load_counts, walk_several_lanes
from hedgerow._kernels.several_targets import (
    MOST_LANED,
    PERFECT,
    add_to_line,
    clear_line_of,
    counts_in_words,
    load_marks,
    score_line,
    tabulate_classes,
)
from hedgerow._kernels.sorted_cuts import load_keys, sort_keys
from hedgerow._kernels.split_choice import (
    DRAWN,
    CandidateSplit,
    draw_lanes,
    find_neighbours,
    goes_left,
    propose_random,
    read_lane,
    remember_subset,
)


@piece
def _score_split(columns, work, several, rules, feature, start, n, code, missing_left, subset):
    """Score of a given split; -inf where a leaf would be too small."""
    first = 0 if columns.traits[feature * 3 + IS_CATEGORICAL] != 0 else -1
    n_codes, rows_left, weight = np.int64(columns.traits[feature * 3 + N_CODES]), ZERO, ZERO
    clear_line_of(several, several.left)
    for i in range(n):
        here = np.int64(code_at(columns, feature, work.rows[start + i]))
        if goes_left(here, code, missing_left, subset, first, n_codes):
            add_to_line(work, several, several.left, start, i)
            weight += work.payload[start + i]
            rows_left += 1
    work.weights[LEFT] = weight
    return score_line(work, several, rules) if sides_allowed(work, rules, rows_left, n) else -np.inf


@inlined_piece
def _count_categories(columns, work, several, feature, start, n, order):
    """A line, the weight and the number of rows for each category; list the present ones and return how many."""
    n_codes, m = np.int64(columns.traits[feature * 3 + N_CODES]), ZERO
    for c in range(n_codes + 1):
        work.counts[c], work.weights[BINS + c] = 0, 0
        clear_line_of(several, skip(several.bins, c * several.width))
    for i in range(n):
        c = np.int64(code_at(columns, feature, work.rows[start + i]))
        c = n_codes if c == MISSING else c  # missing is a category of its own, after the others
        work.counts[c] += 1
        work.weights[BINS + c] += work.payload[start + i]
        add_to_line(work, several, skip(several.bins, c * several.width), start, i)
    for c in range(n_codes + 1):
        if work.counts[c] > 0:
            order[m] = c
            m += 1
    return m


@inlined_piece
def _best_prefix(work, several, rules, order, m, n):
    """Score and length of the best prefix of the ordered categories."""
    best, length, rows_left = -np.inf, ZERO, ZERO
    clear_line_of(several, several.left)
    work.weights[LEFT] = 0
    for j in range(m - 1):
        first = order[j] * several.width
        for k in range(several.width):
            several.left[k] += several.bins[first + k]
        work.weights[LEFT] += work.weights[BINS + order[j]]
        rows_left += work.counts[order[j]]
        if sides_allowed(work, rules, rows_left, n):
            score = score_line(work, several, rules)
            if score > best + work.scale[ROUNDING]:
                best, length = score, j + 1
    return best, length


@piece
def _best_subset(columns, work, several, rules, feature, start, n, draws):
    """A good way to part the categories; `draws.subset` receives those that go left. NaN: only one is present.

    No order of the categories has the best subset for all targets among its prefixes. One order for each target (by
    its mean) or class (by its share) is tried, as for one target with many classes.
    """
    order, score_of, subset = draws.category_order, draws.category_score, draws.subset
    n_categories = np.int64(columns.traits[feature * 3 + N_CODES]) + 1
    m = _count_categories(columns, work, several, feature, start, n, order)
    best = -np.inf if m > 1 else np.nan
    for wanted in range(several.n_columns if m > 1 else ZERO):
        for j in range(m):
            c = order[j]
            score_of[c] = several.bins[c * several.width + wanted] / work.weights[BINS + c]
        sort_categories(order, score_of, m)
        score, length = _best_prefix(work, several, rules, order, m, n)
        if score > best + work.scale[ROUNDING]:
            best = score
            clear(subset, ZERO, (n_categories >> 6) + 1)
            for j in range(length):
                put_in_subset(subset, ZERO, order[j])
    for c in range(n_categories):
        work.counts[c], work.weights[BINS + c] = 0, 0
    return best


@piece
def _look_at_feature(columns, work, several, rules, feature, start, n, draws):
    """Split a feature at random, or a categorical one as well as may be."""
    if rules.split != RANDOM:
        score = _best_subset(columns, work, several, rules, feature, start, n, draws)
        return CandidateSplit(score, feature, ZERO, 0.0, False, ZERO - 1, ZERO)
    found, code, threshold, side = propose_random(columns, work, rules, feature, start, n, draws)
    score = np.nan
    if found:
        score = _score_split(columns, work, several, rules, feature, start, n, code, side, draws.subset)
    return CandidateSplit(score, feature, np.int64(code), threshold, side, ZERO - 1, ZERO)


@inlined_piece
def _look_at_lane(columns, work, several, rules, tabled, walked, lane, start, n):
    """The best cut of the feature in a lane, which may have been walked, or the one that was drawn for it."""
    if walked:
        return read_lane(work, rules, lane)
    feature = work.lane_features[lane]
    if rules.split == RANDOM:
        score, point = np.nan, work.draw_sums[random_scan.POINT + lane]
        if not random_scan.is_constant(work, lane):
            score = score_drawn_cut(work, several, rules, lane, start, n)
        return CandidateSplit(score, feature, ZERO, point, False, ZERO + DRAWN, ZERO)
    score, code, side = cut_for_several(columns, work, several, rules, tabled, lane, start, n)
    return CandidateSplit(score, feature, code, 0.0, side, lane, ZERO)


@inlined_piece
def _settle(columns, work, rules, start, n, best):
    """Leave the codes of the best feature in `buffer`; see `choose_split` for what is returned."""
    if best.feature >= 0 and best.lane == DRAWN:
        code = random_scan.part_codes(columns, work, best.feature, start, n, best.threshold)
        return best.feature, best.score, code, best.threshold, False, False
    if best.feature >= 0:
        hold_codes(columns, work, best.feature, start, n)
        if rules.split == BEST and columns.traits[best.feature * 3 + IS_CATEGORICAL] == 0:
            here, there = find_neighbours(work, n, best.code)
            return best.feature, best.score, here, np.float64(there), best.missing_left, False
    return best.feature, best.score, best.code, best.threshold, best.missing_left, True


@piece
def choose_for_several(columns, work, several, rules, start, n, draws):
    """Best split among the features tried, as `choose_split` finds it for one target."""
    everything = rules.max_features >= draws.n_features and draws.n_mass == 0
    # Two rows can be parted in one way only, and no split is better than a perfect one.
    most_usable = 1 if n == 2 and rules.split == BEST else rules.max_features
    tabled = rules.split == BEST and tabulate_classes(work, several, rules, n)
    best = CandidateSplit(-np.inf, ZERO - 1, ZERO, 0.0, False, ZERO - 1, ZERO)
    n_tried, n_usable, searching, walked, marked = ZERO, ZERO, True, False, several.has_values != 0
    by_network = rules.split == BEST and n <= MOST_LANED
    if by_network and not several.has_values and counts_in_words(several, rules, work.weights[TOTAL]):
        load_counts(work, several, start, n)
    for place in range(draws.n_mass):
        draws.tried[place] = False
    while searching:
        feature, n_lanes, n_tried = draw_lanes(
            columns, work, rules, draws, ZERO, n_tried, n_usable,
            most_usable if best.score < several.scale[PERFECT] else ZERO, everything, True, False,
        )  # fmt: skip
        searching = feature >= 0 or n_lanes > 0
        if n_lanes > 0 and rules.split == RANDOM:
            random_scan.draw_cuts(columns, work, n_lanes, start, n, draws.state)
        elif n_lanes > 0 and by_network:
            load_keys(columns, work, n_lanes, start, n)
            sort_keys(work.keys, n)
            walked = can_walk_several(work, several, rules, n)
            if walked:
                walk_several_lanes(work, several, rules, start, n)
        if not marked and (feature >= 0 or (n_lanes > 0 and not walked)):
            load_marks(work, several, start, n)
            marked = True
        for lane in range(n_lanes + (feature >= 0)):
            if lane < n_lanes:
                split = _look_at_lane(columns, work, several, rules, tabled, walked, lane, start, n)
            else:
                split = _look_at_feature(columns, work, several, rules, feature, start, n, draws)
            n_usable += not np.isnan(split.score)
            if split.score > best.score + work.scale[ROUNDING]:
                best = split
                remember_subset(columns, draws, split.feature)
    return _settle(columns, work, rules, start, n, best)
