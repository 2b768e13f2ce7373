from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, few, from_correctness, repeat_rows, value_outputs

from hedgerow.diversity import ambiguity_decomposition, pairwise
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
