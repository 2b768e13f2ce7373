import numpy as np
import pytest

from hedgerow import DecisionTreeRegressor
from hedgerow.foundation.target_group import TargetGroup
from hedgerow.trees.several_targets import (
    CodedTargets,
    check_parameters_for_several,
    code_class_weights,
    weigh_classes_of_several,
)


def test_classes_are_numbered_one_target_after_the_other():
    coded = CodedTargets.code(np.array([[0, 2], [1, 0]]), TargetGroup(2, (2, 3)))
    labels, n_classes, words, pairs = coded.present("gini", 1)
    assert (labels.tolist(), n_classes, pairs) == ([[0, 4], [1, 2]], 5, None)
    np.testing.assert_array_equal(words[:, :2], [[1, 1], [2**16 + 2**32, 0]])
    assert coded.present("gini", 2**40)[2:] == coded.present("entropy", 1)[2:] == (None, None)


@pytest.mark.parametrize("scale", [1.0, 1e-30, 1e30])
def test_the_unit_of_the_targets_does_not_matter(scale):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 3)), rng.normal(size=(50, 2)) + 5
    one, two = DecisionTreeRegressor().fit(X, y), DecisionTreeRegressor().fit(X, y * scale)
    np.testing.assert_array_equal(one.flat_tree_.threshold, two.flat_tree_.threshold)
    np.testing.assert_allclose(one.predict(X) * scale, two.predict(X))
    np.testing.assert_allclose(one.flat_tree_.gain * scale**2, two.flat_tree_.gain)


def test_what_is_for_one_target_is_named():
    check_parameters_for_several({"criterion": "gini", "split": "best", "pruning": None})
    with pytest.raises(ValueError, match="criterion='sum_minority' is for one target"):
        check_parameters_for_several({"criterion": "sum_minority", "split": "best", "pruning": None})


def test_weights_of_classes_multiply():
    y, group = np.array([[0, 0], [0, 1], [1, 1], [0, 1]]), TargetGroup(2, (2, 2))
    given = code_class_weights([{"a": 3}, {"d": 2}], [np.array(["a", "b"]), np.array(["c", "d"])])
    weights = weigh_classes_of_several(given, np.array([[1, 1, 1, 0]]), y, group)
    assert weights.tolist() == [[3, 6, 2, 0]]
    balanced = weigh_classes_of_several("balanced", np.array([[1, 1, 1, 0]]), y, group)
    np.testing.assert_allclose(balanced, [[4 / 6 * 2, 4 / 6 * 4 / 6, 2 * 4 / 6, 0]])
    sampled = weigh_classes_of_several("balanced_subsample", np.array([[1, 1, 1, 0]]), y, group)
    np.testing.assert_allclose(sampled, [[0.75 * 1.5, 0.75 * 0.75, 1.5 * 0.75, 0]])
    assert weigh_classes_of_several(None, weights, y, group) is weights
