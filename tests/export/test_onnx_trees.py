import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.export.onnx_trees import round_down, write_trees
from hedgerow.trees.tree import Tree

SINGLE = st.floats(width=32, allow_nan=False)
EDGES = [
    0.0,
    -0.0,
    1e300,
    -1e300,
    np.inf,
    -np.inf,
    1e-300,
    -1e-300,
    3.4028235e38,
    3.5e38,
    -3.5e38,
    0.1,
    16777217.0,
]


def split_alike(cell, threshold):
    rounded = round_down(np.array([threshold]), np.float32)
    assert rounded.dtype == np.float32
    return (np.float32(cell) <= rounded[0]) == (np.float64(cell) <= threshold)


@given(SINGLE, st.floats(allow_nan=False))
def test_numbers_of_single_precision_go_where_the_threshold_sends_them(cell, threshold):
    assert split_alike(cell, threshold)


@given(SINGLE, st.integers(-3, 3), st.booleans())
def test_neighbours_of_a_threshold_go_to_the_same_side(cell, steps, wide):
    """The threshold is a neighbour of the number, among those of double precision or of single."""
    threshold, kind = (float(cell), np.float64) if wide else (np.float32(cell), np.float32)
    for _ in range(abs(steps)):
        with np.errstate(over="ignore", under="ignore"):
            threshold = np.nextafter(threshold, kind(np.inf if steps > 0 else -np.inf))
    assert split_alike(cell, float(threshold))


@pytest.mark.parametrize("threshold", EDGES)
def test_extreme_thresholds_are_kept_apart(threshold):
    cells = np.array([*EDGES, 1.4e-45, -1.4e-45, 0.2, 16777216.0, 16777218.0])
    with np.errstate(over="ignore"):
        cells = cells.astype(np.float32)
    assert all(split_alike(cell, threshold) for cell in cells)


def test_double_precision_is_not_rounded():
    np.testing.assert_array_equal(round_down(np.array(EDGES), np.float64), EDGES)


def make_tree(nodes, subsets=()):
    """A tree of regression; a node is (feature, threshold, left), and more by name."""
    from hedgerow._kernels.records import NODE

    records = np.zeros(len(nodes), NODE)
    for place, (feature, threshold, left, more) in enumerate(nodes):
        records[place]["feature"], records[place]["threshold"], records[place]["left"] = (
            feature,
            threshold,
            left,
        )
        for name, value in more.items():
            records[place][name] = value
    return Tree(records, np.ones((len(nodes), 3)), np.array(subsets, np.uint64), 0, 2)


LEAF = (-1, 0.0, -1, {})


def test_attributes_of_two_trees_by_hand():
    first = make_tree(
        [(0, 2.5, 1, {"missing_left": 1}), LEAF, (1, 0.0, 3, {"categorical": 1, "code": 3}), LEAF, LEAF],
        [0b101],
    )
    said = write_trees([make_tree([LEAF]), first], [np.array([4]), np.array([5, 6, 7])], np.float64)
    read = {name: said[name] for name in said if isinstance(said[name], list | int)}
    assert read == {
        "n_targets": 2,
        "tree_roots": [0, 1],
        "nodes_featureids": [0, 0, 1],
        "nodes_missing_value_tracks_true": [0, 1, 0],
        "nodes_truenodeids": [0, 1, 2],
        "nodes_falsenodeids": [0, 2, 3],
        "nodes_trueleafs": [1, 1, 1],
        "nodes_falseleafs": [1, 0, 1],
        "leaf_targetids": [0, 1, 1, 1],
    }
    tensors = {
        name: np.frombuffer(said[name].raw_data, said_type)
        for name, said_type in (
            ("nodes_modes", np.uint8),
            ("nodes_splits", "f8"),
            ("leaf_weights", "f8"),
            ("membership_values", "f8"),
        )
    }
    assert tensors["nodes_modes"].tolist() == [0, 0, 6]
    assert tensors["nodes_splits"].tolist() == [0.0, 2.5, 0.0]
    assert tensors["leaf_weights"].tolist() == [4, 5, 6, 7]
    np.testing.assert_array_equal(tensors["membership_values"], [0, 2, np.nan])


def test_a_node_that_sends_no_category_there_has_no_set():
    tree = make_tree([(0, 0.0, 1, {"categorical": 1, "code": 2}), LEAF, LEAF], [0])
    said = write_trees([tree], [np.array([0, 1])], np.float32)
    assert "membership_values" not in said
    assert np.frombuffer(said["nodes_splits"].raw_data, np.float32).tolist() == [-np.inf]
