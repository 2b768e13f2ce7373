import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.selection.measures.partial import CovarianceRecord, fisher_z, partial_correlation, partial_t

PAPER = np.array([[1, 0.6, 0.5], [0.6, 1, 0.3], [0.5, 0.3, 1]])


def test_a_correlation_given_one_column():
    """Pencil: (.6 - .5 * .3) / sqrt((1 - .25) (1 - .09))."""
    r = partial_correlation(PAPER, 0, 1, [2])
    assert r == pytest.approx(0.5447047794019222, abs=1e-14)
    assert r == pytest.approx((0.6 - 0.15) / np.sqrt(0.75 * 0.91))
    z, p_value = fisher_z(r, 50, 1)
    assert z == pytest.approx(4.1427897343886375, abs=1e-12)
    assert p_value == pytest.approx(3.43106e-05, rel=1e-5)


def test_two_tests_of_one_correlation():
    matrix = np.array([[1, 0.5, 0.4], [0.5, 1, 0.6], [0.4, 0.6, 1]])
    r = partial_correlation(matrix, 0, 1, [2])
    assert r == pytest.approx(0.354604, abs=1e-6)
    assert partial_t(r, 100, 1) == pytest.approx((3.735169, 0.000316725), rel=1e-5)
    assert fisher_z(r, 100, 1) == pytest.approx((3.632106, 0.000281118), rel=1e-5)


def test_residuals_of_regressions_have_the_same_correlation():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 5)) @ rng.normal(size=(5, 5))
    known = np.column_stack([np.ones(80), X[:, [1, 3]]])
    rest = X - known @ np.linalg.lstsq(known, X, rcond=None)[0]
    expected = np.corrcoef(rest[:, 0], rest[:, 4])[0, 1]
    correlation = CovarianceRecord.of(X).correlation()
    assert partial_correlation(correlation, 0, 4, [1, 3]) == pytest.approx(expected)


def test_what_is_explained_completely_correlates_with_nothing():
    X = np.random.default_rng(0).normal(size=(50, 3))
    X[:, 2] = X[:, 0]
    correlation = CovarianceRecord.of(X).correlation()
    assert partial_correlation(correlation, 0, 1, [2]) == 0.0
    twice = np.column_stack([X, X[:, 1]])
    assert np.isfinite(partial_correlation(CovarianceRecord.of(twice).correlation(), 0, 1, [2, 3]))


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 99), st.booleans())
def test_records_of_parts_merge(n_first, n_second, seed, has_weights):
    rng = np.random.default_rng(seed)
    X = rng.normal(loc=100.0, size=(n_first + n_second, 3))
    weights = rng.random(len(X)) if has_weights else None
    parts = [slice(None, n_first), slice(n_first, None)]
    first, second = (CovarianceRecord.of(X[p], None if weights is None else weights[p]) for p in parts)
    whole, merged = CovarianceRecord.of(X, weights), first.merge(second)
    assert merged.weight == pytest.approx(whole.weight)
    np.testing.assert_allclose(merged.means, whole.means)
    np.testing.assert_allclose(merged.scatter, whole.scatter, atol=1e-8)


def test_a_constant_column_correlates_with_nothing():
    correlation = CovarianceRecord.of([[1, 2], [2, 2], [3, 2]]).correlation()
    np.testing.assert_array_equal(correlation, np.eye(2))


def test_an_empty_part_adds_nothing():
    empty, full = CovarianceRecord.of(np.empty((0, 2))), CovarianceRecord.of([[1, 2], [3, 5]])
    assert empty.merge(empty).weight == 0.0
    np.testing.assert_allclose(empty.merge(full).scatter, full.scatter)


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="X has 1 dimensions"):
        CovarianceRecord.of([1.0, 2.0])
    with pytest.raises(ValueError, match="missing values"):
        CovarianceRecord.of([[np.nan]])
    with pytest.raises(ValueError, match="one for each of 1 rows"):
        CovarianceRecord.of([[1.0]], [1.0, 2.0])
    with pytest.raises(ValueError, match="3 columns does not merge with one of 2"):
        CovarianceRecord.of(np.eye(3)).merge(CovarianceRecord.of(np.eye(2)))
    with pytest.raises(ValueError, match="4 rows are too few for a z-test given 1"):
        fisher_z(0.5, 4, 1)
    with pytest.raises(ValueError, match="3 rows are too few for a t-test given 1"):
        partial_t(0.5, 3, 1)
