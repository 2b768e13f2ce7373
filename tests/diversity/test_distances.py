from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from tests.diversity.drawn import MATRIX, few, from_correctness, value_outputs

from hedgerow.diversity import distances
from hedgerow.outputs import Outputs


@few
@given(value_outputs(members=(2, 5), masks=False))
def test_distance_does_not_depend_on_where_zero_is(outputs):
    moved = replace(outputs, answers=outputs.answers + 1000.0, truth=outputs.truth + 1000.0)
    np.testing.assert_allclose(distances.distance(moved), distances.distance(outputs), atol=1e-7)
    np.testing.assert_allclose(
        distances.error_covariance(moved), distances.error_covariance(outputs), atol=1e-7
    )


@few
@given(value_outputs(members=(2, 4), rows=(2, 9), masks=False))
def test_squares_of_distances_follow_from_the_errors(outputs):
    """E (e_1 - e_2)^2 = Var e_1 + Var e_2 - 2 Cov + (bias_1 - bias_2)^2, and without Cov if they are independent."""
    covariance = distances.error_covariance(outputs)
    np.testing.assert_allclose(
        distances.distance(outputs) ** 2 + 2 * covariance,
        distances.independent_distance(outputs) ** 2,
        atol=1e-8,
    )


def test_independent_errors_do_not_correlate():
    assert not distances.no_correlation(from_correctness(MATRIX)).any()


@pytest.mark.parametrize("formula", [distances.distance, distances.error_correlation])
def test_classes_are_refused(formula):
    with pytest.raises(ValueError, match="measure of values"):
        formula(from_correctness(MATRIX))


@pytest.mark.parametrize("masked", [False, True])
def test_errors_that_vary_by_rounding_alone_have_no_correlation(masked):
    """A member that is always 0.1 too high is so up to the last bits, which say nothing."""
    rng = np.random.default_rng(0)
    truth = rng.normal(size=50)
    predicted = np.ones((3, 50), bool) if masked else None
    outputs = Outputs(
        np.stack([truth + 0.1, truth + 0.3, rng.normal(size=50)]), None, truth, predicted=predicted
    )
    assert (outputs.answers[0] - truth).std() > 0
    found = distances.error_correlation(outputs)
    assert np.isnan(found[0]).all()
    assert np.isnan(found[1]).all()
    assert found[2, 2] == pytest.approx(1.0)
