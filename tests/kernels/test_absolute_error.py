import numpy as np
import pytest
from tests.kernels import naive
from tests.kernels.judging import judge
from tests.kernels.tables import Problem

WEIGHTS = {
    "heavy at both ends": lambda x, rng: np.where(np.abs(x) > 1, 1000, 1),
    "powers of two": lambda x, rng: 2 ** rng.integers(0, 20, x.size),
    "heavy tail": lambda x, rng: np.ceil(rng.pareto(0.7, x.size) + 1),
    "fractions": lambda x, rng: rng.random(x.size) ** 5 + 1e-6,
}


@pytest.mark.parametrize("weighting", WEIGHTS)
def test_the_median_is_found_however_far_it_moves(weighting):
    rng = np.random.default_rng(1)
    y = np.round(rng.normal(size=70), 1)
    X = np.stack([np.argsort(rng.random(70)), np.abs(y), rng.integers(0, 3, 70)], axis=1).astype(float)
    X[rng.random(X.shape) < 0.1] = np.nan
    problem = Problem(X, y, WEIGHTS[weighting](y, rng), 0, np.zeros(3, bool), "absolute_error")
    tree = problem.grow(max_depth=4)[0]
    assert tree.n_leaves > 5
    judge(problem, tree, max_depth=4)


def test_half_of_the_weight_on_each_side_makes_a_median_in_between():
    X, y = np.array([[0.0], [0.0], [1.0], [1.0], [1.0]]), np.array([1.0, 4.0, 7.0, 8.0, 20.0])
    problem = Problem(X, y, np.array([1, 1, 1, 1, 2]), 0, np.zeros(1, bool), "absolute_error")
    tree = problem.grow()[0]
    assert tree.values[1:, 1].tolist() == [2.5, 14.0]  # 7, 8, 20, 20
    assert tree.values[1:, 2].tolist() == [1.5, 6.25]
    # 3, 3 and 25 from the median 7.5 of 1, 4, 7, 8, 20, 20
    assert tree.values[0].tolist() == pytest.approx([6, 7.5, (6.5 + 3.5 + 0.5 + 0.5 + 12.5 * 2) / 6])
    assert tree.gain[0] == pytest.approx((36 - 3 - 25) / 6)


def test_far_targets_are_cut_as_well_as_near_ones():
    rng = np.random.default_rng(0)
    X, noise = rng.normal(size=(120, 3)), np.round(rng.normal(size=120), 3)
    trees = [
        Problem(X, noise * scale + shift, np.ones(120, int), 0, np.zeros(3, bool), "absolute_error").grow(
            max_depth=4
        )[0]
        for scale, shift in ((1.0, 0.0), (2.0**30, 0.0), (1.0, 2.0**20))
    ]
    for tree in trees[1:]:
        np.testing.assert_array_equal(tree.threshold, trees[0].threshold)
    np.testing.assert_allclose(trees[1].gain, trees[0].gain * 2.0**30, rtol=1e-12)
    np.testing.assert_allclose(trees[1].values[:, 1:], trees[0].values[:, 1:] * 2.0**30, atol=1e-3)


def test_the_order_of_rows_does_not_matter():
    rng = np.random.default_rng(2)
    X, y, order = rng.normal(size=(90, 2)), rng.normal(size=90), rng.permutation(90)
    one, other = (
        Problem(X[rows], y[rows], np.ones(90, int), 0, np.zeros(2, bool), "absolute_error").grow()[0]
        for rows in (np.arange(90), order)
    )
    np.testing.assert_array_equal(one.threshold, other.threshold)
    np.testing.assert_array_equal(one.values, other.values)


def test_the_naive_median_is_numpys():
    for size in (1, 2, 5, 8):
        y = np.random.default_rng(size).normal(size=size)
        assert naive.weighted_median(y, np.ones(size)) == np.median(y)
