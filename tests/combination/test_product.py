import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination import MeanProbability, Product, Vote


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
