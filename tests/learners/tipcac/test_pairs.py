from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination.platt import fit_platt
from hedgerow.learners.tipcac.kernels import RBFKernel
from hedgerow.learners.tipcac.lines import choose_threshold, find_coefficients, find_direction
from hedgerow.learners.tipcac.pairs import PairSettings, learn_pairs

GENERATOR = np.random.default_rng(0)
Y = GENERATOR.permutation(np.repeat(np.arange(4), [5, 20, 1, 30]))
X = GENERATOR.normal(size=(56, 3)) + np.eye(4)[Y] @ GENERATOR.normal(size=(4, 3)) * 2
WEIGHTS = GENERATOR.integers(1, 4, 56).astype(float)
SETTINGS = PairSettings(None, 0.955, "scaled", "gap", "accuracy")
NEW = GENERATOR.normal(size=(30, 3))


@pytest.mark.parametrize("kernel", [None, RBFKernel(1.5)])
def test_pairs_together_are_as_each_alone(kernel):
    pairs = learn_pairs(X, Y, WEIGHTS, kernel, SETTINGS)
    margins, chances = pairs.find_margins(NEW), pairs.find_chances(NEW)
    assert margins.shape == (30, 6)
    for number, (first, second) in enumerate(combinations(range(4), 2)):
        rows = np.flatnonzero(np.isin(Y, (first, second)))
        side, weights = Y[rows] == first, WEIGHTS[rows]
        if kernel is None:
            direction = find_direction(X[rows], side, weights)
            trained, places = X[rows] @ direction, NEW @ direction
        else:
            gram = kernel(X[rows], X[rows])
            alpha = find_coefficients(gram, side, weights)
            trained, places = gram @ alpha, kernel(NEW, X[rows]) @ alpha
        cut = choose_threshold(trained, side, weights)
        assert_allclose(margins[:, number], places - cut, atol=1e-8)
        assert_allclose(chances[:, number], fit_platt(trained - cut, side, weights)(places - cut), atol=1e-6)


@pytest.mark.parametrize("kernel", [None, RBFKernel(1.5)])
def test_threads_leave_no_trace(kernel):
    one, two = (learn_pairs(X, Y, WEIGHTS, kernel, SETTINGS, n_jobs) for n_jobs in (1, 2))
    assert_array_equal(one.find_margins(NEW), two.find_margins(NEW))


@pytest.mark.parametrize("kernel", [None, RBFKernel(1.5)])
def test_one_row_of_each_class_and_one_class(kernel):
    rows = np.array([[0.0, 0.0], [2.0, 0.0]])
    pair = learn_pairs(rows, np.array([0, 1]), np.ones(2), kernel, SETTINGS)
    middle = pair.find_margins(np.array([[0.9, 5.0], [1.1, -5.0]]) if kernel is None else rows)
    assert_array_equal(middle[:, 0] > 0, [True, False])
    alone = learn_pairs(rows, np.array([0, 0]), np.ones(2), kernel, SETTINGS)
    assert alone.find_margins(rows).shape == (2, 0)
