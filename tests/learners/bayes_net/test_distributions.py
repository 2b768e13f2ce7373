import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

from hedgerow.learners.bayes_net.distributions import (
    LinearGaussians,
    StateTable,
    learn_distribution,
    make_pseudo_rows,
)
from hedgerow.learners.bayes_net.families import Family
from hedgerow.learners.bayes_net.variables import Rows, Variable

NODES = (Variable("sex", ("f", "m")), Variable("age"), Variable("pressure", None, 100.0, 20.0))
FAMILY = Family.of(NODES, 2, [0, 1])
RANDOM = np.random.RandomState(0)


def make_rows(n=4000):
    sex, age = RANDOM.randint(0, 2, n), RANDOM.normal(size=n)
    pressure = np.where(sex == 0, 1 + 2 * age, -age) + np.where(sex == 0, 0.5, 2.0) * RANDOM.normal(size=n)
    return Rows(
        np.vstack([sex, np.zeros(n), np.zeros(n)]).astype(np.int32), np.vstack([np.zeros(n), age, pressure])
    )


def test_lines_are_those_of_least_squares():
    rows = make_rows()
    found = learn_distribution(FAMILY, FAMILY.sum_rows(rows, np.ones(len(rows))))
    for state in (0, 1):
        inside = rows.codes[0] == state
        design = np.column_stack([np.ones(inside.sum()), rows.values[1, inside]])
        expected, squares, _, _ = np.linalg.lstsq(design, rows.values[2, inside], rcond=None)
        assert_allclose(found.coefficients[state], expected, atol=1e-10)
        assert_allclose(found.variances[state], squares[0] / inside.sum())
    densities = found.find_log_densities(rows)
    mean = found.coefficients[1, 0] + found.coefficients[1, 1] * rows.values[1]
    assert_allclose(densities[:, 1], norm.logpdf(rows.values[2], mean, np.sqrt(found.variances[1])))
    sums = FAMILY.sum_rows(rows, np.ones(len(rows)))
    picked = densities[np.arange(len(rows)), rows.codes[0]]
    assert found.sum_log_likelihood(sums) == pytest.approx(picked.sum())


def test_what_is_drawn_is_what_was_learned():
    rows = make_rows()
    found = learn_distribution(FAMILY, FAMILY.sum_rows(rows, np.ones(len(rows))))
    rows.values[2] = found.draw(rows, np.random.RandomState(1))[1]
    again = learn_distribution(FAMILY, FAMILY.sum_rows(rows, np.ones(len(rows))))
    assert_allclose(again.coefficients, found.coefficients, atol=0.15)
    assert_allclose(again.variances, found.variances, rtol=0.1)


def test_units_change_numbers_and_nothing_else():
    """Of a pressure of mean 100 and deviation 20, and an age of mean 50 and deviation 10."""
    plain = LinearGaussians(FAMILY, np.array([[0.1, 0.5], [0.0, -1.0]]), np.array([0.25, 1.0]))
    found = plain.in_units(np.array([0, 50.0, 100.0]), np.array([1, 10.0, 20.0]))
    assert_allclose(found.coefficients, [[100 + 2 - 50, 1.0], [200, -2]])
    assert_allclose(found.variances, [100, 400])


def test_smoothing_adds_a_row_to_each_cell_and_rows_like_all_to_each_line():
    table = Family.of(NODES, 0, [])
    rows = Rows(np.array([[0, 0, 0]], np.int32), np.zeros((1, 3)))
    pseudo = make_pseudo_rows(table, rows, np.ones(3), 1.0)
    assert_allclose(
        StateTable.learn(table, table.sum_rows(rows, np.ones(3)) + pseudo).probabilities, [[0.8, 0.2]]
    )
    rows = make_rows(100)
    pseudo = make_pseudo_rows(FAMILY, rows, np.ones(100), 2.0)
    assert_allclose(pseudo[:, 0, 0], 2.0)
    assert_allclose(pseudo[0], pseudo[1])
    assert_allclose(pseudo[0, 0, 2] / 2, rows.values[2].mean())
    assert not make_pseudo_rows(Family.of(NODES, 2, [1]), rows, np.ones(100), 2.0).any()


def test_a_configuration_without_rows():
    empty = StateTable.learn(Family.of(NODES, 0, []), np.zeros((1, 2)))
    assert_allclose(empty.probabilities, 0.5)
    rows = make_rows(50)
    rows.codes[0] = 0
    found = LinearGaussians.learn(FAMILY, FAMILY.sum_rows(rows, np.ones(50)))
    assert_allclose(found.coefficients[1], found.coefficients[0])


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (StateTable(Family.of(NODES, 0, []), np.array([[0.5, 0.6]])), "not a table of conditional"),
        (StateTable(Family.of(NODES, 0, []), np.array([[1.5, -0.5]])), "not a table of conditional"),
        (StateTable(Family.of(NODES, 0, []), np.array([[1.0]])), "not a table of conditional"),
        (LinearGaussians(FAMILY, np.zeros((1, 2)), np.ones(2)), "not linear Gaussians"),
        (LinearGaussians(FAMILY, np.zeros((2, 2)), np.zeros(2)), "not linear Gaussians"),
        (LinearGaussians(FAMILY, np.full((2, 2), np.nan), np.ones(2)), "finite"),
    ],
)
def test_a_damaged_distribution_is_refused(made, message):
    with pytest.raises(ValueError, match=message):
        made.check_loaded()
