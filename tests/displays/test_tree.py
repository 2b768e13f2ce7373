import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.displays.tree import TreeDisplay, plot_tree

X = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 6.0], [4.0, 6.0], [5.0, 9.0]])
TREE = DecisionTreeClassifier(criterion="gini").fit(X, ["low", "low", "mid", "mid", "high"])


def test_leaves_stand_side_by_side_and_parents_between_their_children():
    nodes = TreeDisplay.from_estimator(TREE).frame().set_index("node")
    assert sorted(nodes["x"][TREE.flat_tree_.is_leaf]) == [0.0, 1.0, 2.0]
    for node in np.flatnonzero(~TREE.flat_tree_.is_leaf):
        left, right = (
            nodes.loc[TREE.flat_tree_.children_left[node]],
            nodes.loc[TREE.flat_tree_.children_right[node]],
        )
        assert nodes.loc[node, "x"] == (left["x"] + right["x"]) / 2
        assert left["x"] < right["x"]
        assert (left["side"], right["side"]) == ("left", "right")
        assert left["parent"] == right["parent"] == node
    assert nodes["depth"].tolist() == TREE.flat_tree_.depth[nodes.index].tolist()
    assert nodes.loc[0, ["text", "side", "parent"]].tolist() == ["x0 <= 2.5", "", -1]


def test_the_picture_says_what_the_nodes_say():
    display = plot_tree(TREE, feature_names=["size", "age"])
    said = [text.get_text() for text in display.ax_.texts]
    assert "size <= 2.5" in said
    assert "mid (2 rows)" in said
    assert {"yes", "no"} <= set(said)
    display.figure_.canvas.draw()


def test_deep_levels_are_not_drawn():
    display = TreeDisplay.from_estimator(TREE, max_depth=1)
    assert len(display.frame()) == 3
    assert display.frame()["depth"].max() == 1


def test_it_draws_where_it_is_told_to():
    _, ax = plt.subplots()
    assert plot_tree(TREE, ax=ax).ax_ is ax


@pytest.mark.parametrize(
    "tree",
    [
        DecisionTreeRegressor().fit(X, X[:, 0]),
        DecisionTreeClassifier().fit(X, np.zeros(5)),
        DecisionTreeRegressor().fit(X, np.ones(5)),
    ],
)
def test_values_and_lone_leaves(tree):
    display = plot_tree(tree)
    strength = display.frame()["strength"]
    assert strength.between(0.0, 1.0).all()
    display.figure_.canvas.draw()


def test_an_unfitted_tree_is_refused():
    with pytest.raises(NotFittedError):
        plot_tree(DecisionTreeClassifier())
