"""The shared part of rules that treat each class by itself; each rule's own part is tested with it."""

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.testing import assert_allclose, assert_array_equal
from tests.combination.naive import probabilities_and_weights

from hedgerow.combination import (
    Maximum,
    Mean,
    MeanProbability,
    Median,
    Minimum,
    Product,
    TrimmedMean,
    Vote,
    WeightedMedian,
)
from hedgerow.combination.pointwise import Pointwise, sort_members


class First(Pointwise):
    """The first member is always right."""

    def _summarise(self, outputs, weights):
        return outputs[0].copy()


def test_probabilities_are_shared_out_and_values_are_not():
    assert_allclose(First().combine(np.array([[3.0, 4.0]])), [3.0, 4.0])
    assert_allclose(First().combine(np.array([[[1.0, 3.0]]])), [[0.25, 0.75]])


def test_where_no_class_is_left_the_mean_decides():
    outputs = np.array([[[0.0, 0.0]], [[0.2, 0.8]]])
    assert_allclose(First().combine(outputs), [[0.2, 0.8]])
    assert_allclose(First().combine(outputs, np.array([[1.0], [0.0]])), [[0.5, 0.5]])


def test_where_nobody_speaks_there_is_no_answer():
    abstaining = np.array([[1.0, 0.0]])
    assert_allclose(First().combine(np.array([[3.0, 4.0]]), abstaining), [3.0, np.nan])
    assert_allclose(
        First().combine(np.array([[[0.0, 2.0], [1.0, 1.0]]]), abstaining), [[0, 1], [np.nan, np.nan]]
    )


def test_the_largest_share_wins_and_ties_go_by_the_prior():
    assert First().decide(np.array([[0.5, 0.5]]), np.array([1.0, 2.0])) == 1


def test_a_silent_member_is_not_the_extreme():
    values = np.array([[1.0, 5.0], [2.0, 6.0], [9.0, -3.0]])
    weights = np.array([[0.0, 1.0], [0.1, 3.0], [1.0, 0.0]])
    assert_allclose(Minimum().combine(values, weights), [2.0, 5.0])
    assert_allclose(Maximum().combine(values, weights), [9.0, 6.0])


def test_pencil_example_of_classes():
    outputs = np.array([[[0.8, 0.2, 0.0]], [[0.4, 0.5, 0.1]]])
    assert_allclose(Minimum().combine(outputs), [[2 / 3, 1 / 3, 0]])
    assert_allclose(Maximum().combine(outputs), [[8 / 14, 5 / 14, 1 / 14]])


@settings(max_examples=50)
@given(probabilities_and_weights())
def test_two_classes_are_decided_alike_unless_the_minimum_falls_back(drawn):
    outputs = drawn[0][:, :, :2] + 0.01
    outputs /= outputs.sum(axis=2, keepdims=True)
    least, most = Minimum().combine(outputs), Maximum().combine(outputs)
    # max(1 - p) = 1 - min(p): the class with the larger minimum is the one with the larger maximum
    apart = np.abs(most[:, 0] - most[:, 1]) > 1e-9
    assert_array_equal((least[:, 0] > least[:, 1])[apart], (most[:, 0] > most[:, 1])[apart])


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


def test_pencil_example():
    outputs = np.array([[[0.5, 0.4, 0.1]], [[0.2, 0.5, 0.3]]])  # products 0.10, 0.20, 0.03
    roots = np.sqrt([0.10, 0.20, 0.03])
    assert_allclose(Product().combine(outputs), [roots / roots.sum()])


def test_weights_are_exponents_that_sum_to_one():
    outputs = np.array([[[0.8, 0.2]], [[0.3, 0.7]]])
    expected = np.array([0.8**0.75 * 0.3**0.25, 0.2**0.75 * 0.7**0.25])
    assert_allclose(Product().combine(outputs, np.array([3.0, 1.0])), [expected / expected.sum()])


def test_it_is_naive_bayes_when_each_member_knows_one_feature():
    generator = np.random.default_rng(0)
    likelihoods = generator.random((6, 20, 3)) + 0.01  # P(feature t = what row i has | class k), equal priors
    members = likelihoods / likelihoods.sum(axis=2, keepdims=True)
    posterior = likelihoods.prod(axis=0)
    posterior /= posterior.sum(axis=1, keepdims=True)
    shares = Product(floor=0.0).combine(members)
    powers = shares ** len(members)
    assert_allclose(powers / powers.sum(axis=1, keepdims=True), posterior)


def test_zeros_end_a_class_without_a_floor_and_the_mean_decides_when_all_are_ended():
    outputs = np.array([[[0.9, 0.1, 0.0], [0.9, 0.1, 0.0]], [[0.0, 0.5, 0.5], [0.0, 0.0, 1.0]]])
    shares = Product(floor=0.0).combine(outputs)
    assert_allclose(shares[0], [0, 1, 0])
    assert_allclose(shares[1], MeanProbability().combine(outputs)[1])


def test_a_silent_members_zero_ends_nothing():
    outputs = np.array([[[0.9, 0.1]], [[0.0, 1.0]]])
    assert_allclose(Product(floor=0.0).combine(outputs, np.array([1.0, 0.0])), [[0.9, 0.1]])


def test_certain_members_vote():
    answers = np.eye(3)[np.random.default_rng(1).integers(0, 3, (7, 50))]
    assert_array_equal(Product().decide(Product().combine(answers)), Vote().decide(Vote().combine(answers)))


def test_many_sure_members_do_not_underflow():
    outputs = np.tile([[[1e-9, 1.0 - 1e-9]]], (2000, 1, 1))
    assert_allclose(Product(floor=0.0).combine(outputs), [[1e-9, 1.0]], rtol=1e-6)
