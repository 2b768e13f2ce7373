"""Trees that draw their splits: totally random trees and PERT, as the papers describe them."""

import numpy as np
import pytest
from scipy.stats import chisquare

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreesClassifier, ExtraTreesRegressor

RNG = np.random.default_rng(0)
X = RNG.random((300, 4))
Y = (X[:, 0] > 0.3).astype(int)  # one feature says everything, the others nothing


def find_roots(forest):
    return np.array([tree.flat_tree_.feature[0] for tree in forest.estimators_])


@pytest.mark.parametrize(
    ("kind", "target"), [(ExtraTreesClassifier, Y), (ExtraTreesRegressor, Y + 0.5)], ids=["classes", "values"]
)
def test_totally_random_trees_do_not_look_at_the_target(kind, target):
    """Geurts et al. 2006: with one feature a node, splits are independent of the target."""
    forest = kind(800, max_features=1, random_state=0).fit(X, target)
    assert chisquare(np.bincount(find_roots(forest), minlength=4)).pvalue > 1e-3
    cuts = [tree.flat_tree_.threshold[0] for tree in forest.estimators_ if tree.flat_tree_.feature[0] == 0]
    assert np.mean(cuts) == pytest.approx(0.5, abs=4 * np.sqrt(1 / 12 / len(cuts)))
    looking = kind(100, max_features=None, random_state=0).fit(X, target)
    assert (find_roots(looking) == 0).mean() > 0.9


def test_trees_of_one_seed_split_alike_until_a_node_is_pure():
    shuffled = RNG.permutation(Y)
    trees = [
        DecisionTreeClassifier(split="random", max_features=1, max_depth=2, random_state=3)
        .fit(X, labels)
        .flat_tree_
        for labels in (shuffled, 1 - shuffled, RNG.integers(0, 2, 300))
    ]
    for tree in trees[1:]:
        np.testing.assert_array_equal(tree.feature, trees[0].feature)
        np.testing.assert_array_equal(tree.threshold, trees[0].threshold)


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, DecisionTreeRegressor])
def test_a_cut_of_pert_lies_between_two_rows_with_different_targets(kind):
    """Cutler and Zhao 2001: alpha a + (1 - alpha) b; between 2 and 5 all places are equally likely, such as 4.25."""
    line, target = np.array([[2.0], [5.0]]), np.array([0, 1])
    cuts = [
        kind(split="pert", random_state=seed).fit(line, target).flat_tree_.threshold[0] for seed in range(400)
    ]
    assert min(cuts) >= 2
    assert max(cuts) <= 5
    assert np.mean(cuts) == pytest.approx(3.5, abs=4 * 3 / np.sqrt(12 * 400))
    assert np.std(cuts) == pytest.approx(3 / np.sqrt(12), rel=0.15)


def test_pert_separates_every_training_row():
    tree = DecisionTreeClassifier(split="pert", random_state=0).fit(X, Y)
    assert tree.score(X, Y) == 1.0
