from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from tests.diversity import naive
from tests.diversity.drawn import class_outputs, few, repeat_rows, value_outputs

from hedgerow.diversity import member_ambiguity, member_disagreement, pairwise
from hedgerow.outputs import Outputs

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
def test_integer_weights_are_repeated_rows(outputs):
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
