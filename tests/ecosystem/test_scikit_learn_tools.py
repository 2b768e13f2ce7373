"""scikit-learn's own tools, which look at the trees of scikit-learn, look at ours."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn import ensemble as peer
from sklearn import tree as peer_tree
from sklearn.datasets import load_iris

from hedgerow import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)

IRIS = load_iris(as_frame=True)
X, y = IRIS.data, IRIS.target
NAMES = [*IRIS.target_names]


@pytest.fixture(scope="module")
def tree():
    return DecisionTreeClassifier(criterion="gini", max_depth=2).fit(X[["petal width (cm)"]], y)


@pytest.fixture(scope="module")
def theirs():
    return peer_tree.DecisionTreeClassifier(max_depth=2, random_state=0).fit(X[["petal width (cm)"]], y)


def test_export_text(tree, theirs):
    for options in (
        {},
        {"feature_names": ["width"], "class_names": NAMES, "show_weights": True, "max_depth": 1},
    ):
        assert peer_tree.export_text(tree, **options) == peer_tree.export_text(theirs, **options)
    values = DecisionTreeRegressor(max_depth=1).fit([[1.0], [3.0]], [2.0, 5.0])
    assert peer_tree.export_text(values) == (
        "|--- feature_0 <= 2.00\n|   |--- value: [2.00]\n|--- feature_0 >  2.00\n|   |--- value: [5.00]\n"
    )


def test_plot_tree(tree, theirs):
    drawn = [
        [
            note.get_text()
            for note in peer_tree.plot_tree(each, class_names=NAMES, proportion=True, filled=True)
        ]
        for each in (tree, theirs)
    ]
    assert sorted(drawn[0]) == sorted(drawn[1])
    assert len(drawn[0]) >= tree.tree_.node_count


def test_export_graphviz(tree, theirs):
    def boxes(model):
        text = peer_tree.export_graphviz(model, class_names=NAMES, filled=True, rounded=True)
        return sorted(
            line.partition("[")[2] for line in text.splitlines() if "label=" in line and "->" not in line
        )

    assert boxes(tree) == boxes(theirs)


def test_the_example_about_the_structure_of_a_tree(tree):
    """As ``plot_unveil_tree_structure`` of scikit-learn's documentation reads it."""
    rows = X[["petal width (cm)"]]
    structure = tree.tree_
    is_leaf = np.zeros(structure.node_count, bool)
    stack = [(0, 0)]
    while stack:
        node, depth = stack.pop()
        if structure.children_left[node] != structure.children_right[node]:
            stack += [(structure.children_left[node], depth + 1), (structure.children_right[node], depth + 1)]
        else:
            is_leaf[node] = True
    assert_array_equal(is_leaf, structure.feature == -2)
    path, leaves = tree.decision_path(rows), tree.apply(rows)
    for row in (0, 60, 149):
        passed = path.indices[path.indptr[row] : path.indptr[row + 1]]
        for node, below in pairwise(passed):
            goes_left = rows.to_numpy()[row, structure.feature[node]] <= structure.threshold[node]
            children = structure.children_left if goes_left else structure.children_right
            assert children[node] == below
        assert passed[-1] == leaves[row]
    together = path.toarray()[[0, 1]].sum(axis=0) == 2
    assert together[0]


def test_a_recipe_that_adds_up_contributions():
    """What a package such as treeinterpreter does: each step down the path adds the change of the value."""
    forest = RandomForestRegressor(3, max_depth=4, random_state=0).fit(X.to_numpy(np.float32), y * 1.0)
    rows = X.to_numpy(np.float32)[::30]
    total = np.zeros(len(rows))
    for member in forest:
        values, parent = member.tree_.value.squeeze(axis=(1, 2)), {}
        for node in np.flatnonzero(member.tree_.children_left != -1):
            parent[member.tree_.children_left[node]] = parent[member.tree_.children_right[node]] = node
        for row, leaf in enumerate(member.apply(rows)):
            node, steps = leaf, 0.0
            while node:
                steps += values[node] - values[parent[node]]
                node = parent[node]
            total[row] += values[0] + steps
    np.testing.assert_allclose(total / len(forest), forest.predict(rows))


@pytest.mark.parametrize(
    ("ours", "name"),
    [
        (RandomForestClassifier, "RandomForestClassifier"),
        (RandomForestRegressor, "RandomForestRegressor"),
        (ExtraTreesClassifier, "ExtraTreesClassifier"),
        (ExtraTreesRegressor, "ExtraTreesRegressor"),
    ],
)
def test_forests_count_as_forests(ours, name):
    every = {
        each.__name__ for each in vars(peer).values() if isinstance(each, type) and issubclass(ours, each)
    }
    assert every == {name, "BaseEnsemble"}


def test_a_frame_with_missing_values():
    table = X.mask(np.random.default_rng(0).random(X.shape) < 0.1)
    forest = RandomForestClassifier(2, random_state=0).fit(table, y)
    text = peer_tree.export_text(forest[0], feature_names=[*forest.feature_names_in_], class_names=NAMES)
    assert "petal" in text
    leaves = forest[0].tree_.apply(table.to_numpy(np.float32))
    assert_array_equal(leaves, forest.apply(table)[:, 0])
