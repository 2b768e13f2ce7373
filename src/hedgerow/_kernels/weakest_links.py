"""Minimal cost-complexity pruning (Breiman et al. 1984, section 3.3): which split saves least for each leaf it adds.

A tournament over the nodes keeps the weakest split at its top, so a cut takes O(depth log n) and not a look at all:

    winners  | 1: the weakest of all | 2: of the first half | 3: of the second half | ... | the nodes themselves
"""

from __future__ import annotations

import numpy as np
from numba import boolean, float64, int64

from hedgerow._kernels.compilation import flat, kernel, piece


@piece
def _enter(winners, strength, node):
    """Play the matches of a node again; of equally weak splits the first wins."""
    place = (winners.size // 2 + node) // 2
    while place > 0:
        first, second = winners[2 * place], winners[2 * place + 1]
        winners[place] = second if strength[second] < strength[first] else first
        place //= 2


@piece
def _rate(risk, below, n_leaves, strength, node):
    """What a split saves for each leaf that it adds."""
    strength[node] = (risk[node] - below[node]) / (n_leaves[node] - 1) if n_leaves[node] > 1 else np.inf


@piece
def _remove_below(left, node, n_leaves, strength, winners, waiting):
    """Take the splits of a node, and of all nodes below it, out of the tournament."""
    n_waiting, waiting[0] = 1, node
    while n_waiting > 0:
        n_waiting -= 1
        here = waiting[n_waiting]
        if left[here] >= 0 and n_leaves[here] > 1:
            strength[here] = np.inf
            _enter(winners, strength, here)
            waiting[n_waiting], waiting[n_waiting + 1] = left[here], left[here] + 1
            n_waiting += 2
        n_leaves[here] = 1


@kernel(int64(flat(int64), flat(float64), float64, boolean[::1], float64[::1], float64[::1]))
def cut_weakest_links(left, risk, most, is_cut, alphas, risks):
    """Cut the weakest split again and again while it saves no more than `most` for each leaf; return how many were cut.

    `left` has the left child of each node (-1: none), whose sibling follows it; children come after their parent.
    `risk` is the impurity of each node times its share of the weight. `alphas` and `risks` receive, for each cut, what
    the split saved for each leaf and the risk of the tree without it, from place 1 on; place 0 is the whole tree's.
    """
    n, size = left.size, 1
    while size < n:
        size *= 2
    parent, below, n_leaves = np.full(n, -1), risk.copy(), np.ones(n, np.int64)
    for node in range(n - 1, -1, -1):
        if left[node] >= 0:
            parent[left[node]] = parent[left[node] + 1] = node
            below[node] = below[left[node]] + below[left[node] + 1]
            n_leaves[node] = n_leaves[left[node]] + n_leaves[left[node] + 1]
    strength, winners, waiting = (
        np.full(size, np.inf),
        np.zeros(2 * size, np.int64),
        np.empty(n + 1, np.int64),
    )
    for node in range(size):
        winners[size + node] = node
    for node in range(n):
        _rate(risk, below, n_leaves, strength, node)
    for place in range(size - 1, 0, -1):
        first, second = winners[2 * place], winners[2 * place + 1]
        winners[place] = second if strength[second] < strength[first] else first
    alphas[0], risks[0], n_cut = 0.0, below[0], 0
    while left[0] >= 0 and strength[winners[1]] <= most and n_leaves[0] > 1:
        node = winners[1]
        n_cut += 1
        alphas[n_cut], is_cut[node] = strength[node], True
        more, fewer = risk[node] - below[node], n_leaves[node] - 1
        _remove_below(left, node, n_leaves, strength, winners, waiting)
        below[node] = risk[node]
        above = parent[node]
        while above >= 0:
            below[above] += more
            n_leaves[above] -= fewer
            _rate(risk, below, n_leaves, strength, above)
            _enter(winners, strength, above)
            above = parent[above]
        risks[n_cut] = below[0]
    return n_cut
