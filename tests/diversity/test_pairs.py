from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, class_outputs, few, from_correctness, from_table, repeat_rows

from hedgerow.diversity import count_pairs, pairs
from hedgerow.outputs import Outputs

FIELDS = ("n", "same", "differ_by_chance", "n11", "n10", "n01", "n00")


def as_arrays(counts):
    return {name: getattr(counts, name) for name in FIELDS if getattr(counts, name) is not None}


def test_the_tables_of_eight_rows():
    """Rogers 2007, section 3.3: (n11, n00, n10, n01) = (4, 2, 1, 1), (3, 1, 2, 2), (3, 1, 2, 2)."""
    counts = count_pairs(from_correctness(MATRIX))
    for (i, j), expected in {(0, 1): (4, 2, 1, 1), (0, 2): (3, 1, 2, 2), (1, 2): (3, 1, 2, 2)}.items():
        found = counts.n11[i, j], counts.n00[i, j], counts.n10[i, j], counts.n01[i, j]
        assert found == expected


@few
@given(class_outputs(truth=True))
def test_counts_are_those_of_the_twin(outputs):
    counts = count_pairs(outputs)
    for i in range(outputs.n_members):
        for j in range(outputs.n_members):
            rows = naive.rows_of(outputs, i, j)
            n = sum(weight for *_, weight in rows)
            assert counts.n[i, j] == n
            assert counts.same[i, j] == sum(weight for a, b, _, weight in rows if a == b)
            found = tuple(matrix[i, j] for matrix in counts.correctness())
            assert found == naive.table(outputs, i, j)
            by_chance = sum(
                v * w for a, *_, v in rows for _, b, _, w in rows if a != b
            )  # each answer of one with each of the other
            assert counts.differ_by_chance[i, j] == pytest.approx(by_chance / n if n else 0.0)


@few
@given(class_outputs())
def test_exchanging_the_members_transposes_the_counts(outputs):
    counts = as_arrays(count_pairs(outputs))
    for name in ("n", "same", "differ_by_chance"):
        np.testing.assert_allclose(counts[name], counts[name].T)
    order = np.arange(outputs.n_members)[::-1]
    turned = as_arrays(count_pairs(outputs.select(order)))
    for name, matrix in counts.items():
        np.testing.assert_allclose(turned[name], matrix[np.ix_(order, order)])


@few
@given(class_outputs())
def test_the_order_of_the_rows_does_not_matter(outputs):
    turned = as_arrays(count_pairs(outputs.select_rows(np.arange(outputs.n_samples)[::-1])))
    for name, matrix in as_arrays(count_pairs(outputs)).items():
        np.testing.assert_allclose(turned[name], matrix)


@few
@given(class_outputs(weights=True))
def test_integer_weights_are_repeated_rows(outputs):
    repeated = as_arrays(count_pairs(repeat_rows(outputs)))
    for name, matrix in as_arrays(count_pairs(outputs)).items():
        np.testing.assert_allclose(matrix, repeated[name])


@few
@given(class_outputs(truth=True, weights=False))
def test_awkward_weights_leave_exact_zeros(outputs):
    """Sums of 0.1, 0.2, 0.3 differ in their last bits; a count of no rows must be 0 all the same."""
    weighted = replace(outputs, sample_weight=0.1 * np.arange(1, outputs.n_samples + 1))
    plain = as_arrays(count_pairs(outputs))
    for name, matrix in as_arrays(count_pairs(weighted)).items():
        np.testing.assert_array_equal(matrix == 0, plain[name] == 0)
        assert matrix.min() >= 0


@few
@given(class_outputs(truth=True, masks=False))
def test_a_mask_that_lets_all_speak_changes_nothing(outputs):
    masked = replace(outputs, predicted=np.ones(outputs.answers.shape, bool))
    plain = as_arrays(count_pairs(outputs))
    for name, matrix in as_arrays(count_pairs(masked)).items():
        np.testing.assert_allclose(matrix, plain[name])


def test_what_a_silent_member_would_have_said_is_not_read():
    outputs = Outputs.from_predictions(
        [[0, 1, 1], [0, 0, 1]], truth=[0, 1, 1], predicted=[[True, True, True], [True, False, True]]
    )
    counts = count_pairs(outputs)
    assert (counts.n[0, 1], counts.same[0, 1], counts.n10[0, 1]) == (2, 2, 0)


def test_without_the_truth_only_agreement_is_counted():
    counts = count_pairs(Outputs.from_predictions([["a", "b"], ["a", "a"]]))
    assert counts.same[0, 1] == 1
    assert counts.n11 is None
    assert counts.if_independent().n11 is None
    with pytest.raises(ValueError, match="the truth is needed"):
        counts.correctness()


def test_values_are_refused():
    with pytest.raises(ValueError, match="measure of classes"):
        count_pairs(Outputs.from_predictions([[0.5]], regression=True))


@few
@given(class_outputs(truth=True))
def test_independent_members_have_the_same_accuracies_and_no_association(outputs):
    counts = count_pairs(outputs)
    expected = counts.if_independent()
    n11, n10, n01, n00 = expected.correctness()
    np.testing.assert_allclose(n11 + n10 + n01 + n00, counts.n, atol=1e-9)
    np.testing.assert_allclose(n11 + n10, counts.n11 + counts.n10, atol=1e-9)
    np.testing.assert_allclose(n11 + n01, counts.n11 + counts.n01, atol=1e-9)
    np.testing.assert_allclose(n11 * n00, n10 * n01, atol=1e-9)
    np.testing.assert_allclose(expected.same, counts.n - counts.differ_by_chance)


def test_many_members_and_threads_agree_with_few():
    rng = np.random.default_rng(0)
    outputs = Outputs(rng.integers(0, 3, (30, 700)).astype(np.uint8), np.arange(3), rng.integers(0, 3, 700))
    whole = as_arrays(count_pairs(outputs, n_jobs=2))
    part = as_arrays(count_pairs(outputs.select([3, 17, 29])))
    for name, matrix in part.items():
        np.testing.assert_array_equal(matrix, whole[name][np.ix_([3, 17, 29], [3, 17, 29])])


def measure(formula, *table):
    return getattr(pairs, formula)(count_pairs(from_table(*table)))[0, 1]


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
    assert pairs.kappa(counts)[0, 1] == pytest.approx(0.5)
    assert pairs.correctness_kappa(counts)[0, 1] == pytest.approx((0.75 - 0.5) / 0.5)
    counts = count_pairs(Outputs.from_predictions([[0, 0, 1, 1], [0, 1, 1, 1]], truth=[0, 0, 1, 1]))
    assert pairs.correctness_kappa(counts)[0, 1] == 0.0


def test_a_quotient_without_a_denominator():
    found = pairs.divide(np.array([1.0, 1.0]), np.array([2.0, 0.0]), otherwise=7.0)
    np.testing.assert_array_equal(found, [0.5, 7.0])
