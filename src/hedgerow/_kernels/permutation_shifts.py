"""Out-of-bag permutation importance: what each tree would say about a row if one of its values were another row's."""

from __future__ import annotations

import numpy as np
from numba import boolean, float64, int32, int64, types, uint8, uint16, uint64

from hedgerow._kernels.category_subsets import in_subset
from hedgerow._kernels.column_ranks import MISSING
from hedgerow._kernels.compilation import flat, kernel, matrix, piece, rows
from hedgerow._kernels.tree_walks import NODES


@piece
def step_left(here, code, subsets, first_word):
    """Whether a code takes the left branch."""
    if code == MISSING:
        return here.missing_left != 0
    if here.categorical == 0:
        return code <= here.code
    return code < here.code and in_subset(subsets, first_word + np.int64(here.threshold), code)


@piece
def find_coded_leaf(nodes, root, node, subsets, first_word, codes, row, feature, donor):
    """Leaf below a node of a row of the coded table whose value of `feature` comes from the row `donor`."""
    while True:
        here = nodes[root + node]
        if here.left < 0:
            return node
        source = donor if here.feature == feature else row
        left = step_left(here, np.int64(codes[here.feature, source]), subsets, first_word)
        node = np.int64(here.left) + (0 if left else 1)


@piece
def _add_answer(values, leaf, regression, totals, place, sign):
    """Add (or take away) a leaf's answer at `place`: its mean, or its class shares."""
    n_classes = totals.shape[1]
    if regression:
        totals[place, 0] += sign * values[leaf, 1]
        return
    weight = 0.0
    for k in range(n_classes):
        weight += values[leaf, k]
    for k in range(n_classes):
        totals[place, k] += sign * values[leaf, k] / weight


@kernel(
    types.void(
        NODES,
        rows(float64),
        flat(uint64),
        flat(int64),
        flat(int64),
        matrix(uint16),
        rows(uint8),
        flat(int32),
        int64,
        int64,
        boolean,
        float64[:, ::1],
        float64[:, :, ::1],
    )
)
def shift_answers(
    nodes,
    values,
    subsets,
    starts,
    word_starts,
    codes,
    in_bag,
    donors,
    first,
    last,
    regression,
    answers,
    shifts,
):
    """Sum the out-of-bag answers about rows first, ..., last - 1, and how permuting each feature shifts that sum.

    Row t of `in_bag` says which rows tree t has seen. `donors` is the permutation: row i receives the value of row
    donors[i]. Only trees whose path to the row's leaf asks for a feature can be shifted by it, so a row is walked once
    plus, from the first node that asks for it, once for each feature on its path. `shifts[f]` belongs to feature f;
    features beyond those, twins, are left alone.
    """
    n_shifted = shifts.shape[0]
    path, first_asked = np.empty(codes.shape[0], np.int32), np.empty(codes.shape[0], np.int64)
    seen = np.full(codes.shape[0], -1, np.int64)
    stamp = 0
    for t in range(starts.size - 1):
        root, first_word = starts[t], word_starts[t]
        for row in range(first, last):
            if in_bag[t, row] != 0:
                continue
            stamp += 1
            n_path, node = 0, 0
            while nodes[root + node].left >= 0:
                here = nodes[root + node]
                feature = here.feature
                if seen[feature] != stamp:
                    seen[feature] = stamp
                    path[n_path], first_asked[n_path] = feature, node
                    n_path += 1
                left = step_left(here, np.int64(codes[feature, row]), subsets, first_word)
                node = np.int64(here.left) + (0 if left else 1)
            _add_answer(values, root + node, regression, answers, row - first, 1.0)
            for j in range(n_path):
                feature = np.int64(path[j])
                if feature >= n_shifted or codes[feature, donors[row]] == codes[feature, row]:
                    continue
                other = find_coded_leaf(
                    nodes,
                    root,
                    first_asked[j],
                    subsets,
                    first_word,
                    codes,
                    row,
                    feature,
                    np.int64(donors[row]),
                )
                if other != node:
                    _add_answer(values, root + other, regression, shifts[feature], row - first, 1.0)
                    _add_answer(values, root + node, regression, shifts[feature], row - first, -1.0)
