import numpy as np
import pytest

from hedgerow.boosting.additive.stumps import StumpMembers
from hedgerow.learners.indicators import Indicators
from hedgerow.relevance.stumps import plant_stumps

NAN = np.nan


def plant(stumps, n_features):
    """What the trees of the stumps answer, one line a stump."""
    trees = list(plant_stumps(stumps, n_features))
    for tree in trees:
        tree.check_loaded()
    return lambda X: np.stack([tree.forest.outputs(X)[0] for tree in trees])


@pytest.mark.parametrize("missing", [-1.0, 0.0, 1.0])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_a_missing_value_has_the_answer_of_a_side_or_none(sign, missing):
    stumps = StumpMembers(np.array([1]), np.array([0.5]), np.array([sign]), np.array([missing]))
    X = np.array([[9.0, 0.5], [9.0, np.nextafter(0.5, 1)], [0.0, -3.0], [0.0, NAN], [NAN, 3.0]])
    np.testing.assert_array_equal(plant(stumps, 2)(X), stumps.outputs(X))
    assert stumps.outputs(X).tolist() == [[-sign, sign, -sign, missing, sign]]


def test_a_stump_without_a_cut_answers_nothing():
    stumps = StumpMembers(np.zeros(1, int), np.zeros(1), np.zeros(1), np.zeros(1))
    X = np.array([[1.0], [-1.0], [NAN]])
    np.testing.assert_array_equal(plant(stumps, 1)(X), stumps.outputs(X))
    assert not stumps.outputs(X).any()


def test_an_indicator_sends_one_category_to_the_right():
    indicators = Indicators((None, np.array([0.0, 2.0, 63.0, 64.0, 200.0]), None))
    columns = np.arange(7)
    signs = np.array([1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0])
    missing = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0])
    stumps = StumpMembers(columns, np.full(7, 0.5), signs, missing, indicators)
    codes = [0.0, 1.0, 2.0, 3.0, 62.0, 63.0, 64.0, 65.0, 199.0, 200.0, 201.0, 5000.0, -1.0, NAN]
    X = np.array([[size, code, 0.0] for code in codes for size in (0.2, 0.9, NAN)])
    np.testing.assert_array_equal(plant(stumps, 3)(X), stumps.outputs(X))
