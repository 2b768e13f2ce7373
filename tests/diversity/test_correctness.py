from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, class_outputs, few, from_correctness, from_table, repeat_rows

from hedgerow import diversity
from hedgerow.diversity import CORRECTNESS, count_correct, pairwise
from hedgerow.diversity.correctness import CorrectCounts, expect_independent, row_correctness_entropy
from hedgerow.outputs import Outputs


@few
@given(class_outputs(truth=True))
def test_counts_are_those_of_the_twin(outputs):
    counts = count_correct(outputs)
    found = [row for row in zip(counts.correct, counts.predicting, counts.weight, strict=True) if row[2] > 0]
    assert found == naive.right_and_speaking(outputs)


def test_rows_about_which_nobody_speaks_are_left_out():
    predicted = np.ones((3, 8), bool)
    predicted[:, 2] = False
    predicted[0, 3] = False
    counts = count_correct(from_correctness(MATRIX, predicted=predicted))
    assert counts.correct.tolist() == [3, 2, 2, 1, 3, 0, 2]
    assert counts.predicting.tolist() == [3, 3, 2, 3, 3, 3, 3]


def test_together_keeps_rows_about_which_two_speak():
    predicted = np.array([[True, True], [True, False]])
    counts = count_correct(from_correctness([[1, 0], [1, 0]], predicted=predicted)).together()
    assert (counts.correct.tolist(), counts.predicting.tolist()) == ([1], [2])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_independent_members_are_counted_over_all_patterns(accuracies):
    expected = np.zeros(len(accuracies) + 1)
    for pattern in product([0, 1], repeat=len(accuracies)):
        expected[sum(pattern)] += np.prod(
            [p if right else 1 - p for p, right in zip(accuracies, pattern, strict=True)]
        )
    counts = expect_independent(np.array(accuracies))
    np.testing.assert_allclose(counts.weight, expected, atol=1e-12)
    assert counts.correct.tolist() == list(range(len(accuracies) + 1))


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        (Outputs.from_predictions([[0, 1]]), "the truth is needed"),
        (Outputs.from_predictions([[0, 1]], truth=[0, 1], regression=True), "measure of classes"),
    ],
)
def test_classes_and_the_truth_are_needed(outputs, message):
    with pytest.raises(ValueError, match=message):
        count_correct(outputs)


every_measure = pytest.mark.parametrize("name", CORRECTNESS)


@settings(max_examples=80)
@given(class_outputs(truth=True))
def test_every_measure_is_that_of_the_twin(outputs):
    for name, measure in CORRECTNESS.items():
        found, expected = measure.formula(outputs), naive.CORRECTNESS[name](outputs)
        assert found == pytest.approx(expected, abs=1e-9, nan_ok=True), name
        if not np.isnan(found):
            assert measure.low - 1e-9 <= found <= measure.high + 1e-9


@few
@given(class_outputs(truth=True, weights=True))
def test_integer_weights_are_repeated_rows(outputs):
    for measure in CORRECTNESS.values():
        assert measure.formula(outputs) == pytest.approx(
            measure.formula(repeat_rows(outputs)), abs=1e-9, nan_ok=True
        )


@few
@given(class_outputs(truth=True))
def test_the_order_of_members_and_rows_does_not_matter(outputs):
    turned = outputs.select(slice(None, None, -1)).select_rows(slice(None, None, -1))
    for measure in CORRECTNESS.values():
        assert measure.formula(turned) == pytest.approx(measure.formula(outputs), abs=1e-9, nan_ok=True)


@few
@given(class_outputs(members=(2, 6), truth=True, masks=False))
def test_kuncheva_and_whitaker_relate_the_measures_to_each_other(outputs):
    """Machine Learning 51, 2003: all of them follow from the mean disagreement and the mean accuracy."""
    T = outputs.n_members
    disagreement = pairwise(outputs, "correctness_disagreement").mean
    variance = diversity.kohavi_wolpert_variance(outputs)
    assert variance == pytest.approx((T - 1) / (2 * T) * disagreement)
    p = 1 - outputs.errors().mean()
    kappa = diversity.interrater_kappa(outputs)
    if p * (1 - p) > 1e-9:
        assert kappa == pytest.approx(1 - T / ((T - 1) * p * (1 - p)) * variance)
        assert kappa == pytest.approx(1 - disagreement / (2 * p * (1 - p)))
    # Variance within rows and between rows add up to that of all answers.
    assert diversity.difficulty(outputs) + variance == pytest.approx(p * (1 - p))
    fault = pairwise(outputs, "double_fault").mean
    if p < 1:
        assert diversity.generalised_diversity(outputs) == pytest.approx(1 - fault / (1 - p))


@few
@given(class_outputs(members=(2, 2), truth=True))
def test_of_two_members_the_measures_are_those_of_the_pair(outputs):
    expected = pairwise(outputs, "coincident_errors").mean
    assert diversity.coincident_errors_of_all(outputs) == pytest.approx(expected, nan_ok=True)
    if outputs.predicted is None:
        expected = pairwise(outputs, "correctness_disagreement").mean
        assert diversity.correctness_entropy(outputs) == pytest.approx(expected)


def test_eight_rows():
    outputs = from_correctness(MATRIX)
    assert diversity.coincident_errors_of_all(outputs) == pytest.approx(0.375)
    assert diversity.correctness_entropy(outputs) == pytest.approx(0.625)
    # One row defeats all three, two defeat none: failures 0, 1, 1, 1, 2, 0, 3, 1.
    assert diversity.coincident_failure_diversity(outputs) == pytest.approx((1 + 1 + 1 + 0.5 + 0 + 1) / 6)
    assert diversity.difficulty(outputs) == pytest.approx(np.var([3, 2, 2, 2, 1, 3, 0, 2]) / 9)


@pytest.mark.parametrize(
    ("T", "expected"), [(5, [0, 0.5, 1, 1, 0.5, 0]), (4, [0, 0.5, 1, 0.5, 0]), (1, [0, 0])]
)
def test_ambiguity_of_a_row(T, expected):
    """Rogers 2007, eq. 3.27."""
    counts = CorrectCounts(np.arange(T + 1), np.full(T + 1, T), np.ones(T + 1))
    np.testing.assert_allclose(row_correctness_entropy(counts), expected)


@every_measure
def test_members_that_err_independently_have_the_value_to_expect_of_them(name):
    patterns = np.array(list(product([0, 1], repeat=4)))
    accuracies = np.array([0.6, 0.7, 0.8, 0.9])
    weights = np.prod(np.where(patterns == 1, accuracies, 1 - accuracies), axis=1)
    formula = CORRECTNESS[name].formula
    expected = formula(expect_independent(accuracies))
    assert formula(from_correctness(patterns, sample_weight=weights)) == pytest.approx(expected)


@every_measure
def test_members_that_fail_together_are_the_least_diverse(name):
    measure = CORRECTNESS[name]
    found = measure.formula(from_correctness([[1, 1, 1], [0, 0, 0]]))
    assert found == pytest.approx(measure.high if measure.more_diverse == "lower" else measure.low)


@every_measure
def test_members_that_never_fail_together_are_more_diverse(name):
    measure = CORRECTNESS[name]
    apart = measure.formula(from_correctness([[1, 1, 0], [1, 0, 1], [0, 1, 1]]))
    together = measure.formula(from_correctness([[1, 1, 1], [1, 1, 1], [0, 0, 0]]))
    assert apart > together if measure.more_diverse == "higher" else apart < together


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("interrater_kappa", np.nan),
        ("generalised_diversity", np.nan),
        ("coincident_failure_diversity", 0.0),
        ("coincident_errors_of_all", 0.0),
        ("kohavi_wolpert_variance", 0.0),
        ("difficulty", 0.0),
        ("correctness_entropy", 0.0),
    ],
)
def test_members_that_never_fail(name, expected):
    assert CORRECTNESS[name].formula(from_table(4, 0, 0, 0)) == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize(
    "name",
    ["interrater_kappa", "generalised_diversity", "coincident_failure_diversity", "coincident_errors_of_all"],
)
def test_a_lone_member_coincides_with_nobody(name):
    assert np.isnan(CORRECTNESS[name].formula(from_correctness([[1], [0]])))


@every_measure
def test_counts_serve_as_well_as_outputs(name):
    outputs, formula = from_correctness(MATRIX), CORRECTNESS[name].formula
    assert formula(count_correct(outputs)) == formula(outputs)
