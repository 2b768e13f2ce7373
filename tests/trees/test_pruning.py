import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier as PeerClassifier
from sklearn.tree import DecisionTreeRegressor as PeerRegressor

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow._kernels.records import NODE
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.trees.pruning import cut_below, node_impurity, paths, prune_by_cost, prune_by_held_out
from hedgerow.trees.tree import Tree


def pencil_tree():
    """CV-B3: x <= 3, then on the left x <= 1.5, grown on x = 1..5, y = (1, 3, 2, 10, 12)."""
    nodes = np.zeros(5, NODE)
    nodes["feature"] = [0, 0, -1, -1, -1]
    nodes["threshold"] = [3.0, 1.5, 0.0, 0.0, 0.0]
    nodes["left"] = [1, 3, -1, -1, -1]
    nodes["n_rows"] = [5, 3, 2, 1, 2]
    y = np.array([1.0, 3.0, 2.0, 10.0, 12.0])
    parts = [y, y[:3], y[3:], y[:1], y[1:3]]
    values = np.array([[part.size, part.mean(), part.var()] for part in parts])
    return Tree(nodes, values, np.empty(0, np.uint64), 0, 1)


PRUNE_X = np.array([[1.0], [2.0], [4.5], [3.0]])
PRUNE_Y = np.array([2.0, 2.0, 11.0, 2.5])


def test_the_pencil_means():
    assert pencil_tree().values[:, 1].tolist() == pytest.approx([5.6, 2.0, 11.0, 1.0, 2.5])


def test_the_pencil_pruning():
    """CV-B3: the left split goes (.25 < 1.25), the root stays (64.69 > .25); then held-out rows join the leaves."""
    everything = np.ones((1, 4))
    pruned = prune_by_held_out(pencil_tree().forest, PRUNE_X, PRUNE_Y, everything, everything > 0)[0]
    assert pruned.node_count == 3
    assert pruned.feature.tolist() == [0, -1, -1]
    assert pruned.threshold[0] == 3.0
    left, right = [1, 3, 2, 2, 2, 2.5], [10, 12, 11]
    assert pruned.values[1].tolist() == pytest.approx([6, np.mean(left), np.var(left)])
    assert pruned.values[2].tolist() == pytest.approx([3, np.mean(right), np.var(right)])


def test_nothing_held_out_prunes_everything():
    pruned = prune_by_held_out(
        pencil_tree().forest, PRUNE_X, PRUNE_Y, np.ones((1, 4)), np.zeros((1, 4), bool)
    )
    assert pruned[0].node_count == 1
    assert pruned[0].values[0].tolist() == pytest.approx(pencil_tree().values[0].tolist())


def test_classes_are_pruned_by_error_counts():
    nodes = pencil_tree().nodes.copy()
    values = np.array([[3.0, 2.0], [2.0, 1.0], [1.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    values[2] = [0.0, 2.0]
    tree = Tree(nodes, values, np.empty(0, np.uint64), 2, 1)
    held_out = np.ones((1, 4), bool)
    pruned = prune_by_held_out(tree.forest, PRUNE_X, np.array([0, 0, 1, 0]), np.ones((1, 4)), held_out)[0]
    assert pruned.node_count == 3  # the left split repairs nothing, the root split does
    assert pruned.values[1].tolist() == [5.0, 1.0]
    pruned = prune_by_held_out(tree.forest, PRUNE_X, np.array([0, 0, 0, 0]), np.ones((1, 4)), held_out)[0]
    assert pruned.node_count == 1


def test_rows_weigh_in():
    weights = np.array([[1.0, 100.0, 1.0, 1.0]])
    y = np.array([1.0, 2.5, 11.0, 2.5])  # as if the lower split were right
    pruned = prune_by_held_out(pencil_tree().forest, PRUNE_X, y, weights, weights > 0)[0]
    assert pruned.node_count == 5
    assert pruned.values[:, 0].tolist() == [108.0, 105.0, 3.0, 2.0, 103.0]


def test_paths_list_every_node_of_every_row():
    rows, nodes = paths(pencil_tree(), PRUNE_X)
    passed = {row: sorted(nodes[rows == row].tolist()) for row in range(4)}
    assert passed == {0: [0, 1, 3], 1: [0, 1, 4], 2: [0, 2], 3: [0, 1, 4]}
    assert paths(pencil_tree(), PRUNE_X[:0])[0].size == 0


def test_cutting_below_a_node_keeps_the_rest():
    tree = cut_below(pencil_tree(), np.array([False, True, False, False, False]))
    assert tree.children_left.tolist() == [1, -1, -1]
    assert tree.forest.apply(PRUNE_X)[:, 0].tolist() == [1, 1, 2, 1]
    untouched = cut_below(pencil_tree(), np.zeros(5, bool))
    np.testing.assert_array_equal(untouched.nodes, pencil_tree().nodes)


def test_impurities():
    tree = Tree(np.zeros(1, NODE), np.array([[9.0, 5.0]]), np.empty(0, np.uint64), 2, 1)
    assert node_impurity(tree, "entropy")[0] == pytest.approx(0.9402859587)
    assert node_impurity(tree, "gini")[0] == pytest.approx(0.4591836735)
    assert node_impurity(tree, "sum_minority")[0] == pytest.approx(0.3571428571)
    assert node_impurity(pencil_tree(), "squared_error")[1] == pytest.approx(2 / 3)


def noisy(n=300, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    signal = X[:, 0] + X[:, 1] * (X[:, 2] > 0) + 0.5 * rng.normal(size=n)
    return X, signal


@pytest.mark.parametrize("alpha", [0.0, 1e-3, 4e-3, 0.01, 0.03, 0.5])
def test_cost_pruning_leaves_as_many_leaves_as_scikit_learn(alpha):
    """On 64 rows both look at every cut, and distinct values leave few ties."""
    for seed in range(4):
        X, signal = noisy(64, seed)
        peer = PeerRegressor(ccp_alpha=alpha, random_state=0).fit(X, signal)
        ours = DecisionTreeRegressor(ccp_alpha=alpha).fit(X, signal)
        assert ours.get_n_leaves() == peer.get_n_leaves()
        np.testing.assert_allclose(ours.predict(X), peer.predict(X), atol=1e-9)


@pytest.mark.parametrize("alpha", [2e-3, 0.01, 0.03])
def test_cost_pruning_of_classes_is_that_of_scikit_learn(alpha):
    rng = np.random.default_rng(1)
    X, signal = noisy(64)
    y, w = (signal > 0).astype(int), rng.random(64) + 0.1
    peer = PeerClassifier(ccp_alpha=alpha, random_state=0).fit(X, y, w)
    ours = DecisionTreeClassifier(criterion="gini", ccp_alpha=alpha).fit(X, y, w)
    assert ours.get_n_leaves() == peer.get_n_leaves()


def test_a_forest_is_pruned_tree_by_tree():
    X, signal = noisy()
    prepared = DecisionTreeRegressor(max_features=2).prepare(TrainingSet.of(X, signal, n_classes=None))
    forest = prepared.grow(np.arange(3, dtype=np.uint64), np.ones((3, 300), np.int64)).forest
    pruned = prune_by_cost(forest, 0.01, "squared_error")
    for t in range(3):
        alone = prune_by_cost(forest[t].forest, 0.01, "squared_error")
        np.testing.assert_array_equal(pruned[t].nodes, alone.nodes)
        assert pruned[t].n_leaves < forest[t].n_leaves


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, DecisionTreeRegressor])
def test_reduced_error_pruning_shrinks_noisy_trees_and_helps_on_new_rows(kind):
    X, signal = noisy(600)
    X_new, new_signal = noisy(2000, seed=1)
    y, new_y = (signal, new_signal) if kind is DecisionTreeRegressor else (signal > 0, new_signal > 0)
    full = kind(random_state=0).fit(X, y)
    pruned = kind(random_state=0, pruning="reduced_error").fit(X, y)
    assert pruned.get_n_leaves() < full.get_n_leaves() / 2
    assert pruned.score(X_new, new_y) > full.score(X_new, new_y)
    weight = pruned.flat_tree_.weighted_n_node_samples
    assert weight[0] == pytest.approx(600)  # held-out rows have joined
    assert weight[pruned.flat_tree_.is_leaf].sum() == pytest.approx(600)


@pytest.mark.parametrize(("n_rows", "n_grown"), [(90, 60), (91, 61), (92, 62)])
def test_reduced_error_pruning_keeps_a_third_of_the_rows_aside(n_rows, n_grown):
    X = np.random.default_rng(0).normal(size=(n_rows, 3))
    tree = DecisionTreeClassifier(pruning="reduced_error", random_state=0).fit(X, X[:, 0] > 0).flat_tree_
    assert tree.n_node_samples[0] == n_grown
