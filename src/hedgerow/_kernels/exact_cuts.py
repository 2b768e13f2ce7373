"""Find the best of all boundaries of the winning feature, and the threshold that parts its two codes."""

from __future__ import annotations

import numpy as np

from hedgerow._kernels.bin_scans import TOLERANCE
from hedgerow._kernels.coarse_cuts import MOST_BINS, cut_between, scan_bins
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import piece
from hedgerow._kernels.histograms import add_to_bin, clear_left
from hedgerow._kernels.lanes import N_LANES, load_lanes, look_up, pick, spread, store_lanes
from hedgerow._kernels.records import BINS, LABEL, LEFT, SQUARED_ERROR, TOTAL, UNSETTLED, ZERO
from hedgerow._kernels.vector_scan import (
    CODE,
    FEATURE,
    LOW,
    SCORE,
    SHIFT,
    SORTED_COUNTS,
    SORTED_MOMENTS,
    SORTED_WEIGHTS,
    score_counts,
    score_moments,
)


@piece
def _sort_rows(work, n):
    """Positions of the node's rows in the order of their codes, missing ones last: two passes of a byte each."""
    order, other = work.order, work.spare_order
    for i in range(n):
        order[i] = i
    for digit in range(2):
        for bucket in range(257):
            work.digits[bucket] = 0
        for i in range(n):
            work.digits[((np.int64(work.buffer[i]) >> (8 * digit)) & 255) + 1] += 1
        for bucket in range(256):
            work.digits[bucket + 1] += work.digits[bucket]
        for i in range(n):
            position = order[i]
            bucket = (np.int64(work.buffer[position]) >> (8 * digit)) & 255
            other[work.digits[bucket]] = position
            work.digits[bucket] += 1
        order, other = other, order


@piece
def exact_cut(work, rules, start, n, missing_left):
    """Best cut of the feature in `buffer` over all its codes: (score, code below, code above), the missing side given.

    Rows are sorted, and scanned in runs of MOST_BINS distinct codes. A run begins with the last code of the run before,
    so that the boundary between them is scanned too.
    """
    _sort_rows(work, n)
    n_missing = ZERO
    while n_missing < n and work.buffer[work.order[n - 1 - n_missing]] == MISSING:
        n_missing += 1
    k_count = max(rules.n_classes, 1)
    clear_left(work, rules)
    rows_left = ZERO
    if missing_left:
        for i in range(n - n_missing, n):
            add_to_bin(work, rules, start + work.order[i], ZERO + LEFT)
            rows_left += 1
    best, best_here, best_there = -np.inf, ZERO, ZERO
    bin_number, i, last_code = ZERO - 1, ZERO, ZERO - 1
    while i <= n - n_missing:
        code = np.int64(work.buffer[work.order[i]]) if i < n - n_missing else ZERO - 2
        if code != last_code:
            if bin_number == MOST_BINS - 1 or i == n - n_missing:
                score, here, there = scan_bins(work, rules, bin_number + 1, rows_left, n)
                if score > best + TOLERANCE:
                    best, best_here, best_there = (
                        score,
                        np.int64(work.run_codes[here]),
                        np.int64(work.run_codes[there]),
                    )
                if i == n - n_missing:
                    break
                for b in range(bin_number):
                    for k in range(k_count):
                        work.weights[LEFT * k_count + k] += work.weights[(BINS + b) * k_count + k]
                    work.sums[LEFT] += work.sums[BINS + b]
                    rows_left += work.counts[b]
                for k in range(k_count):
                    work.weights[BINS * k_count + k] = work.weights[(BINS + bin_number) * k_count + k]
                work.sums[BINS], work.counts[0] = work.sums[BINS + bin_number], work.counts[bin_number]
                work.run_codes[0] = work.run_codes[bin_number]
                for b in range(1, bin_number + 1):
                    for k in range(k_count):
                        work.weights[(BINS + b) * k_count + k] = 0
                    work.sums[BINS + b], work.counts[b] = 0.0, 0
                bin_number = ZERO
            bin_number += 1
            work.run_codes[bin_number] = code
            last_code = code
        add_to_bin(work, rules, start + work.order[i], BINS + bin_number)
        work.counts[bin_number] += 1
        i += 1
    for b in range(bin_number + 1):
        for k in range(k_count):
            work.weights[(BINS + b) * k_count + k] = 0
        work.sums[BINS + b], work.counts[b] = 0.0, 0
    return best, best_here, best_there


@piece
def _accumulate(work, rules, start, first, size, before):
    """Write down what lies left of the boundary behind each of `size` sorted rows; `before` lies left of them all."""
    weight, moment, count = before
    regression, mean = rules.criterion == SQUARED_ERROR, 0.0
    if regression:
        mean = work.sums[TOTAL] / work.weights[TOTAL]
    for i in range(size):
        place = np.int64(work.order[first + i])
        payload = work.payload[start + place]
        work.run_codes[i] = work.buffer[place]
        if regression:
            weight += payload
            moment += work.moments[start + place] - payload * mean
            work.lane_sums[SORTED_WEIGHTS + i], work.lane_sums[SORTED_MOMENTS + i] = weight, moment
        else:
            count += (payload >> 16) << (32 * (payload & LABEL))
            work.lane_counts[SORTED_COUNTS + i] = count
    return weight, moment, count


@piece
def exact_cut_by_vectors(work, rules, start, n):
    """The same for a node that vectors can scan, where nothing is missing: eight boundaries at once.

        sorted codes | 1 1 4 | 4 5 8 | ...     a boundary lies where the next code differs

    Rows are sorted and taken in chunks, and the boundaries of a chunk are scored one per lane.
    """
    _sort_rows(work, n)
    sums, codes, regression = work.lane_sums, work.run_codes, rules.criterion == SQUARED_ERROR
    whole, rounding = spread(np.float64(work.weights[TOTAL])), spread(0.0 if regression else TOLERANCE)
    whole_a = whole_b = spread(work.weights[TOTAL])
    if not regression:
        whole_a, whole_b = spread(work.weights[2 * TOTAL]), spread(work.weights[2 * TOTAL + 1])
    best, best_place, so_far = spread(-np.inf), spread(0.0), (0.0, 0.0, ZERO)
    for first in range(0, n, MOST_BINS):
        size = min(n - first, MOST_BINS)
        so_far = _accumulate(work, rules, start, first, size, so_far)
        following = work.buffer[work.order[first + size]] if first + size < n else codes[size - 1]
        for i in range(size, size + N_LANES):  # no boundary lies behind these
            codes[i] = following
            sums[SORTED_WEIGHTS + i], sums[SORTED_MOMENTS + i] = so_far[0], so_far[1]
            work.lane_counts[SORTED_COUNTS + i] = so_far[2]
        for i in range(0, size, N_LANES):
            if regression:
                moment = load_lanes(sums, SORTED_MOMENTS + i)
                score, is_cut = score_moments(moment, load_lanes(sums, SORTED_WEIGHTS + i), whole)
            else:
                left = load_lanes(work.lane_counts, SORTED_COUNTS + i)
                score, is_cut = score_counts(work.table, left, whole_a, whole_b)
            parted = load_lanes(codes, i) < load_lanes(codes, i + 1)
            better = is_cut & parted & (score > best + rounding)
            place = spread(np.float64(first + i))
            best, best_place = pick(better, score, best), pick(better, place, best_place)
    store_lanes(sums, SCORE, best)
    store_lanes(sums, CODE, best_place)
    score, position = sums[SCORE], sums[CODE]
    slack = 0.0 if regression else TOLERANCE
    for lane in range(1, N_LANES):
        other, place = sums[SCORE + lane], sums[CODE + lane] + lane
        if other > score + slack or (other >= score - slack and place < position):
            score, position = other, place
    if regression:
        weight = np.float64(work.weights[TOTAL])
        score = work.sums[TOTAL] * work.sums[TOTAL] / weight + weight * score
    here = np.int64(work.buffer[work.order[np.int64(position)]])
    return score, here, np.int64(work.buffer[work.order[np.int64(position) + 1]])


@piece
def _settle_eight(columns, work, nodes, which, n_lanes):
    """Thresholds half-way between two codes of a node, and the last code that each of them sends left."""
    place, sums, n_steps = work.lane_counts, work.lane_sums, 0
    for lane in range(N_LANES):
        place[FEATURE + lane], place[LOW + lane], place[SHIFT + lane], sums[SCORE + lane] = 0, 0, 0, 0.0
    for lane in range(n_lanes):
        record = nodes[which[lane]]
        feature, here, there = np.int64(record.feature), np.int64(record.code), np.int64(record.threshold)
        place[FEATURE + lane] = feature * columns.n_values
        place[LOW + lane], place[SHIFT + lane] = here, there
        sums[SCORE + lane] = cut_between(columns, feature, here, there)
        while (there - here) >> n_steps > 1:
            n_steps += 1
    base, threshold = load_lanes(place, FEATURE), load_lanes(sums, SCORE)
    low, high, one = load_lanes(place, LOW), load_lanes(place, SHIFT), spread(ZERO + 1)
    for _ in range(n_steps + 1):
        middle = (low + high) >> one
        left = look_up(columns.lower, base + middle) <= threshold
        low, high = pick(left, middle, low), pick(left, high, middle)
    store_lanes(place, LOW, low)
    for lane in range(n_lanes):
        record, code = nodes[which[lane]], place[LOW + lane]
        record.code, record.categorical = code, 0
        record.threshold = max(sums[SCORE + lane], columns.upper[place[FEATURE + lane] + code])


@piece
def settle_thresholds(columns, work, nodes, first, last):
    """Turn the two codes that a node keeps while it grows into a threshold, eight nodes at once.

    Rows that are not in the node may have codes between the two; the code kept is the last one that the threshold
    sends left, so walking by codes and walking by values agree about them. Searching for it touches
    memory all over the table, and eight searches wait together.
    """
    n_lanes = ZERO
    for node in range(first, last):
        record = nodes[node]
        if record.feature < 0:
            record.code, record.categorical, record.threshold = 0, 0, 0.0
        elif record.categorical == UNSETTLED and np.int64(record.threshold) == np.int64(record.code):
            record.code, record.categorical, record.threshold = (
                MISSING - 1,
                0,
                np.inf,
            )  # present left, missing right
        elif record.categorical == UNSETTLED:
            work.order[n_lanes] = node
            n_lanes += 1
            if n_lanes == N_LANES:
                _settle_eight(columns, work, nodes, work.order, n_lanes)
                n_lanes = ZERO
    _settle_eight(columns, work, nodes, work.order, n_lanes)
