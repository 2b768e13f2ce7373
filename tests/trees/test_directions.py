import numpy as np
import pandas as pd
import pytest

from hedgerow import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
    load_model,
    save_model,
)
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.trees.directions import keep_within, read_directions

X, Y = np.arange(12.0).reshape(6, 2), np.array([1.0, 3.0, 2.0, 5.0, 4.0, 6.0])


def test_a_dict_goes_by_names():
    frame = pd.DataFrame(X, columns=["age", "dose"])
    by_name = DecisionTreeRegressor(monotonic_cst={"dose": -1}).fit(frame, Y)
    by_place = DecisionTreeRegressor(monotonic_cst=[0, -1]).fit(X, Y)
    np.testing.assert_array_equal(by_name.predict(frame), by_place.predict(X))
    assert by_name.monotonic_cst == {"dose": -1}


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, RandomForestClassifier, ExtraTreesClassifier])
@pytest.mark.parametrize(
    ("directions", "message"),
    [
        ([1, 0, 0], "monotonic_cst has shape 3 but the input data X has 2 features"),
        ([[1, 0]], r"monotonic_cst has shape \(1, 2\)"),
        (1, r"monotonic_cst has shape \(\)"),
        ([2, 0], r"must be None or an array-like of -1, 0 or 1, but got \[0 2\]"),
        ([0.5, 0], r"an array-like of -1, 0 or 1, but got \[0.  0.5\]"),
        (["up", "down"], "an array-like of -1, 0 or 1"),
        ({"age": 1}, "the columns of X have no names"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(kind, directions, message):
    with pytest.raises(ValueError, match=message):
        kind(monotonic_cst=directions).fit(X, Y > 3)


def test_unknown_names_many_classes_and_categories_are_refused():
    frame = pd.DataFrame({"age": X[:, 0], "colour": pd.Categorical(list("rgbrgb"))})
    with pytest.raises(
        ValueError, match="names 'size', which is no column of X; its columns are 'age', 'colour'"
    ):
        DecisionTreeRegressor(monotonic_cst={"size": 1}).fit(frame, Y)
    with pytest.raises(ValueError, match="column 'colour', whose categories have no order"):
        RandomForestRegressor(2, monotonic_cst={"colour": 1}).fit(frame, Y)
    with pytest.raises(ValueError, match="not supported with multiclass classification"):
        RandomForestClassifier(2, monotonic_cst=[1, 0]).fit(X, [0, 1, 2, 0, 1, 2])
    DecisionTreeClassifier(monotonic_cst=[0, 0]).fit(X, [0, 1, 2, 0, 1, 2])


@pytest.mark.parametrize("pruning", ["mdl", "reduced_error"])
def test_pruning_that_knows_no_directions_is_refused(pruning):
    with pytest.raises(ValueError, match="knows no monotonic_cst"):
        DecisionTreeClassifier(pruning=pruning, monotonic_cst=[1, 0]).fit(X, Y > 3)


def test_one_class_needs_no_directions():
    tree = DecisionTreeClassifier(monotonic_cst=[1, 0]).fit(X, np.ones(6))
    assert tree.predict(X).tolist() == [1.0] * 6


def test_no_direction_is_no_constraint():
    training = TrainingSet.of(X, Y)
    assert read_directions([0, 0], training) is None
    assert read_directions(np.array([1.0, -1.0]), training) == [1, -1]


@pytest.mark.parametrize(
    "directions", [[1, -1], np.array([1, -1]), {"a": 1, "b": -1}], ids=lambda each: type(each).__name__
)
def test_a_model_file_keeps_them(tmp_path, directions):
    frame = pd.DataFrame(X, columns=["a", "b"])
    forest = RandomForestRegressor(5, monotonic_cst=directions, random_state=0).fit(frame, Y)
    save_model(forest, tmp_path / "forest.hdg")
    loaded = load_model(tmp_path / "forest.hdg")
    np.testing.assert_array_equal(loaded.predict(frame), forest.predict(frame))
    assert np.array_equal(loaded.monotonic_cst, forest.monotonic_cst)


def test_a_pruned_tree_keeps_its_directions():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 2))
    y = X[:, 0] + np.sin(3 * X[:, 1]) + rng.normal(size=300)
    tree = DecisionTreeRegressor(monotonic_cst=[1, 0], ccp_alpha=0.005).fit(X, y)
    assert 3 < tree.get_n_leaves() < DecisionTreeRegressor(monotonic_cst=[1, 0]).fit(X, y).get_n_leaves()
    grid = np.stack([np.tile(np.linspace(-3, 3, 50), 20), np.repeat(np.linspace(-2, 2, 20), 50)], axis=1)
    assert (np.diff(tree.predict(grid).reshape(20, 50), axis=1) >= 0).all()


def test_limits_move_values_and_shares():
    values = np.array([[2.0, 5.0, 1.0], [2.0, -1.0, 1.0]])
    keep_within(values, np.array([[0.0, 4.0], [0.0, 4.0]]))
    assert values.tolist() == [[2.0, 4.0, 1.0], [2.0, 0.0, 1.0]]
    rng = np.random.default_rng(0)
    weights, middle = rng.random((2000, 2)) * 10, rng.random(2000)
    below, above = weights.copy(), weights.copy()
    keep_within(below, np.stack([np.full(2000, -np.inf), middle], axis=1))
    keep_within(above, np.stack([middle, np.full(2000, np.inf)], axis=1))
    for shares in (lambda w: w[:, 1] / w.sum(1), lambda w: (1.0 / w.sum(1)) * w[:, 1]):
        assert (shares(below) <= middle).all()
        assert (shares(above) >= middle).all()
    np.testing.assert_allclose(below.sum(axis=1), weights.sum(axis=1))
