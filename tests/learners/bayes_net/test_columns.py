import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.learners.bayes_net.columns import code_cells, find_chosen, find_truth_columns, make_variables

NAMES = ("colour", "ill", "stage", "age")
TABLE = pd.DataFrame(
    {
        "colour": ["red", None, "blue"],
        "ill": [True, False, True],
        "stage": [3.0, np.nan, 1.0],
        "age": [40.0, 50, 60],
    }
)


def test_columns_become_variables():
    encoding = FeatureEncoding.learn(TABLE)
    matrix = encoding.encode(TABLE)
    truth = find_truth_columns(TABLE)
    chosen = find_chosen(["stage"], NAMES, has_names=True)
    variables = make_variables(matrix, np.ones(3), NAMES, encoding, chosen, truth)
    assert [each.states for each in variables] == [("blue", "red"), (False, True), (1.0, 3.0), None]
    assert variables[3].centre == 50
    assert variables[3].scale == pytest.approx(np.std([40, 50, 60]))
    cells = code_cells(matrix, variables, encoding)
    assert_array_equal(cells, [[1, 1, 1, 40], [np.nan, 0, np.nan, 50], [0, 1, 0, 60]])
    matrix[0, 2] = 2.0  # a state that was not there to be learned
    assert np.isnan(code_cells(matrix, variables, encoding)[0, 2])


def test_weights_are_in_the_scale():
    variables = make_variables(
        np.array([[0.0], [1.0], [9.0]]), np.array([1.0, 3.0, 0.0]), ["a"], None, np.array([False]), None
    )
    assert variables[0].centre == 0.75


def test_a_column_without_spread_or_value_has_the_scale_1():
    matrix = np.array([[5.0, np.nan], [5.0, np.nan]])
    variables = make_variables(matrix, np.ones(2), "ab", None, np.zeros(2, bool), None)
    assert [each.scale for each in variables] == [1.0, 1.0]


def test_features_are_chosen_by_name_position_or_mask():
    for chosen in (["a", "c"], [0, 2], [True, False, True], np.array([0, "c"], object)):
        assert_array_equal(find_chosen(chosen, "abc", has_names=True), [True, False, True])
    with pytest.raises(
        ValueError, match="discrete_features names 'd', which is not a feature; there are 'a', 'b'"
    ):
        find_chosen(["d"], "ab", has_names=True)
    with pytest.raises(ValueError, match=r"names 5, .* or positions from 0 to 1"):
        find_chosen([5], ["x0", "x1"], has_names=False)


def test_only_booleans_are_truth_columns():
    assert find_truth_columns(np.eye(2)) is None
    assert_array_equal(find_truth_columns(TABLE), [False, True, False, False])
    gaps = TABLE.astype(object).where(TABLE["age"] < 60)
    assert_array_equal(find_truth_columns(gaps), [False, True, False, False])
