import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination import Mean, Median, TrimmedMean, WeightedMedian
from hedgerow.combination.ordered import sort_members


def column(values):
    return np.array(values, dtype=float)[:, None]


@pytest.mark.parametrize(
    ("values", "weights", "lower", "middle"),
    [
        ([1, 3, 2], [0.2, 0.5, 0.4], 2, 2),  # AdaBoost.R2's median
        ([1, 2], None, 1, 1.5),  # an even number of members
        ([5, 1, 9], None, 5, 5),
        ([5, 1, 9], [0, 0, 1], 9, 9),
        ([5, 1, 9], [0, 2, 2], 1, 5),
        ([1, 2, 3], [0.1, 0.7, 0.8], 2, 2.5),  # 0.1 + 0.7 is half of the weight, though rounding says less
        ([1, 2, 3, 4], [0.1, 0.2, 0.2, 0.1], 2, 2.5),  # and here more
        ([4, 4, 4], [1, 0, 5], 4, 4),
    ],
)
def test_medians_with_a_pencil(values, weights, lower, middle):
    weights = None if weights is None else np.array(weights)
    assert WeightedMedian().combine(column(values), weights) == lower
    assert Median().combine(column(values), weights) == middle


def test_a_row_without_a_speaker_is_nan():
    for rule in (Median(), WeightedMedian(), TrimmedMean()):
        medians = rule.combine(np.ones((2, 2)), np.array([[1.0, 0.0], [1.0, 0.0]]))
        assert_array_equal(np.isnan(medians), [False, True])


@pytest.mark.parametrize(
    ("proportion", "weights", "expected"),
    [
        (0.25, None, 3.0),  # 2 and 4 are left
        (0.125, None, (0.5 + 2 + 4 + 12) / 3),  # half of 1, 2, 4, half of 24
        (0.25, [2, 1, 0, 1], 1.5),  # 1, 1, 2, 24: 1 and 2 are left
        (0.0, None, 7.75),
    ],
)
def test_the_trimmed_mean_with_a_pencil(proportion, weights, expected):
    values = column([1, 2, 4, 24])
    weights = None if weights is None else np.array(weights)
    assert_allclose(TrimmedMean(proportion).combine(values, weights), [expected])


def test_trimming_goes_from_the_mean_to_the_median():
    values, weights = np.random.default_rng(0).normal(size=(9, 40)), np.arange(1.0, 10.0)
    assert_allclose(TrimmedMean(0.0).combine(values, weights), Mean().combine(values, weights))
    assert_allclose(TrimmedMean(0.5 - 1e-9).combine(values, weights), Median().combine(values, weights))


def test_outliers_do_not_move_a_trimmed_mean():
    wild = np.array([[1.0], [2.0], [1e30]])
    assert 2 / 3 < 1 - 1 / 3  # by rounding, a trace of the third member is inside
    assert_allclose(TrimmedMean(1 / 3).combine(wild), [2.0])


def test_sorting_adds_up_the_weights_in_order():
    values, shares = sort_members(column([3, 1, 2]), np.array([[1.0], [1.0], [2.0]]))
    assert_allclose(values[:, 0], [1, 2, 3])
    assert_allclose(shares[:, 0], [0.25, 0.75, 1.0])
