"""The records that kernels share: a node, the coded table, the rules of growth, the working arrays of a thread."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import boolean, config, float64, from_dtype, int64
from numba.extending import intrinsic
from numpy.typing import NDArray

from hedgerow._kernels.workspace import RecordType, Workspace

# A node in 32 bytes, so two siblings, which are always neighbours, share one cache line.
_FIELDS = [
    ("threshold", np.float64),  # numbers: left if value <= threshold; categories: first word of the subset
    ("gain", np.float64),
    ("feature", np.int32),  # -1 in a leaf
    ("left", np.int32),  # the right child is left + 1
    ("n_rows", np.int32),  # distinct training rows
    ("code", np.uint16),  # numbers: left if code <= this; categories: how many there are
    ("missing_left", np.uint8),
    (
        "categorical",
        np.uint8,
    ),  # or UNSETTLED while it grows: `code` and `threshold` are the codes on either side (or the point drawn)
]
NODE = np.dtype((np.record, _FIELDS))
NODE_TYPE = from_dtype(NODE)
# Nodes as they leave the kernels; plain Python, in their place, has to find fields by their names.
NODE_OF_FOREST = NODE if config.DISABLE_JIT else np.dtype(_FIELDS)

ENTROPY, GAIN_RATIO, GINI, SUM_MINORITY, SQUARED_ERROR, POISSON, ABSOLUTE_ERROR = range(7)
BEST, RANDOM, PERT, TOP_K = range(4)
UNSETTLED = 2
DEPTH_FIRST, BREADTH_FIRST, BEST_FIRST = range(3)

N_CODES, HAS_MISSING, IS_CATEGORICAL = range(3)  # the three traits of a feature
# Rows of the flat `NodeSearch.weights` and `NodeSearch.sums`; bin b is row BINS + b.
TOTAL, LEFT, RUNNING, ABSENT, PAIRS, BINS = range(6)
ROUNDING, REACH = range(2)  # places of `NodeSearch.scale`
LEAST, MOST = range(2)  # places of `NodeSearch.limits`
ZERO = np.int64(0)  # a plain 0 has a type of its own, for which Numba would compile a function again
LABEL = 0xFFFF  # the label's bits of a payload


class CodedColumns(NamedTuple):
    """The coded table, as flat buffers.

    The code of feature f in row i is codes[f * feature_step + i * row_step]. A line of `lower`, `upper` and `traits`
    belongs to a feature.

    Of a sparse table, `codes` holds those of the cells that are not zero, column by column, and `lower` and `upper`
    have as many values for a feature as it has codes (see `stored_cells`).
    """

    codes: NDArray[np.uint16]
    lower: NDArray[np.float64]  # (feature, n_values): least and greatest value of each code
    upper: NDArray[np.float64]
    traits: NDArray[np.int32]  # (feature, 3)
    values: NDArray[np.float64]  # (row, feature): the value of each code; or empty
    scales: NDArray[
        np.float64
    ]  # by which values become bins of equal width, `n_bins` for each feature; or empty
    bins: NDArray[np.uint16]  # (feature, n_bins + 1): the first code of each bin
    n_features: int
    n_values: int
    feature_step: int
    row_step: int
    value_step: int  # from row to row; 0 where there are no values
    n_bins: int
    cell_rows: NDArray[np.int32]  # the rest is empty but in a sparse table: the row of each stored cell,
    column_starts: NDArray[np.int64]  # where the cells of each feature begin,
    value_starts: NDArray[np.int64]  # and its values,
    zero_codes: NDArray[np.uint16]  # and the code that stands for zero;
    row_features: NDArray[np.int32]  # and the same cells row by row: their features,
    row_codes: NDArray[np.uint16]  # their codes,
    row_starts: NDArray[np.int64]  # and where those of each row begin
    n_rows: int
    is_sparse: int


class Rules(NamedTuple):
    """How a tree grows. Weights are integers; `unit` is what one of them is worth."""

    n_classes: int  # 0 for regression; first, for `with_classes`
    regression: bool
    criterion: int
    split: int
    order: int
    max_features: int
    max_depth: int
    max_leaves: int
    min_rows_split: int
    min_rows_leaf: int
    min_weight_leaf: int
    min_decrease: float
    n_best: int
    description_length: bool
    unit: float
    note_first: bool  # whether each node notes what the first feature it drew would have gained
    exhaustive: bool = (
        False  # whether every cut is scored by itself, which some criteria and all constraints ask for
    )
    monotonic: bool = False  # whether some features may only raise, or only lower, what is predicted


class NodeSearch(NamedTuple):
    """What the search for a node's cut reads and writes (buffers).

    `rows`, `payload` and `moments` describe the in-bag rows and are partitioned together, so a node is a slice:

        | node a      | node b          | node c |
          row numbers, weights with labels, weighted targets
    """

    rows: NDArray[np.uint32]
    payload: NDArray[np.int64]  # classification: weight << 16 | label; regression: weight
    moments: NDArray[np.float64]  # regression: weight * (target - mean of the node that was looked at last)
    targets: NDArray[np.float64]  # regression: target of every row of the table
    buffer: NDArray[np.uint16]  # codes of one feature in the node
    tally: NDArray[np.int64]  # weight of each class, where nodes list them; zeros in between
    weights: NDArray[
        np.int64
    ]  # class weights of the node (row TOTAL), left of the scan (LEFT), of missing values (ABSENT), and of the bins
    sums: NDArray[np.float64]  # sums of moments of the same
    counts: NDArray[np.int64]  # rows of each bin
    rises: NDArray[np.float64]  # regression: sum of the positive moments of each bin
    bounds: NDArray[np.float64]  # what no cut inside a bin can exceed
    members: NDArray[np.int64]  # where the rows of each bin begin in `order`
    order: NDArray[np.uint32]  # positions in the node, bin by bin
    scale: NDArray[
        np.float64
    ]  # scores that differ by less are equal; the largest distance from the node's mean
    table: NDArray[np.float64]  # of the integers below `table_size`: x log2 x, for regression 1 / x
    table_size: int
    pairs: NDArray[np.float64]  # what both sides of a cut contribute together, laid out in `impurity`
    keys: NDArray[
        np.uint32
    ]  # codes of a small node's rows, several features side by side, with the positions
    lanes: NDArray[np.uint16]  # codes of a large node's rows, several features side by side
    lane_features: NDArray[np.int64]
    lane_scores: NDArray[np.float64]
    lane_cuts: NDArray[
        np.int64
    ]  # codes below and above the cut, and the side of missing values, of each lane
    lane_counts: NDArray[np.int64]  # bins of all lanes, laid out in `lane_bins`
    lane_sums: NDArray[np.float64]
    spare_rows: NDArray[np.uint32]  # where the rows that go right wait while a node is partitioned
    spare_payload: NDArray[np.int64]
    spare_moments: NDArray[np.float64]
    draw_sums: NDArray[np.float64]  # working arrays of cuts drawn side by side, laid out in `random_scan`
    draw_counts: NDArray[np.int64]
    directions: NDArray[np.int8]  # monotonic: 1, 0 or -1 for each feature; or empty
    limits: NDArray[
        np.float64
    ]  # monotonic: least and greatest value of the node's leaves, from its own value
    links: NDArray[
        np.uint32
    ]  # absolute error, laid out in `absolute_error`: neighbours of the rows on one side,
    deviations: NDArray[np.float64]  # and of each first part of the rows its absolute deviations,
    medians: NDArray[np.float64]  # and its median
    places: NDArray[np.int32]  # the rest is for sparse tables: where each row is in `rows`, -1 for nowhere;
    cell_places: NDArray[np.int32]  # the node's stored cells of one feature: positions in the node,
    cell_codes: NDArray[np.uint16]  # and codes;
    lone_scores: NDArray[np.float64]  # what parting each row of the node from all others scores;
    heads: NDArray[
        np.int32
    ]  # of each feature the number of the last of its cells that were gathered from a node;
    cell_links: NDArray[
        np.int64
    ]  # the gathered cells, each with the one before it, laid out in `stored_cells`; the first
    n_linked: NDArray[np.int64]  # entry is the number before theirs, and so many they are;
    present: NDArray[
        np.int32
    ]  # the features that have any; the first entry is how many, -1 where none are gathered
    tried_features: NDArray[np.int64]  # the features tried together,
    tried_scores: NDArray[np.float64]  # their scores,
    tried_lanes: NDArray[np.int64]  # and the lanes of those that are looked at row by row, -1 for none
    n_room: int  # how many cells can be gathered


class FeatureDraws(NamedTuple):
    """What drawing features and comparing them reads and writes (buffers)."""

    order: NDArray[np.int32]  # the features a tree may use; draws permute it
    mass: NDArray[np.float64]  # cumulative distribution over `order`
    tried: NDArray[np.uint8]
    best_scores: NDArray[np.float64]  # the n_best features so far
    best_features: NDArray[np.int64]
    used: NDArray[
        np.int64
    ]  # description length: 1 for each feature the tree has used; last, the number of splits
    category_order: NDArray[np.int64]
    category_score: NDArray[np.float64]
    subset: NDArray[np.uint64]  # categories that go left, one bit each: of the feature at hand,
    best_subset: NDArray[np.uint64]  # and of the best feature so far
    first: NDArray[np.float64]  # the first usable feature the node drew, and its score
    state: NDArray[np.uint64]
    n_features: int
    n_mass: int
    n_words: int


CODED_COLUMNS = Workspace(CodedColumns)
RULES_TYPE = RecordType(
    [int64, boolean] + [int64] * 9 + [float64, int64, boolean, float64] + [boolean] * 3, Rules
)


if config.DISABLE_JIT:

    def with_classes(rules: Rules, n_classes: int) -> Rules:
        """The rules where so many classes are present."""
        return rules._replace(n_classes=n_classes)

else:

    @intrinsic
    def with_classes(typing_context, rules, n_classes):
        """The rules where so many classes are present."""

        def emit(context, builder, signature, arguments):
            return builder.insert_value(*arguments, 0)

        return rules(rules, int64), emit
