"""The check values of the sources, for single trees."""

import numpy as np
import pytest

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor


def from_counts(total, left):
    """One binary feature that sends `left` of each class left."""
    total, left = np.array(total), np.array(left)
    y = np.repeat(np.tile(np.arange(total.size), 2), np.concatenate([left, total - left]))
    x = np.repeat([0.0, 1.0], [left.sum(), (total - left).sum()])
    return x[:, None], y


# Rogers 2007, 2.16-2.22.
@pytest.mark.parametrize(
    ("criterion", "gain"),
    [("entropy", 0.0481270304), ("gain_ratio", 0.0488486155), ("gini", 0.0306122449), ("sum_minority", 0.0)],
)
def test_split_quality(criterion, gain):
    X, y = from_counts((9, 5), (6, 2))
    tree = DecisionTreeClassifier(criterion=criterion, max_depth=1).fit(X, y).flat_tree_
    assert tree.gain[0] == pytest.approx(gain, abs=1e-10)


@pytest.mark.parametrize(("y", "gain"), [((1, 2, 3, 10), 12.0), ((1, 2, 4, 5), 2.25)])
def test_variance(y, gain):
    tree = DecisionTreeRegressor(max_depth=1).fit(np.arange(4.0)[:, None], y).flat_tree_
    assert tree.gain[0] == pytest.approx(gain)


# Rogers 2007, 2.23 and 2.24.
@pytest.mark.parametrize(
    ("total", "left", "n_leaves"),
    [
        ((5, 5), (5, 0), 2),
        ((1, 1), (1, 0), 2),
        ((2, 1), (2, 0), 2),
        ((10, 10), (8, 2), 1),
        ((15, 15), (12, 3), 1),
    ],
)
def test_description_length(total, left, n_leaves):
    X, y = from_counts(total, left)
    assert DecisionTreeClassifier(pruning="mdl").fit(X, y).get_n_leaves() == n_leaves


@pytest.mark.parametrize(("n_features", "n_leaves"), [(1, 2), (10, 2), (65, 2), (66, 1)])
def test_naming_one_of_many_features_costs_bits(n_features, n_leaves):
    """(5,5) -> (5,0) + (0,5) saves 10 bits and costs 3.977 + log2 F: worth it up to F = 2^6.0227 = 65.03."""
    X, y = from_counts((5, 5), (5, 0))
    X = np.hstack([np.zeros((10, n_features - 1)), X])
    assert DecisionTreeClassifier(pruning="mdl").fit(X, y).get_n_leaves() == n_leaves


def test_exclusive_or_is_beyond_a_rule_that_looks_one_split_ahead():
    X = np.repeat([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], 10, axis=0)
    y = np.repeat([0, 1, 1, 0], 10)
    assert DecisionTreeClassifier(pruning="mdl").fit(X, y).get_n_leaves() == 1
    assert DecisionTreeClassifier().fit(X, y).score(X, y) == 1.0


def test_a_stump_on_ten_points():
    """Lecture I4: y = + for x <= 3 or x >= 8; 3.5 and 7.5 tie, the lower one is taken, accuracy 70 %."""
    x = np.arange(1.0, 11.0)
    y = np.where((x <= 3) | (x >= 8), 1, -1)
    stump = DecisionTreeClassifier(max_depth=1).fit(x[:, None], y)
    tree = stump.flat_tree_
    assert tree.threshold[0] == 3.5
    assert 0.9709505945 - tree.gain[0] == pytest.approx(0.689660, abs=1e-6)
    assert stump.score(x[:, None], y) == pytest.approx(0.7)


@pytest.mark.parametrize("max_features", [1, "log2+1", None])
@pytest.mark.parametrize("split", ["best", "random", "top_k"])
def test_full_trees_have_no_training_error(max_features, split):
    """Rogers 2007, section 2.5: on distinct rows; nodes = 2 leaves - 1."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 8)), rng.integers(0, 3, 300)
    tree = DecisionTreeClassifier(split=split, max_features=max_features, random_state=1).fit(X, y)
    assert tree.score(X, y) == 1.0
    assert tree.flat_tree_.node_count == 2 * tree.get_n_leaves() - 1


def test_totally_random_trees_do_not_look_at_the_labels():
    """Geurts 2006: one random feature per node; with other labels the first cut is the same."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 5)), rng.integers(0, 2, 100)
    options = {"split": "random", "max_features": 1, "random_state": 7, "max_depth": 1}
    a, b = (DecisionTreeClassifier(**options).fit(X, labels).flat_tree_ for labels in (y, 1 - np.roll(y, 13)))
    assert (a.feature[0], a.threshold[0]) == (b.feature[0], b.threshold[0])
