"""Cuts of columns whose codes have eight bits, for targets of one or more outputs.

A cut is a table of which codes go left, whether they are numbers, categories or missing. Impurity is the variance of
the outputs, summed; with one indicator per class that is the Gini index, sum_k p_k (1 - p_k) = 1 - sum_k p_k^2.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hedgerow._kernels.compilation import piece
from hedgerow._kernels.records import ZERO
from hedgerow._kernels.workspace import Workspace

ABSENT = 255  # the code of a missing value
N_BINS = 256
FEW_ROWS = 32  # codes of so few rows are sorted sooner than they are looked for among all
TOLERANCE = 1e-12  # of two gains that differ by rounding the first counts; targets are of the order of one


class ShortColumns(NamedTuple):
    """The table and the target (buffers): codes (column, row), targets (row, output), traits (column, 2)."""

    codes: NDArray[np.uint8]
    traits: NDArray[np.int32]  # number of codes, whether they are categories
    targets: NDArray[np.float64]
    n_columns: int
    n_rows: int
    n_outputs: int


class OutputBins(NamedTuple):
    """What lies in the bins of one feature, and what scanning them works in (buffers)."""

    weights: NDArray[np.float64]
    sums: NDArray[np.float64]  # (bin, output)
    present: NDArray[np.int64]  # the occupied bins, in the order in which they are scanned
    means: NDArray[np.float64]  # what categories are ordered by
    left: NDArray[np.float64]  # sums left of the scan
    sides: NDArray[np.uint8]  # whether a code goes left


SHORT_COLUMNS = Workspace(ShortColumns)
OUTPUT_BINS = Workspace(OutputBins)


@piece
def add_up(table, row_numbers, start, n, weights, totals):
    """Sum the targets of a node's rows into `totals`; return its weight."""
    for q in range(table.n_outputs):
        totals[q] = 0.0
    weight = 0.0
    for i in range(start, start + n):
        row = np.int64(row_numbers[i])
        weight += weights[row]
        for q in range(table.n_outputs):
            totals[q] += weights[row] * table.targets[row * table.n_outputs + q]
    return weight


@piece
def is_pure(table, row_numbers, start, n):
    """Whether all rows of a node have the same target."""
    first = np.int64(row_numbers[start]) * table.n_outputs
    for i in range(start + 1, start + n):
        row = np.int64(row_numbers[i]) * table.n_outputs
        for q in range(table.n_outputs):
            if table.targets[row + q] != table.targets[first + q]:
                return False
    return True


@piece
def insert_code(present, m, code):
    """Insert a code into the sorted list of the m that are there; return how many are there now."""
    place = m
    while place > 0 and present[place - 1] > code:
        present[place] = present[place - 1]
        place -= 1
    present[place] = code
    return m + 1


@piece
def fill_bins(table, feature, row_numbers, start, n, weights, bins):
    """Histogram of a node's rows over a feature's codes; list the occupied ones and return how many they are."""
    low, high, n_outputs = ABSENT, 0, table.n_outputs
    column, m = feature * table.n_rows, ZERO
    for i in range(start, start + n):
        row = np.int64(row_numbers[i])
        code = np.int64(table.codes[column + row])
        weight = weights[row]
        if n <= FEW_ROWS and bins.weights[code] == 0.0:
            m = insert_code(bins.present, m, code)
        bins.weights[code] += weight
        for q in range(n_outputs):
            bins.sums[code * n_outputs + q] += weight * table.targets[row * n_outputs + q]
        low = min(low, code)
        high = max(high, code)
    if n <= FEW_ROWS:
        return m
    for code in range(low, high + 1):
        if bins.weights[code] > 0.0:
            bins.present[m] = code
            m += 1
    return m


@piece
def clear_bins(bins, m, n_outputs):
    """Empty the occupied bins."""
    for j in range(m):
        code = bins.present[j]
        bins.weights[code] = 0.0
        for q in range(n_outputs):
            bins.sums[code * n_outputs + q] = 0.0


@piece
def _scan_prefixes(bins, last, n_outputs, left_weight, weight, totals):
    """Best number of bins, up to `last`, to send left of a cut: (gain, number; -1 for none).

    `bins.left` holds the sums of what goes left already, and `left_weight` its weight. The gain of a cut is
    sum_q (S_L - S w_L / w)^2 / (w_L w_R), where S_L and S are sums over the left side and over the node.
    """
    best, length = -np.inf, -1
    for j in range(last):
        code = bins.present[j]
        left_weight += bins.weights[code]
        share, distance = left_weight / weight, 0.0
        for q in range(n_outputs):
            bins.left[q] += bins.sums[code * n_outputs + q]
            apart = bins.left[q] - totals[q] * share
            distance += apart * apart
        score = distance / (left_weight * (weight - left_weight))
        if score > best + TOLERANCE:
            best, length = score, j + 1
    return best, length


@piece
def _start_scan(bins, code, n_outputs):
    """Nothing lies left of the scan, or the rows of one bin do; return their weight."""
    for q in range(n_outputs):
        bins.left[q] = bins.sums[code * n_outputs + q] if code >= 0 else 0.0
    return bins.weights[code] if code >= 0 else 0.0


@piece
def _mark_sides(bins, n_codes, m, length, rest_left):
    """The first `length` of m bins go left, the others right, and codes that no row has follow `rest_left`."""
    for code in range(n_codes):
        bins.sides[code] = np.uint8(rest_left)
    bins.sides[ABSENT] = np.uint8(rest_left)
    for j in range(m):
        bins.sides[bins.present[j]] = np.uint8(j < length)


@piece
def cut_numbers(table, feature, m, weight, totals, bins):
    """Best cut of numbers in the bag, missing values on either side: its gain; `bins.sides` says who goes left."""
    n_outputs, n_codes = table.n_outputs, np.int64(table.traits[2 * feature])
    missing = bins.present[m - 1] == ABSENT
    n_present = m - 1 if missing else m
    # With missing rows on the right a cut may also part all present rows from them.
    begin = _start_scan(bins, ZERO - 1, n_outputs)
    best, length = _scan_prefixes(bins, n_present if missing else m - 1, n_outputs, begin, weight, totals)
    missing_left = False
    if missing and n_present > 1:
        begin = _start_scan(bins, ZERO + ABSENT, n_outputs)
        score, other = _scan_prefixes(bins, n_present - 1, n_outputs, begin, weight, totals)
        if score > best + TOLERANCE:
            best, length, missing_left = score, other, True
    if length < 0:
        return best
    last = bins.present[length - 1]
    left_weight = 0.0
    for code in range(n_codes):
        bins.sides[code] = np.uint8(code <= last)
        left_weight += bins.weights[code] if code <= last else 0.0
    bins.sides[ABSENT] = np.uint8(missing_left if missing else left_weight >= weight - left_weight)
    return best


@piece
def _sort_present(bins, m, n_outputs, output):
    """Order the occupied bins by the mean of one output, then by code."""
    for j in range(m):
        code = bins.present[j]
        bins.means[code] = bins.sums[code * n_outputs + output] / bins.weights[code]
    for j in range(1, m):
        code, place = bins.present[j], j
        while place > 0:
            other = bins.present[place - 1]
            if bins.means[other] < bins.means[code]:
                break
            if bins.means[other] == bins.means[code] and other < code:
                break
            bins.present[place] = other
            place -= 1
        bins.present[place] = code


@piece
def cut_categories(table, feature, m, weight, totals, bins):
    """Best subset of categories in the bag, of which missing is one: its gain; `bins.sides` says who goes left.

    Ordered by the mean target the best of all subsets is a prefix (Breiman et al. 1984, theorem 4.5); with several
    outputs, one order each is tried.
    """
    n_outputs, n_codes = table.n_outputs, np.int64(table.traits[2 * feature])
    best = -np.inf
    for output in range(n_outputs):
        _sort_present(bins, m, n_outputs, output)
        begin = _start_scan(bins, ZERO - 1, n_outputs)
        score, length = _scan_prefixes(bins, m - 1, n_outputs, begin, weight, totals)
        if score > best + TOLERANCE:
            best, left_weight = score, 0.0
            for j in range(length):
                left_weight += bins.weights[bins.present[j]]
            _mark_sides(bins, n_codes, m, length, left_weight >= weight - left_weight)
    return best


@piece
def gain_of_sides(table, feature, row_numbers, start, n, weights, weight, totals, bins):
    """Decrease of impurity that the cut `bins.sides` brings to some rows of known weight and totals."""
    n_outputs, column = table.n_outputs, feature * table.n_rows
    left_weight = 0.0
    for q in range(n_outputs):
        bins.left[q] = 0.0
    for i in range(start, start + n):
        row = np.int64(row_numbers[i])
        # No branch, which would be a coin toss.
        amount = weights[row] * bins.sides[np.int64(table.codes[column + row])]
        left_weight += amount
        for q in range(n_outputs):
            bins.left[q] += amount * table.targets[row * n_outputs + q]
    right_weight = weight - left_weight
    if left_weight <= 0.0 or right_weight <= 0.0:
        return 0.0
    difference = 0.0
    for q in range(n_outputs):
        apart = bins.left[q] / left_weight - (totals[q] - bins.left[q]) / right_weight
        difference += apart * apart
    return difference * (left_weight / weight) * (right_weight / weight)
