import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.datasets import make_simple
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.relevance import single_tree
from hedgerow.relevance.complexity import node_complexity, value_complexity
from hedgerow.relevance.single_tree import single_tree_distribution


def prepare(X, y, n_classes, **parameters):
    kind = DecisionTreeRegressor if n_classes is None else DecisionTreeClassifier
    return kind(**parameters).prepare(TrainingSet.of(X, y, n_classes=n_classes))


def impurity(y, n_classes):
    if n_classes is None:
        return y.var()
    shares = np.bincount(y) / y.size
    return -sum(share * np.log2(share) for share in shares if share > 0)


def naive_gain(column, y, n_classes):
    best = 0.0
    for cut in np.unique(column)[:-1]:
        left = column <= cut
        sides = sum(y[side].size * impurity(y[side], n_classes) for side in (left, ~left))
        best = max(best, impurity(y, n_classes) - sides / y.size)
    return best


def naive_distribution(X, y, n_classes):
    """Walk the nodes of a fitted tree, and try every cut of every feature in each."""
    kind = DecisionTreeRegressor if n_classes is None else DecisionTreeClassifier
    nodes = kind().fit(X, y).tree_.frame()
    totals, todo = np.zeros(X.shape[1]), [(0, np.arange(len(y)))]
    while todo:
        node, rows = todo.pop()
        here = nodes.loc[node]
        if here["left"] < 0:
            continue
        weight = value_complexity(rows.size) if n_classes is None else node_complexity(np.bincount(y[rows]))
        totals += [weight * naive_gain(X[rows, f], y[rows], n_classes) for f in range(X.shape[1])]
        left = X[rows, int(here["feature"])] <= here["threshold"]
        todo += [(int(here["left"]), rows[left]), (int(here["right"]), rows[~left])]
    return totals / totals.sum()


@pytest.mark.parametrize("n_classes", [2, 3, None])
def test_every_feature_is_tried_at_every_node(n_classes):
    generator = np.random.default_rng(1)
    X = generator.integers(0, 12, (70, 4)).astype(float)
    X[:, 3] = 1.0
    signal = X[:, 0] + 0.5 * X[:, 1] + generator.normal(size=70)
    y = (
        signal
        if n_classes is None
        else np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))
    )
    found = single_tree_distribution(prepare(X, y, n_classes))
    assert_allclose(found, naive_distribution(X, y, n_classes), rtol=1e-9)
    assert found[3] == 0.0  # constant everywhere


def test_the_blocks_leave_no_trace(monkeypatch):
    sample = make_simple(random_state=0)
    prepared = prepare(sample.X, (sample.y > 0) + 0, 2)
    whole = single_tree_distribution(prepared)
    monkeypatch.setattr(single_tree, "_MOST_CELLS", 500)
    assert_array_equal(single_tree_distribution(prepared), whole)


def test_permuted_columns_permute_it():
    sample = make_simple(random_state=3)
    y, order = (sample.y > 0) + 0, np.random.default_rng(0).permutation(9)
    found = single_tree_distribution(prepare(sample.X, y, 2))
    assert_allclose(single_tree_distribution(prepare(sample.X[:, order], y, 2)), found[order])


def test_a_target_that_does_not_vary_leaves_it_uniform():
    X = np.random.default_rng(0).random((20, 4))
    assert_array_equal(single_tree_distribution(prepare(X, np.zeros(20, int), 1)), np.full(4, 0.25))


def test_equal_weights_change_nothing_and_rows_without_weight_are_not_seen():
    sample = make_simple(random_state=0)
    y = (sample.y > 0) + 0
    prepared = prepare(sample.X, y, 2)
    assert_allclose(single_tree_distribution(prepared, np.full(300, 2.5)), single_tree_distribution(prepared))
    seen = np.arange(300) % 3 > 0
    assert_allclose(
        single_tree_distribution(prepared, seen.astype(float)),
        single_tree_distribution(prepare(sample.X[seen], y[seen], 2)),
    )


@pytest.mark.parametrize("weight", ["balanced", "balanced_subsample", {0: 1.0, 1: 5.0}])
def test_class_weights_count(weight):
    sample = make_simple(random_state=0, threshold=2.2)
    y = (sample.y > 0) + 0
    heavy = single_tree_distribution(prepare(sample.X, y, 2, class_weight=weight))
    assert heavy.sum() == pytest.approx(1.0)
    assert not np.allclose(heavy, single_tree_distribution(prepare(sample.X, y, 2)))


def test_categories_and_holes_are_split_as_in_any_tree():
    generator = np.random.default_rng(0)
    X = np.column_stack([generator.integers(0, 5, 200), generator.random(200), generator.random(200)])
    y = np.isin(X[:, 0], [1, 3]) + 0
    X[::7, 1] = np.nan
    categorical = np.array([True, False, False])
    prepared = DecisionTreeClassifier().prepare(TrainingSet.of(X, y, n_classes=2, is_categorical=categorical))
    assert single_tree_distribution(prepared).argmax() == 0
