"""Grow trees: an explicit frontier of nodes over rows that are partitioned in place."""

from __future__ import annotations

import numpy as np
from numba import float32, float64, int32, int64, types, uint64

from hedgerow._kernels.abreast import COUNT_LENGTH, SUM_LENGTH
from hedgerow._kernels.categories import in_subset, put_in_subset
from hedgerow._kernels.choosing import choose_split, goes_left
from hedgerow._kernels.compilation import flat, keep, kernel, piece, pointer, rows, vector
from hedgerow._kernels.cutting import MOST_BINS
from hedgerow._kernels.drawing import local_mass
from hedgerow._kernels.histograms import FEW_ROWS, code_at, hold_codes
from hedgerow._kernels.impurity import gain_of
from hedgerow._kernels.lanes import N_LANES
from hedgerow._kernels.ranking import MISSING
from hedgerow._kernels.records import (
    BEST_FIRST,
    BINS,
    BREADTH_FIRST,
    COLUMNS_TYPE,
    IS_CATEGORICAL,
    LABEL,
    N_CODES,
    NODE,
    NODE_TYPE,
    RULES_TYPE,
    SQUARED_ERROR,
    TOTAL,
    UNSETTLED,
    ZERO,
    Choice,
    Coded,
    Spare,
    Work,
)
from hedgerow._kernels.refining import settle_thresholds


@piece
def _most_categories(columns):
    most = 0
    for f in range(columns.traits.shape[0]):
        if columns.traits[f, IS_CATEGORICAL] != 0:
            most = max(most, np.int64(columns.traits[f, N_CODES]) + 1)
    return most


@piece
def _load_rows(work, rules, labels, targets, weights, n_rows):
    """Collect the rows with positive weight; return how many they are."""
    n = 0
    for i in range(n_rows):
        weight = weights[i]
        if weight > 0:
            work.rows[n] = i
            if rules.n_classes == 0:
                work.payload[n] = weight
                work.moments[n] = weight * targets[i]
            else:
                work.payload[n] = weight << 16 | np.int64(labels[i])
            n += 1
    return n


@piece
def _add_node(work, rules, nodes, node, values, n_values, start, n):
    """Record a new node as a leaf with what it holds; return whether it is impure."""
    record = nodes[node]
    record.threshold, record.gain, record.feature, record.left, record.n_rows = 0.0, 0.0, -1, -1, n
    record.code, record.missing_left, record.categorical = 0, 0, 0
    first = node * n_values
    for k in range(n_values):
        values[first + k] = 0.0
    if rules.criterion != SQUARED_ERROR:
        for i in range(start, start + n):
            payload = work.payload[i]
            values[first + (payload & LABEL)] += payload >> 16
        n_present = 0
        for k in range(n_values):
            n_present += values[first + k] > 0
        return n_present > 1
    if n == 0:
        return False
    weight, total, squares, impure = 0, 0.0, 0.0, False
    one = work.targets[work.rows[start]]
    for i in range(start, start + n):
        target = work.targets[work.rows[i]]
        weight += work.payload[i]
        total += work.moments[i]
        squares += work.moments[i] * target
        impure |= target != one
    mean = total / weight if impure else one
    values[first] = weight
    values[first + 1] = mean
    values[first + 2] = max(squares / weight - mean * mean, 0.0) if impure else 0.0
    return impure


@piece
def _load_totals(work, rules, values, start, n):
    """Bring a node's class weights or sums to where the scans read them; return its weight."""
    if rules.criterion == SQUARED_ERROR:
        total = 0.0
        for i in range(start, start + n):
            total += work.moments[i]
        work.weights[TOTAL] = np.int64(values[0])
        work.sums[TOTAL] = total
        return values[0]
    weight = 0.0
    for k in range(rules.n_classes):
        work.weights[TOTAL * rules.n_classes + k] = np.int64(values[k])
        weight += values[k]
    return weight


@piece
def _write_split(
    columns, choice, record, feature, gain, code, threshold, missing_left, settled, subsets, n_words
):
    """Write a split into its node's record; return the words of category subsets used so far."""
    record.feature = feature
    record.gain = gain
    record.missing_left = missing_left
    record.code = code
    record.threshold = threshold
    record.categorical = 0 if settled else UNSETTLED
    if columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
        record.categorical = 1
        record.threshold = n_words
        record.code = np.int64(columns.traits[feature * 3 + N_CODES])
        for word in range((np.int64(columns.traits[feature * 3 + N_CODES]) >> 6) + 1):
            subsets[n_words] = choice.best_subset[word]
            n_words += 1
    return n_words


@piece
def _partition(columns, work, spare, rules, record, subsets, start, n):
    """Move the rows that go left to the front of the slice, keeping the order on both sides; codes are in `buffer`.

    Returns how many go left, and whether a missing value was seen.
    """
    feature, code, missing_left = np.int64(record.feature), np.int64(record.code), record.missing_left != 0
    first = np.int64(record.threshold) if record.categorical == 1 else -1
    n_codes, seen = np.int64(columns.traits[feature * 3 + N_CODES]), False
    front, back = start, 0
    for i in range(start, start + n):
        row, payload, here = work.rows[i], work.payload[i], np.int64(work.buffer[i - start])
        left = goes_left(here, code, missing_left, subsets, first, n_codes)
        seen |= here == MISSING
        work.rows[front] = row
        work.payload[front] = payload
        spare.rows[back] = row
        spare.payload[back] = payload
        if rules.criterion == SQUARED_ERROR:
            moment = work.moments[i]
            work.moments[front] = moment
            spare.moments[back] = moment
        front += left
        back += not left
    for i in range(back):
        work.rows[front + i] = spare.rows[i]
        work.payload[front + i] = spare.payload[i]
        if rules.criterion == SQUARED_ERROR:
            work.moments[front + i] = spare.moments[i]
    return front - start, seen


@piece
def _send_absent_categories(columns, work, record, subsets, present, seen, start, n, n_left):
    """Categories that no row of the node has follow the larger child; missing values know where they went."""
    feature, first = np.int64(record.feature), np.int64(record.threshold)
    n_codes = np.int64(columns.traits[feature * 3 + N_CODES])
    for word in range((n_codes >> 6) + 1):
        present[word] = 0
    for i in range(start, start + n):
        here = np.int64(code_at(columns, feature, work.rows[i]))
        put_in_subset(present, ZERO, n_codes if here == MISSING else here)
    for c in range(n_codes):
        if n_left >= n - n_left and not in_subset(present, ZERO, c):
            put_in_subset(subsets, first, c)
    if seen:
        record.missing_left = in_subset(subsets, first, n_codes)


@piece
def _take(frontier, priority, head, tail, order):
    """Place of the next node: the last pushed, the first pushed, or the one with the largest weighted gain."""
    if order == BREADTH_FIRST:
        return head
    place = tail - 1
    if order == BEST_FIRST:
        for i in range(head, tail):
            tied = priority[i] == priority[place] and frontier[4 * i] < frontier[4 * place]
            if priority[i] > priority[place] or tied:
                place = i
    return place


@piece
def _larger(array, size):
    """A copy with room for `size` elements."""
    more = np.empty(size, array.dtype)
    for i in range(array.size):
        more[i] = array[i]
    return more


_GROWN = types.Tuple((NODE_TYPE[::1], float64[:, ::1], uint64[::1], int64[::1], int64[::1], float64[:, ::1]))


@kernel(
    _GROWN(
        COLUMNS_TYPE,
        rows(int32),
        flat(float64),
        rows(int64),
        rows(int32),
        vector(float64),
        rows(float32),
        flat(float64),
        vector(uint64),
        RULES_TYPE,
    )
)
def grow_trees(columns, labels, targets, weights, allowed, distribution, relevance, table, seeds, rules):
    """Grow one tree per seed.

    Row t of `labels`, `weights` and `allowed` belongs to tree t (a single row to all trees). `distribution` is a
    cumulative distribution over the allowed features, or empty; `relevance` a matrix (row, feature) from which each
    node forms a distribution of its own, or empty. `table` holds x log2 x (for regression 1 / x) of the first integers.

    Returns the nodes and values of all trees, one after the other, the words of their category subsets, where the
    nodes and the words of each tree begin, and, where the rules ask for it, the first feature each node drew with the
    gain it offered (-1 in a leaf).
    """
    n_features, n_rows = columns.traits.shape[0], weights.shape[1]
    n_allowed, k_count = allowed.shape[1], max(rules.n_classes, 1)
    n_values = rules.n_classes if rules.n_classes > 0 else 3
    n_categories = _most_categories(columns)
    n_mass = n_allowed if distribution.size > 0 or relevance.shape[0] > 0 else 0
    n_bins, subset_size = max(MOST_BINS, n_categories), (n_categories >> 6) + 1
    coded = Coded(
        pointer(columns.codes), pointer(columns.lower), pointer(columns.upper), pointer(columns.traits),
        n_features, columns.lower.shape[1], columns.feature_step, columns.row_step,
    )  # fmt: skip
    row_numbers, payload, moments = (
        np.empty((2, n_rows), np.uint32),
        np.empty((2, n_rows), np.int64),
        np.empty((2, n_rows)),
    )
    buffer, ranks = np.zeros(n_rows + 2 * FEW_ROWS, np.uint16), np.zeros((2, 2 * FEW_ROWS), np.uint16)
    # The codes of eight features and the order of one are never needed together: they share memory.
    lane_codes, digits = np.empty((n_rows + 2 * N_LANES) * N_LANES, np.uint16), np.zeros(257, np.int64)
    orders = lane_codes.view(np.uint32).reshape(4, n_rows + 2 * N_LANES)
    run_codes = np.zeros(n_bins + 2 * N_LANES, np.uint16)
    weight_bins, count_bins = np.zeros((BINS + n_bins) * k_count, np.int64), np.zeros(n_bins, np.int64)
    sum_bins = np.zeros(BINS + n_bins)
    lane_sums, lane_counts = np.zeros(SUM_LENGTH), np.zeros(COUNT_LENGTH, np.int64)
    work = Work(
        pointer(row_numbers[0]), pointer(payload[0]), pointer(moments[0]), pointer(targets),
        pointer(buffer), pointer(ranks[0]), pointer(ranks[1]),
        pointer(weight_bins), pointer(sum_bins), pointer(count_bins),
        pointer(orders[0]), pointer(orders[1]), pointer(digits), pointer(run_codes), pointer(table), table.size,
        pointer(lane_codes), pointer(lane_sums), pointer(lane_counts),
    )  # fmt: skip
    spare = Spare(pointer(row_numbers[1]), pointer(payload[1]), pointer(moments[1]))
    order, used = np.empty(n_allowed, np.int32), np.empty(n_features + 1, np.int64)
    mass, tried = np.zeros(n_mass + 1), np.zeros(n_mass + 1, np.uint8)
    best_scores, best_features = np.zeros(rules.n_best + 1), np.zeros(rules.n_best + 2, np.int64)
    category_order, category_score = np.zeros(n_categories + 1, np.int64), np.zeros(n_categories + 1)
    words, state, first = np.zeros((2, subset_size), np.uint64), np.zeros(1, np.uint64), np.zeros(2)
    choice = Choice(
        pointer(order), pointer(mass), pointer(tried), pointer(best_scores), pointer(best_features), pointer(used),
        pointer(category_order), pointer(category_score), pointer(words[0]), pointer(words[1]), pointer(first),
        pointer(state), n_allowed, n_mass, subset_size,
    )  # fmt: skip
    nodes, values, notes = (
        np.empty(64, NODE),
        np.empty(64 * n_values),
        np.empty(2 * 64 if rules.note_first else 0),
    )
    subsets = np.zeros(64, np.uint64)
    frontier_array, priority_array = np.empty(4 * (n_rows + 2), np.int64), np.empty(n_rows + 2)
    frontier, priority, relevances = pointer(frontier_array), pointer(priority_array), pointer(relevance)
    tree_starts, word_starts = np.zeros(seeds.size + 1, np.int64), np.zeros(seeds.size + 1, np.int64)
    n_nodes, n_words = ZERO, ZERO
    for t in range(seeds.size):
        state[0] = seeds[t]
        for place in range(n_allowed):
            order[place] = allowed[min(t, allowed.shape[0] - 1), place]
        for place in range(distribution.size):
            mass[place] = distribution[place]
        for f in range(used.size):
            used[f] = 0
        root, first_word, n_leaves, head, tail, fresh = n_nodes, n_words, 0, ZERO, ZERO, ZERO
        root_weight = 0.0
        # A new tree is a split of nothing into one node, its root; later splits add two.
        n_sides, start, n, depth, gained = 1, 0, 0, -1, 0.0
        n_left = _load_rows(
            work, rules, pointer(labels[min(t, labels.shape[0] - 1)]), work.targets,
            pointer(weights[min(t, weights.shape[0] - 1)]), n_rows,
        )  # fmt: skip
        while gained >= 0.0:
            if n_nodes + 2 > nodes.size:
                values = _larger(values, 2 * values.size)
                nodes = _larger(nodes, 2 * nodes.size)
                notes = _larger(notes, 2 * notes.size)
            for side in range(n_sides):
                size, begin = (n - n_left, start + n_left) if side else (n_left, start)
                impure = _add_node(work, rules, nodes, n_nodes, pointer(values), n_values, begin, size)
                if rules.note_first:
                    notes[2 * n_nodes], notes[2 * n_nodes + 1] = -1.0, 0.0
                if impure and size >= rules.min_rows_split and depth + 1 < rules.max_depth:
                    frontier[4 * tail], frontier[4 * tail + 1] = n_nodes, begin
                    frontier[4 * tail + 2], frontier[4 * tail + 3] = size, depth + 1
                    tail += 1
                n_nodes += 1
            n_leaves += 1
            n_sides, gained, node = 2, -1.0, root
            while gained < 0.0 and head < tail:
                unseen = rules.order == BEST_FIRST and fresh < tail
                place = fresh if unseen else _take(frontier, priority, head, tail, rules.order)
                node, start = frontier[4 * place], frontier[4 * place + 1]
                n, depth = frontier[4 * place + 2], frontier[4 * place + 3]
                gained = priority[place]
                if unseen or rules.order != BEST_FIRST:
                    if n_words + subset_size > subsets.size:
                        subsets = _larger(subsets, 2 * subsets.size + subset_size)
                    weight = _load_totals(work, rules, pointer(values[node * n_values :]), start, n)
                    root_weight = weight if node == root else root_weight
                    if relevance.shape[0] > 0:
                        local_mass(
                            choice.mass, choice.order, n_mass, relevances, n_features, work.rows, start, n
                        )
                    feature, score, code, threshold, missing_left, settled = choose_split(
                        coded, work, rules, start, n, choice
                    )
                    gain, gained = gain_of(score, work, rules), -1.0
                    if rules.note_first and first[0] >= 0.0:
                        notes[2 * node], notes[2 * node + 1] = first[0], gain_of(first[1], work, rules)
                    if feature >= 0 and gain * weight >= rules.min_decrease * root_weight:
                        gained = gain * weight
                        n_words = _write_split(
                            coded, choice, nodes[node], feature, gain, code, threshold, missing_left, settled,
                            pointer(subsets), n_words,
                        )  # fmt: skip
                if unseen:
                    priority[place], gained = gained, -1.0
                    fresh += 1
                    continue
                if rules.order == BREADTH_FIRST:
                    head += 1
                else:
                    tail -= 1
                    fresh = min(fresh, tail)
                    for j in range(4):
                        frontier[4 * place + j] = frontier[4 * tail + j]
                    priority[place] = priority[tail]
                if gained >= 0.0 and n_leaves >= rules.max_leaves:
                    nodes[node].feature, nodes[node].gain, gained = -1, 0.0, -1.0
            if gained >= 0.0:
                record = nodes[node]
                used[record.feature] = 1
                used[n_features] += 1
                if rules.order == BEST_FIRST:  # other nodes were looked at since
                    hold_codes(coded, work, np.int64(record.feature), start, n)
                n_left, seen = _partition(coded, work, spare, rules, record, pointer(subsets), start, n)
                record.left = n_nodes - root
                if not seen:
                    record.missing_left = n_left >= n - n_left
                if record.categorical == 1:
                    _send_absent_categories(
                        coded, work, record, pointer(subsets), choice.subset, seen, start, n, n_left
                    )
        for node in range(root, n_nodes):
            if nodes[node].categorical == 1:
                nodes[node].threshold -= first_word
        settle_thresholds(coded, work, nodes, root, n_nodes)
        tree_starts[t + 1], word_starts[t + 1] = n_nodes, n_words
    for node in range(n_nodes if rules.unit != 1.0 else 0):
        for k in range(k_count):
            values[node * n_values + k] *= rules.unit
    keep((
        row_numbers, payload, moments, buffer, ranks, weight_bins, count_bins, sum_bins, table, order, used,
        mass, tried, best_scores, best_features, category_order, category_score, words, state, first, orders,
        digits, run_codes, frontier_array, priority_array, relevance, lane_codes, lane_sums, lane_counts,
        targets,
    ))  # fmt: skip
    n_noted = n_nodes if rules.note_first else ZERO
    return (
        _larger(nodes[:n_nodes], n_nodes),
        _larger(values[: n_nodes * n_values], n_nodes * n_values).reshape(n_nodes, n_values),
        _larger(subsets[:n_words], n_words),
        tree_starts,
        word_starts,
        _larger(notes[: 2 * n_noted], 2 * n_noted).reshape(n_noted, 2),
    )
