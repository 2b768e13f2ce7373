"""Split sums: correlations with a part of the rows left out, from sums over all rows less those of the part.

Several searches, *runs*, go in lock-step. Run i leaves out part i, and the rows lie part after part:

    rows      | part 0 | part 1 | ... | in no part |        starts: where each part begins, and the rest
    totals    | one line for each feature chosen so far: its products with every feature, summed over all rows
    parts     | one line for each run: the same sums over its part only, for the feature that it chose last
"""

from __future__ import annotations

import numpy as np
from numba import boolean, float64, int8, int64, types

from hedgerow._kernels.compilation import flat, kernel, matrix, piece, rows

CHOSEN, CONSTANT, OPEN = 0, 1, 2  # what a feature is to a run
TIED = 1e-9  # share by which scores may differ that are equal but for rounding
_WIDTH = 128  # features at a time, so the rows of a small table stay in a fast cache


@piece
def _add_products(X, first, last, begin, end, factors, sums):
    """Add rows times their factors to the sums; four rows at once, so sums are loaded a quarter as often."""
    row = first
    while row + 4 <= last:
        a, b, c, d = factors[row], factors[row + 1], factors[row + 2], factors[row + 3]
        one, two, three, four = (
            X[row, begin:end],
            X[row + 1, begin:end],
            X[row + 2, begin:end],
            X[row + 3, begin:end],
        )
        for f in range(end - begin):
            sums[f] += (a * one[f] + b * two[f]) + (c * three[f] + d * four[f])
        row += 4
    while row < last:
        factor, line = factors[row], X[row, begin:end]
        for f in range(end - begin):
            sums[f] += factor * line[f]
        row += 1


@kernel(
    types.void(
        rows(float64), int64, int64, rows(float64), flat(int64), flat(float64), flat(int64), float64[:, :],
        float64[:, :],
    )
)  # fmt: skip
def sum_products(X, start, stop, columns, lines, own, starts, totals, parts):
    """Multiply every feature from `start` to `stop` with new columns, and sum up over all rows and over each part.

    Line j of `columns` holds a new column, whose sums over all rows go to line `lines[j]` of `totals`. `own` holds for
    each row the value of the column that the run of its part chose.
    """
    sums = np.empty(_WIDTH)
    for begin in range(start, stop, _WIDTH):
        end = min(begin + _WIDTH, stop)
        for j in range(columns.shape[0]):
            sums[:] = 0.0
            _add_products(X, 0, X.shape[0], begin, end, columns[j], sums)
            totals[lines[j], begin:end] = sums[: end - begin]
        for part in range(starts.size - 1):
            sums[:] = 0.0
            _add_products(X, starts[part], starts[part + 1], begin, end, own, sums)
            parts[part, begin:end] = sums[: end - begin]


@kernel(types.void(rows(float64), int64, int64, flat(int64), flat(float64), boolean, float64[:, :]))
def sum_cells(X, start, stop, cells, weights, squared, sums):
    """Sum the rows of each cell, or their squares, times their weights, for the features from `start` to `stop`."""
    sums[:, start:stop] = 0.0
    for begin in range(start, stop, _WIDTH):
        end = min(begin + _WIDTH, stop)
        for row in range(X.shape[0]):
            line, weight, held = X[row, begin:end], weights[row], sums[cells[row], begin:end]
            if squared:
                for f in range(end - begin):
                    held[f] += weight * line[f] * line[f]
            else:
                for f in range(end - begin):
                    held[f] += weight * line[f]


@kernel(
    types.void(
        matrix(float64), flat(int64), rows(float64), flat(int64), rows(float64), rows(float64), flat(float64),
        float64[:, ::1],
    )
)  # fmt: skip
def correlate_left_out(totals, lines, parts, chosen, firsts, scales, weights, correlations):
    """Correlate the feature that each run chose with all features, on the rows that the run does not leave out.

    `firsts` and `scales` are sums and inverse roots of the centred squares on these rows, 0 for a constant, and
    `weights` is how many rows they are.
    """
    n_runs, n_features = parts.shape
    for run in range(n_runs):
        g, line = chosen[run], lines[run]
        first, scale = firsts[run, g] / weights[run], scales[run, g]
        for f in range(n_features):
            product = totals[line, f] - parts[run, f] - firsts[run, f] * first
            correlations[run, f] = min(max(product * (scales[run, f] * scale), -1.0), 1.0)


@kernel(
    types.void(
        rows(float64), rows(float64), int64, float64, boolean, rows(int8), float64[:, ::1], int64[::1]
    )
)  # fmt: skip
def choose_next(relevance, redundancy, n_chosen, floor, by_quotient, states, sums, winners):
    """Add each run's new redundancy to its sums, and choose the feature with the best score; of equal ones the first.

    The score is relevance over mean redundancy, where a redundancy counts as `floor` at least, or their difference;
    before anything is chosen it is the relevance. Constants are chosen when nothing else is left.
    """
    n_runs, n_features = relevance.shape
    scores = np.empty(n_features)
    for run in range(n_runs):
        best, top = -np.inf, 0
        if n_chosen == 0:
            for f in range(n_features):
                scores[f] = relevance[run, f]
        elif by_quotient:
            for f in range(n_features):
                sums[run, f] += max(abs(redundancy[run, f]), floor)
                scores[f] = n_chosen * relevance[run, f] / sums[run, f]
        else:
            for f in range(n_features):
                sums[run, f] += abs(redundancy[run, f])
                scores[f] = relevance[run, f] - sums[run, f] / n_chosen
        for f in range(n_features):
            if states[run, f] == OPEN and scores[f] > best:
                best, top = scores[f], f
        # A difference may be 0, but not the rounding errors of its terms, of which redundancy is about 1.
        enough = best - TIED * (best if by_quotient or n_chosen == 0 else relevance[run, top] + 1.0)
        winner, spare = -1, -1
        for f in range(n_features):
            if states[run, f] == OPEN and scores[f] >= enough:
                winner = f
                break
            if spare < 0 and states[run, f] == CONSTANT:
                spare = f
        winners[run] = winner if winner >= 0 else spare
