from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.tables import COMPILED, NUMBERS, examples, problems
from tests.kernels.test_tree_growth import continuous
from tests.kernels.test_tree_walks import rows_like, some_forest


def pack(forest):
    """The same trees, packed."""
    packed = replace(forest)
    assert packed._packing.read(packed, 10**9) is not None
    return packed


def near_thresholds(forest, X, rng):
    """Rows whose values are thresholds, their neighbours, and numbers that are one in 32 bits."""
    thresholds = forest.nodes["threshold"][forest.nodes["feature"] >= 0]
    if thresholds.size:
        chosen = rng.choice(thresholds, X.shape)
        shifts = rng.choice([0.0, 1e-12, -1e-12, 1e-7, -1e-7], X.shape)
        X = np.where(rng.random(X.shape) < 0.5, chosen * (1 + shifts), X)
    return X


def assert_same_walks(forest, X):
    packed, weights = pack(forest), np.linspace(-0.7, 2.0, len(forest))
    np.testing.assert_array_equal(packed.apply(X), forest.apply(X))
    for hard in (False, True) if forest.n_classes else (False,):
        for given_weights in (None, weights):
            np.testing.assert_array_equal(
                packed.sum_outputs(X, given_weights, hard), forest.sum_outputs(X, given_weights, hard)
            )


@examples(60)
@given(problems(rows=(2, 60), kinds=NUMBERS), st.integers(0, 99), st.sampled_from([1, 4]))
def test_packed_trees_lead_to_the_leaves_of_the_twin(problem, seed, min_samples_leaf):
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 3, (3, len(problem.y)))
    weights[:, 0] = 1
    forest = problem.grow(weights=weights, max_features=1, min_samples_leaf=min_samples_leaf)
    X = near_thresholds(forest, rows_like(problem, seed), rng)
    expected = np.array([[naive.path(forest[t], row)[-1] for t in range(3)] for row in X])
    np.testing.assert_array_equal(pack(forest).apply(X), expected)
    assert_same_walks(forest, X)


@pytest.mark.parametrize("n", [0, 1, 15, 16, 17, 1023, 1024, 1025, 3000])
@pytest.mark.parametrize("criterion", ["entropy", "squared_error"])
def test_any_number_of_rows(n, criterion):
    n = n if COMPILED else min(n, 65)
    forest = some_forest(continuous(50, criterion, 1))
    X = np.random.default_rng(n).normal(size=(n, 3))
    assert_same_walks(forest, X)


@pytest.mark.parametrize("scale", [1e-310, 1e-300, 1e-40, 1.0, 1e30, 1e38, 1e39, 1e300])
def test_numbers_that_32_bits_cannot_hold(scale):
    problem = continuous(60, "entropy", 1)
    problem.X = (1.0 + 1e-9 * problem.X) * scale
    forest = some_forest(problem)
    X = problem.X.copy()
    X[::3, 0], X[1::5, 1] = np.nan, -X[1::5, 1]
    X[2::7, 2], X[3::7, 2] = np.inf, -np.inf
    assert_same_walks(forest, X)


def test_any_layout_of_rows():
    forest = some_forest(continuous(50, "entropy", 1))
    X = np.random.default_rng(0).normal(size=(40, 3))
    expected, packed = forest.sum_outputs(X), pack(forest)
    for rows in (
        np.asfortranarray(X),
        np.repeat(X, 2, axis=0)[::2],
        np.repeat(X, 2, axis=1)[:, ::2],
        X[::-1][::-1],
    ):
        np.testing.assert_array_equal(packed.sum_outputs(rows), expected)
    narrow = X.astype(np.float32)
    np.testing.assert_array_equal(packed.sum_outputs(narrow), forest.sum_outputs(narrow))


@pytest.mark.parametrize("weight", [5e-324, 1e-200, 0.1, 1e200, np.inf, np.nan, 0.0])
def test_leaves_of_any_weight(weight):
    forest = some_forest(continuous(30, "entropy", 1))
    values = np.array(forest.values)
    values[::2] = np.where(values[::2] > 0, weight, 0.0)
    X = np.random.default_rng(0).normal(size=(20, 3))
    with np.errstate(all="ignore"):
        assert_same_walks(replace(forest, values=values), X)
        assert_same_walks(
            replace(forest, values=replace(forest.values, weights=weight * forest.values.weights)), X
        )


@pytest.mark.parametrize("weight", [1e300, np.inf, np.nan])
def test_trees_of_any_weight(weight):
    forest = some_forest(continuous(30, "entropy", 1))
    X, weights = np.random.default_rng(0).normal(size=(20, 3)), np.array([weight, 1.0, -1.0])
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(pack(forest).sum_outputs(X, weights), forest.sum_outputs(X, weights))
