"""Part the categories of a feature in two."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.category_subsets import put_in_subset
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import piece
from hedgerow._kernels.histograms import clear, clear_left, hold_codes, limits_leaves, sides_allowed
from hedgerow._kernels.impurity import score_left
from hedgerow._kernels.ordered_cuts import cut_ranked_categories
from hedgerow._kernels.randomness import random_below
from hedgerow._kernels.records import ABSOLUTE_ERROR, BINS, LABEL, LEFT, N_CODES, ROUNDING, ZERO


@piece
def random_subset(subset, n_categories, inside, outside, state):
    """Subset with one category inside, one outside, and a coin tossed for each other."""
    for word in range((n_categories >> 6) + 1):
        subset[word] = 0
    for c in range(n_categories):
        if c == inside or (c != outside and random_below(state, ZERO + 2) == 1):
            put_in_subset(subset, ZERO, c)


@piece
def _category_weight(work, rules, category):
    """Weight of the node's rows that have a category."""
    k_count, weight = max(rules.n_classes, 1), ZERO
    for k in range(k_count):
        weight += work.weights[(BINS + category) * k_count + k]
    return weight


@piece
def count_categories(columns, work, rules, feature, start, n, order):
    """Histogram of the node's rows over the categories; list the present ones in `order` and return their number."""
    n_codes, n_classes, m = np.int64(columns.traits[feature * 3 + N_CODES]), rules.n_classes, ZERO
    hold_codes(columns, work, feature, start, n)
    for i in range(n):
        c = np.int64(work.buffer[i])
        c = n_codes if c == MISSING else c  # missing is a category of its own, after the others
        payload = work.payload[start + i]
        if rules.regression:
            work.weights[BINS + c] += payload
            work.sums[BINS + c] += work.moments[start + i]
        else:
            work.weights[(BINS + c) * n_classes + (payload & LABEL)] += payload >> 16
    for i in range(n if limits_leaves(rules) else ZERO):
        c = np.int64(work.buffer[i])
        work.counts[n_codes if c == MISSING else c] += 1
    for c in range(n_codes + 1):
        order[m] = c
        m += _category_weight(work, rules, c) > 0
    return m


@piece
def clear_categories(work, rules, n_categories):
    """Empty the histogram again."""
    k_count = max(rules.n_classes, 1)
    clear(work.weights, BINS * k_count, (BINS + n_categories) * k_count)
    clear(work.sums, BINS + ZERO, BINS + n_categories)
    clear(work.counts, ZERO, n_categories)


@piece
def _score_categories(work, rules, order, score, m, wanted):
    """Order value of each category: its share of the class `wanted`, or its mean target."""
    k_count = max(rules.n_classes, 1)
    for j in range(m):
        row = BINS + order[j]
        amount = work.sums[row] if rules.regression else float(work.weights[row * k_count + wanted])
        score[order[j]] = amount / _category_weight(work, rules, order[j])


@piece
def sort_categories(order, score, m):
    """Shell sort of the present categories by their score, then by number."""
    gap = 1
    while gap < m // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, m):
            item, place = order[i], i
            while place >= gap:
                other = order[place - gap]
                if score[other] < score[item] or (score[other] == score[item] and other < item):
                    break
                order[place] = other
                place -= gap
            order[place] = item
        gap //= 3


@piece
def _best_prefix(work, rules, order, m, n):
    """Score and length of the best prefix of the ordered categories."""
    k_count = max(rules.n_classes, 1)
    clear_left(work, rules)
    best, length, rows_left, free = -np.inf, 0, ZERO, not limits_leaves(rules)
    for j in range(m - 1):
        row = BINS + order[j]
        for k in range(k_count):
            work.weights[LEFT * k_count + k] += work.weights[row * k_count + k]
        work.sums[LEFT] += work.sums[row]
        rows_left += work.counts[order[j]]
        if free or sides_allowed(work, rules, rows_left, n):
            score = score_left(work, rules)
            if score > best + work.scale[ROUNDING]:
                best, length = score, j + 1
    return best, length


@piece
def best_subset(columns, work, rules, feature, start, n, choice):
    """Best way to part the categories; `choice.subset` receives those that go left. NaN: only one is present.

    Ordered by class share (two classes) or mean target, the best of all subsets is a prefix (Breiman et al. 1984,
    theorem 4.5). With more classes one order per class is tried; by absolute error the best prefix is taken as well.
    """
    order, score_of, subset = choice.category_order, choice.category_score, choice.subset
    n_categories = np.int64(columns.traits[feature * 3 + N_CODES]) + 1
    m = count_categories(columns, work, rules, feature, start, n, order)
    best = -np.inf if m > 1 else np.nan
    n_orders = 1 if rules.n_classes <= 2 else rules.n_classes
    for wanted in range(n_orders if m > 1 else 0):
        _score_categories(work, rules, order, score_of, m, wanted)
        sort_categories(order, score_of, m)
        if rules.exhaustive and rules.criterion == ABSOLUTE_ERROR:
            for j in range(m):
                score_of[order[j]] = j
            score, length = cut_ranked_categories(columns, work, rules, feature, start, n, score_of)
        else:
            score, length = _best_prefix(work, rules, order, m, n)
        if score > best + work.scale[ROUNDING]:
            best = score
            for word in range((n_categories >> 6) + 1):
                subset[word] = 0
            for j in range(length):
                put_in_subset(subset, ZERO, order[j])
    clear_categories(work, rules, n_categories)
    return best
