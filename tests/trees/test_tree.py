import io
import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor, RandomForestClassifier
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.trees.tree import Forest

X = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 6.0], [4.0, 6.0], [5.0, 9.0]])
TREE = DecisionTreeClassifier(criterion="gini").fit(X, [0, 0, 1, 1, 2]).flat_tree_


def test_attributes_mean_what_they_mean_in_scikit_learn():
    assert (TREE.node_count, TREE.n_leaves, TREE.max_depth) == (5, 3, 2)
    assert TREE.feature.tolist()[0] == 0
    assert TREE.children_left[0] == 1
    assert TREE.children_right[0] == 2
    assert (TREE.children_left[TREE.is_leaf] == -1).all()
    assert (TREE.children_right[TREE.is_leaf] == -1).all()
    assert TREE.threshold[0] == 2.5
    assert np.isnan(TREE.threshold[TREE.is_leaf]).all()
    assert TREE.n_node_samples[0] == 5
    assert TREE.weighted_n_node_samples[0] == 5.0
    assert TREE.value[0].tolist() == [2.0, 2.0, 1.0]
    assert TREE.gain[0] == pytest.approx(0.64 - 3 / 5 * 4 / 9)


def test_children_come_after_their_parents():
    inner = np.flatnonzero(~TREE.is_leaf)
    assert (TREE.children_left[inner] > inner).all()
    assert TREE.depth.tolist() == [0, 1, 1, 2, 2]


def test_the_frame_has_one_row_per_node():
    frame = TREE.frame()
    assert len(frame) == 5
    assert list(frame.columns) == [
        "depth", "feature", "threshold", "left", "right", "missing_left", "gain", "n_rows", "weight", "class_0",
        "class_1", "class_2",
    ]  # fmt: skip
    assert frame[["class_0", "class_1", "class_2"]].sum(axis=1).tolist() == frame["weight"].tolist()


def test_the_frame_of_values():
    tree = (
        DecisionTreeRegressor(max_depth=1).fit([[1.0], [2.0], [3.0], [4.0]], [1.0, 2.0, 3.0, 10.0]).flat_tree_
    )
    frame = tree.frame()
    assert frame.loc[0, ["mean", "variance", "gain"]].tolist() == pytest.approx([4.0, 12.5, 12.0])
    assert tree.value[:, 0].tolist() == pytest.approx([4.0, 2.0, 10.0])


def test_gains_and_importances():
    gains = TREE.forest.gains()
    weighted = TREE.gain * TREE.weighted_n_node_samples / 5
    expected = np.bincount(TREE.feature[~TREE.is_leaf], weighted[~TREE.is_leaf], minlength=2)
    np.testing.assert_allclose(gains, [expected])
    assert gains.sum() == pytest.approx(0.64)
    np.testing.assert_allclose(TREE.forest.feature_importances(), [expected / 0.64])
    stump = DecisionTreeClassifier().fit(np.zeros((3, 2)), [0, 1, 1])
    assert stump.feature_importances_.tolist() == [0.0, 0.0]


def test_forests_join_and_part():
    other = DecisionTreeClassifier(max_depth=1).fit(X, [0, 1, 1, 1, 2]).flat_tree_
    forest = Forest.join([TREE.forest, other.forest, TREE.forest])
    assert len(forest) == 3
    for t, tree in enumerate((TREE, other, TREE)):
        np.testing.assert_array_equal(forest[t].nodes, tree.nodes)
        np.testing.assert_array_equal(forest.outputs(X)[t], tree.forest.outputs(X)[0])
    assert forest.starts.tolist() == [0, 5, 8, 13]


def test_categories_of_joined_forests():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 100, (300, 2)).astype(float)
    y = ((codes[:, 0] % 2 == 0) & (codes[:, 1] % 3 == 0)).astype(int)
    prepared = DecisionTreeClassifier().prepare(
        TrainingSet.of(codes, y, n_classes=2, is_categorical=np.array([True, True]))
    )
    forest = prepared.grow(np.arange(2, dtype=np.uint64), np.ones((2, 300), np.int64)).forest
    apart = [forest[t].forest for t in range(2)]
    joined = Forest.join(apart)
    np.testing.assert_array_equal(joined.apply(codes), forest.apply(codes))
    np.testing.assert_array_equal(apart[1].apply(codes)[:, 0], forest.apply(codes)[:, 1])
    assert (forest.outputs(codes).argmax(axis=2) == y).all()


@pytest.mark.parametrize("shape", [(3,), (3, 1), (3, 3), (2, 2, 2)])
def test_rows_must_fit(shape):
    for ask in (TREE.forest.apply, TREE.forest.sum_outputs, TREE.forest.outputs):
        with pytest.raises(ValueError, match="grown on 2 columns"):
            ask(np.zeros(shape))


def test_tree_weights_must_fit():
    with pytest.raises(ValueError, match="one weight for each"):
        TREE.forest.sum_outputs(X, np.ones(2))


def test_trees_survive_a_pickle():
    copy = pickle.loads(pickle.dumps(TREE))
    np.testing.assert_array_equal(copy.nodes, TREE.nodes)
    np.testing.assert_array_equal(copy.forest.apply(X), TREE.forest.apply(X))


def test_single_precision_rows():
    np.testing.assert_array_equal(TREE.forest.apply(X.astype(np.float32)), TREE.forest.apply(X))


def edit_array(array, place, value):
    edited = array.copy()
    edited[place] = value
    return edited


def edit_nodes(forest, name, place, value):
    nodes = forest.nodes.copy()
    nodes[name][place] = value
    return replace(forest, nodes=nodes)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda f: edit_nodes(f, "left", 0, 0), "a child is not below its node"),
        (lambda f: edit_nodes(f, "left", 0, 2**30), "a child is not below its node"),
        # The left child would be the last node, so the right one is a node of the next tree, or of none.
        (lambda f: edit_nodes(f, "left", 0, f.starts[1] - 1), "a child is not below its node"),
        (
            lambda f: edit_nodes(f, "left", f.starts[-2], np.diff(f.starts)[-1] - 1),
            "a child is not below its node",
        ),
        (lambda f: edit_nodes(f, "left", 1, 1), "a child is not below its node"),
        (lambda f: edit_nodes(f, "feature", 0, 3), "a feature that is not there"),
        (lambda f: edit_nodes(f, "feature", 0, -1), "a feature that is not there"),
        (lambda f: edit_nodes(f, "feature", f.starts[1] - 1, 0), "a leaf asks for a feature"),
        (lambda f: edit_nodes(f, "feature", 0, 2**30), "a feature that is not there"),
        (lambda f: edit_nodes(f, "feature", 0, -5), "a feature that is not there"),
        (lambda f: edit_nodes(f, "categorical", 0, 1), "a word that is not there"),
        (lambda f: replace(f, values=f.values[:-1]), "values do not fit"),
        (lambda f: replace(f, values=f.values.astype("f4")), "values have another type"),
        (lambda f: replace(f, starts=f.starts[::-1].copy()), "starts do not fit"),
        (lambda f: replace(f, starts=f.starts + 1), "starts do not fit"),
        (lambda f: replace(f, starts=f.starts[:1]), "starts"),
        (
            lambda f: replace(
                f, starts=np.insert(f.starts, 1, 0), word_starts=np.insert(f.word_starts, 1, 0)
            ),
            "no node",
        ),
        # Their differences wrap around to 2**62, 2**62, ... and are not negative.
        (
            lambda f: replace(f, starts=np.array([0, 2**62, -(2**63), f.starts[-1]], np.int64)),
            "starts do not fit",
        ),
        (lambda f: replace(f, n_classes=-1), "values do not fit"),
        (lambda f: replace(f, n_features="x"), "n_features is not a number"),
        (lambda f: replace(f, first_draws=np.zeros(3)), "draws do not fit"),
        (lambda f: replace(f, first_draws=[[0.0, 0.0]] * len(f.nodes)), "draws do not fit"),
        (lambda f: replace(f, nodes=f.nodes[:, None]), "nodes have another shape"),
        (lambda f: replace(f, values=f.values[:, 0].copy()), "values have another shape"),
        (lambda f: replace(f, starts=f.starts[None]), "starts have another shape"),
        (lambda f: replace(f, starts=f.starts.astype("i4")), "starts have another type"),
        (lambda f: replace(f, n_classes=2.0), "n_classes is not a number"),
        (lambda f: replace(f, n_classes=3), "values do not fit"),
        (lambda f: replace(f, starts=f.starts[:0], word_starts=f.word_starts[:0]), "other numbers of starts"),
        (lambda f: replace(f, word_starts=f.word_starts[:-1]), "other numbers of starts"),
        (lambda f: replace(f, starts=edit_array(f.starts, 0, 1)), "starts do not fit"),
        (lambda f: replace(f, starts=edit_array(f.starts, -1, f.starts[-1] - 1)), "starts do not fit"),
        (lambda f: replace(f, starts=edit_array(f.starts, 1, f.starts[2] + 1)), "starts do not fit"),
        (lambda f: replace(f, word_starts=edit_array(f.word_starts, 0, -1)), "starts do not fit"),
        (lambda f: replace(f, nodes=None), "nodes have another type"),
    ],
)
def test_what_are_no_trees_is_refused(edit, message):
    X = np.random.default_rng(0).normal(size=(60, 3))
    forest = RandomForestClassifier(3, random_state=0).fit(X, X[:, 0] > 0)._grown.members.forest
    forest.check_loaded()
    with pytest.raises(ValueError, match=message):
        edit(forest).check_loaded()


def test_more_categories_than_there_are_words_for_are_refused():
    X = pd.DataFrame({"city": pd.Categorical(list("abcdef") * 10)})
    forest = (
        RandomForestClassifier(3, random_state=0).fit(X, X["city"].isin(["a", "b"]))._grown.members.forest
    )
    forest.check_loaded()
    for many in (1000, 2**16 - 1):  # the second would wrap around in the sixteen bits that it stands in
        with pytest.raises(ValueError, match="a word that is not there"):
            edit_nodes(forest, "code", 0, many).check_loaded()


@pytest.mark.parametrize(("code", "fits"), [(64, True), (65, False)])
def test_a_word_has_a_bit_for_each_of_64_categories(code, fits):
    """The only node that splits has one word, the first."""
    X = pd.DataFrame({"city": pd.Categorical(list("abcdef") * 10)})
    tree = DecisionTreeClassifier(max_depth=1).fit(X, X["city"].isin(["a", "b"])).flat_tree_
    edited = edit_nodes(tree.forest, "code", 0, code)
    if fits:
        edited.check_loaded()
    else:
        with pytest.raises(ValueError, match="a word that is not there"):
            edited.check_loaded()
    with pytest.raises(ValueError, match="a word that is not there"):
        edit_nodes(tree.forest, "threshold", 0, -1.0).check_loaded()


def test_draws_for_every_node_fit():
    forest = TREE.forest
    replace(forest, first_draws=np.zeros((len(forest.nodes), 2))).check_loaded()


def test_trees_of_values_and_lone_roots_are_trees():
    DecisionTreeRegressor().fit(X, [0.0, 1.0, 3.0, 4.0, 9.0]).flat_tree_.check_loaded()
    lone = DecisionTreeClassifier(max_depth=1).fit(X, [1, 1, 1, 1, 1]).flat_tree_
    assert lone.node_count == 1
    lone.check_loaded()


@pytest.mark.parametrize(("name", "value"), [("left", 10**8), ("left", 0), ("feature", 7)])
def test_a_tree_made_by_hand_is_looked_at_before_it_is_walked(name, value):
    X = np.random.default_rng(0).normal(size=(60, 3))
    tree = DecisionTreeClassifier().fit(X, X[:, 0] > 0).flat_tree_
    with pytest.raises(ValueError, match="these are not trees"):
        edit_nodes(tree, name, 0, value).forest.apply(X)
    assert tree.forest is tree.forest  # looked at once


class Foreign(pickle.Pickler):
    """Writes arrays as a machine of the other byte order does."""

    def reducer_override(self, value):
        if type(value) is not np.ndarray or value.dtype.isnative is False:
            return NotImplemented
        return value.byteswap().view(value.dtype.newbyteorder()).__reduce__()


def test_pickles_of_another_byte_order():
    X = np.array([[1.0], [2.0], [3.0], [4.0]])
    for model, y in (
        (DecisionTreeClassifier(), [0, 0, 1, 1]),
        (DecisionTreeRegressor(), [0.5, 1.0, 3.0, 7.0]),
        (RandomForestClassifier(3, random_state=0), [0, 1, 2, 3]),
    ):
        stream = io.BytesIO()
        Foreign(stream).dump(model.fit(X, y))
        again = pickle.loads(stream.getvalue())
        np.testing.assert_array_equal(again.predict(X), model.predict(X))
