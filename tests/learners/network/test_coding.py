import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import brentq

from hedgerow.learners.network.coding import InputScaling, code_classes, read_outputs

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
