"""Choose a node's split among the features it may try."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.abreast import (
    CODE,
    FEATURE,
    SCORE,
    SHIFT,
    can_go_abreast,
    code_above,
    hold_lane,
    score_abreast,
)
from hedgerow._kernels.categories import (
    best_subset,
    clear_categories,
    count_categories,
    in_subset,
    random_subset,
)
from hedgerow._kernels.compilation import piece
from hedgerow._kernels.cutting import (
    coarse_cut,
    cut_at,
    random_cut,
    sides_allowed,
)
from hedgerow._kernels.description import shortens_description
from hedgerow._kernels.drawing import draw_by_mass, draw_uniform, draw_untried
from hedgerow._kernels.histograms import clear_left, code_at, hold_codes
from hedgerow._kernels.impurity import gain_of, perfect_score, score_left
from hedgerow._kernels.lanes import N_LANES
from hedgerow._kernels.randomness import random_below, random_unit
from hedgerow._kernels.ranking import MISSING
from hedgerow._kernels.records import (
    BEST,
    GAIN_RATIO,
    HAS_MISSING,
    IS_CATEGORICAL,
    LABEL,
    LEFT,
    N_CODES,
    PERT,
    RANDOM,
    SQUARED_ERROR,
    TOP_K,
    ZERO,
)
from hedgerow._kernels.refining import exact_cut, exact_cut_abreast
from hedgerow._kernels.scanning import TOLERANCE

_MOST_PAIRS = 10


@piece
def goes_left(here, code, missing_left, subset, first, n_codes):
    """Whether the code `here` takes the left branch; `first` is -1 for a numeric feature."""
    if first >= 0:
        return in_subset(subset, first, n_codes if here == MISSING else here)
    return here <= code or (missing_left and here == MISSING)


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
            payload = work.payload[i]
            rows_left += 1
            if rules.criterion == SQUARED_ERROR:
                work.weights[LEFT] += payload
                work.sums[LEFT] += work.moments[i]
            else:
                work.weights[LEFT * rules.n_classes + (payload & LABEL)] += payload >> 16
    if not sides_allowed(work, rules, rows_left, n):
        return -np.inf
    return score_left(work, rules)


@piece
def _propose_random(columns, work, rules, feature, start, n, choice):
    """A random split of a feature: (is there one, code, threshold, missing goes left)."""
    state = choice.state
    if columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
        m = count_categories(columns, work, rules, feature, start, n, choice.category_order)
        n_categories = np.int64(columns.traits[feature * 3 + N_CODES]) + 1
        clear_categories(work, rules, n_categories)
        if m < 2:
            return False, 0, 0.0, False
        inside = random_below(state, m)
        outside = (inside + 1 + random_below(state, m - 1)) % m
        order = choice.category_order
        random_subset(choice.subset, n_categories, order[inside], order[outside], state)
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
    if rules.criterion == SQUARED_ERROR:
        return work.targets[work.rows[a]] != work.targets[work.rows[b]]
    return work.payload[a] & LABEL != work.payload[b] & LABEL


@piece
def _draw_pair(work, rules, start, n, choice):
    """Draw two rows of different classes; their positions go to the front of `choice.best_features`."""
    a = start + random_below(choice.state, n)
    b, seen = a, ZERO
    for i in range(start, start + n):
        if _differ(work, rules, a, i):
            seen += 1
            if random_below(choice.state, seen) == 0:
                b = i
    choice.best_features[0], choice.best_features[1] = a, b


@piece
def _propose_between(columns, work, feature, choice):
    """A split at a random point between the pair of rows drawn (PERT, Cutler & Zhao 2001)."""
    state, a, b = choice.state, choice.best_features[0], choice.best_features[1]
    code_a = np.int64(code_at(columns, feature, work.rows[a]))
    code_b = np.int64(code_at(columns, feature, work.rows[b]))
    if code_a == code_b or code_a == MISSING or code_b == MISSING:
        return False, 0, 0.0, False
    if columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
        random_subset(
            choice.subset, np.int64(columns.traits[feature * 3 + N_CODES]) + 1, code_a, code_b, state
        )
        return True, 0, 0.0, False
    share = random_unit(state)
    point = (
        share * columns.lower[feature * columns.n_values + code_a]
        + (1.0 - share) * columns.lower[feature * columns.n_values + code_b]
    )
    code, threshold = cut_at(columns, feature, min(code_a, code_b), max(code_a, code_b), point)
    missing_left = columns.traits[feature * 3 + HAS_MISSING] != 0 and random_below(state, ZERO + 2) == 1
    return True, code, threshold, missing_left


@piece
def _try_other(columns, work, rules, feature, start, n, choice):
    """Split a feature at random, or a categorical one at its best: (score, code, threshold, missing goes left)."""
    if rules.split == RANDOM:
        found, code, threshold, side = _propose_random(columns, work, rules, feature, start, n, choice)
    elif rules.split == PERT:
        found, code, threshold, side = _propose_between(columns, work, feature, choice)
    else:
        return best_subset(columns, work, rules, feature, start, n, choice), 0, 0.0, False
    if not found:
        return np.nan, code, threshold, side
    score = _score_split(columns, work, rules, feature, start, n, code, side, choice.subset)
    return score, code, threshold, side


@piece
def _keep_among_best(scores, features, n_best, feature, score, n_kept):
    """Insert a feature into the list of the highest scores; earlier ones win ties."""
    place = min(n_kept, n_best - 1)
    if n_kept == n_best and score <= scores[place] + TOLERANCE:
        return n_kept
    while place > 0 and score > scores[place - 1] + TOLERANCE:
        scores[place], features[place] = scores[place - 1], features[place - 1]
        place -= 1
    scores[place], features[place] = score, feature
    return min(n_kept + 1, n_best)


@piece
def _one_of_the_best(work, rules, choice, n_kept):
    """Draw one of the features kept, among those that gain anything (the best, if none does)."""
    useful = ZERO
    for j in range(n_kept):
        useful += gain_of(choice.best_scores[j], work, rules) > TOLERANCE
    return choice.best_features[random_below(choice.state, max(useful, 1))]


@piece
def _draw_feature(choice, n_tried, n_usable, everything):
    """The next feature to try; -1 when the distribution has no more to offer and something usable was found."""
    n_features = choice.n_features
    if everything:
        return np.int64(choice.order[n_tried])
    if choice.n_mass == 0:
        return draw_uniform(choice.order, choice.state, n_features - n_tried)
    place = draw_by_mass(choice.mass, choice.tried, n_features, choice.state)
    if place < 0 and n_usable == 0:
        place = draw_untried(choice.tried, n_features, choice.state)
    if place < 0:
        return -1
    choice.tried[place] = True
    return np.int64(choice.order[place])


@piece
def _is_special(columns, feature):
    """Whether a feature has missing values or categories."""
    return columns.traits[feature * 3 + IS_CATEGORICAL] != 0 or columns.traits[feature * 3 + HAS_MISSING] != 0


@piece
def choose_split(columns, work, rules, start, n, choice):
    """Best split among the features tried: (feature, score, code, threshold, missing goes left, settled).

    Feature -1: none; otherwise its codes are left in `buffer`. Features are compared by their coarse cuts; the winner
    is then cut exactly. Where the cut is not settled, code and threshold are the codes on either side of it.
    """
    n_features = choice.n_features
    everything = rules.max_features >= n_features and choice.n_mass == 0 and rules.split != PERT
    everything = everything and not rules.note_first  # the first of a fixed order would not be a random one
    choice.first[0] = -1.0
    best, best_feature, best_here, best_there, best_threshold = -np.inf, ZERO - 1, ZERO, ZERO, 0.0
    best_side, best_shift, best_lane, settled = False, ZERO, ZERO - 1, True
    n_tried, n_usable, n_kept, closing = ZERO, ZERO, ZERO, False
    # Two rows can be parted in one way only, and no split is better than a perfect one.
    one_will_do = rules.split == PERT or (n == 2 and rules.split == BEST)
    most_usable, n_pairs = 1 if one_will_do else rules.max_features, 0
    perfect = perfect_score(work, rules)
    for place in range(choice.n_mass):
        choice.tried[place] = False
    abreast = can_go_abreast(work, rules)
    while not closing:
        feature, n_lanes = ZERO - 1, ZERO
        if rules.split == PERT and n_tried % n_features == 0 and n_pairs < _MOST_PAIRS:
            n_tried, n_pairs = ZERO, n_pairs + 1
            _draw_pair(work, rules, start, n, choice)
        while n_tried < n_features and n_usable + n_lanes < most_usable and best < perfect:
            feature = _draw_feature(choice, n_tried, n_usable + n_lanes, everything)
            if feature < 0:
                break
            n_tried += 1
            if not abreast or _is_special(columns, feature):
                break
            work.lane_counts[FEATURE + n_lanes] = feature
            feature = ZERO - 1
            n_lanes += 1
            if n_lanes == N_LANES:
                break
        if n_lanes > 0:
            score_abreast(columns, work, rules, n_lanes, start, n)
            winner = best_lane = ZERO - 1  # the lanes of earlier winners are overwritten
            for lane in range(n_lanes):
                score = work.lane_sums[SCORE + lane]
                if n_usable == 0 and score > -np.inf:
                    choice.first[0], choice.first[1] = work.lane_counts[FEATURE + lane], score
                n_usable += score > -np.inf
                if score > best + TOLERANCE:
                    best, winner = score, lane
            if winner >= 0:
                best_feature, best_side, best_lane = work.lane_counts[FEATURE + winner], False, winner
                best_shift = work.lane_counts[SHIFT + winner]
                best_here = best_there = np.int64(work.lane_sums[CODE + winner])
                if best_shift == 0:
                    best_there = code_above(work, winner, best_here, n)
        if feature < 0:
            if n_lanes > 0:
                continue
            if n_kept == 0:
                break
            feature, closing = _one_of_the_best(work, rules, choice, n_kept), True
        there, threshold, shift = ZERO, 0.0, ZERO
        if rules.split == RANDOM or rules.split == PERT or columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
            score, here, threshold, side = _try_other(columns, work, rules, feature, start, n, choice)
        else:
            score, here, there, side, shift = coarse_cut(columns, work, rules, feature, start, n)
        if n_usable == 0 and score > -np.inf:
            choice.first[0], choice.first[1] = feature, score
        n_usable += not np.isnan(score) and not (rules.split == PERT and score == -np.inf)
        if not score > -np.inf:
            continue
        if shift > 0 and (rules.description_length or rules.criterion == GAIN_RATIO):
            # A coarse look is too coarse for these: the test is about the cut itself, the ratio peaks at the ends.
            score, here, there = exact_cut(work, rules, start, n, side)
            shift = ZERO
        if rules.description_length:
            _score_split(columns, work, rules, feature, start, n, here, side, choice.subset)
            if not shortens_description(work, rules, feature, choice.used, columns.n_features):
                continue
        if rules.split == TOP_K and not closing:
            n_kept = _keep_among_best(
                choice.best_scores, choice.best_features, rules.n_best, feature, score, n_kept
            )
        elif closing or score > best + TOLERANCE:
            best, best_feature, best_here, best_there, best_threshold = score, feature, here, there, threshold
            best_side, best_shift, best_lane = side, shift, ZERO - 1
            if columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
                for word in range(choice.n_words):
                    choice.best_subset[word] = choice.subset[word]
    if best_lane >= 0:
        hold_lane(work, best_lane, n)
    elif best_feature >= 0:
        hold_codes(columns, work, best_feature, start, n)
    is_cut = rules.split == BEST or rules.split == TOP_K
    if is_cut and best_feature >= 0 and columns.traits[best_feature * 3 + IS_CATEGORICAL] == 0:
        if best_shift > 0 and abreast and not _is_special(columns, best_feature):
            best, best_here, best_there = exact_cut_abreast(work, rules, start, n)
        elif best_shift > 0:
            best, best_here, best_there = exact_cut(work, rules, start, n, best_side)
        best_threshold, settled = np.float64(best_there), False
    return best_feature, best, best_here, best_threshold, best_side, settled
