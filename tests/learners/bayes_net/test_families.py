import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.bayes_net.families import (
    Family,
    divide_counts,
    solve_regressions,
    sum_log_densities,
    sum_log_shares,
)
from hedgerow.learners.bayes_net.variables import Rows, Variable

NODES = (Variable("a", ("x", "y")), Variable("b", (0, 1, 2)), Variable("u"), Variable("v"))


def make_rows(seed=0, n=60):
    random = np.random.default_rng(seed)
    cells = np.column_stack(
        [random.integers(0, 2, n), random.integers(0, 3, n), random.normal(size=n), random.normal(size=n)]
    )
    cells[random.random(cells.shape) < 0.1] = np.nan
    return Rows.of(NODES, cells), random.random(n)


def test_counts_are_those_of_a_loop():
    rows, weights = make_rows()
    family = Family.of(NODES, 1, [0])
    expected = np.zeros((2, 3))
    for row, weight in enumerate(weights):
        if rows.codes[0, row] >= 0 and rows.codes[1, row] >= 0:
            expected[rows.codes[0, row], rows.codes[1, row]] += weight
    assert_allclose(family.sum_rows(rows, weights), expected)
    assert family.shape == (2, 3)
    assert family.n_parameters == 4


def test_products_are_those_of_a_loop():
    rows, weights = make_rows()
    family = Family.of(NODES, 3, [2, 1, 0])
    assert family.members == (0, 1, 2, 3)
    expected = np.zeros((6, 3, 3))
    for row, weight in enumerate(weights):
        if (rows.codes[:, row] >= 0).all():
            column = np.array([1.0, rows.values[2, row], rows.values[3, row]])
            expected[rows.codes[0, row] * 3 + rows.codes[1, row]] += weight * np.outer(column, column)
    assert_allclose(family.sum_rows(rows, weights), expected)
    assert family.n_parameters == 6 * 3


def test_states_do_not_depend_on_numbers():
    with pytest.raises(
        ValueError, match="'a' has states and cannot depend on the number 'u'; turn the arc around"
    ):
        Family.of(NODES, 0, [2])


def test_shares_of_nothing_are_equal():
    assert_allclose(divide_counts(np.array([[1.0, 3.0], [0.0, 0.0]])), [[0.25, 0.75], [0.5, 0.5]])
    assert sum_log_shares(np.array([[0.0, 2.0]]), np.array([[0.0, 1.0]])) == 0.0
    assert sum_log_shares(np.array([[1.0, 1.0]]), np.array([[0.0, 1.0]])) == -np.inf


def test_a_column_that_others_tell_is_solved_all_the_same():
    x = np.arange(8.0)
    columns = np.stack([np.ones(8), x, 2 * x, 3 * x + 1])
    coefficients, variances = solve_regressions((columns @ columns.T)[None])
    assert_allclose(coefficients @ columns[:3], columns[3:], atol=1e-8)
    assert_allclose(variances, 0, atol=1e-10)
    assert_array_equal(solve_regressions(np.zeros((1, 3, 3)))[0], 0)


def test_the_best_density_is_the_spec_s():
    """-(n / 2) (log(2 pi s^2) + 1) at the residual variance."""
    y = np.random.default_rng(0).normal(size=20)
    columns = np.stack([np.ones(20), y])
    moments = (columns @ columns.T)[None]
    coefficients, variances = solve_regressions(moments)
    assert variances[0] == pytest.approx(y.var())
    expected = -10 * (np.log(2 * np.pi * y.var()) + 1)
    assert sum_log_densities(moments, coefficients, variances) == pytest.approx(expected)


def test_many_rows_are_summed_as_few_are(monkeypatch):
    rows, weights = make_rows()
    family = Family.of(NODES, 3, [0, 1, 2])
    few = family.sum_rows(rows, weights)
    monkeypatch.setattr("hedgerow.learners.bayes_net.families._MOST_CELLS", 0)
    assert_allclose(family.sum_rows(rows, weights), few, atol=1e-12)
