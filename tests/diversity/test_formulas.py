import numpy as np
import pytest
from tests.diversity.drawn import from_table

from hedgerow.diversity import count_pairs, formulas
from hedgerow.outputs import Outputs


def measure(formula, *table):
    return getattr(formulas, formula)(count_pairs(from_table(*table)))[0, 1]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("agreement", 0.70),
        ("disagreement", 0.30),
        ("correctness_disagreement", 0.30),
        ("correctness_kappa", 0.343257443082312),
        ("q_statistic", 0.644736842105263),
        ("coincident_errors", 0.571428571428571),
        ("correlation", 0.3462573286),
        ("double_fault", 0.2),
    ],
)
def test_a_hundred_rows(formula, expected):
    """Rogers 2007, section 3.3: n11 = 50, n00 = 20, n10 = 18, n01 = 12."""
    assert measure(formula, 50, 20, 18, 12) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(
    ("formula", "table", "expected"),
    [
        ("q_statistic", (5, 0, 3, 0), np.nan),  # both products are 0
        ("q_statistic", (5, 0, 3, 1), -1.0),
        ("q_statistic", (5, 1, 3, 0), 1.0),
        ("correlation", (5, 0, 3, 0), np.nan),  # the first is always right
        ("correctness_kappa", (5, 0, 0, 0), 1.0),  # both are always right: they agree
        ("correctness_kappa", (0, 5, 0, 0), 1.0),
        ("correctness_kappa", (0, 0, 5, 0), 0.0),
        ("kappa", (5, 0, 0, 0), 1.0),
        ("kappa", (0, 0, 5, 0), 0.0),
        ("kappa", (0, 0, 2, 2), -1.0),
        ("coincident_errors", (5, 0, 0, 0), 0.0),  # nobody errs
        ("coincident_errors", (0, 5, 0, 0), 1.0),
        ("double_fault", (5, 0, 0, 0), 0.0),
    ],
)
def test_where_a_formula_divides_by_zero(formula, table, expected):
    assert measure(formula, *table) == pytest.approx(expected, nan_ok=True)


def test_kappa_of_answers_is_not_that_of_being_right():
    """With labels, chance agreement depends on the classes; with correctness, on the accuracies."""
    counts = count_pairs(Outputs.from_predictions([[0, 0, 1, 1], [0, 1, 1, 1]], truth=[0, 0, 1, 0]))
    assert formulas.kappa(counts)[0, 1] == pytest.approx(0.5)
    assert formulas.correctness_kappa(counts)[0, 1] == pytest.approx((0.75 - 0.5) / 0.5)
    counts = count_pairs(Outputs.from_predictions([[0, 0, 1, 1], [0, 1, 1, 1]], truth=[0, 0, 1, 1]))
    assert formulas.correctness_kappa(counts)[0, 1] == 0.0


def test_a_quotient_without_a_denominator():
    found = formulas.divide(np.array([1.0, 1.0]), np.array([2.0, 0.0]), otherwise=7.0)
    np.testing.assert_array_equal(found, [0.5, 7.0])
