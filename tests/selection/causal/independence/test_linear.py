import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.linear_model import LinearRegression
from tests.selection.causal.oracle import chain

from hedgerow.selection.causal import CausalSelector
from hedgerow.selection.causal.independence.linear import LinearTest


def columns_of(X, **parameters):
    return LinearTest.of([column[:, None] for column in X.T], **parameters)


def indicators(codes):
    return (codes[:, None] == np.unique(codes)[:-1]).astype(float)


def correlated(correlations, n_rows):
    """Columns whose correlations are exactly these."""
    columns = np.random.default_rng(0).normal(size=(n_rows, len(correlations)))
    return np.linalg.qr(columns - columns.mean(axis=0))[0] @ np.linalg.cholesky(correlations).T


def test_partial_correlations_by_pencil():
    """(.6 - .5 * .3) / sqrt((1 - .25) (1 - .09)) is 0.5447, and another one 0.354604."""
    one = correlated([[1, 0.6, 0.5], [0.6, 1, 0.3], [0.5, 0.3, 1]], 50)
    with_z = columns_of(one, uses_z=True).measure([0], 1, [2])
    assert with_z.strength[0] == pytest.approx(-0.5 * np.log2(1 - 0.5447047794019222**2), rel=1e-10)
    assert with_z.p_values[0] == pytest.approx(3.43106e-05, rel=1e-5)
    other = correlated([[1, 0.5, 0.4], [0.5, 1, 0.6], [0.4, 0.6, 1]], 100)
    for uses_z, p_value in ((False, 0.000316725), (True, 0.000281118)):
        found = columns_of(other, uses_z=uses_z).measure([0], 1, [2])
        assert found.p_values[0] == pytest.approx(p_value, rel=1e-5)


@pytest.mark.parametrize("given", [(), (1,), (1, 2)])
def test_numbers_have_the_p_values_of_partial_correlations(given):
    X = np.random.default_rng(0).normal(size=(60, 5)) @ np.random.default_rng(1).normal(size=(5, 5))
    known = np.column_stack([np.ones(60), X[:, list(given)]])
    rest = X - known @ np.linalg.lstsq(known, X)[0]
    r = abs(np.corrcoef(rest[:, 0], rest[:, 4])[0, 1])
    n_left = 60 - len(given)
    exact = columns_of(X).measure([0, 3], 4, given)
    assert exact.p_values[0] == pytest.approx(
        2 * stats.t.sf(r * np.sqrt((n_left - 2) / (1 - r**2)), n_left - 2), rel=1e-6
    )
    assert exact.strength[0] == pytest.approx(-0.5 * np.log2(1 - r**2), rel=1e-6)
    with_z = columns_of(X, uses_z=True).measure([0], 4, given)
    assert with_z.p_values[0] == pytest.approx(
        2 * stats.norm.sf(np.arctanh(r) * np.sqrt(n_left - 3)), rel=1e-6
    )


def test_a_number_and_a_category_are_an_analysis_of_variance():
    rng = np.random.default_rng(0)
    group = rng.integers(0, 3, 90)
    value = rng.normal(size=90) + 0.3 * group
    test = LinearTest.of([value[:, None], indicators(group)])
    expected = stats.f_oneway(*(value[group == one] for one in range(3))).pvalue
    assert test.measure([0], 1).p_values[0] == pytest.approx(expected)
    assert test.measure([1], 0).p_values[0] == pytest.approx(expected)


def test_a_category_given_a_number_is_an_analysis_of_covariance():
    rng = np.random.default_rng(0)
    group, known = rng.integers(0, 4, 80), rng.normal(size=80)
    value = known + 0.4 * group + rng.normal(size=80)

    def left(X):
        return ((value - LinearRegression().fit(X, value).predict(X)) ** 2).sum()

    few, many = left(known[:, None]), left(np.column_stack([known, indicators(group)]))
    expected = stats.f.sf((few - many) / 3 / (many / (80 - 2 - 3)), 3, 80 - 2 - 3)
    test = LinearTest.of([known[:, None], indicators(group), value[:, None]])
    assert test.measure([1], 2, [0]).p_values[0] == pytest.approx(expected)


@pytest.mark.parametrize("uses_z", [False, True])
def test_false_alarms_are_as_many_as_promised(uses_z):
    rng = np.random.default_rng(0)
    known = rng.normal(size=(200, 2))
    y = known.sum(axis=1) + rng.normal(size=200)
    X = known[:, :1] + rng.normal(size=(200, 1000))
    dependence = columns_of(np.column_stack([X, known, y]), uses_z=uses_z, alpha=0.05).measure(
        range(1000), 1002, [1000, 1001]
    )
    assert abs(dependence.is_dependent.mean() - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 1000)
    assert stats.kstest(dependence.p_values, "uniform").pvalue > 1e-3


def test_false_alarms_of_categories_are_as_many_as_promised():
    rng = np.random.default_rng(0)
    y = indicators(rng.integers(0, 3, 300))
    blocks = [indicators(rng.integers(0, 4, 300)) for _ in range(600)]
    p_values = LinearTest.of([*blocks, y]).measure(range(600), 600).p_values
    assert stats.kstest(p_values, "uniform").pvalue > 1e-3


def test_what_is_known_already_depends_on_nothing():
    X = chain(100, seed=0)
    X = np.column_stack([X[:, 0], X[:, 0], np.ones(100), X[:, 2]])
    test = columns_of(X)
    assert test.measure([0], 3, [1]).p_values[0] == 1.0
    assert test.measure([2], 3).p_values[0] == 1.0
    np.testing.assert_allclose(test.measure([0], 3, [2]).p_values, test.measure([0], 3).p_values)


def test_too_few_rows_say_nothing():
    X = np.random.default_rng(0).normal(size=(6, 6))
    for uses_z in (False, True):
        dependence = columns_of(X, uses_z=uses_z).measure([0], 5, [1, 2, 3, 4])
        assert not dependence.is_tested.any()
        assert not dependence.strength.any()


def test_whole_weights_are_repeats():
    X, counts = chain(80, seed=0), np.random.default_rng(0).integers(0, 4, 80)
    weighted = columns_of(X, weights=counts.astype(float)).measure([0, 1], 2)
    repeated = columns_of(np.repeat(X, counts, axis=0)).measure([0, 1], 2)
    np.testing.assert_allclose(weighted.p_values, repeated.p_values)


def test_a_gap_that_tells_something_counts_in_a_mixed_table():
    rng = np.random.default_rng(0)
    y = rng.normal(size=300)
    X = np.column_stack([np.where(y > 0.5, np.nan, rng.normal(size=300)), rng.normal(size=300)])
    assert CausalSelector(test="mixed").fit(X, y).get_support(indices=True).tolist() == [0]
    with pytest.warns(UserWarning, match="found none"):
        CausalSelector(test="fisher-z").fit(X, y)
    X[:, 1] = np.nan
    assert CausalSelector(test="mixed").fit(X, y).get_support(indices=True).tolist() == [0]


def test_fisher_z_is_for_numbers():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"word": rng.choice(["a", "b", "c"], 60), "x": rng.normal(size=60)})
    with pytest.raises(ValueError, match="'word' has 3 categories; use test='mixed' or 'g2'"):
        CausalSelector(test="fisher-z").fit(X, rng.normal(size=60))
    with pytest.raises(ValueError, match="y has 3 classes"):
        CausalSelector(test="fisher-z").fit(X[["x"]], rng.integers(0, 3, 60))
    with pytest.raises(ValueError, match="single columns"):
        LinearTest.of([np.zeros((9, 2)), np.zeros((9, 1))], uses_z=True)


def test_too_many_categories_are_refused():
    X = pd.DataFrame({"word": [f"w{n}" for n in range(80)]})
    with pytest.raises(ValueError, match="'word' has 80 categories"):
        CausalSelector(test="mixed").fit(X, np.arange(80.0))
