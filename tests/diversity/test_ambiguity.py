from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, class_outputs, few, from_correctness, repeat_rows, value_outputs

from hedgerow.diversity import ambiguity_decomposition, member_ambiguity, member_disagreement, pairwise
from hedgerow.outputs import Outputs


def test_one_row_and_three_members():
    """Rogers 2007, eq. 3.1-3.4."""
    outputs = Outputs.from_predictions(
        [[1.0], [2.0], [4.0]], truth=[2.5], weights=[0.5, 0.3, 0.2], regression=True
    )
    assert outputs.consensus() == pytest.approx(1.9)
    found = ambiguity_decomposition(outputs)
    assert (found.ambiguity, found.member_error, found.error) == pytest.approx((1.29, 1.65, 0.36))


@pytest.mark.parametrize(
    ("weights", "expected"),
    [(None, (0.666667, 1.777778, 1.111111)), ([0.5, 0.3, 0.2], (0.603333, 1.5, 0.896667))],
)
def test_three_rows_and_three_members(weights, expected):
    """Krogh & Vedelsby 1995; numbers of Cunningham & Carney's setting."""
    values = [[1, 2, 3], [2, 2, 5], [0, 5, 4]]
    outputs = Outputs.from_predictions(values, truth=[1, 2, 5], weights=weights, regression=True)
    found = ambiguity_decomposition(outputs)
    assert (found.error, found.member_error, found.ambiguity) == pytest.approx(expected, abs=1e-6)


@few
@given(value_outputs(), st.booleans())
def test_the_identity_holds_for_every_row_and_for_all(outputs, weighted):
    if weighted:
        outputs = replace(outputs, weights=np.arange(1.0, outputs.n_members + 1))
    found = ambiguity_decomposition(outputs)
    np.testing.assert_allclose(found.row_error, found.row_member_error - found.row_ambiguity, atol=1e-9)
    assert found.error == pytest.approx(found.member_error - found.ambiguity, abs=1e-9)
    frame = found.frame()
    for row in range(outputs.n_samples):
        predicted = naive.predicting_members(outputs, row)
        parts = [
            ((outputs.answers[t, row] - outputs.truth[row]) ** 2, outputs.member_weights()[t])
            for t in predicted
        ]
        assert frame["member_error"][row] == pytest.approx(naive.mean(parts), nan_ok=True)


@few
@given(value_outputs(weights=True))
def test_integer_weights_are_repeated_rows(outputs):
    found, expected = ambiguity_decomposition(outputs), ambiguity_decomposition(repeat_rows(outputs))
    assert (found.error, found.ambiguity) == pytest.approx((expected.error, expected.ambiguity))


@few
@given(value_outputs(members=(2, 5), masks=False))
def test_ambiguity_is_half_the_mean_square_distance_of_two_members(outputs):
    T = outputs.n_members
    square = (pairwise(outputs, "distance").pairs() ** 2).mean()
    assert ambiguity_decomposition(outputs).ambiguity == pytest.approx((T - 1) / (2 * T) * square, abs=1e-9)


def test_without_the_truth_only_the_ambiguity_is_known():
    found = ambiguity_decomposition(Outputs.from_predictions([[1, 2], [3, 2]], regression=True))
    assert found.ambiguity == 0.5
    assert np.isnan([found.error, found.member_error]).all()


def test_classes_are_refused():
    with pytest.raises(ValueError, match="outputs are classes"):
        ambiguity_decomposition(from_correctness(MATRIX))


# Elghazel et al. 2010: five trees, eight rows.
TREES = [
    [1, 0, 0, 0, 0, 0, 1, 1], [0, 0, 1, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0, 0], [1, 1, 0, 0, 0, 1, 0, 1],
    [1, 0, 0, 0, 1, 0, 1, 0],
]  # fmt: skip


def test_five_trees():
    outputs = Outputs.from_predictions(TREES, truth=[0, 0, 0, 0, 1, 1, 1, 1])
    np.testing.assert_allclose(member_disagreement(outputs), [0.5, 0.5625, 0.65625, 0.53125, 0.5])
    np.testing.assert_allclose(1 - outputs.errors(), [0.625, 0.875, 0.5, 0.5, 0.625])


def apart(outputs, a, b):
    return float(a != b) if outputs.is_classification else (a - b) ** 2


@few
@given(class_outputs() | value_outputs())
def test_disagreement_is_that_of_the_twin(outputs):
    found = member_disagreement(outputs)
    for i in range(outputs.n_members):
        parts = [
            (apart(outputs, a, b), w)
            for j in range(outputs.n_members)
            if j != i
            for a, b, _, w in naive.rows_of(outputs, i, j)
        ]
        expected = 0.0 if outputs.n_members == 1 else naive.mean(parts)
        assert found[i] == pytest.approx(expected, abs=1e-9, nan_ok=True)


@few
@given(class_outputs(members=(2, 5), masks=False))
def test_where_all_speak_it_is_the_mean_over_the_others(outputs):
    matrix = pairwise(outputs, "disagreement").matrix
    np.testing.assert_allclose(member_disagreement(outputs), matrix.sum(axis=1) / (outputs.n_members - 1))


@few
@given(class_outputs() | value_outputs())
def test_ambiguity_is_the_distance_from_the_ensemble(outputs):
    said, found = outputs.consensus(), member_ambiguity(outputs)
    for member in range(outputs.n_members):
        parts = [
            (apart(outputs, outputs.answers[member, row], said[row]), naive.weight_of(outputs, row))
            for row in naive.judged_rows(outputs)
            if member in naive.predicting_members(outputs, row)
        ]
        assert found[member] == pytest.approx(naive.mean(parts), abs=1e-9, nan_ok=True)


@few
@given(class_outputs(classes=(2, 2), masks=False, weights=False))
def test_of_labels_minus_and_plus_one_it_is_a_product(outputs):
    """Rogers 2007, eq. 3.25: 1/2 - (1 / 2N) sum h(x) H(x)."""
    h, H = 2.0 * outputs.answers - 1, 2.0 * outputs.consensus() - 1
    np.testing.assert_allclose(member_ambiguity(outputs), 0.5 - (h * H).mean(axis=1) / 2, atol=1e-12)


@few
@given(class_outputs(weights=True) | value_outputs(weights=True))
def test_integer_weights_of_members_are_repeated_rows(outputs):
    for measure in (member_ambiguity, member_disagreement):
        np.testing.assert_allclose(measure(outputs), measure(repeat_rows(outputs)), atol=1e-9)


def test_weights_of_members_bend_the_vote_but_not_the_disagreement():
    outputs = Outputs.from_predictions([[0, 0], [1, 1], [1, 0]])
    weighted = replace(outputs, weights=np.array([5.0, 1.0, 1.0]))
    assert member_ambiguity(outputs).tolist() == [0.5, 0.5, 0.0]
    assert member_ambiguity(weighted).tolist() == [0.0, 1.0, 0.5]
    np.testing.assert_array_equal(member_disagreement(weighted), member_disagreement(outputs))


def test_a_member_without_a_voice_may_be_the_only_speaker():
    outputs = Outputs.from_predictions(
        [[0, 1], [0, 1]], predicted=[[True, False], [True, True]], weights=[1, 0]
    )
    assert member_ambiguity(outputs).tolist() == [0.0, 0.0]


def test_large_values_with_small_differences():
    rng = np.random.default_rng(0)
    values = 1e8 + 1e-3 * rng.normal(size=(3, 200))
    expected = [
        np.mean([((values[i] - values[j]) ** 2).mean() for j in range(3) if j != i]) for i in range(3)
    ]
    np.testing.assert_allclose(
        member_disagreement(Outputs.from_predictions(values, regression=True)), expected, rtol=1e-4
    )
