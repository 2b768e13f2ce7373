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
from numba import boolean, float32, float64, int64, types
from numpy.typing import NDArray

from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.compilation import flat, inlined_piece, kernel, piece
from hedgerow._kernels.lanes import N_LANES, load_lanes, pick, spread, store_lanes
from hedgerow._kernels.workspace import Workspace

CHUNK = 64  # known rows in a chunk, in whose lanes the nearest row is looked for
PLAIN, GAPPED, CATEGORY = 0, 1, 2  # numbers; numbers some of which are missing; categories
TIED = 1e-12  # share by which equal distances may differ when they are sums of other terms
_ROUGH = 2.0**-24  # what rounding to single precision changes, as a share


class ComparedRows(NamedTuple):
    """The rows that are compared (buffers).

    Rough columns (one line a feature) and exact rows, of the rows asked about and of the known ones; beside the exact
    values the differences to expect where the other value is missing.
    """

    rough_asked: NDArray[np.float32]
    rough_known: NDArray[np.float32]
    asked: NDArray[np.float64]
    asked_expected: NDArray[np.float64]
    known: NDArray[np.float64]
    known_expected: NDArray[np.float64]
    kinds: NDArray[np.int8]
    reach: NDArray[np.float64]  # the largest squared distance that there could be from a row
    n_asked: int
    n_known: int
    n_padded: int
    n_features: int


class NeighbourVotes(NamedTuple):
    """Classes and weights of the known rows (buffers), and how many neighbours vote."""

    labels: NDArray[np.int64]
    weights: NDArray[np.float64]
    n_classes: int
    k: int


class NeighbourSearch(NamedTuple):
    """What the search for the nearest rows works in (buffers)."""

    apart: NDArray[np.float32]  # differences of one row from all known ones in one feature
    sums: NDArray[np.float32]  # its rough distances
    minima: NDArray[np.float32]
    lowest: NDArray[np.float32]  # the smallest of each lane
    nearest: NDArray[np.float64]  # the k smallest rough distances
    found: NDArray[np.int64]  # rows that may be the nearest
    exact: NDArray[np.float64]  # and their distances
    votes: NDArray[np.float64]
    chosen: NDArray[np.int64]  # the features of the mask


ROWS = Workspace(ComparedRows)
VOTES = Workspace(NeighbourVotes)
SEARCH = Workspace(NeighbourSearch)


def make_rows(
    rough_asked: Any, rough_known: Any, asked: Any, asked_expected: Any, known: Any, known_expected: Any, kinds: Any,
    reach: Any,
) -> Any:  # fmt: skip
    """Put together what is compared, and check that it fits; see `ComparedRows`."""
    (n_asked, n_features), (n_known, n_padded) = asked.shape, (len(known), rough_known.shape[1])
    shapes = {
        "rough_asked": (rough_asked, (n_features, n_asked)),
        "rough_known": (rough_known, (n_features, n_padded)),
        "asked_expected": (asked_expected, asked.shape),
        "known": (known, (n_known, n_features)),
        "known_expected": (known_expected, known.shape),
        "kinds": (kinds, (n_features,)),
        "reach": (reach, (n_asked,)),
    }
    for name, (array, shape) in shapes.items():
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape}; expected {shape}")
    if n_padded % CHUNK or n_padded < n_known:
        raise ValueError(f"{n_known} rows are padded to {n_padded}; that are no whole chunks of {CHUNK}")
    arrays = {name: array for name, (array, _) in shapes.items()}
    return ROWS.allocate(
        asked=asked, **arrays, n_asked=n_asked, n_known=n_known, n_padded=n_padded, n_features=n_features
    )


def make_search(rows: ComparedRows, k: int, n_classes: int = 1) -> Any:
    """Make what the search for the k nearest rows, and a vote among so many classes, work in."""
    n = rows.n_padded
    return SEARCH.allocate(
        apart=n, sums=n, minima=n, lowest=N_LANES, nearest=k, found=n, exact=n, votes=n_classes,
        chosen=rows.n_features,
    )  # fmt: skip


@inlined_piece
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


@inlined_piece
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


@inlined_piece
def _add_feature(distances, start, f, i, sign, tables, sums, into, search):
    """Rough distances of row i after a flip of feature f, into `sums`."""
    n = tables.n_padded
    if tables.kinds[f] == PLAIN:
        column, place, value = tables.rough_known, f * n, tables.rough_asked[f * tables.n_asked + i]
    else:
        for j in range(tables.n_known):
            search.apart[j] = _compare(tables, i, j, f)
        column, place, value = search.apart, 0, np.float32(0.0)
    _add_squares(distances, start, column, place, value, sign, n, sums, into, search.minima, search.lowest)


@piece
def _bound(n, k, search):
    """A distance that at least k rough ones do not exceed; for k = 1 it is the smallest.

    It is the k-th smallest of the minima of the lanes, each of which is another row's, or where k is more than the
    number of lanes, of those of all chunks.
    """
    for place in range(k):
        search.nearest[place] = np.inf
    if k <= N_LANES:
        for lane in range(N_LANES):
            _keep_smallest(search.nearest, k, np.float64(search.lowest[lane]))
    else:
        for q in range(n // CHUNK * N_LANES):
            _keep_smallest(search.nearest, k, np.float64(search.minima[q]))
    return search.nearest[k - 1]


@inlined_piece
def _keep_smallest(nearest, k, distance):
    """Sort a distance into the k smallest so far."""
    place = k - 1
    if distance < nearest[place]:
        while place > 0 and nearest[place - 1] > distance:
            nearest[place] = nearest[place - 1]
            place -= 1
        nearest[place] = distance


@piece
def _gather(n, n_known, own, limit, search):
    """Count and list the known rows, but for the row itself, whose rough distance is not above the limit."""
    n_found = 0
    for lane in range(N_LANES):
        if search.lowest[lane] <= limit:
            for chunk in range(n // CHUNK):
                if search.minima[chunk * N_LANES + lane] <= limit:
                    first = chunk * CHUNK + lane
                    for j in range(first, first + CHUNK, N_LANES):
                        if search.sums[j] <= limit and j < n_known and j != own:
                            search.found[n_found] = j
                            n_found += 1
    return n_found


@piece
def _narrow(n_found, k, doubt, search):
    """Keep of the rows that were found those that may be among the k nearest."""
    for place in range(k):
        search.nearest[place] = np.inf
    for c in range(n_found):
        _keep_smallest(search.nearest, k, np.float64(search.sums[search.found[c]]))
    limit, n_kept = search.nearest[k - 1] + doubt, 0
    for c in range(n_found):
        if search.sums[search.found[c]] <= limit:
            search.found[n_kept] = search.found[c]
            n_kept += 1
    return n_kept


@piece
def _rank(n_found, k, search):
    """Put the k nearest first; of rows at the same distance the first is the nearer."""
    found, exact = search.found, search.exact
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
def _vote(voters, search):
    """The class with the most weight among the first k rows found, and whether another one has as much.

    Of equal ones it is that of the first row.
    """
    votes, tied = search.votes, False
    for label in range(voters.n_classes):
        votes[label] = 0.0
    for place in range(voters.k):
        votes[voters.labels[search.found[place]]] += voters.weights[search.found[place]]
    winner = voters.labels[search.found[0]]
    for place in range(1, voters.k):
        label = voters.labels[search.found[place]]
        if votes[label] > votes[winner] * (1.0 + TIED):
            winner, tied = label, False
        elif label != winner and votes[label] >= votes[winner] * (1.0 - TIED):
            tied = True
    return winner, tied


@piece
def _find_candidates(i, own, k, n_added, tables, search):
    """Count and list the rows that may be among the k nearest to row i, whose rough distances are in the search."""
    # Values, differences and squares are rounded, which is 16 times the share at most; then every sum.
    doubt = (2.0 * (16 + n_added) * _ROUGH + TIED) * tables.reach[i]
    n_found = _gather(
        tables.n_padded, tables.n_known, own, _bound(tables.n_padded, k, search) + doubt, search
    )
    if n_found < k:  # rough distances that have overflowed say nothing
        n_found = 0
        for j in range(tables.n_known):
            if j != own:
                search.found[n_found] = j
                n_found += 1
    elif k > 1:
        n_found = _narrow(n_found, k, doubt, search)
    return n_found


@piece
def _order(i, n_found, k, chosen, n_chosen, tables, search):
    """Put the k nearest of the rows found first, by exact distances."""
    for c in range(n_found):
        total = 0.0
        for place in range(n_chosen):
            apart = _compare(tables, i, search.found[c], chosen[place])
            total += apart * apart
        search.exact[c] = total
    _rank(n_found, k, search)


@piece
def _answer(i, own, chosen, n_chosen, n_added, tables, voters, search):
    """The class of row i, whose rough distances are in the search."""
    n_found = _find_candidates(i, own, voters.k, n_added, tables, search)
    if n_found == voters.k:
        winner, tied = _vote(voters, search)
        if not tied:
            return winner
    _order(i, n_found, voters.k, chosen, n_chosen, tables, search)
    return _vote(voters, search)[0]


@piece
def _add_features(i, own, chosen, n_chosen, tables, search):
    """Rough distances of row i through the chosen features, into `search`."""
    for j in range(tables.n_padded):
        search.sums[j] = 0.0 if j < tables.n_known and j != own else np.inf
    for place in range(n_chosen):
        _add_feature(search.sums, 0, chosen[place], i, np.float32(1.0), tables, search.sums, 0, search)


@kernel(types.void(buffer(float32), int64, boolean, ROWS.type, SEARCH.type))
def flip_feature(distances, f, adds, tables, search):
    """Add the squared differences of feature f to the rough distances, or take them away."""
    sign = np.float32(1.0 if adds else -1.0)
    for i in range(tables.n_asked):
        first = i * tables.n_padded
        _add_feature(distances, first, f, i, sign, tables, distances, first, search)


@kernel(
    int64(
        buffer(float32), flat(int64), flat(boolean), int64, flat(int64), ROWS.type, VOTES.type, flat(int64),
        flat(float64), flat(int64), float64, int64[::1], SEARCH.type,
    )
)  # fmt: skip
def find_flip(
    distances, features, mask, n_added, own, tables, voters, truth, row_weights, order, limit, answers, search
):
    """Flip one of the features after the other until the answers have less than the weight `limit` of wrong ones.

    The answers are the classes of the rows after that flip, and its place among the features is returned, or -1 where
    there is none. A flip is given up as soon as too much is wrong, and one that would leave no feature is not tried.
    Mask and rough distances stay as they are. `n_added` says how often the distances have been added to, `own` where a
    row stands among the known ones (-1: it does not), and `order` which rows are asked about first.
    """
    for turn in range(features.size):
        f, n_chosen, wrong = features[turn], 0, 0.0
        for g in range(mask.size):
            if mask[g] != (g == f):
                search.chosen[n_chosen] = g
                n_chosen += 1
        if n_chosen == 0:
            continue
        sign = np.float32(-1.0 if mask[f] else 1.0)
        for place in range(tables.n_asked):
            i = order[place]
            _add_feature(distances, i * tables.n_padded, f, i, sign, tables, search.sums, 0, search)
            answers[i] = _answer(i, own[i], search.chosen, n_chosen, n_added + 1, tables, voters, search)
            if answers[i] != truth[i]:
                wrong += row_weights[i]
                if wrong >= limit:
                    break
        if wrong < limit:
            return turn
    return -1


@kernel(types.void(buffer(int64), int64, flat(int64), ROWS.type, VOTES.type, int64[::1], SEARCH.type))
def answer_mask(chosen, n_chosen, own, tables, voters, answers, search):
    """The class of each row through the chosen features, at least one; no distances are kept."""
    for i in range(tables.n_asked):
        _add_features(i, own[i], chosen, n_chosen, tables, search)
        answers[i] = _answer(i, own[i], chosen, n_chosen, n_chosen, tables, voters, search)


@kernel(types.void(buffer(int64), int64, flat(int64), ROWS.type, int64[:, ::1], SEARCH.type))
def list_nearest(chosen, n_chosen, own, tables, nearest, search):
    """The rows nearest to each row through the chosen features, at least one, into the lines of `nearest`."""
    k = nearest.shape[1]
    for i in range(tables.n_asked):
        _add_features(i, own[i], chosen, n_chosen, tables, search)
        n_found = _find_candidates(i, own[i], k, n_chosen, tables, search)
        _order(i, n_found, k, chosen, n_chosen, tables, search)
        for place in range(k):
            nearest[i, place] = search.found[place]
