"""Several targets at once: what a node holds of each, and how good a cut of it is for all of them together.

The impurity of a node is the mean over the targets. Values are vectors, eight targets in the lanes of one register:

    values  | row 0: targets 0 - 7 | row 1: targets 0 - 7 | ...       part 0
            | row 0: targets 8 - . | row 1: targets 8 - . | ...       part 1, filled up with zeros

Classes of all targets stand side by side, so a row has one class in each of the stretches, and a node one weight for
each class. A *line* is such a sum over rows: of weighted values about the node's mean, or of class weights.

The Gini index of two classes is the variance of a value that is sqrt(1/2) for one and -sqrt(1/2) for the other. Where
there are many such targets, eight values in a register are added sooner than as many class weights are counted, so
nodes hold class weights, and cuts are scored by values.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

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
BEFORE, PERFECT, SQUARES = range(3)  # places of `SeveralTargets.scale`


class SeveralTargets(NamedTuple):
    """The targets of all rows, and what the search for a node's cut works in (buffers). One target has none of it."""

    values: NDArray[np.float64]  # (part, row, lane); or empty
    labels: NDArray[np.uint16]  # (row, target): its class among those of all targets; or empty
    moments: NDArray[np.float64]  # (part, position, lane): weighted values about the node's mean
    marks: NDArray[np.uint16]  # (position, target): the labels of the node's rows
    whole: NDArray[np.float64]  # line of the node; zeros where moments are about its mean
    left: NDArray[np.float64]  # line of what lies left of the cut
    absent: NDArray[np.float64]  # line of the rows with missing values
    bins: NDArray[np.float64]  # (category, column): a line for each category
    squares: NDArray[np.float64]  # (position): of the line that ends there, summed
    shared: NDArray[np.float64]  # (position): weight in the node of the row's classes
    places: NDArray[np.uint32]  # the node's rows in the order of a feature's codes: their positions,
    codes: NDArray[np.uint16]  # and the codes
    keys: NDArray[np.uint64]  # codes with positions while they are sorted
    tally: NDArray[np.int64]  # of each half of a code
    pairs: NDArray[np.float64]  # what a class contributes on both sides of a cut, by its weight on the left
    spots: NDArray[np.int64]  # (column): where the weight on the left is in `pairs`
    scale: NDArray[np.float64]  # the node's score, that of a split into pure sides, its squared class weights
    n_rows: int
    n_targets: int  # 0 where there is one target only, or none
    n_columns: int  # of a line: targets, or classes of all targets
    n_parts: int  # 0 for classes
    has_values: int  # whether cuts are scored by values,
    has_labels: int  # and whether nodes hold class weights
    n_pairs: int  # entries that there is room for
    width: int  # of a line


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
    values = np.zeros((-(-n_targets // N_LANES), n_rows, N_LANES))
    for part, lanes in enumerate(values):
        here = targets[:, part * N_LANES : (part + 1) * N_LANES]
        lanes[:, : here.shape[1]] = here
    return values


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


def allocate_several(n_rows: int, n_categories: int, targets: Any, table_size: int, pairs: Any = None) -> Any:
    """Make what several targets need; nothing where there is one only.

    Parameters
    ----------
    n_rows : int
        Rows of the table.
    n_categories : int
        Most categories of a feature.
    targets : (ndarray, int) or None
        Values as `lay_out_values` makes them, and how many targets they are; or labels of 16 bits (row, target) among
        the classes of all targets, and how many those are. None for one target.
    table_size : int
        Entries of the table of logarithms.
    pairs : ndarray, default=None
        Values that stand for labels; None where these are counted.
    """
    if targets is None:
        return SEVERAL.allocate(**dict.fromkeys(SeveralTargets._fields, 0))
    lines, n_columns = targets
    has_labels, values = lines.ndim == 2, pairs if lines.ndim == 2 else lines
    has_values, n_targets = values is not None, lines.shape[1] if has_labels else n_columns
    n_parts = len(values) if has_values else 0
    n_squares, n_labels = (n_rows, 0) if has_values else (0, n_rows)
    n_scanned = n_targets if has_values else n_columns
    width = max(n_parts * N_LANES, n_columns)
    n_pairs = 0 if has_values else min(n_targets * table_size, _MOST_PAIRS) + n_columns
    return SEVERAL.allocate(
        values=values if has_values else 0, labels=lines if has_labels else 0,
        moments=n_parts * n_rows * N_LANES,
        marks=n_labels * n_targets, whole=width, left=width, absent=width, bins=n_categories * width, squares=n_squares,
        shared=n_labels, places=n_rows + N_LANES, codes=n_rows + 1, keys=n_rows, tally=512, pairs=n_pairs,
        spots=n_columns, scale=3, n_rows=n_rows, n_targets=n_targets, n_columns=n_scanned, n_parts=n_parts,
        has_values=has_values, has_labels=has_labels, n_pairs=n_pairs, width=width,
    )  # fmt: skip


def check_several(targets: Any, n_rows: int, rules: Rules, pairs: Any = None) -> None:
    """Refuse several targets that would make the kernel read outside its arrays.

    Parameters
    ----------
    targets : (ndarray, int) or None
        As in `allocate_several`.
    n_rows : int
        Rows of the table.
    rules : Rules
        How trees grow.
    pairs : ndarray, default=None
        As in `allocate_several`.
    """
    if targets is None:
        return
    lines, n_columns = targets
    criteria: tuple[int, ...]
    if lines.ndim == 3:
        criteria, fits = (SQUARED_ERROR,), lines.shape == (-(-n_columns // N_LANES), n_rows, N_LANES)
    else:
        fits = lines.shape == (n_rows, lines.shape[-1]) and 0 < lines.shape[1] <= n_columns <= _MOST_CLASSES
        criteria = (ENTROPY, GINI)
    if pairs is not None:
        fits &= lines.ndim == 2 and rules.criterion == GINI
        fits &= pairs.shape == (-(-lines.shape[1] // N_LANES), n_rows, N_LANES)
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
    weight, spread_out, impure, means = ZERO, 0.0, False, several.left
    for i in range(start, start + n):
        weight += work.payload[i]
    whole, zero = spread(np.float64(weight)), spread(0.0)
    for part in range(several.n_parts):
        first = part * several.n_rows
        one = load_lanes(several.values, (first + np.int64(work.rows[start])) * N_LANES)
        total, squares, same = zero, zero, spread(1.0)
        for i in range(start, start + n):
            target = load_lanes(several.values, (first + np.int64(work.rows[i])) * N_LANES)
            amount = target * spread(np.float64(work.payload[i]))
            total, squares = total + amount, squares + amount * target
            same = pick(target == one, same, zero)
        varies = same == zero
        mean = pick(varies, total / whole, one)
        variance = pick(varies, squares / whole - mean * mean, zero)
        spread_out += sum_lanes(pick(zero < variance, variance, zero))
        impure |= any_lane(varies)
        store_lanes(means, part * N_LANES, mean)
    values_of_node = several.n_targets
    values[0], values[values_of_node + 1] = weight, spread_out / several.n_targets
    for t in range(several.n_targets):
        values[1 + t] = means[t]
    return impure


@piece
def _add_labels(work, several, values, n_values, start, n):
    """Add up the weight of each class of each target; whether a target has several."""
    n_targets, n_present = several.n_targets, ZERO
    for i in range(start, start + n):
        weight, first = np.float64(work.payload[i]), np.int64(work.rows[i]) * n_targets
        for t in range(n_targets):
            values[several.labels[first + t]] += weight
    for k in range(n_values):
        n_present += values[k] > 0.0
    return n_present > n_targets


@piece
def add_several(work, several, values, n_values, start, n):
    """Record what a node holds of each target; return whether it is impure.

    values  | weight | mean of each target | mean variance |     or | weight of each class of each target |
    """
    for k in range(n_values):
        values[k] = 0.0
    if n == 0:
        return False
    if several.has_labels:
        return _add_labels(work, several, values, n_values, start, n)
    return _add_values(work, several, values, start, n)


@piece
def _load_moments(work, several, start, n):
    """Bring the weighted values of the node's rows together, about the node's mean."""
    whole = spread(np.float64(work.weights[TOTAL]))
    for part in range(several.n_parts):
        plane, total = part * several.n_rows, spread(0.0)
        for i in range(n):
            target = load_lanes(several.values, (plane + np.int64(work.rows[start + i])) * N_LANES)
            amount = target * spread(np.float64(work.payload[start + i]))
            total = total + amount
            store_lanes(several.moments, (plane + i) * N_LANES, amount)
        mean = total / whole
        for i in range(n):
            amount = load_lanes(several.moments, (plane + i) * N_LANES)
            amount = amount - mean * spread(np.float64(work.payload[start + i]))
            store_lanes(several.moments, (plane + i) * N_LANES, amount)
        store_lanes(several.whole, part * N_LANES, spread(0.0))


@piece
def _load_marks(work, several, values, start, n):
    """Bring the labels of the node's rows together, with the weight that their classes have in the node."""
    n_targets = several.n_targets
    for k in range(several.n_columns):
        several.whole[k] = values[k]
    for i in range(n):
        first, weight = np.int64(work.rows[start + i]) * n_targets, 0.0
        for t in range(n_targets):
            label = several.labels[first + t]
            several.marks[i * n_targets + t] = label
            weight += several.whole[label]
        several.shared[i] = weight


@inlined_piece
def _note_scale(work, several, rules, squares):
    """Note the score of no split, the score of a perfect one, and by how much equal scores may differ."""
    whole, n_targets, before = np.float64(work.weights[TOTAL]), float(several.n_targets), 0.0
    rounding, perfect = _RELATIVE_ROUNDING * squares, np.inf
    for k in range(several.n_columns if not several.has_values else ZERO):
        here = several.whole[k]
        if rules.criterion == GINI:
            before += here * here
        else:
            before += x_log_x(np.int64(here), work)
    several.scale[SQUARES] = before
    if not several.has_values and rules.criterion == GINI:
        before /= whole
        rounding, perfect = _RELATIVE_ROUNDING * whole * n_targets, whole * n_targets
    elif not several.has_values:
        before -= n_targets * x_log_x(work.weights[TOTAL], work)
        rounding, perfect = _RELATIVE_ROUNDING * whole * math.log2(whole + 1.0) * n_targets, 0.0
    work.scale[ROUNDING] = rounding
    several.scale[BEFORE], several.scale[PERFECT] = before, perfect - rounding


@piece
def load_several(work, several, rules, values, n_values, start, n):
    """Bring what a node holds to where the scans read it; return its weight."""
    weight = ZERO
    for i in range(start, start + n):
        weight += work.payload[i]
    work.weights[TOTAL] = weight
    if several.has_values and several.has_labels:
        _load_moments(work, several, start, n)
        squares = 0.0
        for k in range(n_values):
            squares += values[k] * values[k]
        _note_scale(work, several, rules, np.float64(weight * several.n_targets))
        perfect = np.float64(weight * several.n_targets) - squares / np.float64(weight)
        several.scale[PERFECT] = perfect - work.scale[ROUNDING]
    elif several.has_values:
        _load_moments(work, several, start, n)
        _note_scale(work, several, rules, values[0] * values[several.n_targets + 1] * several.n_targets)
    else:
        _load_marks(work, several, values, start, n)
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
        amount = load_lanes(several.moments, (part * several.n_rows + place) * N_LANES)
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
