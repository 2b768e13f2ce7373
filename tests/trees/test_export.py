import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees import export_text

X = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 6.0], [4.0, 6.0], [5.0, 9.0]])
Y = ["low", "low", "mid", "mid", "high"]


def test_rules_are_indented_under_their_conditions():
    tree = DecisionTreeClassifier(criterion="gini").fit(X, Y)
    assert export_text(tree, feature_names=["size", "age"]).splitlines() == [
        "size <= 2.5: low (2 rows)",
        "size > 2.5",
        "|   size <= 4.5: mid (2 rows)",
        "|   size > 4.5: high (1 row)",
    ]


def test_deep_levels_are_left_out():
    tree = DecisionTreeClassifier(criterion="gini").fit(X, Y)
    assert export_text(tree, max_depth=1).splitlines() == ["x0 <= 2.5: low (2 rows)", "x0 > 2.5: ..."]


def test_values_and_digits():
    tree = DecisionTreeRegressor(max_depth=1).fit([[1.0], [2.0]], [0.123456, 7.0])
    assert export_text(tree, decimals=2).splitlines() == ["x0 <= 1.5: 0.12 (1 row)", "x0 > 1.5: 7 (1 row)"]


def test_a_lone_leaf():
    assert export_text(DecisionTreeClassifier().fit(np.ones((2, 1)), ["a", "a"])) == "a (2 rows)"


def test_names_come_from_the_frame_and_categories_are_spelled_out():
    frame = pd.DataFrame(
        {"colour": pd.Categorical(["red", "green", "blue", "red"]), "n": [1.0, 1.0, 1.0, 1.0]}
    )
    lines = export_text(DecisionTreeClassifier().fit(frame, [1, 0, 0, 1])).splitlines()
    assert sorted(lines) == ["colour in {blue, green}: 0 (2 rows)", "colour in {red}: 1 (2 rows)"]


def test_missing_and_present():
    tree = DecisionTreeClassifier().fit([[1.0], [1.0], [np.nan]], [0, 0, 1])
    assert export_text(tree).splitlines() == ["x0 is present: 0 (2 rows)", "x0 is missing: 1 (1 row)"]


def test_names_must_fit():
    tree = DecisionTreeClassifier().fit(X, Y)
    with pytest.raises(ValueError, match="feature_names has 1 names; the tree has 2"):
        export_text(tree, feature_names=["a"])
    assert "class B" in export_text(tree, class_names=["class A", "class B", "class C"])


def test_an_unfitted_tree_is_refused():
    with pytest.raises(NotFittedError):
        export_text(DecisionTreeClassifier())


def test_very_deep_trees_are_written():
    x = np.arange(3000.0)[:, None]
    tree = DecisionTreeClassifier(split="random", random_state=0).fit(x, np.arange(3000) % 2)
    text = export_text(tree, max_depth=10_000)
    assert len(text.splitlines()) == tree.flat_tree_.node_count - 1
