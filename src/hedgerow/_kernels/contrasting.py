"""Trees whose splits are judged out of bag: for importances without favour for features of many values.

At a node every feature is cut where the rows in the bag say, and scored by what the cut does for the rows out of it:

    in bag      | 0 0 1 . | 1 1 0 1 |      the cut is found here,
    out of bag  | 0 1 .   | 1 1 .   |      and its gain is measured here

The main engine (`growing`) cannot stand in for it, because it chooses a split by the rows in the bag, and measures
the rows out of it only at splits that are chosen. Of 40 tables of noise (200 rows; one column of 200 values, five of
two) ACE kept the column of 200 values in none with these trees, and in 15 with trees of the main engine whose gains
were measured out of bag. Nor is it about speed: for 50 trees of 569 rows and 60 columns these take 27 ms (94 ms with
masking), those of the main engine 7 ms (131 ms with `tracing`), before gains are measured out of bag.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import boolean, float64, int32, int64, types, uint8, uint64

from hedgerow._kernels.compilation import flat, kernel, piece, pointer, rows
from hedgerow._kernels.drawing import draw_uniform
from hedgerow._kernels.records import ZERO
from hedgerow._kernels.short_codes import (
    ABSENT,
    FEW_ROWS,
    N_BINS,
    TOLERANCE,
    Bins,
    Scene,
    add_up,
    clear_bins,
    cut_categories,
    cut_numbers,
    fill_bins,
    gain_of_sides,
    insert_code,
    is_pure,
)


class Room(NamedTuple):
    """Where a tree grows (pointers): rows are parted in place, so that a node is a slice of `inside` and `outside`."""

    inside: Any
    outside: Any
    spare: Any
    in_totals: Any
    out_totals: Any
    order: Any  # the columns; draws permute them
    state: Any
    stack: Any  # of each open node: start and number of its rows in the bag, and of those out of it
    sides: Any  # of the best cut so far
    both: Any  # weight left and right of a split, by code


class Limits(NamedTuple):
    """How a tree grows."""

    max_features: int  # columns that a node tries, of those it can cut
    min_out: int  # fewest rows out of bag that judge
    fall_back: bool  # with fewer of them: judge in the bag, or make a leaf
    share: bool  # whether a gain counts by the node's share of the weight of the rows that judge


@piece
def _part(scene, feature, row_numbers, spare, start, n, sides):
    """Move the rows that go left to the front of the slice, keeping the order; return how many they are."""
    column, front, back = feature * scene.n_rows, start, 0
    for i in range(start, start + n):
        row = row_numbers[i]
        if sides[np.int64(scene.codes[column + np.int64(row)])] != 0:
            row_numbers[front] = row
            front += 1
        else:
            spare[back] = row
            back += 1
    for i in range(back):
        row_numbers[front + i] = spare[i]
    return front - start


@piece
def _associate(scene, feature, row_numbers, start, n, n_left, weights, both, present):
    """How well a cut of a feature imitates a split that sent the first `n_left` rows left (Breiman et al. 1984).

    lambda = (least side - disagreement) / least side for the best cut, in either direction, or the best subset of
    categories. Rows whose value is missing follow the larger side.
    """
    column, m, sides_0, sides_1 = feature * scene.n_rows, ZERO, 0.0, 0.0
    for i in range(start, start + n):
        row = np.int64(row_numbers[i])
        code, weight = np.int64(scene.codes[column + row]), weights[row]
        if n <= FEW_ROWS and both[2 * code] + both[2 * code + 1] == 0.0:
            m = insert_code(present, m, code)
        if i < start + n_left:
            both[2 * code] += weight
            sides_0 += weight
        else:
            both[2 * code + 1] += weight
            sides_1 += weight
    if n > FEW_ROWS:
        for code in range(N_BINS):
            if both[2 * code] + both[2 * code + 1] > 0.0:
                present[m] = code
                m += 1
    missing_left, missing_right = both[2 * ABSENT], both[2 * ABSENT + 1]
    n_present = m - 1 if missing_left + missing_right > 0.0 else m
    total = sides_0 + sides_1 - missing_left - missing_right
    agreement, agreed = 0.0, sides_1 - missing_right  # of the cut left of all codes
    for j in range(n_present):
        left, right = both[2 * present[j]], both[2 * present[j] + 1]
        if scene.traits[2 * feature + 1] != 0:
            agreement += max(left, right)
        else:
            agreed += left - right
            agreement = max(agreement, agreed, total - agreed)
    for j in range(m):
        both[2 * present[j]], both[2 * present[j] + 1] = 0.0, 0.0
    agreement += missing_left if sides_0 >= sides_1 else missing_right
    least = min(sides_0, sides_1)
    return (least - (sides_0 + sides_1 - agreement)) / least


@piece
def _seat_rows(room, in_weights, out_weights, n_rows):
    """List the rows in the bag and those out of it: how many they are, and what they weigh."""
    n_in, n_out, weight, out_weight = ZERO, ZERO, 0.0, 0.0
    for row in range(n_rows):
        if in_weights[row] > 0.0:
            room.inside[n_in] = row
            n_in += 1
            weight += in_weights[row]
        elif out_weights[row] > 0.0:
            room.outside[n_out] = row
            n_out += 1
            out_weight += out_weights[row]
    return n_in, n_out, weight, out_weight


@piece
def _choose_cut(scene, bins, room, in_weights, out_weights, node, limits):
    """Best of some drawn features, judged out of bag where there are rows for it: (gain, feature; -1 for none).

    `room.sides` receives the codes that go left. The other results are the weights in the bag and out of it.
    """
    start, n, out_start, n_out = node
    weight = add_up(scene, room.inside, start, n, in_weights, room.in_totals)
    out_weight = add_up(scene, room.outside, out_start, n_out, out_weights, room.out_totals)
    best, best_feature, n_usable, remaining = -np.inf, ZERO - 1, ZERO, scene.n_columns
    while remaining > 0 and n_usable < limits.max_features:
        feature = draw_uniform(room.order, room.state, remaining)
        remaining -= 1
        m = fill_bins(scene, feature, room.inside, start, n, in_weights, bins)
        if m > 1:
            n_usable += 1
            if scene.traits[2 * feature + 1] != 0:
                gain = cut_categories(scene, feature, m, weight, room.in_totals, bins)
            else:
                gain = cut_numbers(scene, feature, m, weight, room.in_totals, bins)
            if n_out >= limits.min_out:
                gain = gain_of_sides(
                    scene, feature, room.outside, out_start, n_out, out_weights, out_weight, room.out_totals, bins
                )  # fmt: skip
            if gain > best + TOLERANCE:
                best, best_feature = gain, feature
                for code in range(N_BINS):
                    room.sides[code] = bins.sides[code]
        clear_bins(bins, m, scene.n_outputs)
    return best, best_feature, weight, out_weight


@piece
def _grow_tree(scene, bins, room, in_weights, out_weights, limits, importances, masking, n_masking):
    """Grow one tree and add up what its splits gain."""
    n_in, n_out, root_weight, root_out_weight = _seat_rows(room, in_weights, out_weights, scene.n_rows)
    room.stack[0], room.stack[1], room.stack[2], room.stack[3] = ZERO, n_in, ZERO, n_out
    depth = ZERO + 1
    while depth > 0:
        depth -= 1
        start, n = room.stack[4 * depth], room.stack[4 * depth + 1]
        out_start, n_out = room.stack[4 * depth + 2], room.stack[4 * depth + 3]
        too_few = n < 2 or (n_out < limits.min_out and not limits.fall_back)
        if too_few or is_pure(scene, room.inside, start, n):
            continue
        gain, feature, weight, out_weight = _choose_cut(
            scene, bins, room, in_weights, out_weights, (start, n, out_start, n_out), limits
        )
        if feature < 0:
            continue
        n_left = _part(scene, feature, room.inside, room.spare, start, n, room.sides)
        if n_left == 0 or n_left == n:  # never, unless targets are not finite
            continue
        if limits.share:
            gain *= out_weight / root_out_weight if n_out >= limits.min_out else weight / root_weight
        importances[feature] += gain
        if gain > 0.0 and feature < n_masking:
            for column in range(scene.n_columns):
                association = _associate(
                    scene, column, room.inside, start, n, n_left, in_weights, room.both, bins.present
                )
                masking[feature * scene.n_columns + column] += gain * max(association, 0.0)
        out_left = _part(scene, feature, room.outside, room.spare, out_start, n_out, room.sides)
        room.stack[4 * depth], room.stack[4 * depth + 1] = start + n_left, n - n_left
        room.stack[4 * depth + 2], room.stack[4 * depth + 3] = out_start + out_left, n_out - out_left
        depth += 1
        room.stack[4 * depth], room.stack[4 * depth + 1] = start, n_left
        room.stack[4 * depth + 2], room.stack[4 * depth + 3] = out_start, out_left
        depth += 1


@kernel(
    types.void(
        rows(uint8),
        rows(int32),
        rows(float64),
        rows(float64),
        flat(float64),
        flat(uint64),
        types.NamedTuple([int64, int64, boolean, boolean], Limits),
        float64[::1],
        float64[:, ::1],
    )
)
def grow_contrasts(codes, traits, targets, in_bag, row_weights, seeds, limits, importances, masking):
    """Grow one tree per seed and add what its splits gained to `importances`.

    Row t of `in_bag` holds the weights of the rows in the bag of tree t; a row out of it weighs `row_weights`. A node
    takes the feature whose cut gains most out of bag.

    `masking` has a line for each of the first columns, or none: `masking[i, j]` receives the gains of the splits on
    column i times how well a cut of column j imitates them.
    """
    n_columns, n_rows = codes.shape
    n_outputs = targets.shape[1]
    bin_weights, bin_sums = np.zeros(N_BINS), np.zeros(N_BINS * n_outputs)
    present, means, left = np.zeros(N_BINS, np.int64), np.zeros(N_BINS), np.zeros(n_outputs)
    sides, both = np.zeros((2, N_BINS), np.uint8), np.zeros(2 * N_BINS)
    row_numbers, totals = np.empty((3, n_rows), np.int32), np.zeros((2, n_outputs))
    order, state = np.empty(n_columns, np.int32), np.zeros(1, np.uint64)
    stack = np.empty(4 * (n_rows + 2), np.int64)
    for t in range(seeds.size):
        # Pointers are taken anew for each tree: Numba frees an array after its last use, which is here.
        scene = Scene(pointer(codes), pointer(traits), pointer(targets), n_columns, n_rows, n_outputs)
        bins = Bins(
            pointer(bin_weights), pointer(bin_sums), pointer(present), pointer(means), pointer(left),
            pointer(sides[0]),
        )  # fmt: skip
        room = Room(
            pointer(row_numbers[0]), pointer(row_numbers[1]), pointer(row_numbers[2]), pointer(totals[0]),
            pointer(totals[1]), pointer(order), pointer(state), pointer(stack), pointer(sides[1]), pointer(both),
        )  # fmt: skip
        state[0] = seeds[t]
        for column in range(n_columns):
            order[column] = column
        _grow_tree(
            scene, bins, room, pointer(in_bag[t]), pointer(row_weights), limits, pointer(importances),
            pointer(masking), masking.shape[0],
        )  # fmt: skip
