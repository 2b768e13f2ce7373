"""Choose a node's split among the features it may try."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hedgerow._kernels import random_scan
from hedgerow._kernels.bin_scans import TOLERANCE
from hedgerow._kernels.categories import (
    best_subset,
    clear_categories,
    count_categories,
    random_subset,
)
from hedgerow._kernels.coarse_cuts import (
    coarse_cut,
    cut_at,
    random_cut,
    sides_allowed,
)
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.description_length import shortens_description
from hedgerow._kernels.exact_cuts import exact_cut, exact_cut_by_vectors
from hedgerow._kernels.feature_draws import draw_by_mass, draw_uniform, draw_untried
from hedgerow._kernels.histograms import clear_left, code_at, hold_codes
from hedgerow._kernels.impurity import gain_of, perfect_score, score_left
from hedgerow._kernels.lanes import N_LANES
from hedgerow._kernels.randomness import random_below, random_unit
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
from hedgerow._kernels.tree_walks import in_subset
from hedgerow._kernels.vector_scan import (
    CODE,
    FEATURE,
    SCORE,
    SHIFT,
    can_scan_by_vectors,
    code_above,
    hold_lane,
    scan_by_vectors,
)

_MOST_PAIRS = 10
_DRAWN = -2


class CandidateSplit(NamedTuple):
    """A split of a node, as the search for the best one passes it on."""

    score: float
    feature: int  # -1: no split
    here: int  # numbers: codes on either side of the cut; a code and a threshold where it is drawn at random
    there: int
    threshold: float
    missing_left: bool
    shift: int  # 0: the cut is exact; otherwise both codes begin bins of 2^shift codes
    lane: int  # where the codes of the node's rows are; -1: in no lane; _DRAWN: the threshold is a point


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
def _propose_random(columns, work, rules, feature, start, n, draws):
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
    if rules.criterion == SQUARED_ERROR:
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
        share * columns.lower[feature * columns.n_values + code_a]
        + (1.0 - share) * columns.lower[feature * columns.n_values + code_b]
    )
    code, threshold = cut_at(columns, feature, min(code_a, code_b), max(code_a, code_b), point)
    missing_left = columns.traits[feature * 3 + HAS_MISSING] != 0 and random_below(state, ZERO + 2) == 1
    return True, code, threshold, missing_left


@piece
def _try_other(columns, work, rules, feature, start, n, draws):
    """Split a feature at random, or a categorical one at its best: (score, code, threshold, missing goes left)."""
    if rules.split == RANDOM:
        found, code, threshold, side = _propose_random(columns, work, rules, feature, start, n, draws)
    elif rules.split == PERT:
        found, code, threshold, side = _propose_between(columns, work, feature, draws)
    else:
        return best_subset(columns, work, rules, feature, start, n, draws), 0, 0.0, False
    if not found:
        return np.nan, code, threshold, side
    score = _score_split(columns, work, rules, feature, start, n, code, side, draws.subset)
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
def _one_of_the_best(work, rules, draws, n_kept):
    """Draw one of the features kept, among those that gain anything (the best, if none does)."""
    useful = ZERO
    for j in range(n_kept):
        useful += gain_of(draws.best_scores[j], work, rules) > TOLERANCE
    return draws.best_features[random_below(draws.state, max(useful, 1))]


@piece
def _draw_feature(draws, n_tried, n_usable, everything):
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
def _draw_lanes(columns, work, draws, n_tried, n_usable, most_usable, everything, by_vectors):
    """Draw features until all lanes are taken, enough are drawn, or one comes that needs a look of its own.

    Returns that feature (-1: none), how many lanes are taken, and how many features the node has tried.
    """
    n_lanes = ZERO
    while n_tried < draws.n_features and n_usable + n_lanes < most_usable and n_lanes < N_LANES:
        feature = _draw_feature(draws, n_tried, n_usable + n_lanes, everything)
        if feature < 0:
            break
        n_tried += 1
        if not by_vectors or _is_special(columns, feature):
            return feature, n_lanes, n_tried
        work.lane_counts[FEATURE + n_lanes] = feature
        n_lanes += 1
    return ZERO - 1, n_lanes, n_tried


@piece
def _is_special(columns, feature):
    """Whether a feature has missing values or categories."""
    return columns.traits[feature * 3 + IS_CATEGORICAL] != 0 or columns.traits[feature * 3 + HAS_MISSING] != 0


@inlined_piece
def _choose_lane(work, draws, n_lanes, n, n_usable, best):
    """Compare the features in the lanes with the best so far: (the best now, how many features were usable)."""
    score_so_far, winner = best.score, ZERO - 1
    for lane in range(n_lanes):
        score = work.lane_sums[SCORE + lane]
        if n_usable == 0 and score > -np.inf:
            draws.first[0], draws.first[1] = work.lane_counts[FEATURE + lane], score
        n_usable += score > -np.inf
        if score > score_so_far + TOLERANCE:
            score_so_far, winner = score, lane
    if winner < 0:  # an earlier winner's lane is overwritten: its codes will be gathered again
        return CandidateSplit(
            best.score, best.feature, best.here, best.there, best.threshold, best.missing_left, best.shift, ZERO - 1
        ), n_usable  # fmt: skip
    shift = work.lane_counts[SHIFT + winner]
    here = there = np.int64(work.lane_sums[CODE + winner])
    if shift == 0:
        there = code_above(work, winner, here, n)
    feature = work.lane_counts[FEATURE + winner]
    return CandidateSplit(score_so_far, feature, here, there, best.threshold, False, shift, winner), n_usable


@inlined_piece
def _choose_random(work, draws, n_lanes, n_usable, best):
    """The same for cuts drawn at random, whose codes are found when one has won."""
    score, lane, n_usable = random_scan.choose_random_lane(work, draws, n_lanes, n_usable, best.score)
    if lane < 0:
        return best, n_usable
    feature, point = work.lane_counts[FEATURE + lane], work.draw_sums[random_scan.POINT + lane]
    return CandidateSplit(score, feature, ZERO, ZERO, point, False, ZERO, ZERO + _DRAWN), n_usable


@inlined_piece
def _look_at_feature(columns, work, rules, feature, start, n, draws):
    """The best or a random split of one feature. Its score is NaN where the feature cannot be split."""
    if rules.split == RANDOM or rules.split == PERT or columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
        score, here, threshold, side = _try_other(columns, work, rules, feature, start, n, draws)
        return CandidateSplit(score, feature, np.int64(here), ZERO, threshold, side, ZERO, ZERO - 1)
    score, here, there, side, shift = coarse_cut(columns, work, rules, feature, start, n)
    return CandidateSplit(score, feature, here, there, 0.0, side, shift, ZERO - 1)


@inlined_piece
def _look_closer(work, rules, start, n, split):
    """Cut a feature exactly where a coarse look is too coarse.

    A test of description lengths is about the cut itself, and the ratio of gains peaks at the ends.
    """
    if split.shift == 0 or not (rules.description_length or rules.criterion == GAIN_RATIO):
        return split
    score, here, there = exact_cut(work, rules, start, n, split.missing_left)
    return CandidateSplit(
        score, split.feature, here, there, split.threshold, split.missing_left, ZERO, ZERO - 1
    )


@inlined_piece
def _is_worth_its_length(columns, work, rules, start, n, draws, split):
    """Whether a split shortens the description of labels and tree, where the rules ask for that."""
    if not rules.description_length:
        return True
    _score_split(columns, work, rules, split.feature, start, n, split.here, split.missing_left, draws.subset)
    return shortens_description(work, rules, split.feature, draws.used, columns.n_features)


@inlined_piece
def _remember_subset(columns, draws, feature):
    """Keep the categories that go left, before the next feature overwrites them."""
    if columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
        for word in range(draws.n_words):
            draws.best_subset[word] = draws.subset[word]


@inlined_piece
def _settle(columns, work, rules, start, n, best, by_vectors):
    """Cut the best feature exactly, and leave its codes in `buffer`; see `choose_split` for what is returned."""
    if best.lane == _DRAWN:
        code = random_scan.part_codes(columns, work, best.feature, start, n, best.threshold)
        return best.feature, best.score, code, best.threshold, False, False
    if best.lane >= 0:
        hold_lane(work, best.lane, n)
    elif best.feature >= 0:
        hold_codes(columns, work, best.feature, start, n)
    is_cut = rules.split == BEST or rules.split == TOP_K
    if not is_cut or best.feature < 0 or columns.traits[best.feature * 3 + IS_CATEGORICAL] != 0:
        return best.feature, best.score, best.here, best.threshold, best.missing_left, True
    score, here, there = best.score, best.here, best.there
    if best.shift > 0 and by_vectors and not _is_special(columns, best.feature):
        score, here, there = exact_cut_by_vectors(work, rules, start, n)
    elif best.shift > 0:
        score, here, there = exact_cut(work, rules, start, n, best.missing_left)
    return best.feature, score, here, np.float64(there), best.missing_left, False


@piece
def choose_split(columns, work, rules, start, n, draws):
    """Best split among the features tried: (feature, score, code, threshold, missing goes left, settled).

    Feature -1: none; otherwise its codes are left in `buffer`. Features are compared by their coarse cuts; the winner
    is then cut exactly. Where the cut is not settled, code and threshold are the codes on either side of it.
    """
    everything = rules.max_features >= draws.n_features and draws.n_mass == 0 and rules.split != PERT
    everything = everything and not rules.note_first  # the first of a fixed order would not be a random one
    # Two rows can be parted in one way only, and no split is better than a perfect one.
    one_will_do = rules.split == PERT or (n == 2 and rules.split == BEST)
    most_usable, perfect = 1 if one_will_do else rules.max_features, perfect_score(work, rules)
    by_vectors, by_lanes = can_scan_by_vectors(work, rules), random_scan.can_draw_by_lanes(rules)
    best = CandidateSplit(-np.inf, ZERO - 1, ZERO, ZERO, 0.0, False, ZERO, ZERO - 1)
    n_tried, n_usable, n_kept, n_pairs, closing = ZERO, ZERO, ZERO, ZERO, False
    draws.first[0] = -1.0
    for place in range(draws.n_mass):
        draws.tried[place] = False
    while not closing:
        if rules.split == PERT and n_tried % draws.n_features == 0 and n_pairs < _MOST_PAIRS:
            n_tried, n_pairs = ZERO, n_pairs + 1
            _draw_pair(work, rules, start, n, draws)
        feature, n_lanes, n_tried = _draw_lanes(
            columns, work, draws, n_tried, n_usable, most_usable if best.score < perfect else ZERO, everything,
            by_vectors or by_lanes,
        )  # fmt: skip
        if n_lanes > 0 and by_lanes:
            random_scan.scan_random_cuts(
                columns, work, rules, work.lane_counts, n_lanes, start, n, draws.state
            )
            best, n_usable = _choose_random(work, draws, n_lanes, n_usable, best)
        elif n_lanes > 0:
            scan_by_vectors(columns, work, rules, n_lanes, start, n)
            best, n_usable = _choose_lane(work, draws, n_lanes, n, n_usable, best)
        if feature < 0 and n_lanes > 0:
            continue
        if feature < 0:
            if n_kept == 0:
                break
            feature, closing = _one_of_the_best(work, rules, draws, n_kept), True
        split = _look_at_feature(columns, work, rules, feature, start, n, draws)
        if n_usable == 0 and split.score > -np.inf:
            draws.first[0], draws.first[1] = feature, split.score
        n_usable += not np.isnan(split.score) and not (rules.split == PERT and split.score == -np.inf)
        if not split.score > -np.inf:
            continue
        split = _look_closer(work, rules, start, n, split)
        if not _is_worth_its_length(columns, work, rules, start, n, draws, split):
            continue
        if rules.split == TOP_K and not closing:
            n_kept = _keep_among_best(
                draws.best_scores, draws.best_features, rules.n_best, feature, split.score, n_kept
            )
        elif closing or split.score > best.score + TOLERANCE:
            best = split
            _remember_subset(columns, draws, feature)
    return _settle(columns, work, rules, start, n, best, by_vectors)
