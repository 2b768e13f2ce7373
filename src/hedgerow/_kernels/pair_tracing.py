"""What grown trees tell about pairs of features and pairs of rows, read off by sending the training rows down again."""

from __future__ import annotations

import numpy as np
from numba import float32, float64, int32, int64, types, uint16, uint64

from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import flat, kernel, matrix, piece, rows
from hedgerow._kernels.permutation_shifts import step_left
from hedgerow._kernels.tree_walks import NODES


@piece
def _association(histogram, n_bins, weight_left, weight_right):
    """Best agreement of a cut with the primary split: lambda = (min side - disagreement) / min side."""
    total, least = weight_left + weight_right, min(weight_left, weight_right)
    left_below, right_below, best = 0.0, 0.0, 0.0
    for b in range(n_bins - 1):
        left_below += histogram[0, b]
        right_below += histogram[1, b]
        agreement = left_below + weight_right - right_below
        best = max(best, agreement, total - agreement)
    return (least - (total - best)) / least


@kernel(
    types.void(
        NODES,
        flat(uint64),
        flat(int64),
        flat(int64),
        matrix(uint16),
        rows(float32),
        float64[:, ::1],
    )
)
def trace_surrogates(nodes, subsets, starts, word_starts, codes, weights, masking):
    """Add to `masking[i, j]` the gain of each split on feature i times how well a cut of feature j imitates it.

    Association lambda as in Breiman et al. (1984), cut off at 0; each gain is multiplied by the node's share of the
    tree's weight. Row t of `weights` holds the weights of the training rows in tree t. Codes of wide columns are
    compared in at most 1,024 bins.
    """
    n_features, n_rows = codes.shape
    order, spare = np.empty(n_rows, np.int32), np.empty(n_rows, np.int32)
    histogram = np.zeros((2, 1024))
    for t in range(starts.size - 1):
        root, first_word = starts[t], word_starts[t]
        n = 0
        for row in range(n_rows):
            if weights[t, row] > 0.0:
                order[n] = row
                n += 1
        begins = np.zeros(starts[t + 1] - root, np.int64)
        sizes = np.zeros(starts[t + 1] - root, np.int64)
        sizes[0], root_weight = n, 0.0
        for i in range(n):
            root_weight += weights[t, order[i]]
        for node in range(begins.size):
            here = nodes[root + node]
            if here.left < 0:
                continue
            start, size = begins[node], sizes[node]
            front, back, sides = start, 0, np.zeros(2)
            for i in range(start, start + size):
                row = order[i]
                if step_left(here, np.int64(codes[here.feature, row]), subsets, first_word):
                    order[front] = row
                    front += 1
                    sides[0] += weights[t, row]
                else:
                    spare[back] = row
                    back += 1
                    sides[1] += weights[t, row]
            for i in range(back):
                order[front + i] = spare[i]
            begins[here.left], sizes[here.left] = start, front - start
            begins[here.left + 1], sizes[here.left + 1] = front, back
            if min(sides[0], sides[1]) <= 0.0:
                continue
            gain = here.gain * (sides[0] + sides[1]) / root_weight
            for feature in range(n_features):
                low, high = MISSING, 0
                for i in range(start, start + size):
                    code = np.int64(codes[feature, order[i]])
                    if code != MISSING:
                        low = min(low, code)
                        high = max(high, code)
                if low >= high:
                    continue
                shift = 0
                while (high - low) >> shift >= 1023:
                    shift += 1
                n_bins = ((high - low) >> shift) + 2  # missing rows follow the larger side: the last bin
                for i in range(start, start + size):
                    code = np.int64(codes[feature, order[i]])
                    b = n_bins - 1 if code == MISSING else (code - low) >> shift
                    histogram[0 if i < front else 1, b] += weights[t, order[i]]
                association = _association(histogram, n_bins, sides[0], sides[1])
                for b in range(n_bins):
                    histogram[0, b] = 0.0
                    histogram[1, b] = 0.0
                masking[here.feature, feature] += gain * max(association, 0.0)


@kernel(types.void(rows(int32), rows(int32), float64[:, ::1]))
def count_meetings(leaves, other_leaves, meetings):
    """Share of trees (columns) in which row i of one side and row j of the other are in the same leaf."""
    n_trees = leaves.shape[1]
    for i in range(leaves.shape[0]):
        for j in range(other_leaves.shape[0]):
            met = 0
            for t in range(n_trees):
                met += leaves[i, t] == other_leaves[j, t]
            meetings[i, j] = met / n_trees
