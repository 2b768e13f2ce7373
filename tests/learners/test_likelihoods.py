import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import norm

from hedgerow.learners import likelihoods
from hedgerow.learners.likelihoods import LikelihoodColumns

NUMERIC = np.array([False])
EVERYTHING = np.ones((1, 1), np.bool_)


def densities(design, X, weights, rows, smoothing=1.0, floor=1e-9):
    """Log-likelihoods of some rows under the only class."""
    sums = design.sum_columns(X, weights[None])[None]
    visible = np.ones((1, X.shape[1]), np.bool_)
    return design.expand(rows) @ design.weigh(sums, visible, smoothing, floor)[0, 0]


numbers = arrays(float, st.tuples(st.integers(2, 20), st.just(1)), elements=st.floats(-50, 50, width=16))


@given(numbers)
def test_a_number_has_the_normal_density_of_its_class(X):
    design = LikelihoodColumns.learn(X, NUMERIC)
    rows = np.array([[-3.0], [0.5], [7.0]])
    found = densities(design, X, np.ones(len(X)), rows, floor=1e-2)
    # The density is that of the scaled number; a floor of one hundredth of the variance changes nothing here.
    sd = X.std() or 1.0
    expected = norm.logpdf((rows[:, 0] - X.mean()) / sd)
    assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


def test_weights_are_repeats_and_missing_values_say_nothing():
    X = np.array([[1.0], [2.0], [4.0], [np.nan]])
    design = LikelihoodColumns.learn(X, NUMERIC)
    rows = np.array([[3.0], [np.nan]])
    weighted = densities(design, X, np.array([2.0, 0, 1, 5]), rows)
    repeated = densities(design, X[[0, 0, 2]], np.ones(3), rows)
    assert_allclose(weighted, repeated)
    assert weighted[1] == 0.0


def test_the_floor_is_a_share_of_the_largest_variance_that_is_seen():
    X = np.array([[0.0, 5.0, 0], [10, 5, 1e4], [20, 5, 5e3]])
    design = LikelihoodColumns.learn(X, np.zeros(3, np.bool_))
    sums = design.sum_columns(X, np.ones((1, 3)))[None]
    for visible, largest in (([True, True, True], X[:, 2].var()), ([True, True, False], X[:, 0].var())):
        slopes = design.weigh(sums, np.array([visible]), 1.0, 1e-3)[0, 0]
        assert slopes[5] == pytest.approx(-0.5 / (1e-3 * largest))  # of the square of the constant feature
        assert (slopes[8] != 0) == visible[2]


def test_categories_have_smoothed_shares():
    X = np.array([[0.0], [0], [2], [0], [np.nan]])
    design = LikelihoodColumns.learn(X, np.array([True]))
    rows = np.array([[0.0], [2], [1], [np.nan]])
    found = densities(design, X, np.ones(5), rows)
    assert_allclose(found, [np.log(4 / 6), np.log(2 / 6), 0, 0])  # 1 was not there to be learned
    bare = densities(design, X[:2], np.ones(2), rows[:2], smoothing=0.0)
    assert_allclose(bare, [0, np.log(1e-300)])
    assert_allclose(densities(design, X[4:], np.ones(1), rows[:2], smoothing=0.0), np.log([1 / 2, 1 / 2]))


def test_bins_lie_between_the_cuts():
    X = np.array([[1.0], [2.0], [3.0], [4.0]])
    design = LikelihoodColumns.learn(X, NUMERIC, [np.array([2.0, 3.5])])
    assert_array_equal(design.expand(np.array([[-9.0], [2.0], [2.1], [9.0]])), np.eye(3)[[0, 0, 1, 2]])
    assert_array_equal(design.widths, [3])
    assert_array_equal(LikelihoodColumns.learn(X, NUMERIC, [np.empty(0)]).expand(X), np.ones((4, 1)))


def test_a_category_nobody_has_and_a_number_nobody_has():
    X = np.full((3, 2), np.nan)
    design = LikelihoodColumns.learn(X, np.array([True, False]))
    sums = design.sum_columns(X, np.ones((1, 3)))[None]
    assert_array_equal(design.owners, [1, 1, 1])
    slopes = design.weigh(sums, np.ones((1, 2), np.bool_), 1.0, 1e-9)
    assert_array_equal(slopes, np.zeros((1, 1, 3)))
    assert_array_equal(design.expand(np.array([[0.0, np.nan]])), np.zeros((1, 3)))


def test_a_class_without_known_values_takes_those_of_all_classes():
    X = np.array([[1.0], [3.0], [np.nan]])
    design = LikelihoodColumns.learn(X, NUMERIC)
    sums = np.stack([design.sum_columns(X[rows], np.ones((1, len(rows))))[0] for rows in ([0, 1], [2])])[None]
    slopes = design.weigh(sums, EVERYTHING, 1.0, 1e-9)[0]
    assert_allclose(slopes[0], slopes[1])


def test_features_are_summed_in_blocks(monkeypatch):
    rng = np.random.default_rng(0)
    X, weights = rng.random((10, 7)), rng.random((3, 10))
    X[:, 3] = rng.integers(0, 4, 10)
    design = LikelihoodColumns.learn(X, np.arange(7) == 3)
    whole = design.sum_columns(X, weights)
    assert_allclose(whole, weights @ design.expand(X))
    monkeypatch.setattr(likelihoods, "_MOST_CELLS", 40)
    blocks = [*design.split(10)]
    assert len(blocks) == 7
    assert_allclose(design.sum_columns(X, weights), whole)
