import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.kernels import naive
from tests.kernels.tables import COMPILED, examples

from hedgerow._kernels.column_ranks import MISSING, rank_columns

AWKWARD = [
    0.0, -0.0, 5e-324, -5e-324, 2.2e-308, 1.7976931348623157e308, -1.7976931348623157e308, 1.0, np.nextafter(1.0, 2),
    np.nextafter(1.0, 0), 1e9, np.nextafter(1e9, 2e9), -1e9, np.nan,
]  # fmt: skip


def rank(X, first=0, n_features=None):
    n_features = n_features or X.shape[1]
    n = X.shape[0]
    codes = np.full((n_features, n), 12345, np.uint16)
    lower, upper = np.zeros((n_features, min(n, MISSING))), np.zeros((n_features, min(n, MISSING)))
    n_codes, has_missing = np.zeros(n_features, np.int32), np.zeros(n_features, np.bool_)
    rank_columns(X, first, codes, lower, upper, n_codes, has_missing)
    return codes, lower, upper, n_codes, has_missing


def check(X):
    codes, lower, upper, n_codes, has_missing = rank(X)
    for f in range(X.shape[1]):
        expected, values = naive.rank_column(X[:, f])
        np.testing.assert_array_equal(codes[f], expected)
        assert n_codes[f] == values.size
        assert has_missing[f] == np.isnan(X[:, f]).any()
        np.testing.assert_array_equal(lower[f, : values.size], values)
        np.testing.assert_array_equal(upper[f, : values.size], values)


@examples(60)
@given(
    hnp.arrays(
        np.float64,
        hnp.array_shapes(min_dims=2, max_dims=2, max_side=40),
        elements=st.one_of(
            st.sampled_from(AWKWARD), st.floats(allow_infinity=False), st.integers(-3, 3).map(float)
        ),
    )
)
def test_codes_are_ranks(X):
    check(X)


@pytest.mark.parametrize("n", [3, 17, 100, 3000])
@pytest.mark.parametrize("step", [2.0**-23, 2.0**-20, 1.0])
def test_values_that_share_their_leading_bits_stay_apart(n, step):
    n = n if COMPILED else min(n, 300)
    rng = np.random.default_rng(n)
    check((1e9 + step * rng.integers(0, n, n))[:, None])
    check((-1e9 + step * rng.permutation(n))[:, None])


@pytest.mark.parametrize("n_features", [1, 7, 8, 9, 20])
def test_any_number_of_columns(n_features):
    check(np.random.default_rng(1).normal(size=(30, n_features)))


def test_any_memory_layout_and_read_only_input():
    X = np.random.default_rng(2).integers(0, 9, (50, 6)).astype(float)
    X[3, 2] = np.nan
    expected = rank(X)
    for view in (np.asfortranarray(X), np.repeat(np.repeat(X, 2, 0), 2, 1)[::2, ::2]):
        view.setflags(write=False)
        for a, b in zip(rank(view), expected, strict=True):
            np.testing.assert_array_equal(a, b)


def test_a_block_fills_only_its_own_rows():
    X = np.random.default_rng(3).normal(size=(10, 2))
    codes, *_ = rank(X, first=1, n_features=4)
    np.testing.assert_array_equal(codes[1], naive.rank_column(X[:, 0])[0])
    assert (codes[[0, 3]] == 12345).all()


@pytest.mark.usefixtures("compiled_only")
@pytest.mark.parametrize("n", [65_535, 65_536, 70_000, 150_000])
def test_neighbours_share_codes_beyond_65535_values(n):
    column = np.random.default_rng(n).permutation(n) * 0.5
    codes, lower, upper, n_codes, has_missing = rank(column[:, None])
    order = np.argsort(column)
    ranked = codes[0][order].astype(int)
    assert not has_missing[0]
    assert n_codes[0] == ranked.max() + 1 <= 65_535
    assert np.isin(np.diff(ranked), [0, 1]).all()
    assert np.bincount(ranked).max() <= -(-n // 65_535)
    assert n_codes[0] >= 65_535 - 1
    first = np.flatnonzero(np.diff(ranked, prepend=-1))
    np.testing.assert_array_equal(lower[0, : n_codes[0]], column[order][first])
    np.testing.assert_array_equal(upper[0, : n_codes[0]], column[order][np.append(first[1:], n) - 1])


@pytest.mark.usefixtures("compiled_only")
def test_many_rows_of_few_values_keep_them_apart():
    column = np.random.default_rng(0).integers(0, 1000, 70_000).astype(float)
    column[:100] = np.nan
    codes, _, _, n_codes, has_missing = rank(column[:, None])
    np.testing.assert_array_equal(codes[0], naive.rank_column(column)[0])
    assert (n_codes[0], has_missing[0]) == (1000, True)


@pytest.mark.skipif(not COMPILED, reason="too many rows for plain Python")
@pytest.mark.parametrize("make", [
    lambda rng, n: rng.normal(size=n),
    lambda rng, n: rng.permutation(n) - n / 2.0,
    lambda rng, n: np.where(rng.random(n) < 0.3, np.nan, np.exp(20.0 * rng.normal(size=n))),
    lambda rng, n: rng.integers(0, 4, n) / -4.0,
    lambda rng, n: 1e9 + rng.random(n),
    lambda rng, n: np.full(n, np.nan),
], ids=["normal", "distinct", "spread", "ties", "one cell", "missing"])  # fmt: skip
def test_long_columns_are_ranked_bucket_by_bucket(make):
    x = make(np.random.default_rng(5), 150_000)
    codes, lower, upper, n_codes, has_missing = rank(x[:, None])
    values, inverse = np.unique(x[~np.isnan(x)], return_inverse=True)
    steps = np.floor(np.arange(values.size) * min(1.0, MISSING / max(values.size, 1)))
    expected = np.unique(steps, return_inverse=True)[1]
    np.testing.assert_array_equal(codes[0, ~np.isnan(x)], expected[inverse])
    assert (codes[0, np.isnan(x)] == MISSING).all()
    assert (n_codes[0], has_missing[0]) == (np.unique(expected).size, np.isnan(x).any())
    first = np.searchsorted(expected, np.arange(n_codes[0] + 1))
    np.testing.assert_array_equal(lower[0, : n_codes[0]], values[first[:-1]])
    np.testing.assert_array_equal(upper[0, : n_codes[0]], values[first[1:] - 1])
