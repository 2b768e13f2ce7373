"""Several targets at once: what a node holds of each, and how good a cut of it is for all of them together.

The impurity of a node is the mean over the targets. Values are vectors, eight targets in the lanes of one register:

    values  | row 0: targets 0 - 7 | targets 8 - . | row 1: targets 0 - 7 | ...      filled up with zeros

Classes of all targets stand side by side, so a row has one class in each of the stretches, and a node one weight for
each class. A *line* is such a sum over rows: of weighted values about the node's mean, or of class weights.

Where weights are small, four classes share a word of 64 bits, so a register counts 32 classes at once:

    words   | row 0: classes 0 - 3 | classes 4 - 7 | ... | row 1: ...                 1 for each class that a row has

Otherwise, the Gini index of two classes is the variance of a value that is sqrt(1/2) for one and -sqrt(1/2) for the
other. Where there are many such targets, eight values in a register are added sooner than as many class weights are
counted, so nodes hold class weights, and cuts are scored by values.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hedgerow._kernels.buffers import skip
from hedgerow._kernels.compilation import inlined_piece, piece
from hedgerow._kernels.histograms import clear
from hedgerow._kernels.impurity import x_log_x
from hedgerow._kernels.lanes import (
    N_LANES,
    any_lane,
    load_lanes,
    pick,
    spread,
    store_lanes,
    sum_lanes,
)
from hedgerow._kernels.records import (
    BEST,
    ENTROPY,
    GINI,
    LEFT,
    RANDOM,
    ROUNDING,
    SQUARED_ERROR,
    TOTAL,
    ZERO,
    Rules,
)
from hedgerow._kernels.workspace import Workspace

_RELATIVE_ROUNDING = 1e-12
_WORTHWHILE, _MOST_PAIRS = 8, 1 << 22  # weight per row, and entries, up to which a table of pairs pays
_MOST_CLASSES = 1 << 16
_COUNTS = 4 * N_LANES  # classes that a register counts
_MOST_COUNTED = 1 << 15  # weight of which 16 bits hold any part, and
_MOST_MATCHED = 1 << 31  # products of such weights that a half of a word holds
_MOST_SPARE = (
    16  # classes of a target beyond which counting them all takes longer than counting those of a row
)
MOST_LANED = 2048  # rows of a node that is sorted by a network, and walked along all lanes at once
HEAVY = 64  # weight of a row from which few nodes are light enough to be counted in words
BEFORE, PERFECT, SQUARES = range(3)  # places of `SeveralTargets.scale`


class SeveralTargets(NamedTuple):
    """The targets of all rows, and what the search for a node's cut works in (buffers). One target has none of it."""

    values: NDArray[np.float64]  # (row, part, lane); or empty
    labels: NDArray[np.uint16]  # (row, target): its class among those of all targets; or empty
    words: NDArray[np.int64]  # (row, word): 1 in the 16 bits of each of its classes; or empty
    moments: NDArray[np.float64]  # (position, part, lane): weighted values about the node's mean
    counts: NDArray[np.int64]  # (position, word): words, times the row's weight
    tags: NDArray[np.int64]  # (position): `shared` times the row's weight, and behind it the weight
    total: NDArray[np.int64]  # (word): class weights of the node
    marks: NDArray[np.uint16]  # (position, target): the labels of the node's rows
    whole: NDArray[np.float64]  # line of the node; zeros where moments are about its mean
    left: NDArray[np.float64]  # line of what lies left of the cut
    absent: NDArray[np.float64]  # line of the rows with missing values
    bins: NDArray[np.float64]  # (category, column): a line for each category
    squares: NDArray[np.float64]  # (position) or (position, lane): of the line that ends there, summed
    shared: NDArray[np.float64]  # (position): weight in the node of the row's classes
    places: NDArray[np.uint32]  # the node's rows in the order of a feature's codes: their positions,
    codes: NDArray[np.uint16]  # and the codes
    pairs: NDArray[np.float64]  # what a class contributes on both sides of a cut, by its weight on the left
    spots: NDArray[np.int64]  # (column): where the weight on the left is in `pairs`
    scale: NDArray[np.float64]  # the node's score, that of a split into pure sides, its squared class weights
    n_rows: int
    n_targets: int  # 0 where there is one target only, or none
    n_columns: int  # of a line: targets, or classes of all targets
    n_parts: int  # 0 for classes
    n_words: int  # of a row, a multiple of a register's; 0 where there are none
    has_values: int  # whether cuts are scored by values,
    has_labels: int  # and whether nodes hold class weights
    n_pairs: int  # entries that there is room for
    width: int  # of a line


class TargetLines(NamedTuple):
    """Several targets of all rows, as Python hands them over."""

    lines: Any  # values as `lay_out_values` makes them; or labels of 16 bits (row, target) among the classes of all
    n_columns: int  # how many targets they are, or how many classes
    words: Any = None  # labels as `lay_out_classes` makes them; None where they are counted one by one
    pairs: Any = None  # values that stand for labels of two classes; None where these are counted


SEVERAL = Workspace(SeveralTargets)
ONE, VALUES, CLASSES, PAIRED = range(4)


def know_several(kind: int) -> Any:
    """The type of the record where a kernel is for one target, or for several: values, classes, or pairs of classes."""
    if kind == ONE:
        return SEVERAL.type.knowing(n_targets=0)
    return SEVERAL.type.knowing(has_values=int(kind != CLASSES), has_labels=int(kind != VALUES))


def tell_kind(several: Any) -> int:
    """Which kernel a record needs.

    Parameters
    ----------
    several : SeveralTargets
        As `allocate_several` makes it.
    """
    if several.n_targets == 0:
        return ONE
    return (PAIRED if several.has_labels else VALUES) if several.has_values else CLASSES


def lay_out_values(targets: Any) -> Any:
    """Values of several targets as kernels read them: eight targets side by side, and zeros where there are fewer.

    Parameters
    ----------
    targets : ndarray of shape (n_rows, n_targets)
        Values.
    """
    n_rows, n_targets = targets.shape
    values = np.zeros((n_rows, -(-n_targets // N_LANES), N_LANES))
    values.reshape(n_rows, -1)[:, :n_targets] = targets
    return values


def lay_out_classes(labels: Any, n_columns: Any) -> Any:
    """Classes of several targets as kernels count them: 16 bits for each, which are 1 where a row has it.

    Parameters
    ----------
    labels : ndarray of shape (n_rows, n_targets)
        Classes among those of all targets.
    n_columns : int
        How many those are.
    """
    width = -(-n_columns // _COUNTS) * _COUNTS
    words = np.zeros((len(labels), width), np.uint16)
    np.put_along_axis(words, labels.astype(np.int64), 1, axis=1)
    return words.astype("<u2", copy=False).view("<i8").astype(np.int64, copy=False)


def pair_classes(labels: Any, n_classes: Any) -> Any:
    """Values that stand for two classes each, as `lay_out_values` makes them; None where counting takes no longer.

    Parameters
    ----------
    labels : ndarray of shape (n_rows, n_targets)
        Classes among those of all targets.
    n_classes : tuple of int
        Number of classes of each target.
    """
    n_parts = -(-len(n_classes) // N_LANES)
    if max(n_classes) > 2 or 3 * n_parts > len(n_classes):
        return None
    second = labels - np.concatenate([[0], np.cumsum(n_classes)[:-1]])
    return lay_out_values(np.where(second > 0, math.sqrt(0.5), -math.sqrt(0.5)))


def is_counted_in_words(n_targets: Any, n_columns: Any) -> bool:
    """Whether counting all classes at once takes less time than counting those of a row.

    Parameters
    ----------
    n_targets, n_columns : int
        Number of targets, and of classes of all of them.
    """
    return bool(n_columns <= _MOST_SPARE * n_targets)


def allocate_several(n_rows: int, n_categories: int, targets: TargetLines | None, table_size: int) -> Any:
    """Make what several targets need; nothing where there is one only.

    Parameters
    ----------
    n_rows : int
        Rows of the table.
    n_categories : int
        Most categories of a feature.
    targets : TargetLines or None
        The targets; None for one target.
    table_size : int
        Entries of the table of logarithms.
    """
    if targets is None:
        return SEVERAL.allocate(**dict.fromkeys(SeveralTargets._fields, 0))
    lines, n_columns, words, pairs = targets
    has_labels, values = lines.ndim == 2, pairs if lines.ndim == 2 else lines
    has_values, n_targets = values is not None, lines.shape[1] if has_labels else n_columns
    n_parts = values.shape[1] if has_values else 0
    n_words = 0 if has_values or words is None else words.shape[1]
    n_labels = 0 if has_values else n_rows
    n_laned = min(n_rows, MOST_LANED) + N_LANES
    n_scanned = n_targets if has_values else n_columns
    width = -(-max(n_parts * N_LANES, n_columns) // N_LANES) * N_LANES
    n_pairs = 0 if has_values else min(n_targets * table_size, _MOST_PAIRS) + n_columns
    return SEVERAL.allocate(
        values=values if has_values else 0, labels=lines if has_labels else 0, words=words if n_words else 0,
        moments=n_parts * n_rows * N_LANES, counts=n_words * n_laned, tags=n_laned if n_words else 0, total=n_words,
        marks=n_labels * n_targets, whole=width, left=width, absent=width, bins=n_categories * width,
        squares=max(n_rows, n_laned * N_LANES), shared=n_labels, places=n_rows + N_LANES, codes=n_rows + 1,
        pairs=n_pairs, spots=n_columns, scale=3, n_rows=n_rows, n_targets=n_targets,
        n_columns=n_scanned, n_parts=n_parts, n_words=n_words, has_values=has_values, has_labels=has_labels,
        n_pairs=n_pairs, width=width,
    )  # fmt: skip


def check_several(targets: TargetLines | None, n_rows: int, rules: Rules) -> None:
    """Refuse several targets that would make the kernel read outside its arrays.

    Parameters
    ----------
    targets : TargetLines or None
        As in `allocate_several`.
    n_rows : int
        Rows of the table.
    rules : Rules
        How trees grow.
    """
    if targets is None:
        return
    lines, n_columns, words, pairs = targets
    criteria: tuple[int, ...]
    if lines.ndim == 3:
        criteria, fits = (SQUARED_ERROR,), lines.shape == (n_rows, -(-n_columns // N_LANES), N_LANES)
    else:
        fits = lines.shape == (n_rows, lines.shape[-1]) and 0 < lines.shape[1] <= n_columns <= _MOST_CLASSES
        criteria = (ENTROPY, GINI)
    if words is not None:
        fits &= lines.ndim == 2 and words.shape == (n_rows, -(-n_columns // _COUNTS) * N_LANES)
    if pairs is not None:
        fits &= lines.ndim == 2 and rules.criterion == GINI
        fits &= pairs.shape == (n_rows, -(-lines.shape[1] // N_LANES), N_LANES)
    if not fits or n_columns < 1:
        raise ValueError(f"several targets have shape {lines.shape}; the table has {n_rows} rows")
    if lines.ndim == 2 and not lines.max(initial=0) < n_columns:
        raise ValueError(f"labels must lie in 0, ..., {n_columns - 1}")
    known = rules.criterion in criteria and rules.split in (BEST, RANDOM) and rules.n_classes == 0
    if not known or rules.description_length or rules.exhaustive or rules.note_first:
        raise ValueError("several targets have no such splits")


@piece
def _add_values(work, several, values, start, n):
    """Write the node's weight, the mean of each target and the mean of their variances; whether any target varies."""
    weight, spread_out, impure, means, step = ZERO, 0.0, False, several.left, several.n_parts * N_LANES
    for i in range(start, start + n):
        weight += work.payload[i]
    whole, zero = spread(np.float64(weight)), spread(0.0)
    for part in range(0, step, N_LANES):
        one = load_lanes(several.values, np.int64(work.rows[start]) * step + part)
        total, squares, same = zero, zero, spread(1.0)
        for i in range(start, start + n):
            target = load_lanes(several.values, np.int64(work.rows[i]) * step + part)
            amount = target * spread(np.float64(work.payload[i]))
            total, squares = total + amount, squares + amount * target
            same = pick(target == one, same, zero)
        varies = same == zero
        mean = pick(varies, total / whole, one)
        variance = pick(varies, squares / whole - mean * mean, zero)
        spread_out += sum_lanes(pick(zero < variance, variance, zero))
        impure |= any_lane(varies)
        store_lanes(means, ZERO + part, mean)
    values_of_node = several.n_targets
    values[0], values[values_of_node + 1] = weight, spread_out / several.n_targets
    for t in range(several.n_targets):
        values[1 + t] = means[t]
    return impure


@piece
def counts_in_words(several, rules, weight):
    """Whether counts of 16 bits hold all class weights of a node, and half words their products."""
    is_light = weight < _MOST_COUNTED and several.n_targets * weight * weight < _MOST_MATCHED
    return several.n_words > 0 and rules.criterion == GINI and is_light


@inlined_piece
def _add_words(work, several, start, n):
    """Add up the class weights of a node in `total`, 32 at a time."""
    for word in range(0, several.n_words, N_LANES):
        total = spread(ZERO)
        for i in range(start, start + n):
            row = load_lanes(several.words, np.int64(work.rows[i]) * several.n_words + word)
            total = total + row * spread(work.payload[i])
        store_lanes(several.total, ZERO + word, total)


@piece
def _add_labels(work, several, start, n):
    """Add up the weight of each class of each target in `whole`."""
    n_targets, weight, whole = several.n_targets, ZERO, several.whole
    for i in range(start, start + n):
        weight += work.payload[i]
    if several.n_words > 0 and weight < _MOST_COUNTED:
        _add_words(work, several, start, n)
        for k in range(several.n_columns):
            whole[k] = (several.total[k >> 2] >> ((k & 3) << 4)) & 0xFFFF
        return
    clear(whole, ZERO, several.width)
    for i in range(start, start + n):
        amount, first = np.float64(work.payload[i]), np.int64(work.rows[i]) * n_targets
        for t in range(n_targets):
            whole[several.labels[first + t]] += amount


@inlined_piece
def _write_weights(several, values, n_values):
    """Write down all class weights; return how many are there."""
    n_present = ZERO
    for k in range(n_values):
        weight = several.whole[k]
        values[k] = weight
        n_present += weight > 0.0
    return n_present


@inlined_piece
def _list_weights(several, trees, node):
    """List the classes that a node has, in order, and the weight of each; return how many they are."""
    first, n_present = trees.ends[node], ZERO
    for k in range(trees.n_values):
        weight = several.whole[k]
        trees.classes[first + n_present], trees.values[first + n_present] = k, weight
        n_present += weight > 0.0
    trees.ends[node + 1] = first + n_present
    return n_present


@piece
def add_several(work, several, trees, node, start, n):
    """Record what a node holds of each target; return whether it is impure.

    values  | weight | mean of each target | mean variance |     or | weight of each class of each target |
    """
    n_values = trees.n_values
    values = skip(trees.values, ZERO if trees.is_listed else node * n_values)
    if several.has_labels:
        _add_labels(work, several, start, n)
        if trees.is_listed:
            return _list_weights(several, trees, node) > several.n_targets
        return _write_weights(several, values, n_values) > several.n_targets
    for k in range(n_values if n == 0 else ZERO):
        values[k] = 0.0
    return _add_values(work, several, values, start, n) if n > 0 else False


@piece
def _load_moments(work, several, start, n):
    """Bring the weighted values of the node's rows together, about the node's mean."""
    whole, step = spread(np.float64(work.weights[TOTAL])), several.n_parts * N_LANES
    for part in range(0, step, N_LANES):
        total = spread(0.0)
        for i in range(n):
            target = load_lanes(several.values, np.int64(work.rows[start + i]) * step + part)
            amount = target * spread(np.float64(work.payload[start + i]))
            total = total + amount
            store_lanes(several.moments, i * step + part, amount)
        mean = total / whole
        for i in range(n):
            amount = load_lanes(several.moments, i * step + part)
            amount = amount - mean * spread(np.float64(work.payload[start + i]))
            store_lanes(several.moments, i * step + part, amount)
        store_lanes(several.whole, ZERO + part, spread(0.0))


@piece
def load_marks(work, several, start, n):
    """Bring the labels of the node's rows together, with the weight that their classes have in the node."""
    n_targets = several.n_targets
    for i in range(n):
        first, weight = np.int64(work.rows[start + i]) * n_targets, 0.0
        for t in range(n_targets):
            label = several.labels[first + t]
            several.marks[i * n_targets + t] = label
            weight += several.whole[label]
        several.shared[i] = weight


@inlined_piece
def _load_whole(several, trees, node):
    """Write out the class weights of a node."""
    if not trees.is_listed:
        for k in range(trees.n_values):
            several.whole[k] = trees.values[node * trees.n_values + k]
        return
    clear(several.whole, ZERO, several.width)
    for place in range(trees.ends[node], trees.ends[node + 1]):
        several.whole[np.int64(trees.classes[place])] = trees.values[place]


@inlined_piece
def _note_scale(work, several, rules, squares):
    """Note the score of no split, the score of a perfect one, and by how much equal scores may differ."""
    whole, n_targets, before = np.float64(work.weights[TOTAL]), float(several.n_targets), 0.0
    rounding, perfect = _RELATIVE_ROUNDING * squares, np.inf
    if not several.has_values and rules.criterion == GINI:
        before = _square_whole(several)
    elif not several.has_values:
        for k in range(several.n_columns):
            before += x_log_x(np.int64(several.whole[k]), work)
    several.scale[SQUARES] = before
    if not several.has_values and rules.criterion == GINI:
        before /= whole
        rounding, perfect = _RELATIVE_ROUNDING * whole * n_targets, whole * n_targets
    elif not several.has_values:
        before -= n_targets * x_log_x(work.weights[TOTAL], work)
        rounding, perfect = _RELATIVE_ROUNDING * whole * math.log2(whole + 1.0) * n_targets, 0.0
    work.scale[ROUNDING] = rounding
    several.scale[BEFORE], several.scale[PERFECT] = before, perfect - rounding


@inlined_piece
def _square_whole(several):
    """Sum of the squares of a node's class weights."""
    squares = spread(0.0)
    for k in range(0, several.width, N_LANES):
        weight = load_lanes(several.whole, ZERO + k)
        squares = squares + weight * weight
    return sum_lanes(squares)


@piece
def load_several(work, several, rules, trees, node, start, n):
    """Bring what a node holds to where the scans read it; return its weight."""
    weight = ZERO
    for i in range(start, start + n):
        weight += work.payload[i]
    work.weights[TOTAL] = weight
    if several.has_labels:
        _load_whole(several, trees, node)
    if several.has_values and several.has_labels:
        squares = _square_whole(several)
        _load_moments(work, several, start, n)
        _note_scale(work, several, rules, np.float64(weight * several.n_targets))
        perfect = np.float64(weight * several.n_targets) - squares / np.float64(weight)
        several.scale[PERFECT] = perfect - work.scale[ROUNDING]
    elif several.has_values:
        values = skip(trees.values, node * trees.n_values)
        _load_moments(work, several, start, n)
        _note_scale(work, several, rules, values[0] * values[several.n_targets + 1] * several.n_targets)
    else:
        _note_scale(work, several, rules, 0.0)
    return np.float64(weight)


@piece
def gain_for_several(work, several, score):
    """Turn the score of a split into its gain: the mean impurity of the node less that of its children."""
    return max((score - several.scale[BEFORE]) / (np.float64(work.weights[TOTAL]) * several.n_targets), 0.0)


@piece
def clear_line_of(several, line):
    """Empty a line."""
    clear(line, ZERO, several.width)


@piece
def copy_line(several, source, target):
    """Copy a line."""
    for k in range(several.width):
        target[k] = source[k]


@inlined_piece
def add_to_line(work, several, line, start, place):
    """Add the row at a place of the node to a line."""
    for part in range(several.n_parts):
        amount = load_lanes(several.moments, (place * several.n_parts + part) * N_LANES)
        store_lanes(line, part * N_LANES, load_lanes(line, part * N_LANES) + amount)
    weight = np.float64(work.payload[start + place])
    for t in range(several.n_targets if not several.has_values else ZERO):
        line[several.marks[place * several.n_targets + t]] += weight


@piece
def score_line(work, several, rules):
    """Score of the cut with `left`, and as much weight as LEFT has, on its left."""
    left, whole = work.weights[LEFT], work.weights[TOTAL]
    right = whole - left
    if several.has_values:
        squares = 0.0
        for part in range(several.n_parts):
            moment = load_lanes(several.left, part * N_LANES)
            squares += sum_lanes(moment * moment)
        return score_squares(squares, left, whole)
    here_sum, there_sum = 0.0, 0.0
    for k in range(several.n_columns):
        here = several.left[k]
        there = several.whole[k] - here
        if rules.criterion == GINI:
            here_sum += here * here
            there_sum += there * there
        else:
            here_sum += x_log_x(np.int64(here), work) + x_log_x(np.int64(there), work)
    if rules.criterion == GINI:
        return here_sum / left + there_sum / right
    return here_sum - weigh_both(work, several, left, whole)


@inlined_piece
def score_squares(squares, left, whole):
    """Squares that a cut explains: those of the moments on its left, over the weight of either side."""
    return squares * np.float64(whole) / (np.float64(left) * np.float64(whole - left))


@inlined_piece
def weigh_both(work, several, left, whole):
    """What the weights of both sides contribute to the entropy of all targets."""
    return several.n_targets * (x_log_x(left, work) + x_log_x(whole - left, work))


@piece
def tabulate_classes(work, several, rules, n):
    """Tabulate what a class contributes on both sides of a cut together; whether that was worth while."""
    whole = work.weights[TOTAL]
    if (
        several.has_values
        or rules.criterion != ENTROPY
        or whole >= work.table_size
        or whole > _WORTHWHILE * n
    ):
        return False
    if several.n_targets * whole + several.n_columns > several.n_pairs:
        return False
    end = ZERO
    for k in range(several.n_columns):
        weight = np.int64(several.whole[k])
        for part in range(weight + 1):
            several.pairs[end + part] = work.table[part] + work.table[weight - part]
        end += weight + 1
    return True
