"""Grow trees: an explicit frontier of nodes over rows that are partitioned in place."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from hedgerow._kernels.absolute_error import describe_median, load_deviations
from hedgerow._kernels.buffers import skip
from hedgerow._kernels.compilation import inlined_piece, kernels, piece
from hedgerow._kernels.feature_draws import local_mass
from hedgerow._kernels.growth_workspace import (
    DRAWS,
    FEW_CLASSES,
    FRESH,
    FRONTIER,
    HEAD,
    SAMPLES,
    SEARCH,
    TAIL,
    TREES,
    GrownTrees,
    allocate_draws,
    allocate_frontier,
    allocate_search,
    allocate_trees,
)
from hedgerow._kernels.histograms import clear
from hedgerow._kernels.impurity import find_rounding, gain_of
from hedgerow._kernels.monotonic import load_limits, pass_limits
from hedgerow._kernels.poisson import describe_events, load_events
from hedgerow._kernels.random_scan import place_cuts
from hedgerow._kernels.records import (
    ABSOLUTE_ERROR,
    BEST_FIRST,
    BINS,
    BREADTH_FIRST,
    CODED_COLUMNS,
    IS_CATEGORICAL,
    LABEL,
    N_CODES,
    NODE_OF_FOREST,
    PERT,
    POISSON,
    RANDOM,
    REACH,
    ROUNDING,
    RULES_TYPE,
    TOTAL,
    UNSETTLED,
    ZERO,
    CodedColumns,
    Rules,
    with_classes,
)
from hedgerow._kernels.row_partition import part_rows
from hedgerow._kernels.several_splits import choose_for_several
from hedgerow._kernels.several_targets import (
    ONE,
    TargetLines,
    add_several,
    allocate_several,
    check_several,
    gain_for_several,
    know_several,
    load_several,
    tell_kind,
)
from hedgerow._kernels.split_choice import choose_split
from hedgerow._kernels.stored_cells import forget_places, note_places
from hedgerow._kernels.stored_cuts import choose_stored_split, searches_cells
from hedgerow._kernels.thresholds import settle_thresholds

_ONE_TARGET = allocate_several(0, 0, None, 0)


@inlined_piece
def _start_tree(columns, samples, draws, frontier, t):
    """Forget the last tree: its state of the random numbers, the order of its features, its open nodes."""
    line = min(t, samples.n_allowed_lines - 1) * samples.n_allowed
    draws.state[0] = samples.seeds[t]
    for place in range(samples.n_allowed):
        draws.order[place] = samples.allowed[line + place]
    for place in range(samples.n_allowed if samples.has_distribution else ZERO):
        draws.mass[place] = samples.distribution[place]
    for f in range(columns.n_features + 1):
        draws.used[f] = 0
    for end in range(3):
        frontier.ends[end] = 0


@piece
def _load_rows(columns, samples, work, rules, t):
    """Collect the rows with positive weight; return how many they are."""
    forget_places(columns, work)
    labels = skip(samples.labels, min(t, samples.n_label_lines - 1) * samples.n_rows)
    weights = skip(samples.weights, min(t, samples.n_weight_lines - 1) * samples.n_rows)
    n, in_order = ZERO, rules.exhaustive and rules.criterion == ABSOLUTE_ERROR
    for place in range(samples.n_rows):
        i = np.int64(samples.target_order[place]) if in_order else place
        weight = weights[i]
        if weight > 0:
            work.rows[n] = i
            if rules.n_classes == 0:
                work.payload[n] = weight
                work.moments[n] = weight * work.targets[i]
            else:
                work.payload[n] = weight << 16 | np.int64(labels[i])
            n += 1
    note_places(columns, work, ZERO, n)
    return n


@piece
def _add_class_weights(work, values, first, n_classes, start, n):
    """Add up the weight of each of a few classes in a node, class by class, which vectors can."""
    for k in range(n_classes):
        weight = ZERO
        for i in range(start, start + n):
            weight += (work.payload[i] >> 16) * (work.payload[i] & LABEL == k)
        values[first + k] = weight


@piece
def _list_classes(work, rules, trees, node, parent, start, n):
    """List the classes that a node has, in order, and the weight of each; return how many they are.

    Rows name a class by its place in the list of the node above (at the root, of all classes). Where there are fewer
    now, they name it by its place in the new list: a node deep in the tree sees two classes, however many there are.
    """
    names, n_named = trees.classes, np.int64(rules.n_classes)
    if parent >= 0:
        names, n_named = skip(names, trees.ends[parent]), trees.ends[parent + 1] - trees.ends[parent]
    listed, weights = skip(trees.classes, trees.ends[node]), skip(trees.values, trees.ends[node])
    place, n_present = work.tally, ZERO
    for i in range(start, start + n):
        place[work.payload[i] & LABEL] += work.payload[i] >> 16
    for label in range(n_named):
        weight = place[label]
        listed[n_present] = names[label] if parent >= 0 else label
        weights[n_present] = weight
        place[label] = n_present
        n_present += weight > 0
    for i in range(start, start + n if 1 < n_present < n_named else start):
        payload = work.payload[i]
        work.payload[i] = payload - (payload & LABEL) + place[payload & LABEL]
    for label in range(n_named):
        place[label] = 0
    trees.ends[node + 1] = trees.ends[node] + n_present
    return n_present


@inlined_piece
def _make_leaf(record, n):
    """Make a node a leaf of n rows."""
    record.threshold, record.gain, record.feature, record.left, record.n_rows = 0.0, 0.0, -1, -1, n
    record.code, record.missing_left, record.categorical = 0, 0, 0


@piece
def _add_node(work, rules, trees, node, parent, start, n):
    """Record a new node as a leaf with what it holds; return whether it is impure."""
    record, values, n_values = trees.nodes[node], trees.values, trees.n_values
    _make_leaf(record, n)
    if trees.is_listed:
        return _list_classes(work, rules, trees, node, parent, start, n) > 1
    first = node * n_values
    for k in range(n_values):
        values[first + k] = 0.0
    if not rules.regression:
        _add_class_weights(work, values, first, n_values, start, n)
        n_present = 0
        for k in range(n_values):
            n_present += values[first + k] > 0
        return n_present > 1
    if n == 0:
        return False
    weight, total, squares, impure = 0, 0.0, 0.0, False
    one = work.targets[work.rows[start]]
    for i in range(start, start + n):
        target = work.targets[work.rows[i]]
        amount = work.payload[i] * target
        weight += work.payload[i]
        total += amount
        squares += amount * target
        impure |= target != one
    mean = total / weight if impure else one
    values[first] = weight
    if rules.exhaustive and impure and rules.criterion == ABSOLUTE_ERROR:
        values[first + 1], values[first + 2] = describe_median(work, start, n, weight)
        return impure
    if rules.exhaustive and impure and rules.criterion == POISSON:
        values[first + 1], values[first + 2] = mean, describe_events(work, start, n, weight, mean)
        return impure
    values[first + 1] = mean
    values[first + 2] = max(squares / weight - mean * mean, 0.0) if impure else 0.0
    return impure


@piece
def _centre_moments(work, values, start, n):
    """Bring the node's moments about its own mean, and note how far the furthest row lies from it."""
    weight, total, reach = np.int64(values[0]), 0.0, 0.0
    for i in range(start, start + n):
        total += work.moments[i]
    mean = total / weight
    for i in range(start, start + n):
        work.moments[i] -= work.payload[i] * mean
        reach = max(reach, abs(work.moments[i]) / work.payload[i])
    work.weights[TOTAL], work.sums[TOTAL], work.scale[REACH] = weight, 0.0, reach


@piece
def _load_totals(work, rules, trees, node, start, n):
    """Bring a node's class weights or moments to where the scans read them; return its weight."""
    first, weight, squares = trees.ends[node] if trees.is_listed else node * trees.n_values, 0.0, 0.0
    values = skip(trees.values, first)
    if rules.exhaustive and rules.criterion == ABSOLUTE_ERROR:
        load_deviations(work, start, n, np.int64(values[0]), values[1])
        weight, squares = values[0], work.sums[TOTAL]
    elif rules.exhaustive and rules.criterion == POISSON:
        load_events(work, start, n, np.int64(values[0]))
        weight, squares = values[0], work.sums[TOTAL]
    elif rules.regression:
        _centre_moments(work, values, start, n)
        weight, squares = values[0], values[0] * values[2]
    for k in range(rules.n_classes):
        work.weights[TOTAL * rules.n_classes + k] = np.int64(values[k])
        weight += values[k]
    work.scale[ROUNDING] = find_rounding(work, rules, squares)
    return weight


@piece
def _write_split(
    columns, draws, record, feature, gain, code, threshold, missing_left, settled, subsets, n_words
):
    """Write a split into its node's record; return the words of category subsets used so far."""
    record.feature = feature
    record.gain = gain
    record.missing_left = missing_left
    record.code = code
    record.threshold = threshold
    record.categorical = 0 if settled else UNSETTLED
    if columns.traits[feature * 3 + IS_CATEGORICAL] != 0:
        record.categorical = 1
        record.threshold = n_words
        record.code = np.int64(columns.traits[feature * 3 + N_CODES])
        for word in range((np.int64(columns.traits[feature * 3 + N_CODES]) >> 6) + 1):
            subsets[n_words] = draws.best_subset[word]
            n_words += 1
    return n_words


@inlined_piece
def _open_node(work, several, rules, frontier, trees, node, parent, start, n, depth):
    """Record a new node, and put it on the frontier if it may be split."""
    if several.n_targets > 0:
        _make_leaf(trees.nodes[node], n)
        impure = add_several(work, several, trees, node, start, n)
    else:
        impure = _add_node(work, rules, trees, node, parent, start, n)
    if rules.note_first:
        trees.notes[2 * node], trees.notes[2 * node + 1] = -1.0, 0.0
    if impure and n >= rules.min_rows_split and depth < rules.max_depth:
        place = 4 * frontier.ends[TAIL]
        frontier.nodes[place], frontier.nodes[place + 1] = node, start
        frontier.nodes[place + 2], frontier.nodes[place + 3] = n, depth
        frontier.ends[TAIL] += 1


@inlined_piece
def _find_split(
    columns, samples, work, several, draws, frontier, rules, trees, n_words, node, start, n, is_root
):  # fmt: skip
    """Look for the best split of a node and write it into its record.

    Returns its gain times the node's weight (-1: no split is good enough), and the words of subsets used so far.
    """
    is_listed = several.n_targets == 0 and trees.is_listed
    n_classes = trees.ends[node + 1] - trees.ends[node] if is_listed else np.int64(rules.n_classes)
    rules = with_classes(rules, n_classes)
    if several.n_targets > 0:
        weight = load_several(work, several, rules, trees, node, start, n)
    else:
        weight = _load_totals(work, rules, trees, node, start, n)
    if is_root:
        frontier.root_weight[0] = weight
    if samples.has_relevance:
        local_mass(
            draws.mass, draws.order, draws.n_mass, samples.relevance, columns.n_features, work.rows, start, n
        )
    if several.n_targets > 0:
        feature, score, code, threshold, missing_left, settled = choose_for_several(
            columns, work, several, rules, start, n, draws
        )
        gain = gain_for_several(work, several, score)
    elif columns.is_sparse and searches_cells(rules):
        feature, score, code, threshold, missing_left, settled = choose_stored_split(
            columns, work, rules, start, n, draws
        )
        gain = gain_of(score, work, rules)
    else:
        if rules.exhaustive and rules.monotonic:
            load_limits(work, rules, trees, node)
        feature, score, code, threshold, missing_left, settled = choose_split(
            columns, work, rules, start, n, draws
        )
        gain = gain_of(score, work, rules)
    if several.n_targets == 0 and rules.note_first and draws.first[0] >= 0.0:
        trees.notes[2 * node] = draws.first[0]
        trees.notes[2 * node + 1] = gain_of(draws.first[1], work, rules)
    if is_listed:  # other nodes have lines of another length
        clear(work.weights, ZERO, BINS * n_classes)
    if feature >= 0 and gain * weight >= rules.min_decrease * frontier.root_weight[0]:
        n_words = _write_split(
            columns, draws, trees.nodes[node], feature, gain, code, threshold, missing_left, settled, trees.subsets,
            n_words,
        )  # fmt: skip
        return gain * weight, n_words
    return -1.0, n_words


@inlined_piece
def _choose_place(frontier, order):
    """Place of the next node: the last pushed, the first pushed, or the one with the largest weighted gain."""
    head, tail = frontier.ends[HEAD], frontier.ends[TAIL]
    if order == BREADTH_FIRST:
        return head
    place = tail - 1
    if order == BEST_FIRST:
        nodes, priority = frontier.nodes, frontier.priority
        for i in range(head, tail):
            tied = priority[i] == priority[place] and nodes[4 * i] < nodes[4 * place]
            if priority[i] > priority[place] or tied:
                place = i
    return place


@inlined_piece
def _remove(frontier, place, order):
    """Take a node off the frontier; the last one takes its place, unless the first pushed are the first to go."""
    ends = frontier.ends
    if order == BREADTH_FIRST:
        ends[HEAD] += 1
        return
    ends[TAIL] -= 1
    last = ends[TAIL]
    ends[FRESH] = min(ends[FRESH], last)
    for j in range(4):
        frontier.nodes[4 * place + j] = frontier.nodes[4 * last + j]
    frontier.priority[place] = frontier.priority[last]


@inlined_piece
def _next_split(columns, samples, work, several, draws, frontier, rules, trees, n_words, root, n_leaves):
    """Take nodes off the frontier until one is split: (node, start, n, depth, weighted gain, words used so far).

    A gain of -1 says that the frontier is empty. With the largest gain first, new nodes are looked at before any is
    taken, and wait with their gain. Otherwise a node is looked at when it is taken.
    """
    ends, gained = frontier.ends, -1.0
    node, start, n, depth = root, ZERO, ZERO, ZERO
    while gained < 0.0 and ends[HEAD] < ends[TAIL]:
        unseen = rules.order == BEST_FIRST and ends[FRESH] < ends[TAIL]
        place = ends[FRESH] if unseen else _choose_place(frontier, rules.order)
        node, start = frontier.nodes[4 * place], frontier.nodes[4 * place + 1]
        n, depth = frontier.nodes[4 * place + 2], frontier.nodes[4 * place + 3]
        gained = frontier.priority[place]
        if unseen or rules.order != BEST_FIRST:
            gained, n_words = _find_split(
                columns,
                samples,
                work,
                several,
                draws,
                frontier,
                rules,
                trees,
                n_words,
                node,
                start,
                n,
                node == root,
            )
        if unseen:
            frontier.priority[place], gained = gained, -1.0
            ends[FRESH] += 1
            continue
        _remove(frontier, place, rules.order)
        if gained >= 0.0 and n_leaves >= rules.max_leaves:
            trees.nodes[node].feature, trees.nodes[node].gain, gained = -1, 0.0, -1.0
    return node, start, n, depth, gained, n_words


@inlined_piece
def _grow_tree(columns, samples, work, several, draws, frontier, rules, trees, n_nodes, n_words, n_left):
    """Grow a tree of the first `n_left` rows; return how many nodes and words there are now (-1: no room for them)."""
    root, n_leaves = n_nodes, ZERO
    # A new tree is a split of nothing into one node, its root; later splits add two.
    n_sides, node, start, n, depth, gained = ZERO + 1, ZERO - 1, ZERO, ZERO, ZERO - 1, 0.0
    while gained >= 0.0:
        if n_words + 2 * draws.n_words > trees.most_words:  # two nodes may be looked at before one is split
            return ZERO - 1, n_words
        n_listed = (n + n_left) * max(several.n_targets, 1)  # no row has more classes
        if trees.is_listed and trees.ends[n_nodes] + min(2 * trees.n_values, n_listed) >= trees.most_listed:
            return ZERO - 1, n_words
        for side in range(n_sides):
            size, begin = (n - n_left, start + n_left) if side else (n_left, start)
            _open_node(work, several, rules, frontier, trees, n_nodes + side, node, begin, size, depth + 1)
        if rules.exhaustive and rules.monotonic:
            pass_limits(work, rules, trees, node, n_nodes)
        n_nodes += n_sides
        n_leaves += 1
        n_sides = ZERO + 2
        node, start, n, depth, gained, n_words = _next_split(
            columns, samples, work, several, draws, frontier, rules, trees, n_words, root, n_leaves
        )
        if gained >= 0.0:
            n_left = part_rows(
                columns, work, draws, rules, trees.nodes[node], trees.subsets, start, n, n_nodes - root
            )
    return n_nodes, n_words


@inlined_piece
def _finish_tree(columns, work, rules, trees, root, n_nodes, first_word):
    """Count subsets from the tree's first, settle thresholds, and bring weights to their own unit."""
    for node in range(root, n_nodes):
        record = trees.nodes[node]
        if record.feature < 0:  # a split that was taken back leaves its cut behind
            record.code, record.categorical, record.threshold = 0, 0, 0.0
        elif record.categorical == 1:
            record.threshold -= first_word
    if rules.split == RANDOM:
        place_cuts(columns, work, trees.nodes, root, n_nodes)
    elif rules.split != PERT:
        settle_thresholds(columns, work, trees.nodes, root, n_nodes)
    if rules.unit != 1.0 and trees.is_listed:
        for place in range(trees.ends[root], trees.ends[n_nodes]):
            trees.values[place] *= rules.unit
    elif rules.unit != 1.0:
        for node in range(root, n_nodes):
            for k in range(max(rules.n_classes, 1)):
                trees.values[node * trees.n_values + k] *= rules.unit


@kernels(
    lambda split, regression, description_length, exhaustive, targets, is_sparse: int64(
        CODED_COLUMNS.type.knowing(is_sparse=is_sparse), SAMPLES.type, SEARCH.type, know_several(targets), DRAWS.type,
        FRONTIER.type,
        RULES_TYPE.knowing(
            split=split, regression=regression, description_length=description_length, exhaustive=exhaustive
        ),
        TREES.type, int64,
    )
)  # fmt: skip
def grow_coded_trees(columns, samples, work, several, draws, frontier, rules, trees, first_tree):
    """Grow the trees from `first_tree` on, as long as there is room for another one; return how many have grown."""
    n_nodes, n_words, n_grown = ZERO, ZERO, ZERO
    for t in range(first_tree, samples.n_trees):
        _start_tree(columns, samples, draws, frontier, t)
        n_left = _load_rows(columns, samples, work, rules, t)
        if n_nodes + max(2 * n_left, 1) > trees.most_nodes:  # no tree has more nodes
            break
        end, last_word = _grow_tree(
            columns, samples, work, several, draws, frontier, rules, trees, n_nodes, n_words, n_left
        )
        if end < 0:
            break
        _finish_tree(columns, work, rules, trees, n_nodes, end, n_words)
        n_nodes, n_words, n_grown = end, last_word, n_grown + 1
        trees.starts[n_grown], trees.word_starts[n_grown] = n_nodes, n_words
    return n_grown


class Growth(NamedTuple):
    """Grown trees, one after the other.

    `values` has a line for each node, or, where nodes list their classes, a number for each listed class. `notes` has,
    where the rules ask for it, the first feature that each node drew and what it offered. Starts end with where the
    last one ends; `classes` and `list_starts` are empty where nodes have no lists.
    """

    nodes: NDArray[Any]
    values: NDArray[np.float64]
    subsets: NDArray[np.uint64]
    notes: NDArray[np.float64]
    classes: NDArray[np.uint16]
    starts: NDArray[np.int64]  # the nodes of each tree
    word_starts: NDArray[np.int64]  # its words of `subsets`
    list_starts: NDArray[np.int64]  # the classes of each node
    limits: NDArray[
        np.float64
    ]  # monotonic: the least and the greatest value of the leaves below each node; or empty


def grow_trees(
    columns: CodedColumns,
    labels: Any,
    targets: Any,
    weights: Any,
    allowed: Any,
    distribution: Any,
    relevance: Any,
    table: Any,
    seeds: Any,
    rules: Rules,
    directions: Any = None,
    several: TargetLines | None = None,
) -> list[Growth]:
    """Grow one tree per seed.

    Row t of `labels`, `weights` and `allowed` belongs to tree t (a single row to all trees). `distribution` is a
    cumulative distribution over the allowed features, or empty; `relevance` a matrix (row, feature) from which each
    node forms a distribution of its own, or empty. `table` holds x log2 x (for regression 1 / x) of the first integers.
    `directions` says of each feature whether it may only raise (1) or only lower (-1) what is predicted, if any is.
    With `several` targets, the rules are those of regression, and `table` holds logarithms where there are classes.

    Returns the trees in one part or several, as they found room.
    """
    (n_weight_lines, n_rows), (n_allowed_lines, n_allowed) = weights.shape, allowed.shape
    _check_samples(columns, labels, targets, weights, allowed, distribution, relevance, len(seeds), rules)
    directions = _check_directions(columns, rules, directions)
    in_order = rules.criterion == ABSOLUTE_ERROR
    traits = columns.traits.reshape(-1, 3)
    categorical = traits[traits[:, IS_CATEGORICAL] != 0, N_CODES]
    n_categories = int(categorical.max()) + 1 if categorical.size else 0
    has_distribution, has_relevance = distribution.size > 0, relevance.shape[0] > 0
    samples = SAMPLES.allocate(
        labels=labels, weights=weights, allowed=allowed, distribution=distribution, relevance=relevance,
        seeds=seeds, n_rows=n_rows, n_label_lines=len(labels), n_weight_lines=n_weight_lines,
        n_allowed=n_allowed, n_allowed_lines=n_allowed_lines, has_distribution=has_distribution,
        has_relevance=has_relevance, n_trees=len(seeds),
        target_order=np.argsort(targets, kind="stable").astype(np.uint32) if in_order else 0,
    )  # fmt: skip
    n_mass = n_allowed if has_distribution or has_relevance else 0
    sparse = columns if columns.is_sparse else None
    search = allocate_search(n_rows, n_categories, targets, table, rules, directions, sparse)
    draws = allocate_draws(columns.n_features, n_allowed, n_mass, n_categories, rules.n_best)
    lines, kind, n_columns, n_listed = _ONE_TARGET, ONE, 0, 0
    if several is not None:
        check_several(several, n_rows, rules)
        lines = allocate_several(n_rows, n_categories, several, table.size)
        kind, n_columns = tell_kind(lines), several.n_columns + (0 if lines.has_labels else 2)
        n_listed = lines.n_targets if n_columns > FEW_CLASSES * lines.n_targets and lines.has_labels else 0
    frontier, extent = allocate_frontier(n_rows), 1
    n_in_bag = int(np.count_nonzero(weights > 0, axis=1).max(initial=0))
    grow = grow_coded_trees[
        rules.split, rules.regression, rules.description_length, rules.exhaustive, kind, columns.is_sparse
    ]
    parts: list[Growth] = []
    n_grown = 0
    while n_grown < len(seeds) or not parts:
        trees = allocate_trees(
            len(seeds) - n_grown, n_in_bag, draws.n_words, extent, rules, n_columns, n_listed
        )
        n_new = grow(columns, samples, search, lines, draws, frontier, rules, trees, n_grown)
        if n_new == 0 and n_grown < len(seeds):
            extent *= 2  # there is room for the nodes of any tree
            continue
        parts.append(_cut_off(trees, n_new, rules))
        n_grown += n_new
    return parts


def _cut_off(trees: GrownTrees, n_trees: int, rules: Rules) -> Growth:
    """Keep what the first trees take of the room that was made."""
    starts, word_starts = trees.starts[: n_trees + 1], trees.word_starts[: n_trees + 1]
    n_nodes, n_words, n_listed = starts[-1], word_starts[-1], trees.ends[starts[-1]] if trees.is_listed else 0
    values = (
        trees.values[:n_listed] if trees.is_listed else trees.values.reshape(-1, trees.n_values)[:n_nodes]
    )
    nodes = trees.nodes[:n_nodes].view(NODE_OF_FOREST)
    if 2 * n_nodes < trees.most_nodes:  # otherwise a copy costs more than the room that nobody has touched
        nodes, values = nodes.copy(), values.copy()
    return Growth(
        nodes,
        values,
        trees.subsets[:n_words].copy(),
        trees.notes[: 2 * n_nodes if rules.note_first else 0].reshape(-1, 2).copy(),
        trees.classes[:n_listed].copy(),
        starts,
        word_starts,
        trees.ends[: n_nodes + 1 if trees.is_listed else 0].copy(),
        trees.limits[: 2 * n_nodes if rules.monotonic else 0].reshape(-1, 2).copy(),
    )


def _check_directions(columns: CodedColumns, rules: Rules, directions: Any) -> NDArray[np.int8]:
    """The directions that a kernel reads: none, or one for each feature."""
    if not rules.monotonic:
        return np.zeros(0, np.int8)
    if directions is None or directions.shape != (columns.n_features,):
        raise ValueError(f"pass one direction for each of the {columns.n_features} features")
    if rules.n_classes > FEW_CLASSES:
        raise ValueError("directions are for values or for two classes")
    return np.ascontiguousarray(directions, np.int8)


def _check_samples(
    columns: CodedColumns, labels: Any, targets: Any, weights: Any, allowed: Any, distribution: Any, relevance: Any,
    n_trees: int, rules: Rules,
) -> None:  # fmt: skip
    """Refuse what would make the kernel read outside its arrays."""
    n_rows, n_features = weights.shape[1], columns.n_features
    per_row = {"weights": weights} | ({"labels": labels} if rules.n_classes else {})
    lines = {"allowed": allowed, **per_row}
    if columns.n_rows != n_rows:
        raise ValueError(f"weights of {n_rows} rows, but the table has {columns.n_rows}")
    for name, array in lines.items():
        if len(array) not in (1, n_trees):
            raise ValueError(
                f"{name} has {len(array)} lines; pass one, or one for each of the {n_trees} trees"
            )
        if name in per_row and array.shape[1] != n_rows:
            raise ValueError(f"{name} has {array.shape[1]} columns; the table has {n_rows} rows")
    if not rules.n_classes and targets.shape != (n_rows,):
        raise ValueError(f"targets has shape {targets.shape}; the table has {n_rows} rows")
    if allowed.size and not 0 <= allowed.min() <= allowed.max() < n_features:
        raise ValueError(f"allowed features must lie in 0, ..., {n_features - 1}")
    if distribution.size not in (0, allowed.shape[1]):
        raise ValueError(
            f"distribution has {distribution.size} entries; {allowed.shape[1]} features are allowed"
        )
    if relevance.shape[0] and relevance.shape != (n_rows, n_features):
        raise ValueError(f"relevance has shape {relevance.shape}; expected {(n_rows, n_features)}")
    if rules.n_classes and labels.size:
        known = labels if labels.min() >= 0 else np.where(weights > 0, labels, 0)
        if not 0 <= known.min() <= known.max() < rules.n_classes:
            raise ValueError(f"labels must lie in 0, ..., {rules.n_classes - 1}")
