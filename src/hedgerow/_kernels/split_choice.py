"""Choose a node's split among the features it may try."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hedgerow._kernels import random_scan, stored_draws
from hedgerow._kernels.absolute_error import score_marked_rows
from hedgerow._kernels.binned_cuts import cut_large_node, hold_binned_codes
from hedgerow._kernels.categories import best_subset, clear_categories, count_categories, random_subset
from hedgerow._kernels.category_subsets import in_subset
from hedgerow._kernels.class_lanes import can_walk_classes, walk_class_lanes
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.description_length import shortens_description
from hedgerow._kernels.feature_draws import draw_by_mass, draw_uniform, draw_untried
from hedgerow._kernels.histograms import add_row, clear_left, code_at, hold_codes, sides_allowed
from hedgerow._kernels.impurity import gain_of, perfect_score, score_left, tabulate_pairs
from hedgerow._kernels.lane_bins import clear_lanes, cut_between_bins, look_inside_bins
from hedgerow._kernels.lane_codes import load_codes, note_extremes
from hedgerow._kernels.lane_walks import BOUND, EDGE, MOST_WALKED, SCORE, SIDE, can_walk_together, walk_lanes
from hedgerow._kernels.lanes import N_LANES, load_lanes, pick, spread, store_lanes
from hedgerow._kernels.monotonic import keeps_direction
from hedgerow._kernels.ordered_cuts import cut_in_order
from hedgerow._kernels.randomness import random_below, random_unit, skip_random
from hedgerow._kernels.records import (
    ABSOLUTE_ERROR,
    BEST,
    HAS_MISSING,
    IS_CATEGORICAL,
    LABEL,
    LEFT,
    N_CODES,
    PERT,
    RANDOM,
    ROUNDING,
    TOP_K,
    ZERO,
)
from hedgerow._kernels.sorted_cuts import MOST_SORTED, cut_small_node, hold_sorted_codes, load_keys, sort_keys
from hedgerow._kernels.stored_cells import (
    draw_present,
    draws_present,
    first_value,
    is_left_out,
    open_stored_node,
)
from hedgerow._kernels.thresholds import cut_at, random_cut

_GAINS = 1e-9  # a gain above this is more than rounding
_MOST_PAIRS = 10
PLACE = N_LANES  # the second half of `NodeSearch.lane_features`
DRAWN = -2


class CandidateSplit(NamedTuple):
    """A split of a node, as the search for the best one passes it on."""

    score: float  # NaN where the feature cannot be split, -inf where the limits on leaves forbid it
    feature: int  # -1: no split
    code: int  # numbers: codes up to this one go left
    threshold: float  # where the cut was drawn
    missing_left: bool
    lane: int  # where the codes of the node's rows are; -1: in no lane; DRAWN: the threshold is a point
    place: int  # as the how manieth of the node's features it was drawn


@piece
def goes_left(here, code, missing_left, subset, first, n_codes):
    """Whether the code `here` takes the left branch; `first` is -1 for a numeric feature."""
    if first >= 0:
        return in_subset(subset, first, n_codes if here == MISSING else here)
    return here <= code or (missing_left and here == MISSING)


@piece
def _score_under_constraints(work, rules, feature, start, n):
    """Score of a split whose left rows lie in LEFT and are marked in `buffer`; -inf where its direction is wrong."""
    direction = np.int64(work.directions[feature]) if rules.monotonic else ZERO
    if rules.criterion == ABSOLUTE_ERROR:
        return score_marked_rows(work, rules, direction, start, n)
    if direction != 0 and not keeps_direction(work, rules, direction):
        return -np.inf
    return score_left(work, rules)


@piece
def _score_split(columns, work, rules, feature, start, n, code, missing_left, subset):
    """Score of a given split; leaves in LEFT what goes left. -inf where a leaf would be too small."""
    clear_left(work, rules)
    first = 0 if columns.traits[feature * 3 + IS_CATEGORICAL] != 0 else -1
    n_codes, rows_left = np.int64(columns.traits[feature * 3 + N_CODES]), ZERO
    for i in range(start, start + n):
        if goes_left(
            np.int64(code_at(columns, feature, work.rows[i])),
            code,
            missing_left,
            subset,
            first,
            n_codes,
        ):
            add_row(work, rules, i, ZERO + LEFT)
            rows_left += 1
            if rules.exhaustive:
                work.buffer[i - start] = 1
        elif rules.exhaustive:
            work.buffer[i - start] = 0
    if not sides_allowed(work, rules, rows_left, n):
        return -np.inf
    if rules.exhaustive:
        return _score_under_constraints(work, rules, feature, start, n)
    return score_left(work, rules)


@piece
def propose_random(columns, work, rules, feature, start, n, draws):
    """A random split of a feature: (is there one, code, threshold, missing goes left)."""
    state = draws.state
    if columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
        m = count_categories(columns, work, rules, feature, start, n, draws.category_order)
        n_categories = np.int64(columns.traits[feature * 3 + N_CODES]) + 1
        clear_categories(work, rules, n_categories)
        if m < 2:
            return False, 0, 0.0, False
        inside = random_below(state, m)
        outside = (inside + 1 + random_below(state, m - 1)) % m
        order = draws.category_order
        random_subset(draws.subset, n_categories, order[inside], order[outside], state)
        return True, 0, 0.0, False
    code, threshold = random_cut(columns, work, feature, start, n, state)
    missing_left = (
        threshold < np.inf
        and columns.traits[feature * 3 + HAS_MISSING] != 0
        and random_below(state, ZERO + 2) == 1
    )
    return code >= 0, code, threshold, missing_left


@piece
def _differ(work, rules, a, b):
    """Whether two positions have different labels (or targets)."""
    if rules.regression:
        return work.targets[work.rows[a]] != work.targets[work.rows[b]]
    return work.payload[a] & LABEL != work.payload[b] & LABEL


@piece
def _draw_pair(work, rules, start, n, draws):
    """Draw two rows of different classes; their positions go to the front of `draws.best_features`."""
    a = start + random_below(draws.state, n)
    b, seen = a, ZERO
    for i in range(start, start + n):
        if _differ(work, rules, a, i):
            seen += 1
            if random_below(draws.state, seen) == 0:
                b = i
    draws.best_features[0], draws.best_features[1] = a, b


@piece
def _propose_between(columns, work, feature, draws):
    """A split at a random point between the pair of rows drawn (PERT, Cutler & Zhao 2001)."""
    state, a, b = draws.state, draws.best_features[0], draws.best_features[1]
    code_a = np.int64(code_at(columns, feature, work.rows[a]))
    code_b = np.int64(code_at(columns, feature, work.rows[b]))
    if code_a == code_b or code_a == MISSING or code_b == MISSING:
        return False, 0, 0.0, False
    if columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
        random_subset(
            draws.subset, np.int64(columns.traits[feature * 3 + N_CODES]) + 1, code_a, code_b, state
        )
        return True, 0, 0.0, False
    share = random_unit(state)
    point = (
        share * columns.lower[first_value(columns, feature) + code_a]
        + (1.0 - share) * columns.lower[first_value(columns, feature) + code_b]
    )
    code, threshold = cut_at(columns, feature, min(code_a, code_b), max(code_a, code_b), point)
    missing_left = columns.traits[feature * 3 + HAS_MISSING] != 0 and random_below(state, ZERO + 2) == 1
    return True, code, threshold, missing_left


@piece
def _look_at_feature(columns, work, rules, feature, place, start, n, draws):
    """Split a feature at random, or a categorical one at its best."""
    lane = ZERO - 1
    if rules.split == RANDOM:
        found, code, threshold, side = propose_random(columns, work, rules, feature, start, n, draws)
    elif rules.split == PERT:
        found, code, threshold, side = _propose_between(columns, work, feature, draws)
    else:
        score = best_subset(columns, work, rules, feature, start, n, draws)
        return CandidateSplit(score, feature, ZERO, 0.0, False, lane, place)
    score = np.nan
    if found:
        score = _score_split(columns, work, rules, feature, start, n, code, side, draws.subset)
    return CandidateSplit(score, feature, np.int64(code), threshold, side, lane, place)


@piece
def _keep_among_best(scores, features, n_best, feature, score, n_kept, rounding):
    """Insert a feature into the list of the highest scores; earlier ones win ties."""
    place = min(n_kept, n_best - 1)
    if n_kept == n_best and score <= scores[place] + rounding:
        return n_kept
    while place > 0 and score > scores[place - 1] + rounding:
        scores[place], features[place] = scores[place - 1], features[place - 1]
        place -= 1
    scores[place], features[place] = score, feature
    return min(n_kept + 1, n_best)


@piece
def _one_of_the_best(work, rules, draws, n_kept):
    """Draw one of the features kept, among those that gain anything (the best, if none does)."""
    useful = ZERO
    for j in range(n_kept):
        useful += gain_of(draws.best_scores[j], work, rules) > _GAINS
    return draws.best_features[random_below(draws.state, max(useful, 1))]


@inlined_piece
def draw_feature(draws, n_tried, n_usable, everything):
    """The next feature to try; -1 when the distribution has no more to offer and something usable was found."""
    n_features = draws.n_features
    if everything:
        return np.int64(draws.order[n_tried])
    if draws.n_mass == 0:
        return draw_uniform(draws.order, draws.state, n_features - n_tried)
    place = draw_by_mass(draws.mass, draws.tried, n_features, draws.state)
    if place < 0 and n_usable == 0:
        place = draw_untried(draws.tried, n_features, draws.state)
    if place < 0:
        return -1
    draws.tried[place] = True
    return np.int64(draws.order[place])


@inlined_piece
def draw_lanes(
    columns, work, rules, draws, n_lanes, n_tried, n_usable, most_usable, everything, by_lanes, pooled
):
    """Draw features until all lanes are taken, enough are drawn, or one comes that needs a look of its own.

    Returns that feature (-1: none), how many lanes are taken, and how many features the node has tried.
    """
    is_drawn, varies = rules.split == RANDOM or rules.split == PERT, pooled
    most_tried = np.int64(work.present[0]) if pooled else np.int64(draws.n_features)
    while n_tried < most_tried and n_usable + n_lanes < most_usable and n_lanes < N_LANES:
        if pooled:
            feature = draw_present(work, draws.state, n_tried)
        else:
            feature = draw_feature(draws, n_tried, n_usable + n_lanes, everything)
        if feature < 0:
            break
        n_tried += 1
        is_special = columns.traits[feature * 3 + IS_CATEGORICAL] != 0
        is_special |= is_drawn and (not by_lanes or columns.traits[feature * 3 + HAS_MISSING] != 0)
        if is_special:
            return feature, n_lanes, n_tried
        work.lane_features[n_lanes], work.lane_features[PLACE + n_lanes] = feature, n_tried
        n_lanes += 1
        if columns.is_sparse:
            varies = varies or not is_left_out(work, feature)
            if not varies and (n_lanes == N_LANES or n_usable + n_lanes == most_usable):
                if rules.split == RANDOM:
                    skip_random(draws.state, n_lanes)
                n_lanes = ZERO
    return ZERO - 1, n_lanes, n_tried


@piece
def _keep_cut(work, lane, score, edge, side):
    """Note the best cut of a lane."""
    work.lane_scores[SCORE + lane] = score
    work.lane_cuts[EDGE + lane], work.lane_cuts[SIDE + lane] = edge, side


@inlined_piece
def _cut_small_lanes(columns, work, rules, tabled, n_lanes, start, n, floor, is_shared):
    """Sort the lanes of a small node and walk along them, all at once or one by one."""
    load_keys(columns, work, n_lanes, start, n)
    sort_keys(work.keys, n)
    if can_walk_together(work, rules, tabled):
        walk_lanes(work, rules, start, n, floor, is_shared)
        return
    if can_walk_classes(work, rules, tabled, n):
        walk_class_lanes(work, rules, start, n)
        return
    for lane in range(n_lanes):
        score, edge, side = cut_small_node(work, rules, tabled, lane, start, n)
        _keep_cut(work, lane, score, edge, side)


@piece
def _cut_large_lane(work, rules, tabled, lane, start, n, floor):
    """Cut a lane of a large node and note what was found; return its score (-inf: none)."""
    score, edge, side, bound = cut_large_node(work, rules, tabled, lane, start, n, floor)
    _keep_cut(work, lane, score, edge, side)
    work.lane_scores[BOUND + lane] = bound
    return score if score > -np.inf else -np.inf


@inlined_piece
def _cut_large_lanes(columns, work, rules, tabled, n_lanes, start, n, floor, is_shared):
    """Count the lanes of a large node into bins; then look inside those of the lanes that may have the best cut."""
    load_codes(columns, work, n_lanes, start, n)
    most, leader, together = floor if is_shared else -np.inf, ZERO, can_walk_together(work, rules, tabled)
    if together:
        cut_between_bins(work, rules, n_lanes, start, n)
    else:
        note_extremes(work.lanes, n)
    for lane in range(n_lanes):
        score = work.lane_scores[SCORE + lane]
        if not together:
            score = _cut_large_lane(work, rules, tabled, lane, start, n, np.inf)
        if is_shared and score > most:
            most, leader = score, lane
    first = leader
    for turn in range(n_lanes):  # the leader first, for it may leave the others behind
        lane = (first + turn) % n_lanes
        enough = most - 2.0 * work.scale[ROUNDING] if lane < leader else most  # earlier features win ties
        if work.lane_scores[BOUND + lane] > enough:
            if together:
                score = look_inside_bins(work, rules, tabled, lane, start, n, enough)
            else:
                score = _cut_large_lane(work, rules, tabled, lane, start, n, enough)
            if is_shared and score > most:
                most, leader = score, lane
    if together:
        clear_lanes(work, rules)


@inlined_piece
def cut_lanes(columns, work, rules, tabled, n_lanes, start, n, floor, is_large):
    """Leave the best cut of the feature in each lane, exact where it exceeds `floor` and the cuts of other lanes."""
    is_shared = rules.split == BEST and not rules.description_length and not rules.note_first
    if rules.exhaustive:
        cut_in_order(columns, work, rules, n_lanes, start, n)
    elif is_large:
        _cut_large_lanes(columns, work, rules, tabled, n_lanes, start, n, floor, is_shared)
    else:
        _cut_small_lanes(columns, work, rules, tabled, n_lanes, start, n, floor, is_shared)


@inlined_piece
def _choose_random(columns, work, rules, draws, n_lanes, start, n, n_usable, best):
    """Draw a cut for each lane and compare it with the best so far; its code is found when it has won."""
    stored = columns.is_sparse and stored_draws.reads_cells(rules)
    if stored:
        stored_draws.scan_stored_cuts(columns, work, rules, n_lanes, start, n, draws.state)
    else:
        random_scan.scan_random_cuts(columns, work, rules, n_lanes, start, n, draws.state)
    score, lane, n_usable = random_scan.choose_random_lane(work, draws, n_lanes, n_usable, best.score)
    if lane < 0:
        return best, n_usable
    point = (
        stored_draws.find_point(columns, work, lane) if stored else work.draw_sums[random_scan.POINT + lane]
    )
    feature, place = work.lane_features[lane], work.lane_features[PLACE + lane]
    return CandidateSplit(score, feature, ZERO, point, False, ZERO + DRAWN, place), n_usable


@inlined_piece
def read_lane(work, rules, lane):
    """The split of the feature in a lane, whose codes are still there unless every cut was scored by itself."""
    edge, side = work.lane_cuts[EDGE + lane], work.lane_cuts[SIDE + lane]
    holder = ZERO - 1 if rules.exhaustive else lane
    return CandidateSplit(
        work.lane_scores[SCORE + lane], work.lane_features[lane], edge - 1, 0.0, side != 0, holder,
        work.lane_features[PLACE + lane],
    )  # fmt: skip


@inlined_piece
def _is_worth_its_length(columns, work, rules, start, n, draws, split):
    """Whether a split shortens the description of labels and tree, where the rules ask for that."""
    if not rules.description_length:
        return True
    _score_split(columns, work, rules, split.feature, start, n, split.code, split.missing_left, draws.subset)
    return shortens_description(work, rules, split.feature, draws.used, columns.n_features)


@inlined_piece
def remember_subset(columns, draws, feature):
    """Keep the categories that go left, before the next feature overwrites them."""
    if columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
        for word in range(draws.n_words):
            draws.best_subset[word] = draws.subset[word]


@inlined_piece
def _wins(split, best, rounding):
    """Whether a split is better than the best so far, or as good and of a feature that was drawn before."""
    as_good = split.score >= best.score - rounding
    return split.score > best.score + rounding or (as_good and split.place < best.place)


@inlined_piece
def _consider(columns, work, rules, start, n, draws, split, best, n_usable, n_kept, closing):
    """Compare a split with the best so far: (the best now, how many were usable, how many are kept to draw from)."""
    if n_usable == 0 and split.score > -np.inf:
        draws.first[0], draws.first[1] = split.feature, split.score
    n_usable += not np.isnan(split.score) and not (rules.split == PERT and split.score == -np.inf)
    if not split.score > -np.inf:
        return best, n_usable, n_kept
    if not _is_worth_its_length(columns, work, rules, start, n, draws, split):
        return best, n_usable, n_kept
    rounding = work.scale[ROUNDING]
    if rules.split == TOP_K and not closing:
        n_kept = _keep_among_best(
            draws.best_scores, draws.best_features, rules.n_best, split.feature, split.score, n_kept, rounding
        )
    elif closing or _wins(split, best, rounding):
        best = split
        remember_subset(columns, draws, split.feature)
    return best, n_usable, n_kept


@inlined_piece
def find_neighbours(work, n, code):
    """The codes of the node on either side of a cut; equal where only missing values lie right of it."""
    codes, end = work.buffer, n + (-n & (N_LANES - 1))
    for i in range(n, end):
        codes[i] = codes[0]
    cut, none, absent = spread(np.uint16(code)), spread(np.uint16(0)), spread(np.uint16(MISSING))
    least, greatest = absent, none
    for i in range(0, end, N_LANES):
        other = load_lanes(codes, i)
        right, left = pick(cut < other, other, absent), pick(cut < other, none, other)
        least, greatest = pick(right < least, right, least), pick(greatest < left, left, greatest)
    store_lanes(codes, end, least)
    store_lanes(codes, end + N_LANES, greatest)
    here, there = ZERO, ZERO + MISSING
    for lane in range(N_LANES):
        there = min(there, np.int64(codes[end + lane]))
        here = max(here, np.int64(codes[end + N_LANES + lane]))
    return here, here if there == MISSING else there


@inlined_piece
def settle(columns, work, rules, start, n, best, is_large):
    """Leave the codes of the best feature in `buffer`; see `choose_split` for what is returned."""
    if rules.split == RANDOM and best.lane == DRAWN:
        code = random_scan.part_codes(columns, work, best.feature, start, n, best.threshold)
        return best.feature, best.score, code, best.threshold, False, False
    if best.feature >= 0 and best.lane < 0:
        hold_codes(columns, work, best.feature, start, n)
    if rules.split == BEST or rules.split == TOP_K:
        if best.lane >= 0 and is_large:
            hold_binned_codes(work, best.lane, n)
        elif best.lane >= 0:
            hold_sorted_codes(work, best.lane, n)
        if best.feature >= 0 and columns.traits[best.feature * 3 + IS_CATEGORICAL] == 0:
            here, there = find_neighbours(work, n, best.code)
            return best.feature, best.score, here, np.float64(there), best.missing_left, False
    return best.feature, best.score, best.code, best.threshold, best.missing_left, True


@piece
def choose_split(columns, work, rules, start, n, draws):
    """Best split among the features tried: (feature, score, code, threshold, missing goes left, settled).

    Feature -1: none; otherwise its codes are left in `buffer`. Of equal splits the feature tried first wins, and of its
    cuts the lowest. Where the cut is not settled, code and threshold are the codes on either side of it.
    """
    everything = rules.max_features >= draws.n_features and draws.n_mass == 0 and rules.split != PERT
    everything = everything and not rules.note_first  # the first of a fixed order would not be a random one
    # Two rows can be parted in one way only, and no split is better than a perfect one.
    one_will_do = rules.split == PERT or (n == 2 and rules.split == BEST and not rules.exhaustive)
    most_usable, perfect = 1 if one_will_do else rules.max_features, perfect_score(work, rules)
    by_lanes, tabled, is_large = random_scan.can_draw_by_lanes(rules), False, False
    if (rules.split == BEST or rules.split == TOP_K) and not rules.exhaustive:
        tabled = tabulate_pairs(work, rules, n)
        is_large = n > (MOST_WALKED if can_walk_together(work, rules, tabled) else MOST_SORTED)
    pooled = False
    if columns.is_sparse:
        open_stored_node(columns, work, rules, draws, start, n, most_usable)
        pooled = rules.split != PERT and draws_present(columns, work, draws, everything)
    best = CandidateSplit(-np.inf, ZERO - 1, ZERO, 0.0, False, ZERO - 1, ZERO)
    n_lanes, n_tried, n_usable, n_kept, n_pairs, closing = ZERO, ZERO, ZERO, ZERO, ZERO, False
    draws.first[0] = -1.0
    for place in range(draws.n_mass):
        draws.tried[place] = False
    while not closing:
        if rules.split == PERT and n_tried % draws.n_features == 0 and n_pairs < _MOST_PAIRS:
            n_tried, n_pairs = ZERO, n_pairs + 1
            _draw_pair(work, rules, start, n, draws)
        feature, n_lanes, n_tried = draw_lanes(
            columns, work, rules, draws, n_lanes, n_tried, n_usable, most_usable if best.score < perfect else ZERO,
            everything, by_lanes, pooled,
        )  # fmt: skip
        # Lanes that are taken wait for more while a feature gets its look, unless it matters which was the first.
        waiting = feature >= 0 and rules.split == BEST and not rules.note_first
        if feature < 0 and n_lanes == 0:
            if rules.split != TOP_K or n_kept == 0:
                break
            feature, closing = _one_of_the_best(work, rules, draws, n_kept), True
            if columns.traits[feature * 3 + IS_CATEGORICAL] == 0:
                work.lane_features[0], feature, n_lanes = feature, ZERO - 1, ZERO + 1
        if rules.split == RANDOM and n_lanes > 0:
            best, n_usable = _choose_random(columns, work, rules, draws, n_lanes, start, n, n_usable, best)
            n_lanes = ZERO
        if (rules.split == BEST or rules.split == TOP_K) and n_lanes > 0 and not waiting:
            is_later = best.place > work.lane_features[PLACE]  # then lanes that are as good win
            floor = best.score - 2.0 * work.scale[ROUNDING] * is_later
            cut_lanes(columns, work, rules, tabled, n_lanes, start, n, floor, is_large)
            best = CandidateSplit(
                best.score, best.feature, best.code, best.threshold, best.missing_left, ZERO - 1, best.place
            )
        for lane in range(n_lanes if waiting else ZERO, n_lanes + (feature >= 0)):
            if lane < n_lanes:
                split = read_lane(work, rules, lane)
            else:
                split = _look_at_feature(columns, work, rules, feature, n_tried, start, n, draws)
            best, n_usable, n_kept = _consider(
                columns, work, rules, start, n, draws, split, best, n_usable, n_kept, closing
            )
        n_lanes = n_lanes if waiting else ZERO
    return settle(columns, work, rules, start, n, best, is_large)
