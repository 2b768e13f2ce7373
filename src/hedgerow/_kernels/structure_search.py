"""Search for the arcs of a Bayesian network: annealed, or uphill; scores of families are remembered.

The graph is one row of parents for each node, ascending, with -1 behind them. The memory is a hash table whose keys are
a node and its parents:

    keys    [ node | parent parent   -1 ]      scores  [ -812.4 ]
"""

from __future__ import annotations

import math

import numpy as np
from numba import boolean, float64, int32, int64, types, uint64

from hedgerow._kernels.compilation import flat, kernel, piece, rows
from hedgerow._kernels.family_scores import count_cells, find_gaps, multiply_numbers, score_family
from hedgerow._kernels.randomness import random_below, random_unit

_ATTEMPTS = 16  # to draw a legal arc
_ROUNDING = 1e-9  # of a score: graphs that differ by less have the same, and the first of them is taken


@piece
def _find_place(keys, node, parents):
    """Where a family stands in the memory, or where it belongs."""
    mask = keys.shape[0] - 1
    mixed = np.uint64(node + 1)
    for i in range(parents.size):
        mixed = (mixed ^ np.uint64(parents[i] + 2)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    place = np.int64(mixed >> np.uint64(20)) & mask
    while keys[place, 0] >= 0:
        is_same = keys[place, 0] == node
        for i in range(parents.size):
            is_same = is_same and keys[place, i + 1] == parents[i]
        if is_same:
            return place
        place = (place + 1) & mask
    return place


@piece
def _gather(codes, values, n_states, weights, penalty, smoothing):
    """What scores are computed from, and where: the table, what is known of it, and room to work in."""
    numbers = np.empty(weights.size, np.int64)
    cells = np.empty(count_cells(weights.size))
    gaps = find_gaps(codes)
    products = multiply_numbers(values, n_states, weights, gaps)
    return codes, values, n_states, weights, gaps, products, weights.sum(), penalty, smoothing, numbers, cells


@piece
def _recall(data, memory, node, parents):
    """Score of a family, from memory where it was needed before."""
    keys, scores, counts = memory
    place = _find_place(keys, node, parents)
    if keys[place, 0] >= 0:
        return scores[place]
    codes, values, n_states, weights, gaps, products, total, penalty, smoothing, numbers, cells = data
    score = score_family(
        codes, values, n_states, weights, gaps, products, total, penalty, smoothing,
        node, parents, _count(parents), numbers, cells,
    )  # fmt: skip
    counts[0] += 1
    if 2 * counts[1] < keys.shape[0]:
        counts[1] += 1
        keys[place, 0] = node
        for i in range(parents.size):
            keys[place, i + 1] = parents[i]
        scores[place] = score
    return score


@piece
def _count(parents):
    n = 0
    while n < parents.size and parents[n] >= 0:
        n += 1
    return n


@piece
def _copy_with(parents, new, made):
    """Parents and one more, in order."""
    place, is_placed = 0, False
    for i in range(_count(parents)):
        if not is_placed and new < parents[i]:
            made[place] = new
            place += 1
            is_placed = True
        made[place] = parents[i]
        place += 1
    if not is_placed:
        made[place] = new
        place += 1
    made[place:] = -1


@piece
def _copy_without(parents, gone, made):
    """Parents but one, in order."""
    place = 0
    for i in range(_count(parents)):
        if parents[i] != gone:
            made[place] = parents[i]
            place += 1
    made[place:] = -1


@piece
def _is_parent(parents, node, other):
    found = False
    for i in range(parents.shape[1]):
        found |= parents[node, i] == other
    return found


@piece
def _is_above(parents, upper, lower, stack, is_visited):
    """Whether a directed path leads from `upper` to `lower`."""
    is_visited[:] = False
    stack[0] = lower
    is_visited[lower] = True
    n = 1
    while n > 0:
        n -= 1
        node = stack[n]
        for i in range(parents.shape[1]):
            parent = parents[node, i]
            if parent < 0:
                break
            if parent == upper:
                return True
            if not is_visited[parent]:
                is_visited[parent] = True
                stack[n] = parent
                n += 1
    return False


@piece
def _is_allowed(n_states, parent, child):
    """A node with states has no number for a parent."""
    return n_states[child] == 0 or n_states[parent] > 0


@piece
def _exchange(parents, node, first, second, made):
    """The parents that a node's place gets when two nodes change places; returns who stands there then."""
    n = _count(parents[node])
    for i in range(n):
        parent = parents[node, i]
        made[i] = second if parent == first else first if parent == second else parent
    for i in range(1, n):  # at most one or two are out of order
        moved, j = made[i], i
        while j > 0 and made[j - 1] > moved:
            made[j] = made[j - 1]
            j -= 1
        made[j] = moved
    made[n:] = -1
    return second if node == first else first if node == second else node


@piece
def _propose_arc(parents, n_states, state, places, who, news):
    """A new arc that is legal: how many families it touches, 1 or 0."""
    n_nodes, most = parents.shape
    stack, is_visited = places
    for _ in range(_ATTEMPTS):
        child = random_below(state, n_nodes)
        parent = random_below(state, n_nodes - 1)
        parent += parent >= child
        if (
            parents[child, most - 1] < 0
            and _is_allowed(n_states, parent, child)
            and not _is_parent(parents, child, parent)
            and not _is_above(parents, child, parent, stack, is_visited)
        ):
            _copy_with(parents[child], parent, news[0])
            who[0] = child
            return 1
    return 0


@piece
def _propose_loss(parents, n_arcs, n_states, state, places, turns, who, news):
    """An arc to remove, or to turn where that is legal: how many families it touches."""
    if n_arcs == 0:
        return 0
    number, child = random_below(state, n_arcs), 0
    while number >= _count(parents[child]):
        number -= _count(parents[child])
        child += 1
    parent = np.int64(parents[child, number])
    _copy_without(parents[child], parent, news[0])
    who[0] = child
    if not turns:
        return 1
    if not _may_turn(parents, n_states, parent, child, news[0], places):
        return 0
    _copy_with(parents[parent], child, news[1])
    who[1] = parent
    return 2


@piece
def _may_turn(parents, n_states, parent, child, without, places):
    """Whether an arc may point the other way; `without` has the other parents of its child."""
    if parents[parent, parents.shape[1] - 1] >= 0 or not _is_allowed(n_states, child, parent):
        return False
    stack, is_visited = places
    row = parents[child].copy()
    parents[child] = without
    makes_circle = _is_above(parents, parent, child, stack, is_visited)
    parents[child] = row
    return not makes_circle


@piece
def _propose_exchange(parents, n_states, state, who, news):
    """Two nodes change places: how many families that touches, 0 where a number would be the parent of states."""
    n_nodes = parents.shape[0]
    first = random_below(state, n_nodes)
    second = random_below(state, n_nodes - 1)
    second += second >= first
    n_new = 0
    for node in range(n_nodes):
        is_touched = node == first or node == second
        if is_touched or _is_parent(parents, node, first) or _is_parent(parents, node, second):
            who[n_new] = _exchange(parents, node, first, second, news[n_new])
            for i in range(_count(news[n_new])):
                if not _is_allowed(n_states, news[n_new, i], who[n_new]):
                    return 0
            n_new += 1
    return n_new


@piece
def _score_all(data, memory, parents, family):
    """Set the score of each family, and count the arcs."""
    n_arcs = 0
    for node in range(parents.shape[0]):
        family[node] = _recall(data, memory, node, parents[node])
        n_arcs += _count(parents[node])
    return n_arcs


_DATA = (rows(int32), rows(float64), flat(int64), flat(float64), float64, float64)
_MEMORY = (int32[:, ::1], float64[::1])


@kernel(types.void(*_DATA, uint64, int64, float64, float64, boolean, int32[:, ::1], *_MEMORY, float64[::1]))
def anneal_structure(
    codes, values, n_states, weights, penalty, smoothing,
    seed, n_operations, temperature, cooling, reverses, parents, keys, scores, trace,
):  # fmt: skip
    """Change `parents`, (n_nodes, max_parents), to the best graph that an annealed search from it comes across.

    One third of the operations each would add an arc, remove one, and let two nodes change places (or, with `reverses`,
    turn an arc). One that makes the score worse by d is accepted with probability exp(-d / T); T is multiplied by
    `cooling` before each operation. `keys` and `scores` are the memory: a power of two of lines, and the nodes of
    `keys` -1. `trace` gets the score of the best graph, how many scores of families were computed, how many operations
    would have done harm, and how many of these were accepted.
    """
    n_nodes, most = parents.shape
    data = _gather(codes, values, n_states, weights, penalty, smoothing)
    counts = np.zeros(2, np.int64)
    memory = (keys, scores, counts)
    places = (np.empty(n_nodes, np.int32), np.empty(n_nodes, np.bool_))
    state = np.full(1, seed, np.uint64)
    who, gains, news = np.empty(n_nodes, np.int64), np.empty(n_nodes), np.empty((n_nodes, most), np.int32)
    family = np.empty(n_nodes)
    trace[:] = 0.0
    n_arcs = _score_all(data, memory, parents, family)
    score = family.sum()
    best, kept = score, parents.copy()
    for _ in range(n_operations if n_nodes > 1 else 0):
        temperature *= cooling
        kind = random_below(state, 3)
        if kind == 0:
            n_new = _propose_arc(parents, n_states, state, places, who, news)
        elif kind == 1 or reverses:
            n_new = _propose_loss(parents, n_arcs, n_states, state, places, kind == 2, who, news)
        else:
            n_new = _propose_exchange(parents, n_states, state, who, news)
        if n_new == 0:
            continue
        change = 0.0
        for i in range(n_new):
            gains[i] = _recall(data, memory, who[i], news[i])
            change += gains[i] - family[who[i]]
        is_accepted = change >= 0.0 or random_unit(state) < math.exp(change / temperature)
        if change < 0.0:
            trace[2] += 1.0
            trace[3] += is_accepted
        if is_accepted:
            for i in range(n_new):
                n_arcs += _count(news[i]) - _count(parents[who[i]])
                parents[who[i]] = news[i]
                family[who[i]] = gains[i]
            score += change
            if score > best + _ROUNDING * (1.0 + abs(best)):
                best = score
                kept[:] = parents
    parents[:] = kept
    trace[0], trace[1] = best, counts[0]


@piece
def _find_step(data, memory, parents, family, places, step):
    """The arc to add, remove or turn (0, 1, 2) that gains most: parent, child and which; -1 where none gains."""
    n_nodes, most = parents.shape
    n_states = data[2]
    without, with_one = np.empty(most, np.int32), np.empty(most, np.int32)
    stack, is_visited = places
    rounding = _ROUNDING * (1.0 + abs(family.sum()))
    largest = 0.0
    step[:] = -1
    for child in range(n_nodes):
        for parent in range(n_nodes):
            if parent == child:
                continue
            if _is_parent(parents, child, parent):
                _copy_without(parents[child], parent, without)
                gain = _recall(data, memory, child, without) - family[child]
                if gain > largest + rounding:
                    largest = gain
                    step[0], step[1], step[2] = parent, child, 1
                if _may_turn(parents, n_states, parent, child, without, places):
                    _copy_with(parents[parent], child, with_one)
                    gain += _recall(data, memory, parent, with_one) - family[parent]
                    if gain > largest + rounding:
                        largest = gain
                        step[0], step[1], step[2] = parent, child, 2
            elif parents[child, most - 1] < 0 and _is_allowed(n_states, parent, child):
                _copy_with(parents[child], parent, with_one)
                gain = _recall(data, memory, child, with_one) - family[child]
                if gain > largest + rounding and not _is_above(parents, child, parent, stack, is_visited):
                    largest = gain
                    step[0], step[1], step[2] = parent, child, 0


@kernel(types.void(*_DATA, int64, int32[:, ::1], *_MEMORY, float64[::1]))
def climb_structure(
    codes, values, n_states, weights, penalty, smoothing, n_operations, parents, keys, scores, trace
):
    """Add, remove or turn the arc that gains most, until none does; otherwise as `anneal_structure`."""
    n_nodes = parents.shape[0]
    data = _gather(codes, values, n_states, weights, penalty, smoothing)
    counts = np.zeros(2, np.int64)
    memory = (keys, scores, counts)
    places = (np.empty(n_nodes, np.int32), np.empty(n_nodes, np.bool_))
    family, step = np.empty(n_nodes), np.empty(3, np.int64)
    _score_all(data, memory, parents, family)
    for _ in range(n_operations):
        _find_step(data, memory, parents, family, places, step)
        parent, child, kind = step
        if parent < 0:
            break
        row = parents[child].copy()
        if kind == 0:
            _copy_with(row, parent, parents[child])
        else:
            _copy_without(row, parent, parents[child])
        if kind == 2:
            row = parents[parent].copy()
            _copy_with(row, child, parents[parent])
        family[child] = _recall(data, memory, child, parents[child])
        family[parent] = _recall(data, memory, parent, parents[parent])
    trace[0], trace[1] = family.sum(), counts[0]
