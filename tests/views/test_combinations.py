from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

from hedgerow.views import RandomCombinations
from hedgerow.views.combinations import draw_distinct

X = np.random.default_rng(0).normal(size=(30, 6))
SEEDS = np.arange(5, dtype=np.uint64)


def fit(view, position=2):
    return view.fit_member(SEEDS, position, X, np.zeros(30), None)


def test_each_column_is_a_sum_of_three_features():
    pool = fit(RandomCombinations())
    mixture = pool.draw(6)
    table = pool.transform(X)
    assert table.shape == (30, 24)
    for column, features, weights in zip(table.T, mixture.sources, mixture.coefficients, strict=True):
        assert len(set(features)) == 3
        assert_allclose(column, sum(w * X[:, f] for f, w in zip(features, weights, strict=True)), atol=1e-14)
    assert np.abs(mixture.coefficients).max() <= 1.0


def test_coefficients_are_uniform_on_both_sides_of_zero():
    coefficients = np.sort(fit(RandomCombinations(1000)).draw(6).coefficients.ravel())
    uniform = (np.arange(3000) + 0.5) / 1500 - 1
    assert np.abs(coefficients - uniform).max() < 2 * 1.63 / np.sqrt(3000)  # Kolmogorov, level 0.01


@given(st.integers(0, 2**32), st.integers(1, 9), st.data())
def test_features_of_a_draw_are_distinct(seed, n_features, data):
    size = data.draw(st.integers(1, n_features))
    drawn = draw_distinct(np.random.default_rng(seed), 20, size, n_features)
    assert drawn.min() >= 0
    assert drawn.max() < n_features
    assert all(len(set(line)) == size for line in drawn)


def test_all_sets_are_as_likely():
    drawn = np.sort(draw_distinct(np.random.default_rng(0), 10_000, 3, 5), axis=1)
    shares = [np.mean((drawn == subset).all(axis=1)) for subset in combinations(range(5), 3)]
    assert np.all(np.abs(np.array(shares) - 0.1) < 4.5 * np.sqrt(0.09 / 10_000))


@pytest.mark.parametrize(("size", "expected"), [(7, 7), (0.5, 3), (1.25, 8), (0.01, 1), (4.0, 24)])
def test_the_pool_is_a_number_or_a_multiple(size, expected):
    assert fit(RandomCombinations(size)).n_combinations == expected


def test_few_features_are_all_in():
    assert fit(RandomCombinations(n_terms=10)).n_terms == 6


def test_members_differ_and_seeds_repeat():
    assert_array_equal(fit(RandomCombinations()).transform(X), fit(RandomCombinations()).transform(X))
    assert not np.array_equal(
        fit(RandomCombinations(), 1).transform(X), fit(RandomCombinations(), 2).transform(X)
    )


@pytest.mark.parametrize("size", [0, -1.0, np.inf, "all", None, True])
def test_a_wrong_pool_is_refused(size):
    with pytest.raises(ValueError, match=f"n_combinations={size!r} must be"):
        RandomCombinations(size).fit_view(0, X, np.zeros(30))


@pytest.mark.parametrize("n_terms", [0, 1.5])
def test_a_wrong_number_of_terms_is_refused(n_terms):
    with pytest.raises(ValueError, match=f"n_terms={n_terms} must be"):
        RandomCombinations(n_terms=n_terms).fit_view(0, X, np.zeros(30))


def test_the_view_can_be_cloned():
    assert clone(RandomCombinations(5, n_terms=2)).n_terms == 2


def test_fewer_features_than_terms_are_refused():
    with pytest.raises(ValueError, match="X has 2 features; this view combines 3 at a time"):
        fit(RandomCombinations()).transform(X[:, :2])
