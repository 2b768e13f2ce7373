import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import brentq

from hedgerow.learners.network.probabilities import code_classes, read_outputs

OUTPUTS = st.lists(st.floats(-4, 4).map(lambda value: round(value, 6)), min_size=3, max_size=6)


def naive_nearest(said):
    """The nearest point of the simplex, by looking for the threshold above which a sum of one is left."""

    def left(threshold):
        return np.maximum(said - threshold, 0).sum() - 1

    return np.maximum(said - brentq(left, said.min() - 1, said.max(), xtol=1e-14), 0)


@given(OUTPUTS)
def test_probabilities_are_the_nearest_to_what_is_said(outputs):
    said = np.array(outputs)
    found = read_outputs(said[None], len(outputs))[0]
    assert_allclose(found, naive_nearest((said + 1) / 2), atol=1e-9)
    assert_allclose(found.sum(), 1)
    assert found.argmax() == said.argmax()


def test_what_is_a_probability_already_is_kept():
    shares = np.random.default_rng(0).dirichlet(np.ones(4), size=(3, 5))
    assert_allclose(read_outputs(2 * shares - 1, 4), shares, atol=1e-12)


def test_two_classes_are_cut_off_and_one_class_is_certain():
    assert_allclose(read_outputs(np.array([[-3.0], [-0.5], [2.0]]), 2), [[1, 0], [0.75, 0.25], [0, 1]])
    assert_array_equal(read_outputs(np.array([[0.3]]), 1), [[1.0]])


def test_perfect_outputs_are_certain_about_the_class():
    for n_classes in (2, 3, 5):
        codes = np.arange(n_classes)
        assert_array_equal(read_outputs(code_classes(codes, n_classes), n_classes), np.eye(n_classes))
