"""The shared part of rules that treat each class by itself; each rule's own part is tested with it."""

import numpy as np
from numpy.testing import assert_allclose

from hedgerow.combination.pointwise import Pointwise


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
