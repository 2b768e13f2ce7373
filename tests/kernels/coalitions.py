"""Shapley values as they are defined: an average over all sets of known features, tree by tree, in plain Python."""

from itertools import combinations
from math import factorial

import numpy as np

from hedgerow import RandomForestClassifier, RandomForestRegressor


def grow_tree(
    *, seed, n_rows=40, n_features=4, n_classes=2, missing=False, categorical=False, max_depth=None
):
    """A tree, the weight of its nodes, what they say, and some rows."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 6, (n_rows, n_features)).astype(float)
    if missing:
        X[rng.random(X.shape) < 0.2] = np.nan
    table = X
    if categorical:
        import pandas as pd

        table = pd.DataFrame(X, columns=list("abcdefgh")[:n_features])
        table["a"] = pd.Categorical(X[:, 0])
        table["b"] = pd.Categorical(X[:, 1])
    options = {"random_state": seed, "max_features": 2, "max_depth": max_depth, "bootstrap": False}
    if n_classes:
        y = rng.integers(n_classes, size=n_rows)
        model = RandomForestClassifier(1, **options).fit(table, y)
    else:
        model = RandomForestRegressor(1, **options).fit(table, rng.normal(size=n_rows))
    tree = model.members_.forest[0]
    weights = np.ascontiguousarray(tree.weighted_n_node_samples, np.float64)
    values = tree.value[:, -1] / weights if n_classes else tree.value[:, 0]
    rows = X if model._encoding is None else model._encoding.encode(table)
    return tree, weights, np.ascontiguousarray(values), np.ascontiguousarray(rows, np.float64)


def goes_left(tree, node, value):
    record = tree.nodes[node]
    if record["categorical"]:
        known = 0 <= value < record["code"]
        return value in tree.categories_left(node) if known else bool(record["missing_left"])
    return bool(value <= record["threshold"]) or bool(np.isnan(value) and record["missing_left"])


def expect(tree, weights, values, row, known, node=0):
    """What a tree says if features are known or sent to both sides by weight."""
    left = int(tree.nodes["left"][node])
    if left < 0:
        return values[node]
    feature = int(tree.nodes["feature"][node])
    if feature in known:
        return expect(tree, weights, values, row, known, left + (not goes_left(tree, node, row[feature])))
    share = weights[left] / (weights[left] + weights[left + 1])
    a, b = (expect(tree, weights, values, row, known, left + side) for side in (0, 1))
    return share * a + (1 - share) * b


def answer(tree, values, row, node=0):
    left = int(tree.nodes["left"][node])
    if left < 0:
        return values[node]
    return answer(
        tree, values, row, left + (not goes_left(tree, node, row[int(tree.nodes["feature"][node])]))
    )


def replace_unknown(tree, values, row, background, known):
    """What a tree says on average if unknown features are those of background rows."""
    mixed = np.where(np.isin(np.arange(row.size), list(known)), row, background)
    return np.mean([answer(tree, values, each) for each in mixed])


def list_sets(features):
    return [set(each) for size in range(len(features) + 1) for each in combinations(features, size)]


def find_values(worth, n_features):
    """Shapley values of a function of sets."""
    found = np.zeros(n_features)
    for i in range(n_features):
        for others in list_sets([j for j in range(n_features) if j != i]):
            size = len(others)
            share = factorial(size) * factorial(n_features - size - 1) / factorial(n_features)
            found[i] += share * (worth(others | {i}) - worth(others))
    return found


def find_pairs(worth, n_features):
    """Shapley interactions of a function of sets: half of each in both places, the rest on the diagonal."""
    found = np.zeros((n_features, n_features))
    for i, j in combinations(range(n_features), 2):
        for others in list_sets([k for k in range(n_features) if k not in (i, j)]):
            size = len(others)
            share = factorial(size) * factorial(n_features - size - 2) / factorial(n_features - 1) / 2
            change = worth(others | {i, j}) - worth(others | {i}) - worth(others | {j}) + worth(others)
            found[i, j] += share * change
    found += found.T
    found[np.diag_indices(n_features)] = find_values(worth, n_features) - found.sum(axis=1)
    return found


def remember(worth):
    """A function of sets that is asked once about each."""
    known = {}

    def ask(features):
        key = frozenset(features)
        if key not in known:
            known[key] = worth(key)
        return known[key]

    return ask
