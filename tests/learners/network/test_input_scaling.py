import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.network.input_scaling import InputScaling

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(3, 2, (40, 3))
COLUMNS = np.array([[0, 1], [2, 0]])
WEIGHTS = RANDOM.integers(0, 3, (2, 40)).astype(float)


def test_each_network_sees_its_columns_on_one_scale():
    rows = InputScaling.learn(X, WEIGHTS, COLUMNS).place(X)
    assert rows.shape == (2, 40, 3)
    assert_array_equal(rows[:, :, -1], 1)
    for t in range(2):
        seen = np.repeat(rows[t], WEIGHTS[t].astype(int), axis=0)
        assert_allclose(seen[:, :-1].mean(axis=0), 0, atol=1e-12)
        assert_allclose(seen[:, :-1].std(axis=0), 1)
        assert_allclose(np.corrcoef(rows[t, :, 0], X[:, COLUMNS[t, 0]])[0, 1], 1)


def test_missing_values_do_not_count_and_lie_at_the_mean():
    holes = X.copy()
    holes[::4, 0] = np.nan
    standing = InputScaling.learn(holes, np.ones((1, 40)), np.array([[0]]))
    known = np.delete(X[:, 0], np.s_[::4])
    assert_allclose(standing.centre, known.mean())
    assert_allclose(standing.spread, known.std())
    assert_array_equal(standing.place(holes)[0, ::4, 0], 0)


def test_columns_that_do_not_vary_or_are_all_missing_are_zero():
    still = np.column_stack([np.full(40, 0.1), np.full(40, np.nan)])
    rows = InputScaling.learn(still, WEIGHTS[:1], np.array([[0, 1]])).place(still)
    assert_allclose(rows[0, :, :-1], 0, atol=1e-15)


def test_columns_far_from_zero_keep_their_digits():
    far = X[:, :1] + 1e9
    near, distant = (
        InputScaling.learn(each, np.ones((1, 40)), np.array([[0]])).place(each) for each in (X[:, :1], far)
    )
    assert_allclose(distant, near, atol=1e-6)


def test_scales_are_taken_and_joined():
    standing = InputScaling.learn(X, WEIGHTS, COLUMNS)
    again = standing.select(slice(0, 1)).join([standing.select(np.array([1]))])
    assert_array_equal(again.place(X), standing.place(X))
