import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.tables import Problem, examples, make_work

from hedgerow._kernels.poisson import most_of_poisson, poisson_score
from hedgerow._kernels.records import LEFT, TOTAL

score = getattr(poisson_score, "py_func", poisson_score)
bound = getattr(most_of_poisson, "py_func", most_of_poisson)


@examples(100)
@given(st.integers(0, 2**32), st.integers(2, 30))
def test_a_score_is_the_fall_of_the_deviance_and_never_above_its_bound(seed, n):
    rng = np.random.default_rng(seed)
    y, w, left = rng.poisson(1.0, n).astype(float), rng.integers(1, 4, n), np.arange(n) < rng.integers(1, n)
    work = make_work(weights=np.zeros(8), sums=np.zeros(8))
    work.weights[LEFT], work.weights[TOTAL] = w[left].sum(), w.sum()
    work.sums[LEFT], work.sums[TOTAL] = (w * y)[left].sum(), (w * y).sum()
    if work.sums[TOTAL] == 0:
        return
    found = score(work.sums[LEFT], work.weights[LEFT], work.sums[TOTAL], work.weights[TOTAL])
    expected = naive.gain(y, w.astype(float), left, "poisson", 0) * w.sum()
    assert found == pytest.approx(expected, abs=1e-9)
    assert found <= bound(work) + 1e-9


def test_no_leaf_is_without_events():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    y = np.where(X[:, 0] > 0, rng.poisson(2.0, 200), 0).astype(float)  # half of the table has no events
    tree = Problem(X, y, rng.integers(1, 3, 200), 0, np.zeros(3, bool), "poisson").grow()[0]
    assert tree.n_leaves > 10
    assert (tree.values[:, 1] > 0).all()


def test_a_sample_without_events_is_a_leaf():
    y = np.array([0.0, 0.0, 0.0, 3.0])
    problem = Problem(np.arange(4.0)[:, None], y, np.array([1, 1, 1, 0]), 0, np.zeros(1, bool), "poisson")
    assert problem.grow()[0].values.tolist() == [[3.0, 0.0, 0.0]]


def test_the_unit_of_events_does_not_matter():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(80, 2)), rng.gamma(1.0, size=80)
    one, other = (
        Problem(X, y * scale, np.ones(80, int), 0, np.zeros(2, bool), "poisson").grow(max_depth=5)[0]
        for scale in (1.0, 2.0**40)
    )
    np.testing.assert_array_equal(one.threshold, other.threshold)
    np.testing.assert_allclose(other.gain, one.gain * 2.0**40)
    np.testing.assert_allclose(other.values[:, 1:], one.values[:, 1:] * 2.0**40, rtol=1e-9, atol=1e-3)
