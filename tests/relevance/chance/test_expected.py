import inspect

import numpy as np
import pytest
from tests.docstrings import list_wrong_defaults

from hedgerow.relevance.chance.best_cut import irrelevant_gain_moments
from hedgerow.relevance.chance.expected import (
    BOUNDS,
    expected_irrelevant_gain,
    lower_bound,
    midpoint,
    upper_bound,
)
from hedgerow.relevance.chance.shuffling import shuffled_gains

# n: lower, upper, midpoint (Rogers 2007, eq. 7.13, 7.14)
TABLE = {
    2: (1, 1, 1), 3: (0.723308, 0.717142, 0.720225), 4: (0.561278, 0.566442, 0.563860),
    5: (0.457542, 0.471725, 0.464634), 6: (0.385862, 0.406219, 0.396041), 10: (0.236803, 0.267205, 0.252004),
    20: (0.120301, 0.151356, 0.135828), 30: (0.080613, 0.108544, 0.094578), 50: (0.048563, 0.071399, 0.059981),
    100: (0.024355, 0.040443, 0.032399), 200: (0.012195, 0.022909, 0.017552), 400: (0.006102, 0.012976, 0.009539),
}  # fmt: skip


def test_table():
    sizes = list(TABLE)
    found = np.stack([lower_bound(sizes), upper_bound(sizes), midpoint(sizes)], axis=1)
    np.testing.assert_allclose(found, list(TABLE.values()), atol=6e-7)


def test_digits():
    assert lower_bound(10) == pytest.approx(0.236802784100545, abs=1e-14)
    assert upper_bound(10) == pytest.approx(0.267205009812813, abs=1e-14)
    assert midpoint(50) == pytest.approx(0.059980968007696, abs=1e-14)


@pytest.mark.parametrize("bound", BOUNDS.values(), ids=BOUNDS)
def test_less_than_two_rows_gain_nothing(bound):
    np.testing.assert_array_equal(bound([0, 1]), 0.0)
    assert bound(2) == 1.0


@pytest.mark.parametrize("bound", BOUNDS.values(), ids=BOUNDS)
def test_what_is_no_number_of_rows_is_shown(bound):
    with pytest.raises(ValueError, match=r"n holds 2\.5"):
        bound([3, 2.5])


SIZES, POSITIVE = np.array([4, 10, 700]), np.array([2, 3, 100])


def test_exact_is_the_default():
    np.testing.assert_array_equal(
        expected_irrelevant_gain(SIZES, POSITIVE), irrelevant_gain_moments(SIZES, POSITIVE)[0]
    )
    assert float(expected_irrelevant_gain(4, 2)) == pytest.approx(0.5408520830, abs=1e-9)


@pytest.mark.parametrize(
    ("null", "bound"), [("midpoint", midpoint), ("lower", lower_bound), ("upper", upper_bound)]
)
def test_bounds_depend_on_the_rows_alone(null, bound):
    np.testing.assert_array_equal(expected_irrelevant_gain(SIZES, null=null), bound(SIZES))
    np.testing.assert_array_equal(expected_irrelevant_gain(SIZES, POSITIVE, null), bound(SIZES))


def test_both_bounds():
    low, high = expected_irrelevant_gain(SIZES, null="bounds")
    np.testing.assert_array_equal(low, lower_bound(SIZES))
    np.testing.assert_array_equal(high, upper_bound(SIZES))


@pytest.mark.parametrize("null", ["exact", "midpoint", "lower", "upper"])
def test_a_pure_node_gains_nothing(null):
    np.testing.assert_array_equal(expected_irrelevant_gain([5, 5, 100], [0, 5, 100], null), 0.0)


def test_permutation_is_the_mean_over_shuffles():
    x, y = np.array([1.0, 1.0, 2.0, 3.0, 3.0, 4.0, 5.0]), list("abacbab")
    found = expected_irrelevant_gain(null="permutation", x=x, y=y, n_permutations=50, random_state=3)
    assert found == shuffled_gains(x, y, n_permutations=50, random_state=3).mean()


def test_ties_lower_what_is_expected():
    tied = expected_irrelevant_gain(null="permutation", x=[0, 0, 1, 1], y=[0, 1, 1, 0])
    assert tied == pytest.approx(1 / 3, abs=1e-12)
    assert expected_irrelevant_gain(null="permutation", x=[1, 2, 3, 4], y=[0, 1, 1, 0]) == pytest.approx(
        expected_irrelevant_gain(4, 2), abs=1e-9
    )


def test_three_classes_by_permutation():
    found = expected_irrelevant_gain(null="permutation", x=[1, 2, 3], y=["a", "b", "c"])
    assert found == pytest.approx(0.9182958341, abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 5}, "needs n_pos"),
        ({}, "needs n, the number of rows"),
        ({"n": 5, "n_pos": 2, "null": "median"}, "null='median' must be 'exact'"),
        ({"null": "permutation"}, "takes x= and y="),
        ({"null": "permutation", "n": 3, "x": [1, 2], "y": [0, 1]}, "neither n nor n_pos"),
        ({"n": 5, "n_pos": 2, "x": [1, 2]}, 'need null="permutation"'),
        ({"n": 5, "n_pos": 6}, "n_pos=6 is more"),
    ],
)
def test_errors_say_the_way_out(arguments, message):
    with pytest.raises(ValueError, match=message):
        expected_irrelevant_gain(**arguments)


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(expected_irrelevant_gain) == []


def test_shuffles_are_those_of_shuffled_gains():
    ours, theirs = (inspect.signature(each).parameters for each in (expected_irrelevant_gain, shuffled_gains))
    for name in ("n_permutations", "categorical", "regression", "sample_weight", "random_state"):
        assert ours[name].default == theirs[name].default
