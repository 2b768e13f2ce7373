"""The obvious, slow twins of the kernels. A row's `y` is a class code, or a value when n_classes is 0."""

from itertools import combinations, pairwise

import numpy as np

CLASS_CRITERIA = ("entropy", "gain_ratio", "gini", "sum_minority")
CRITERIA = (*CLASS_CRITERIA, "squared_error")
VALUE_CRITERIA = ("squared_error", "poisson", "absolute_error")


def rank_column(column):
    """Codes (65535 where missing) and the distinct values in order."""
    present = ~np.isnan(column)
    values, codes = np.unique(column[present] + 0.0, return_inverse=True)
    ranks = np.full(column.size, 65535)
    ranks[present] = codes
    return ranks, values


def impurity(class_weights, criterion):
    shares = np.asarray(class_weights, float) / np.sum(class_weights)
    if criterion == "gini":
        return 1.0 - (shares**2).sum()
    if criterion == "sum_minority":
        return 1.0 - shares.max()
    return -sum(p * np.log2(p) for p in shares if p > 0)


def node_impurity(y, w, criterion, n_classes):
    if n_classes:
        return impurity(np.bincount(y, w, n_classes), criterion)
    if criterion == "absolute_error":
        return np.average(np.abs(y - weighted_median(y, w)), weights=w)
    mean = np.average(y, weights=w)
    if criterion == "poisson":
        events, weights = y[y > 0], w[y > 0]
        return (weights * events * np.log(events / mean)).sum() / w.sum()
    return np.average((y - mean) ** 2, weights=w)


def weighted_median(y, w):
    """The value up to which half of the weight lies; half-way to the next one where it is half exactly."""
    order = np.argsort(y, kind="stable")
    sums = np.cumsum(w[order])
    place = int(np.searchsorted(2 * sums, sums[-1], side="right"))
    if 2 * sums[max(place - 1, 0)] == sums[-1]:
        return (y[order][place - 1] + y[order][place]) / 2
    return y[order][place]


def gain(y, w, left, criterion, n_classes):
    """Impurity less the weighted impurity of the two sides; over the partition's entropy for the gain ratio."""
    if criterion == "poisson" and min(y[left].max(), y[~left].max()) == 0:
        return -np.inf
    share = w[left].sum() / w.sum()
    after = share * node_impurity(y[left], w[left], criterion, n_classes)
    after += (1 - share) * node_impurity(y[~left], w[~left], criterion, n_classes)
    improvement = max(node_impurity(y, w, criterion, n_classes) - after, 0.0)
    return improvement / impurity([share, 1 - share], "entropy") if criterion == "gain_ratio" else improvement


def numeric_sides(column):
    """Every way a numeric column parts the rows: missing right, missing left, present from missing."""
    values, missing = np.unique(column[~np.isnan(column)]), np.isnan(column)
    for threshold in values[:-1] / 2 + values[1:] / 2:
        below = column <= threshold
        yield below
        if missing.any():
            yield below | missing
    if values.size and missing.any():
        yield ~missing


def category_sides(column):
    """Every subset of the categories of a column that holds the last one; missing is a category."""
    labels = np.where(np.isnan(column), -1, column)
    present = np.unique(labels)
    for size in range(1, present.size):
        for others in combinations(present[:-1], size - 1):
            yield np.isin(labels, [*others, present[-1]])


def prefix_sides(column, y, w, n_classes):
    """Prefixes of the categories, ordered by the share of each class in turn."""
    labels = np.where(np.isnan(column), np.inf, column)
    present = np.unique(labels)
    for wanted in range(n_classes):
        share = [np.average(y[labels == c] == wanted, weights=w[labels == c]) for c in present]
        order = present[np.argsort(share, kind="stable")]
        for size in range(1, present.size):
            yield np.isin(labels, order[:size])


def impurities(weights, criterion):
    """Impurity of each line of class weights, or of (weight, sum, sum of squares); of lines without weight nothing."""
    whole = weights.sum(axis=1) if criterion != "squared_error" else weights[:, 0]
    whole = np.where(whole > 0, whole, 1)
    if criterion == "squared_error":
        return weights[:, 2] / whole - (weights[:, 1] / whole) ** 2
    shares = weights / whole[:, None]
    if criterion == "gini":
        return 1 - (shares**2).sum(axis=1)
    if criterion == "sum_minority":
        return 1 - shares.max(axis=1)
    return -(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=1)


def gains_of_cuts(column, y, w, criterion, n_classes, min_rows=1, min_weight=0.0):
    """Gain of every cut of a numeric column, thousands of rows at once: missing values right, then left.

    Returns the gains (-inf where a side would be too small) with missing values on the right, the last of them that of
    the present values from the missing ones; those with missing values on the left; and the values below the cuts.
    """
    missing, values = np.isnan(column), np.unique(column[~np.isnan(column)])
    lines = (
        np.eye(n_classes)[y]
        if n_classes
        else np.stack([np.ones(len(y)), y - y.mean(), (y - y.mean()) ** 2], 1)
    )
    table = np.zeros((values.size + 1, lines.shape[1] + 1))
    np.add.at(
        table,
        np.where(missing, values.size, np.searchsorted(values, column)),
        np.c_[lines * w[:, None], w > 0],
    )
    total, absent = table.sum(axis=0), table[-1]
    found = []
    for left in (np.cumsum(table[:-1], axis=0), np.cumsum(table[:-1], axis=0)[:-1] + absent):
        right = total - left
        sides = [part[:, :-1].sum(axis=1) if n_classes else part[:, 0] for part in (left, right)]
        share = sides[0] / (sides[0] + sides[1])
        gain = impurities(total[None, :-1], criterion)
        gain = (
            gain
            - share * impurities(left[:, :-1], criterion)
            - (1 - share) * impurities(right[:, :-1], criterion)
        )
        if criterion == "gain_ratio":
            between = impurities(np.stack([share, 1 - share], axis=1), "entropy")
            gain = np.where(between > 0, np.maximum(gain, 0) / np.where(between > 0, between, 1), 0)
        enough = np.minimum(left[:, -1], right[:, -1]) >= max(min_rows, 1)
        enough &= np.minimum(*sides) >= min_weight - 1e-9 * w.sum()
        found.append(np.where(enough, gain, -np.inf))
    return found[0], found[1] if missing.any() else np.empty(0), values


def allowed(w, left, min_rows=1, min_weight=0.0):
    rows = min(left.sum(), (~left).sum()) >= min_rows
    return rows and min(w[left].sum(), w[~left].sum()) >= min_weight - 1e-9 * w.sum()


def best_gain(sides, y, w, criterion, n_classes, min_rows=1, min_weight=0.0):
    """Largest gain among the allowed sides; -inf when there is none."""
    gains = [
        gain(y, w, left, criterion, n_classes) for left in sides if allowed(w, left, min_rows, min_weight)
    ]
    return max(gains, default=-np.inf)


def goes_left(tree, node, value):
    record = tree.nodes[node]
    if np.isnan(value):
        return bool(record["missing_left"])
    if record["categorical"]:
        inside = 0 <= value < record["code"]
        return int(value) in tree.categories_left(node).tolist() if inside else bool(record["missing_left"])
    return bool(value <= record["threshold"])


def path(tree, row):
    """Nodes from the root to the leaf of a row."""
    nodes = [0]
    while tree.nodes["left"][nodes[-1]] >= 0:
        node = nodes[-1]
        step = 0 if goes_left(tree, node, row[tree.nodes["feature"][node]]) else 1
        nodes.append(int(tree.nodes["left"][node]) + step)
    return nodes


def rows_of_nodes(tree, X, rows):
    """The rows that pass each node."""
    passed = [[] for _ in range(tree.node_count)]
    for row in rows:
        for node in path(tree, X[row]):
            passed[node].append(row)
    return [np.array(nodes, dtype=int) for nodes in passed]


def leaf_answer(tree, leaf):
    value = tree.values[leaf]
    return value / value.sum() if tree.n_classes else value[1:2]


def grow(X, y, w, criterion, n_classes, depth=0, max_depth=99):
    """Recursive tree with all features tried: a leaf's rows, or (feature, threshold, gain, left, right).

    Equal gains go to the first feature and the lowest threshold. Numbers without missing values only.
    """
    if len(np.unique(y)) < 2 or depth == max_depth:
        return len(y)
    best = (-np.inf, -1, 0.0)
    for f in range(X.shape[1]):
        values = np.unique(X[:, f])
        for threshold in values[:-1] / 2 + values[1:] / 2:
            here = gain(y, w, X[:, f] <= threshold, criterion, n_classes)
            if here > best[0] + 1e-10:
                best = (here, f, threshold)
    if best[1] < 0:
        return len(y)
    left = X[:, best[1]] <= best[2]
    sides = [
        grow(X[side], y[side], w[side], criterion, n_classes, depth + 1, max_depth) for side in (left, ~left)
    ]
    return (best[1], best[2], best[0], *sides)


def nest(tree, node=0):
    """A grown tree in the form that `grow` returns."""
    record = tree.nodes[node]
    if record["left"] < 0:
        return int(record["n_rows"])
    sides = [nest(tree, int(record["left"]) + side) for side in (0, 1)]
    return (int(record["feature"]), float(record["threshold"]), float(record["gain"]), *sides)


def shift_answers(forest, X, in_bag, donors):
    """Summed out-of-bag answers, and the same with each column permuted: every row is walked again."""

    def ask(rows):
        answers = np.zeros((len(X), max(forest.n_classes, 1)))
        for t in range(len(forest)):
            tree = forest[t]
            for i in np.flatnonzero(~in_bag[t]):
                answers[i] += leaf_answer(tree, path(tree, rows[i])[-1])
        return answers

    permuted = []
    for f in range(X.shape[1]):
        rows = X.copy()
        rows[:, f] = X[donors, f]
        permuted.append(ask(rows))
    return ask(X), np.array(permuted)


def local_gains(forest, X, y, counted):
    """The gain of each split for each row, by definition 7.23 of Rogers (2007)."""
    totals, counts = np.zeros(X.shape), np.zeros(X.shape, int)

    def surprise(tree, node, row):
        if tree.n_classes == 0:
            return (y[row] - tree.values[node, 1]) ** 2
        share = tree.values[node, y[row]] / tree.values[node].sum()
        return -np.log2(share) if share > 0 else None

    for t in range(len(forest)):
        tree = forest[t]
        for row in np.flatnonzero(counted[t]):
            nodes = path(tree, X[row])
            for node, child in pairwise(nodes):
                before, after = surprise(tree, node, row), surprise(tree, child, row)
                if before is None or after is None:
                    break
                totals[row, tree.feature[node]] += before - after
                counts[row, tree.feature[node]] += 1
    return totals, counts


def association(primary, other, w):
    """Breiman's lambda of a split that imitates another."""
    smaller = min(w[primary].sum(), w[~primary].sum())
    return (smaller - w[primary != other].sum()) / smaller


def masking(forest, X, weights):
    """Gain of each split times the association of the best cut of each feature; missing values lie above all cuts."""
    result = np.zeros((X.shape[1], X.shape[1]))
    filled = np.where(np.isnan(X), np.inf, X)
    for t in range(len(forest)):
        tree, w = forest[t], weights[t]
        rows_of = rows_of_nodes(tree, X, np.flatnonzero(w > 0))
        for node in np.flatnonzero(~tree.is_leaf):
            rows, feature = rows_of[node], tree.feature[node]
            primary = np.array([goes_left(tree, node, value) for value in X[rows, feature]])
            share = w[rows].sum() / w.sum()
            for f in range(X.shape[1]):
                present = np.unique(X[rows, f][~np.isnan(X[rows, f])])
                if present.size < 2:
                    continue
                cuts = [filled[rows, f] <= value for value in present]
                best = max(association(primary, side, w[rows]) for cut in cuts for side in (cut, ~cut))
                result[feature, f] += tree.gain[node] * share * max(best, 0.0)
    return result


def meetings(leaves, others):
    return np.array([[np.mean(a == b) for b in others] for a in leaves])


def mix_columns(columns, sources, coefficients):
    """New columns (here rows) as sums of old ones, one number at a time."""
    mixed = np.empty((len(sources), columns.shape[1]))
    for j, (features, weights) in enumerate(zip(sources, coefficients, strict=True)):
        for i in range(columns.shape[1]):
            mixed[j, i] = sum(w * columns[f, i] for f, w in zip(features, weights, strict=True))
    return mixed


def mean_gain(Y, w, left, criterion, n_classes):
    """Mean over the columns of Y of what a split gains."""
    return np.mean([gain(y, w, left, criterion, n) for y, n in zip(Y.T, n_classes, strict=True)])


def best_mean_gain(X, Y, w, criterion, n_classes, min_rows=1):
    """Largest mean gain of all cuts of all columns; -inf where none is allowed."""
    sides = [left for column in X.T for left in numeric_sides(column) if allowed(w, left, min_rows)]
    return max((mean_gain(Y, w, left, criterion, n_classes) for left in sides), default=-np.inf)


def count_bootstrap(seed, n_samples, n_draws):
    rows = (np.random.default_rng(seed).random(n_draws) * n_samples).astype(np.intp)
    return np.bincount(rows, minlength=n_samples)
