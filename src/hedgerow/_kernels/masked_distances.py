"""Which known rows are nearest through a mask of features, when one feature of the mask is flipped.

A flip adds one feature's squared differences to the distances, or takes them away, so it costs one pass over them,
whatever the mask. The pass works on rough distances of single precision, eight at once; it leaves a few rows that may
be the nearest, mostly one, and only these are told apart by exact distances. So rounding cannot pile up: what is
answered depends on the mask alone, and not on the flips that led to it.

    rough known   | feature 0 of all rows | feature 1 of all rows | ...    padded to whole chunks of rows
    distances     | row 0 to all known rows | row 1 to all known rows | ...     infinite in the padding
    minima        | chunk 0: 8 lanes | chunk 1: 8 lanes | ...    the smallest of every eighth distance of a chunk
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import boolean, float32, float64, int8, int64, types

from hedgerow._kernels.compilation import flat, hot_piece, keep, kernel, piece, pointer, rows
from hedgerow._kernels.lanes import N_LANES, load_lanes, pick, spread, store_lanes

CHUNK = 64  # known rows in a chunk, in whose lanes the nearest row is looked for
PLAIN, GAPPED, CATEGORY = 0, 1, 2  # numbers; numbers some of which are missing; categories
TIED = 1e-12  # share by which equal distances may differ when they are sums of other terms
_ROUGH = 2.0**-24  # what rounding to single precision changes, as a share


class Tables(NamedTuple):
    """What is known about the rows, as pointers.

    Rough columns (one line a feature) and exact rows, of the rows asked about and of the known ones; beside the exact
    values the differences to expect where the other value is missing.
    """

    rough_asked: Any
    rough_known: Any
    asked: Any
    asked_expected: Any
    known: Any
    known_expected: Any
    kinds: Any
    reach: Any  # the largest squared distance that there could be from a row
    n_asked: int
    n_known: int
    n_padded: int
    n_features: int


class Voters(NamedTuple):
    """Classes and weights of the known rows, and how many are asked."""

    labels: Any
    weights: Any
    n_classes: int
    k: int


class Room(NamedTuple):
    """Working arrays, as pointers."""

    apart: Any  # differences of one row from all known ones in one feature
    sums: Any  # its rough distances
    minima: Any
    lowest: Any  # the smallest of each lane
    nearest: Any  # the k smallest rough distances
    found: Any  # rows that may be the nearest
    exact: Any  # and their distances
    votes: Any


_TABLES = types.Tuple(
    (
        rows(float32), rows(float32), rows(float64), rows(float64), rows(float64), rows(float64), flat(int8),
        flat(float64),
    )
)  # fmt: skip
_VOTERS = types.Tuple((flat(int64), flat(float64), int64, int64))


@piece
def _open_tables(arrays):
    rough_asked, rough_known, asked, asked_expected, known, known_expected, kinds, reach = arrays
    return Tables(
        pointer(rough_asked), pointer(rough_known), pointer(asked), pointer(asked_expected), pointer(known),
        pointer(known_expected), pointer(kinds), pointer(reach), asked.shape[0], known.shape[0], rough_known.shape[1],
        asked.shape[1],
    )  # fmt: skip


@piece
def _open_voters(given):
    labels, weights, n_classes, k = given
    return Voters(pointer(labels), pointer(weights), n_classes, k)


@hot_piece
def _compare(tables, i, j, f):
    """How far apart rows i and j are in a feature."""
    mine, other = i * tables.n_features + f, j * tables.n_features + f
    value, theirs = tables.asked[mine], tables.known[other]
    if value != value:
        return tables.known_expected[other]
    if theirs != theirs:
        return tables.asked_expected[mine]
    if tables.kinds[f] == CATEGORY:
        return 1.0 if value != theirs else 0.0
    return value - theirs


@hot_piece
def _add_squares(distances, start, column, place, value, sign, n, sums, into, minima, lowest):
    """Rough distances plus or minus squared differences from a column; the smallest of each lane of each chunk."""
    mine, factor = spread(value), spread(sign)
    least_of_row = spread(np.float32(np.inf))
    for chunk in range(n // CHUNK):
        least = spread(np.float32(np.inf))
        for j in range(chunk * CHUNK, (chunk + 1) * CHUNK, N_LANES):
            apart = load_lanes(column, place + j) - mine
            total = load_lanes(distances, start + j) + factor * (apart * apart)
            store_lanes(sums, into + j, total)
            least = pick(total < least, total, least)
        store_lanes(minima, chunk * N_LANES, least)
        least_of_row = pick(least < least_of_row, least, least_of_row)
    store_lanes(lowest, 0, least_of_row)


@hot_piece
def _add_feature(distances, start, f, i, sign, tables, sums, into, room):
    """Rough distances of row i after a flip of feature f, into `sums`."""
    n = tables.n_padded
    if tables.kinds[f] == PLAIN:
        column, place, value = tables.rough_known, f * n, tables.rough_asked[f * tables.n_asked + i]
    else:
        for j in range(tables.n_known):
            room.apart[j] = _compare(tables, i, j, f)
        column, place, value = room.apart, 0, np.float32(0.0)
    _add_squares(distances, start, column, place, value, sign, n, sums, into, room.minima, room.lowest)


@piece
def _bound(n, k, room):
    """A distance that at least k rough ones do not exceed; for k = 1 it is the smallest.

    It is the k-th smallest of the minima of the lanes, each of which is another row's, or where k is more than the
    number of lanes, of those of all chunks.
    """
    for place in range(k):
        room.nearest[place] = np.inf
    if k <= N_LANES:
        for lane in range(N_LANES):
            _keep_smallest(room.nearest, k, np.float64(room.lowest[lane]))
    else:
        for q in range(n // CHUNK * N_LANES):
            _keep_smallest(room.nearest, k, np.float64(room.minima[q]))
    return room.nearest[k - 1]


@hot_piece
def _keep_smallest(nearest, k, distance):
    """Sort a distance into the k smallest so far."""
    place = k - 1
    if distance < nearest[place]:
        while place > 0 and nearest[place - 1] > distance:
            nearest[place] = nearest[place - 1]
            place -= 1
        nearest[place] = distance


@piece
def _gather(n, n_known, own, limit, room):
    """Count and list the known rows, but for the row itself, whose rough distance is not above the limit."""
    n_found = 0
    for lane in range(N_LANES):
        if room.lowest[lane] <= limit:
            for chunk in range(n // CHUNK):
                if room.minima[chunk * N_LANES + lane] <= limit:
                    first = chunk * CHUNK + lane
                    for j in range(first, first + CHUNK, N_LANES):
                        if room.sums[j] <= limit and j < n_known and j != own:
                            room.found[n_found] = j
                            n_found += 1
    return n_found


@piece
def _narrow(n_found, k, doubt, room):
    """Keep of the rows that were found those that may be among the k nearest."""
    for place in range(k):
        room.nearest[place] = np.inf
    for c in range(n_found):
        _keep_smallest(room.nearest, k, np.float64(room.sums[room.found[c]]))
    limit, n_kept = room.nearest[k - 1] + doubt, 0
    for c in range(n_found):
        if room.sums[room.found[c]] <= limit:
            room.found[n_kept] = room.found[c]
            n_kept += 1
    return n_kept


@piece
def _rank(n_found, k, room):
    """Put the k nearest first; of rows at the same distance the first is the nearer."""
    found, exact = room.found, room.exact
    for place in range(k):
        least, best = np.inf, -1
        for c in range(place, n_found):
            least = min(least, exact[c])
        for c in range(place, n_found):
            if exact[c] <= least * (1.0 + TIED) and (best < 0 or found[c] < found[best]):
                best = c
        found[place], found[best] = found[best], found[place]
        exact[place], exact[best] = exact[best], exact[place]


@piece
def _vote(voters, room):
    """The class with the most weight among the first k rows found, and whether another one has as much.

    Of equal ones it is that of the first row.
    """
    votes, tied = room.votes, False
    for label in range(voters.n_classes):
        votes[label] = 0.0
    for place in range(voters.k):
        votes[voters.labels[room.found[place]]] += voters.weights[room.found[place]]
    winner = voters.labels[room.found[0]]
    for place in range(1, voters.k):
        label = voters.labels[room.found[place]]
        if votes[label] > votes[winner] * (1.0 + TIED):
            winner, tied = label, False
        elif label != winner and votes[label] >= votes[winner] * (1.0 - TIED):
            tied = True
    return winner, tied


@piece
def _find_candidates(i, own, k, n_added, tables, room):
    """Count and list the rows that may be among the k nearest to row i, whose rough distances are in the room."""
    # Values, differences and squares are rounded, which is 16 times the share at most; then every sum.
    doubt = (2.0 * (16 + n_added) * _ROUGH + TIED) * tables.reach[i]
    n_found = _gather(tables.n_padded, tables.n_known, own, _bound(tables.n_padded, k, room) + doubt, room)
    if n_found < k:  # rough distances that have overflowed say nothing
        n_found = 0
        for j in range(tables.n_known):
            if j != own:
                room.found[n_found] = j
                n_found += 1
    elif k > 1:
        n_found = _narrow(n_found, k, doubt, room)
    return n_found


@piece
def _order(i, n_found, k, chosen, n_chosen, tables, room):
    """Put the k nearest of the rows found first, by exact distances."""
    for c in range(n_found):
        total = 0.0
        for place in range(n_chosen):
            apart = _compare(tables, i, room.found[c], chosen[place])
            total += apart * apart
        room.exact[c] = total
    _rank(n_found, k, room)


@piece
def _answer(i, own, chosen, n_chosen, n_added, tables, voters, room):
    """The class of row i, whose rough distances are in the room."""
    n_found = _find_candidates(i, own, voters.k, n_added, tables, room)
    if n_found == voters.k:
        winner, tied = _vote(voters, room)
        if not tied:
            return winner
    _order(i, n_found, voters.k, chosen, n_chosen, tables, room)
    return _vote(voters, room)[0]


@piece
def _add_features(i, own, chosen, n_chosen, tables, room):
    """Rough distances of row i through the chosen features, into the room."""
    for j in range(tables.n_padded):
        room.sums[j] = 0.0 if j < tables.n_known and j != own else np.inf
    for place in range(n_chosen):
        _add_feature(room.sums, 0, chosen[place], i, np.float32(1.0), tables, room.sums, 0, room)


@kernel(types.void(float32[:, ::1], int64, boolean, _TABLES))
def flip_feature(distances, f, adds, arrays):
    """Add the squared differences of feature f to the rough distances, or take them away."""
    tables = _open_tables(arrays)
    n = tables.n_padded
    apart, minima, lowest = np.zeros(n, np.float32), np.empty(n, np.float32), np.empty(N_LANES, np.float32)
    unused, codes = np.empty(1), np.empty(1, np.int64)
    room = Room(
        pointer(apart), pointer(apart), pointer(minima), pointer(lowest), pointer(unused), pointer(codes),
        pointer(unused), pointer(unused),
    )  # fmt: skip
    everything, sign = pointer(distances), np.float32(1.0 if adds else -1.0)
    for i in range(tables.n_asked):
        _add_feature(everything, i * n, f, i, sign, tables, everything, i * n, room)
    keep((apart, minima, lowest, unused, codes))


@kernel(
    int64(
        rows(float32), flat(int64), flat(boolean), int64, flat(int64), _TABLES, _VOTERS, flat(int64), flat(float64),
        flat(int64), float64, int64[::1],
    )
)  # fmt: skip
def find_flip(
    distances, features, mask, n_added, own, arrays, asked_voters, truth, row_weights, order, limit, answers
):
    """Flip one of the features after the other until the answers have less than the weight `limit` of wrong ones.

    The answers are the classes of the rows after that flip, and its place among the features is returned, or -1 where
    there is none. A flip is given up as soon as too much is wrong, and one that would leave no feature is not tried.
    Mask and rough distances stay as they are. `n_added` says how often the distances have been added to, `own` where a
    row stands among the known ones (-1: it does not), and `order` which rows are asked about first.
    """
    tables, voters = _open_tables(arrays), _open_voters(asked_voters)
    n = tables.n_padded
    apart, sums, minima = np.zeros(n, np.float32), np.empty(n, np.float32), np.empty(n, np.float32)
    lowest, nearest, votes = np.empty(N_LANES, np.float32), np.empty(voters.k), np.empty(voters.n_classes)
    found, exact, chosen = np.empty(n, np.int64), np.empty(n), np.empty(mask.size, np.int64)
    room = Room(
        pointer(apart), pointer(sums), pointer(minima), pointer(lowest), pointer(nearest), pointer(found),
        pointer(exact), pointer(votes),
    )  # fmt: skip
    everything, selected = pointer(distances), pointer(chosen)
    for turn in range(features.size):
        f, n_chosen, wrong = features[turn], 0, 0.0
        for g in range(mask.size):
            if mask[g] != (g == f):
                chosen[n_chosen] = g
                n_chosen += 1
        if n_chosen == 0:
            continue
        sign = np.float32(-1.0 if mask[f] else 1.0)
        for place in range(tables.n_asked):
            i = order[place]
            _add_feature(everything, i * n, f, i, sign, tables, room.sums, 0, room)
            answers[i] = _answer(i, own[i], selected, n_chosen, n_added + 1, tables, voters, room)
            if answers[i] != truth[i]:
                wrong += row_weights[i]
                if wrong >= limit:
                    break
        if wrong < limit:
            return turn
    keep((apart, sums, minima, lowest, nearest, votes, found, exact, chosen))
    return -1


@kernel(types.void(flat(int64), flat(int64), _TABLES, _VOTERS, int64[::1]))
def answer_mask(chosen, own, arrays, asked_voters, answers):
    """The class of each row through the chosen features, at least one; no distances are kept."""
    tables, voters = _open_tables(arrays), _open_voters(asked_voters)
    n = tables.n_padded
    apart, sums, minima = np.zeros(n, np.float32), np.empty(n, np.float32), np.empty(n, np.float32)
    lowest, nearest, votes = np.empty(N_LANES, np.float32), np.empty(voters.k), np.empty(voters.n_classes)
    found, exact = np.empty(n, np.int64), np.empty(n)
    room = Room(
        pointer(apart), pointer(sums), pointer(minima), pointer(lowest), pointer(nearest), pointer(found),
        pointer(exact), pointer(votes),
    )  # fmt: skip
    selected = pointer(chosen)
    for i in range(tables.n_asked):
        _add_features(i, own[i], selected, chosen.size, tables, room)
        answers[i] = _answer(i, own[i], selected, chosen.size, chosen.size, tables, voters, room)
    keep((apart, sums, minima, lowest, nearest, votes, found, exact))


@kernel(types.void(flat(int64), flat(int64), _TABLES, int64[:, ::1]))
def list_nearest(chosen, own, arrays, nearest):
    """The rows nearest to each row through the chosen features, at least one, into the lines of `nearest`."""
    tables = _open_tables(arrays)
    n, k = tables.n_padded, nearest.shape[1]
    apart, sums, minima = np.zeros(n, np.float32), np.empty(n, np.float32), np.empty(n, np.float32)
    lowest, smallest = np.empty(N_LANES, np.float32), np.empty(k)
    found, exact = np.empty(n, np.int64), np.empty(n)
    room = Room(
        pointer(apart), pointer(sums), pointer(minima), pointer(lowest), pointer(smallest), pointer(found),
        pointer(exact), pointer(exact),
    )  # fmt: skip
    selected = pointer(chosen)
    for i in range(tables.n_asked):
        _add_features(i, own[i], selected, chosen.size, tables, room)
        n_found = _find_candidates(i, own[i], k, chosen.size, tables, room)
        _order(i, n_found, k, selected, chosen.size, tables, room)
        for place in range(k):
            nearest[i, place] = found[place]
    keep((apart, sums, minima, lowest, smallest, found, exact))
