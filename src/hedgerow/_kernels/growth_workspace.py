"""What growing trees needs to work in, in the sizes that a table and its rules ask for."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hedgerow._kernels import random_scan
from hedgerow._kernels.binned_cuts import MOST_BINS, N_LINES
from hedgerow._kernels.lane_bins import N_LANE_COUNTS, N_LANE_SUMS
from hedgerow._kernels.lane_walks import N_LANE_CUTS
from hedgerow._kernels.lanes import N_LANES
from hedgerow._kernels.records import (
    ABSOLUTE_ERROR,
    BINS,
    NODE,
    CodedColumns,
    FeatureDraws,
    NodeSearch,
    Rules,
)
from hedgerow._kernels.several_targets import MOST_LANED
from hedgerow._kernels.sorted_cuts import MOST_SORTED
from hedgerow._kernels.stored_cells import count_room
from hedgerow._kernels.workspace import Workspace

HEAD, TAIL, FRESH = range(3)  # places of `Frontier.ends`
MOST_NODES = 1 << 17  # nodes for which room is made at once; memory that is not touched costs nothing
MOST_WORDS = 1 << 17  # words of subsets, and
MOST_LISTED = 1 << 19  # listed classes, likewise
FEW_CLASSES = 2  # with more, a node lists those that it has: most nodes lie deep, and have one or two


class Frontier(NamedTuple):
    """The nodes that may still be split (buffers).

        nodes   | . . . . | node, start, n, depth | node, start, n, depth | . . .
                           ^ ends[HEAD]                                    ^ ends[TAIL]

    With the largest gain first, the nodes before ends[FRESH] have been looked at and have a priority.
    """

    nodes: NDArray[np.int64]
    priority: NDArray[np.float64]  # the weighted gain of a node's best split; negative where it has none
    ends: NDArray[np.int64]
    root_weight: NDArray[np.float64]


class GrownTrees(NamedTuple):
    """The trees grown so far, one after the other (buffers), and for how much there is room."""

    nodes: Annotated[Any, NODE]
    values: NDArray[np.float64]  # (node, n_values); of listed classes, the weight of each
    classes: NDArray[np.uint16]  # the classes that each node has, in order; or empty
    ends: NDArray[np.int64]  # where the list of a node begins, and that of the next one; or empty
    notes: NDArray[np.float64]  # (node, 2): the first feature drawn and what it would have gained; or empty
    limits: NDArray[np.float64]  # (node, 2): the least and the greatest value of the leaves below; or empty
    subsets: NDArray[np.uint64]
    starts: NDArray[np.int64]  # first node of each tree; last, how many nodes there are
    word_starts: NDArray[np.int64]
    n_values: int
    is_listed: int  # whether nodes list their classes
    most_nodes: int
    most_words: int
    most_listed: int


class GrowthSamples(NamedTuple):
    """What the trees learn from (buffers). A line belongs to a tree, or the only one to all trees."""

    labels: NDArray[np.int32]
    weights: NDArray[np.int64]
    allowed: NDArray[np.int32]  # the features of each tree
    distribution: NDArray[np.float64]  # cumulative, over the allowed features; or empty
    relevance: NDArray[
        np.float32
    ]  # (row, feature): each node draws features by the sum over its rows; or empty
    seeds: NDArray[np.uint64]
    target_order: NDArray[np.uint32]  # absolute error: the rows by their targets; or empty
    n_rows: int
    n_label_lines: int
    n_weight_lines: int
    n_allowed: int
    n_allowed_lines: int
    has_distribution: int
    has_relevance: int
    n_trees: int


SEARCH = Workspace(NodeSearch)
DRAWS = Workspace(FeatureDraws)
FRONTIER = Workspace(Frontier)
TREES = Workspace(GrownTrees)
SAMPLES = Workspace(GrowthSamples)


def allocate_search(
    n_rows: int, n_categories: int, targets: Any, table: Any, rules: Rules, directions: Any = 0,
    sparse: CodedColumns | None = None,
) -> Any:  # fmt: skip
    """Make what the search for cuts works in.

    Parameters
    ----------
    n_rows : int
        Rows of the table.
    n_categories : int
        Most categories of a feature, missing values among them; 0 where no feature has any.
    targets, table : ndarray
        As in `NodeSearch`.
    rules : Rules
        How trees grow.
    directions : ndarray, default=0
        As in `NodeSearch`.
    sparse : CodedColumns, default=None
        The table, where it is sparse.
    """
    n_sparse, n_room, n_features = 0, 0, 0
    if sparse is not None:
        n_sparse, n_room, n_features = n_rows, count_room(sparse.codes.size), sparse.n_features
    n_lines, k_count = max(N_LINES, BINS + n_categories), max(rules.n_classes, 1)
    n_sorted = max(MOST_SORTED, min(n_rows, MOST_LANED))
    n_linked = n_rows + 2 if rules.criterion == ABSOLUTE_ERROR else 0
    return SEARCH.allocate(
        rows=n_rows, payload=n_rows, moments=n_rows, targets=targets, buffer=n_rows + 3 * N_LANES,
        tally=rules.n_classes, weights=n_lines * k_count, sums=n_lines, counts=n_lines - BINS, rises=n_lines,
        bounds=MOST_BINS + 1, members=2 * (MOST_BINS + 3), order=n_rows + N_LANES, scale=2, table=table,
        table_size=table.size, pairs=2 * table.size + k_count + 1, keys=(n_sorted + 2) * N_LANES,
        lanes=(n_rows + 4) * N_LANES, lane_features=2 * N_LANES, lane_scores=3 * N_LANES, lane_cuts=N_LANE_CUTS,
        lane_counts=N_LANE_COUNTS, lane_sums=N_LANE_SUMS, spare_rows=n_rows, spare_payload=n_rows,
        spare_moments=n_rows, draw_sums=random_scan.SUM_LENGTH, draw_counts=random_scan.COUNT_LENGTH,
        directions=directions, limits=2, links=2 * n_linked, deviations=n_linked, medians=n_linked,
        places=n_sparse, cell_places=n_sparse, cell_codes=n_sparse, lone_scores=n_sparse,
        heads=n_features, cell_links=n_room + 1, n_linked=1, present=min(n_room, n_features) + 2,
        tried_features=N_LANES, tried_scores=N_LANES, tried_lanes=N_LANES, n_room=n_room,
    )  # fmt: skip


def allocate_draws(n_features: int, n_allowed: int, n_mass: int, n_categories: int, n_best: int) -> Any:
    """Make what the choice among features works in.

    Parameters
    ----------
    n_features, n_allowed : int
        Features of the table, and of a tree.
    n_mass : int
        Features with a probability of their own: 0 where all are equally likely.
    n_categories : int
        Most categories of a feature.
    n_best : int
        How many of the best features are remembered.
    """
    n_words = (n_categories >> 6) + 1
    return DRAWS.allocate(
        order=n_allowed, mass=n_mass + 1, tried=n_mass + 1, best_scores=n_best + 1, best_features=n_best + 2,
        used=n_features + 1, category_order=n_categories + 1, category_score=n_categories + 1, subset=n_words,
        best_subset=n_words, first=2, state=1, n_features=n_allowed, n_mass=n_mass, n_words=n_words,
    )  # fmt: skip


def allocate_frontier(n_rows: int) -> Any:
    """Make room for as many open nodes as a tree of so many rows can have.

    Parameters
    ----------
    n_rows : int
        Rows of the table.
    """
    return FRONTIER.allocate(nodes=4 * (n_rows + 2), priority=n_rows + 2, ends=3, root_weight=1)


def allocate_trees(
    n_trees: int,
    n_rows: int,
    words_per_split: int,
    extent: int,
    rules: Rules,
    n_columns: int = 0,
    n_listed: int = 0,
) -> Any:
    """Make room for trees: for one of any shape at least, if `extent` is large enough.

    Parameters
    ----------
    n_trees : int
        How many are to grow.
    n_rows : int
        Rows of the table.
    words_per_split : int
        Words that a split of categories takes.
    extent : int
        By how much to multiply the room that is made for words and listed classes, if so many may be needed.
    rules : Rules
        How trees grow.
    n_columns : int, default=0
        Numbers that a node has of several targets; 0 where there is one target.
    n_listed : int, default=0
        Classes that a row has of several targets, where nodes list those that they have.
    """
    largest = 2 * max(n_rows, 1)
    most_nodes = min(n_trees * largest, max(MOST_NODES, largest))
    most_words = min(extent * MOST_WORDS, (most_nodes // 2 + 2) * words_per_split)
    n_values = n_columns or (rules.n_classes if rules.n_classes > 0 else 3)
    is_listed = rules.n_classes > FEW_CLASSES or n_listed > 0
    most_listed = (
        min(extent * max(MOST_LISTED, 2 * n_listed * most_nodes), (most_nodes + 2) * n_values) * is_listed
    )
    return TREES.allocate(
        nodes=np.empty(most_nodes, NODE), values=np.empty(most_listed if is_listed else most_nodes * n_values),
        classes=np.empty(most_listed, np.uint16), ends=most_nodes + 1 if is_listed else 0,
        notes=np.empty(2 * most_nodes if rules.note_first else 0), subsets=np.empty(most_words, np.uint64),
        limits=np.empty(2 * most_nodes if rules.monotonic else 0),
        starts=n_trees + 1, word_starts=n_trees + 1, n_values=n_values, is_listed=is_listed, most_nodes=most_nodes,
        most_words=most_words, most_listed=most_listed,
    )  # fmt: skip
