import numpy as np
from hypothesis import given, settings
from numpy.testing import assert_allclose, assert_array_equal
from tests.combination.naive import probabilities_and_weights

from hedgerow.combination import Maximum, Minimum


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
