"""Trees whose splits are evaluated out of bag: for importances without favour for features of many values.

At a node every feature is cut where the rows in the bag say, and scored by what the cut does for the rows out of it:

    in bag      | 0 0 1 . | 1 1 0 1 |      the cut is found here,
    out of bag  | 0 1 .   | 1 1 .   |      and its gain is measured here

The main engine (`tree_growth`) cannot stand in for it, because it chooses a split by the rows in the bag, and measures
the rows out of it only at splits that are chosen. Of 40 tables of noise (200 rows; one column of 200 values, five of
two) ACE kept the column of 200 values in none with these trees, and in 15 with trees of the main engine whose gains
were measured out of bag. Nor is it about speed: for 50 trees of 569 rows and 60 columns these take 27 ms (94 ms with
masking), those of the main engine 7 ms (131 ms with `pair_tracing`), before gains are measured out of bag.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import boolean, float64, int64, types, uint64
from numpy.typing import NDArray

from hedgerow._kernels.buffers import buffer, skip
from hedgerow._kernels.compilation import kernel, piece
from hedgerow._kernels.feature_draws import draw_uniform
from hedgerow._kernels.records import ZERO
from hedgerow._kernels.short_codes import (
    ABSENT,
    FEW_ROWS,
    N_BINS,
    OUTPUT_BINS,
    SHORT_COLUMNS,
    TOLERANCE,
    add_up,
    clear_bins,
    cut_categories,
    cut_numbers,
    fill_bins,
    gain_of_sides,
    insert_code,
    is_pure,
)
from hedgerow._kernels.workspace import Workspace


class ContrastGrowth(NamedTuple):
    """Where a tree grows (buffers): rows are parted in place, so a node is a slice of `inside` and `outside`."""

    inside: NDArray[np.int32]
    outside: NDArray[np.int32]
    spare: NDArray[np.int32]
    in_totals: NDArray[np.float64]
    out_totals: NDArray[np.float64]
    order: NDArray[np.int32]  # the columns; draws permute them
    state: NDArray[np.uint64]
    stack: NDArray[
        np.int64
    ]  # of each open node: start and number of its rows in the bag, and of those out of it
    sides: NDArray[np.uint8]  # of the best cut so far
    both: NDArray[np.float64]  # weight left and right of a split, by code


class ContrastRules(NamedTuple):
    """How a tree grows."""

    max_features: int  # columns that a node tries, of those it can cut
    min_out: int  # fewest rows out of bag that judge
    fall_back: bool  # with fewer of them: judge in the bag, or make a leaf
    share: bool  # whether a gain counts by the node's share of the weight of the rows that judge


GROWTH = Workspace(ContrastGrowth)
_RULES = types.NamedTuple([int64, int64, boolean, boolean], ContrastRules)


@piece
def _part(table, feature, row_numbers, spare, start, n, sides):
    """Move the rows that go left to the front of the slice, keeping the order; return how many they are."""
    column, front, back = feature * table.n_rows, start, 0
    for i in range(start, start + n):
        row = row_numbers[i]
        if sides[np.int64(table.codes[column + np.int64(row)])] != 0:
            row_numbers[front] = row
            front += 1
        else:
            spare[back] = row
            back += 1
    for i in range(back):
        row_numbers[front + i] = spare[i]
    return front - start


@piece
def _associate(table, feature, row_numbers, start, n, n_left, weights, both, present):
    """How well a cut of a feature imitates a split that sent the first `n_left` rows left (Breiman et al. 1984).

    lambda = (least side - disagreement) / least side for the best cut, in either direction, or the best subset of
    categories. Rows whose value is missing follow the larger side.
    """
    column, m, sides_0, sides_1 = feature * table.n_rows, ZERO, 0.0, 0.0
    for i in range(start, start + n):
        row = np.int64(row_numbers[i])
        code, weight = np.int64(table.codes[column + row]), weights[row]
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
        if table.traits[2 * feature + 1] != 0:
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
def _list_rows(growth, in_weights, out_weights, n_rows):
    """List the rows in the bag and those out of it: how many they are, and what they weigh."""
    n_in, n_out, weight, out_weight = ZERO, ZERO, 0.0, 0.0
    for row in range(n_rows):
        if in_weights[row] > 0.0:
            growth.inside[n_in] = row
            n_in += 1
            weight += in_weights[row]
        elif out_weights[row] > 0.0:
            growth.outside[n_out] = row
            n_out += 1
            out_weight += out_weights[row]
    return n_in, n_out, weight, out_weight


@piece
def _choose_cut(table, bins, growth, in_weights, out_weights, node, limits):
    """Best of some drawn features, judged out of bag where there are rows for it: (gain, feature; -1 for none).

    `growth.sides` receives the codes that go left. The other results are the weights in the bag and out of it.
    """
    start, n, out_start, n_out = node
    weight = add_up(table, growth.inside, start, n, in_weights, growth.in_totals)
    out_weight = add_up(table, growth.outside, out_start, n_out, out_weights, growth.out_totals)
    best, best_feature, n_usable, remaining = -np.inf, ZERO - 1, ZERO, table.n_columns
    while remaining > 0 and n_usable < limits.max_features:
        feature = draw_uniform(growth.order, growth.state, remaining)
        remaining -= 1
        m = fill_bins(table, feature, growth.inside, start, n, in_weights, bins)
        if m > 1:
            n_usable += 1
            if table.traits[2 * feature + 1] != 0:
                gain = cut_categories(table, feature, m, weight, growth.in_totals, bins)
            else:
                gain = cut_numbers(table, feature, m, weight, growth.in_totals, bins)
            if n_out >= limits.min_out:
                gain = gain_of_sides(
                    table, feature, growth.outside, out_start, n_out, out_weights, out_weight, growth.out_totals, bins
                )  # fmt: skip
            if gain > best + TOLERANCE:
                best, best_feature = gain, feature
                for code in range(N_BINS):
                    growth.sides[code] = bins.sides[code]
        clear_bins(bins, m, table.n_outputs)
    return best, best_feature, weight, out_weight


@piece
def _grow_tree(table, bins, growth, in_weights, out_weights, limits, importances, masking, n_masking):
    """Grow one tree and add up what its splits gain."""
    n_in, n_out, root_weight, root_out_weight = _list_rows(growth, in_weights, out_weights, table.n_rows)
    growth.stack[0], growth.stack[1], growth.stack[2], growth.stack[3] = ZERO, n_in, ZERO, n_out
    depth = ZERO + 1
    while depth > 0:
        depth -= 1
        start, n = growth.stack[4 * depth], growth.stack[4 * depth + 1]
        out_start, n_out = growth.stack[4 * depth + 2], growth.stack[4 * depth + 3]
        too_few = n < 2 or (n_out < limits.min_out and not limits.fall_back)
        if too_few or is_pure(table, growth.inside, start, n):
            continue
        gain, feature, weight, out_weight = _choose_cut(
            table, bins, growth, in_weights, out_weights, (start, n, out_start, n_out), limits
        )
        if feature < 0:
            continue
        n_left = _part(table, feature, growth.inside, growth.spare, start, n, growth.sides)
        if n_left == 0 or n_left == n:  # never, unless targets are not finite
            continue
        if limits.share:
            gain *= out_weight / root_out_weight if n_out >= limits.min_out else weight / root_weight
        importances[feature] += gain
        if gain > 0.0 and feature < n_masking:
            for column in range(table.n_columns):
                association = _associate(
                    table, column, growth.inside, start, n, n_left, in_weights, growth.both, bins.present
                )
                masking[feature * table.n_columns + column] += gain * max(association, 0.0)
        out_left = _part(table, feature, growth.outside, growth.spare, out_start, n_out, growth.sides)
        growth.stack[4 * depth], growth.stack[4 * depth + 1] = start + n_left, n - n_left
        growth.stack[4 * depth + 2], growth.stack[4 * depth + 3] = out_start + out_left, n_out - out_left
        depth += 1
        growth.stack[4 * depth], growth.stack[4 * depth + 1] = start, n_left
        growth.stack[4 * depth + 2], growth.stack[4 * depth + 3] = out_start, out_left
        depth += 1


def grow_contrasts(
    codes: Any, traits: Any, targets: Any, in_bag: Any, row_weights: Any, seeds: Any, limits: ContrastRules,
    importances: Any, masking: Any,
) -> None:  # fmt: skip
    """Grow one tree per seed and add what its splits gained to `importances`.

    Row t of `in_bag` holds the weights of the rows in the bag of tree t; a row out of it weighs `row_weights`. A node
    takes the feature whose cut gains most out of bag.

    `masking` has a line for each of the first columns, or none: `masking[i, j]` receives the gains of the splits on
    column i times how well a cut of column j imitates them.
    """
    (n_columns, n_rows), n_outputs = codes.shape, targets.shape[1]
    shapes = {
        "traits": (traits, (n_columns, 2)),
        "targets": (targets, (n_rows, n_outputs)),
        "in_bag": (in_bag, (len(seeds), n_rows)),
        "row_weights": (row_weights, (n_rows,)),
        "importances": (importances, (n_columns,)),
        "masking": (masking, (min(len(masking), n_columns), n_columns)),
    }
    for name, (array, shape) in shapes.items():
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape}; expected {shape}")
    table = SHORT_COLUMNS.allocate(
        codes=codes, traits=traits, targets=targets, n_columns=n_columns, n_rows=n_rows, n_outputs=n_outputs
    )
    bins = OUTPUT_BINS.allocate(
        weights=N_BINS, sums=N_BINS * n_outputs, present=N_BINS, means=N_BINS, left=n_outputs, sides=N_BINS
    )
    growth = GROWTH.allocate(
        inside=n_rows, outside=n_rows, spare=n_rows, in_totals=n_outputs, out_totals=n_outputs, order=n_columns,
        state=1, stack=4 * (n_rows + 2), sides=N_BINS, both=2 * N_BINS,
    )  # fmt: skip
    _grow_contrasts(
        table, bins, growth, in_bag.reshape(-1), row_weights, seeds, len(seeds), limits, importances,
        masking.reshape(-1), len(masking),
    )  # fmt: skip


@kernel(
    types.void(
        SHORT_COLUMNS.type, OUTPUT_BINS.type, GROWTH.type, buffer(float64), buffer(float64), buffer(uint64), int64,
        _RULES, buffer(float64), buffer(float64), int64,
    )
)  # fmt: skip
def _grow_contrasts(
    table, bins, growth, in_bag, row_weights, seeds, n_trees, limits, importances, masking, n_masking
):
    for t in range(n_trees):
        growth.state[0] = seeds[t]
        for column in range(table.n_columns):
            growth.order[column] = column
        _grow_tree(
            table, bins, growth, skip(in_bag, t * table.n_rows), row_weights, limits, importances, masking, n_masking
        )  # fmt: skip
