import numpy as np
import pytest
from scipy.sparse import csr_array, hstack
from scipy.stats import chisquare, kstest

from hedgerow import DecisionTreeClassifier, ExtraTreesClassifier

N_WIDE = 20_000  # features from which on they are drawn among those that have cells in the node


def widen(X):
    """The same columns among thousands that hold nothing."""
    left = csr_array((len(X), N_WIDE // 2))
    return csr_array(hstack([left, csr_array(X), csr_array((len(X), N_WIDE // 2 - X.shape[1]))]))


def entropy(labels):
    shares = np.bincount(labels) / len(labels)
    return -(shares[shares > 0] * np.log2(shares[shares > 0])).sum()


def make_rows(n=60, n_classes=3, seed=0):
    """Columns of one value beside zero, of a few on both sides of it, of very many, and without a zero."""
    rng = np.random.default_rng(seed)
    X = np.column_stack(
        [
            2.5 * (rng.random(n) < 0.2),
            rng.integers(-2, 3, n),
            rng.normal(size=n) * (rng.random(n) < 0.9),
            1.0 + rng.random(n),
            np.eye(n)[:, 7] * -4.0,
        ]
    )
    return X, rng.integers(0, n_classes, n)


@pytest.mark.parametrize("n_classes", [2, 3, 7])
def test_nodes_gain_what_their_cuts_part(n_classes):
    X, y = make_rows(n_classes=n_classes)
    wide = widen(X)
    tree = DecisionTreeClassifier(split="random", max_features=3, random_state=0).fit(wide, y).flat_tree_
    place = tree.forest.apply(wide)[:, 0]
    rows = {node: np.flatnonzero(place == node) for node in np.flatnonzero(tree.is_leaf)}
    for node in reversed(range(tree.node_count)):
        if tree.is_leaf[node]:
            assert len(set(y[rows[node]])) == 1
            continue
        left, right = tree.children_left[node], tree.children_right[node]
        rows[node] = np.concatenate([rows[left], rows[right]])
        column = X[:, tree.feature[node] - N_WIDE // 2]
        assert (column[rows[left]] <= tree.threshold[node]).all()
        assert (column[rows[right]] > tree.threshold[node]).all()
        parts = [len(rows[side]) * entropy(y[rows[side]]) for side in (left, right)]
        gained = entropy(y[rows[node]]) - sum(parts) / len(rows[node])
        assert tree.gain[node] == pytest.approx(gained, abs=1e-9)


def test_features_are_drawn_alike_and_cuts_between_their_extremes():
    X, y = make_rows()
    forest = ExtraTreesClassifier(600, max_features=1, max_depth=1, random_state=0).fit(widen(X), y)
    roots = [forest.members_.forest[t] for t in range(600)]
    drawn = np.array([root.feature[0] for root in roots]) - N_WIDE // 2
    assert chisquare(np.bincount(drawn, minlength=5)).pvalue > 1e-3
    cuts = np.array([root.threshold[0] for root in roots])
    for feature, column in enumerate(X.T):
        least, greatest = column.min(), column.max()
        assert kstest((cuts[drawn == feature] - least) / (greatest - least), "uniform").pvalue > 1e-3


def test_a_narrow_table_has_the_trees_of_a_dense_one():
    X, y = make_rows(n=300)
    for parameters in ({"criterion": "entropy"}, {"criterion": "gini", "max_features": None}):
        tree = DecisionTreeClassifier(split="random", random_state=3, **parameters)
        dense, sparse = (tree.fit(table, y).flat_tree_ for table in (X, csr_array(X)))
        for name in dense.nodes.dtype.names:
            np.testing.assert_array_equal(dense.nodes[name], sparse.nodes[name])
