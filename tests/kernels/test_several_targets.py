import numpy as np
import pytest
from tests.kernels.several import make_several

from hedgerow._kernels.records import GINI, SQUARED_ERROR
from hedgerow._kernels.several_targets import (
    TargetLines,
    allocate_several,
    check_several,
    lay_out_classes,
    lay_out_values,
)


def test_values_lie_eight_by_eight():
    values = np.arange(30.0).reshape(3, 10)
    laid_out = lay_out_values(values)
    assert laid_out.shape == (3, 2, 8)
    np.testing.assert_array_equal(laid_out.reshape(3, 16)[:, :10], values)
    assert (laid_out[:, 1, 2:] == 0).all()


def test_classes_lie_four_in_a_word():
    laid_out = lay_out_classes(np.array([[0, 3, 4], [1, 2, 33]], np.uint16), 34)
    assert laid_out.shape == (2, 16)
    np.testing.assert_array_equal(laid_out[:, :2], [[1 + 2**48, 1], [2**16 + 2**32, 0]])
    assert (laid_out[0, 2:] == 0).all()
    assert laid_out[1, 8] == 2**16


def test_one_target_needs_nothing():
    made = allocate_several(100, 3, None, 64)
    assert made.n_targets == 0
    assert all(getattr(made, name).size == 0 for name in ("values", "labels", "moments", "places", "counts"))


def test_what_does_not_fit_is_refused():
    from tests.kernels.tables import make_rules

    rules = make_rules(criterion=SQUARED_ERROR, n_classes=0, regression=True)
    counted = make_rules(criterion=GINI, n_classes=0, regression=True)
    values, labels = lay_out_values(np.zeros((3, 2))), np.array([[0, 1], [0, 2], [0, 1]], np.uint16)
    check_several(None, 3, rules)
    check_several(TargetLines(values, 2), 3, rules)
    check_several(TargetLines(labels, 3, lay_out_classes(labels, 3)), 3, counted)
    for targets, n_rows, asked in (
        ((values, 2), 4, rules), ((values, 9), 3, rules), ((labels, 3), 2, counted), ((labels, 1), 3, counted),
        ((labels, 2), 3, counted), ((values, 2), 3, counted), ((labels, 3), 3, rules),
        ((values, 2), 3, rules._replace(note_first=True)), ((labels, 3, lay_out_classes(labels, 33)), 3, counted),
        ((values, 2, lay_out_classes(labels, 3)), 3, rules), ((labels, 3, None, values[:2]), 3, counted),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"several targets|labels must lie"):
            check_several(TargetLines(*targets), n_rows, asked)


def test_a_constant_target_keeps_its_value_and_varies_nowhere():
    problem = make_several(1, 30, "squared_error", 3)
    problem.Y[:, 1] = 0.1
    tree = problem.grow(max_depth=2)
    np.testing.assert_allclose(tree.value[:, 1], 0.1)
    problem.Y[:] = 0.1
    assert problem.grow().node_count == 1


def test_rows_without_weight_are_not_there():
    problem = make_several(1, 30, "gini", 3)
    problem.w[:] = 0
    tree = problem.grow()
    assert (tree.node_count, tree.n_node_samples[0]) == (1, 0)


@pytest.mark.parametrize("split", ["best", "random"])
def test_pairs_of_classes_are_scored_as_they_are_counted(split):
    """The Gini index of ten targets of two classes by values; the same targets with one of three are counted."""
    problem = make_several(7, 40, "gini", 3, is_missing=True)
    problem.Y, problem.n_classes = np.repeat(problem.Y > 0, 3, axis=1).astype(int), (2,) * 9
    problem.w = problem.w * 0.3
    scored = problem.grow(split=split, max_depth=4)
    problem.n_classes = (2,) * 8 + (3,)
    counted = problem.grow(split=split, max_depth=4)
    np.testing.assert_array_equal(scored.feature, counted.feature)
    np.testing.assert_array_equal(scored.threshold, counted.threshold)
    np.testing.assert_allclose(scored.gain, counted.gain, atol=1e-12)
    np.testing.assert_array_equal(scored.values, counted.values[:, :18])


@pytest.mark.parametrize("split", ["best", "random"])
def test_classes_are_counted_in_words_as_one_by_one(split):
    """Rows of weight 100 are too heavy for words of many rows, and the trees are those of weight 1."""
    problem = make_several(8, 300, "gini", 9)
    problem.w = np.ones(300, int)
    by_words = problem.grow(split=split)
    problem.w *= 100
    by_rows = problem.grow(split=split)
    np.testing.assert_array_equal(by_words.feature, by_rows.feature)
    np.testing.assert_array_equal(by_words.threshold, by_rows.threshold)
    np.testing.assert_allclose(by_words.gain, by_rows.gain, atol=1e-12)
    np.testing.assert_array_equal(100 * by_words.values[:], by_rows.values[:])
