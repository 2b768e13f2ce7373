from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, class_outputs, few, from_correctness, value_outputs

from hedgerow.diversity import moments
from hedgerow.diversity.coincidence import MarkCounter
from hedgerow.diversity.moments import cut_rows, measure_members, measure_moments, measure_sign_moments
from hedgerow.outputs import Outputs


def measure(outputs):
    return measure_moments(lambda members, rows: outputs.answers[members, rows], outputs, scale=10.0)


@few
@given(value_outputs())
def test_moments_are_those_of_the_twin(outputs):
    found = measure(outputs)
    shape = (outputs.n_members, outputs.n_members)
    mean, variance = np.broadcast_to(found.mean, shape), np.broadcast_to(found.variance, shape)
    for i in range(outputs.n_members):
        for j in range(outputs.n_members):
            rows = naive.rows_of(outputs, i, j)
            first, second = (
                naive.mean((a, w) for a, _, _, w in rows),
                naive.mean((b, w) for _, b, _, w in rows),
            )
            assert mean[i, j] == pytest.approx(first, nan_ok=True, abs=1e-9)
            both = naive.mean(((a - first) * (b - second), w) for a, b, _, w in rows)
            assert found.covariance[i, j] == pytest.approx(both, abs=1e-9, nan_ok=True)
            if rows:
                own = naive.mean(((a - first) ** 2, w) for a, _, _, w in rows)
                assert variance[i, j] == pytest.approx(own, abs=1e-9)


@few
@given(value_outputs())
def test_small_blocks_change_nothing(outputs):
    with pytest.MonkeyPatch.context() as patch:
        whole = measure(outputs)
        patch.setattr("hedgerow.diversity.moments._BLOCK_FLOATS", 2)
        np.testing.assert_allclose(measure(outputs).covariance, whole.covariance, atol=1e-9)


@few
@given(class_outputs(classes=(3, 3)))
def test_moments_of_signs_are_those_of_the_numbers(outputs):
    signs = outputs.answers.astype(float) - 1
    counter = MarkCounter(outputs)
    found = measure_sign_moments(
        counter.mark(lambda said: said == 2), counter.mark(lambda said: said == 0), counter
    )
    expected = measure_moments(lambda members, rows: signs[members, rows], outputs, scale=1.0)
    for name in ("mean", "covariance"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), atol=1e-12)
    np.testing.assert_allclose(found.correlation(), expected.correlation(), atol=1e-9)


@few
@given(value_outputs())
def test_members_alone(outputs):
    means, variances = measure_members(lambda members, rows: outputs.answers[members, rows], outputs)
    for member in range(outputs.n_members):
        rows = naive.rows_of(outputs, member)
        expected = naive.mean((a, w) for a, _, w in rows)
        assert means[member] == pytest.approx(expected, nan_ok=True)
        spread = naive.mean(((a - expected) ** 2, w) for a, _, w in rows)
        assert variances[member] == pytest.approx(spread, abs=1e-9, nan_ok=True)


def test_large_numbers_with_small_differences_keep_their_distance():
    """Squares of 1e8 hold no trace of 1e-3; differences taken first do."""
    rng = np.random.default_rng(0)
    values = 1e8 + 1e-3 * rng.normal(size=(4, 500))
    centre = values.mean(axis=0)
    outputs = Outputs.from_predictions(values, regression=True)
    found = measure_moments(lambda members, rows: values[members, rows] - centre[rows], outputs, scale=1e8)
    expected = ((values[:, None] - values[None]) ** 2).mean(axis=2)
    np.testing.assert_allclose(found.mean_square_difference(), expected, rtol=1e-6, atol=1e-16)


def test_identical_members_are_at_no_distance_even_far_from_the_rest():
    rng = np.random.default_rng(1)
    values = np.vstack([np.tile(rng.normal(size=2000), (3, 1)), rng.normal(size=2000) + 1000])
    square = measure(Outputs.from_predictions(values, regression=True)).mean_square_difference()
    assert (square[:3, :3] == 0).all()
    assert (square[3, :3] > 0).all()


@pytest.mark.parametrize("value", [0.0, 0.1, 1 / 3, 1e9])
def test_a_constant_has_no_correlation(value):
    values = np.vstack([np.full(7, value), np.arange(7.0)])
    outputs = Outputs.from_predictions(values, regression=True)
    found = measure_moments(lambda members, rows: values[members, rows], outputs, scale=max(value, 7.0))
    assert np.isnan(found.correlation()[0, 1])
    assert found.correlation()[1, 1] == pytest.approx(1.0)


def test_one_common_row_has_no_correlation():
    outputs = Outputs.from_predictions([[1.0, 2.0, 0.3], [4.0, 5.0, 0.7]], regression=True)
    outputs = replace(outputs, predicted=np.array([[True, True, False], [False, True, True]]))
    assert np.isnan(measure(outputs).correlation()[0, 1])


def test_rows_are_cut_without_loss():
    assert [(rows.start, rows.stop) for rows in cut_rows(7, 3)] == [(0, 3), (3, 6), (6, 7)]


@few
@given(value_outputs(members=(2, 5), masks=False))
def test_distance_does_not_depend_on_where_zero_is(outputs):
    moved = replace(outputs, answers=outputs.answers + 1000.0, truth=outputs.truth + 1000.0)
    np.testing.assert_allclose(moments.distance(moved), moments.distance(outputs), atol=1e-7)
    np.testing.assert_allclose(moments.error_covariance(moved), moments.error_covariance(outputs), atol=1e-7)


@few
@given(value_outputs(members=(2, 4), rows=(2, 9), masks=False))
def test_squares_of_distances_follow_from_the_errors(outputs):
    """E (e_1 - e_2)^2 = Var e_1 + Var e_2 - 2 Cov + (bias_1 - bias_2)^2, and without Cov if they are independent."""
    covariance = moments.error_covariance(outputs)
    np.testing.assert_allclose(
        moments.distance(outputs) ** 2 + 2 * covariance,
        moments.independent_distance(outputs) ** 2,
        atol=1e-8,
    )


def test_independent_errors_do_not_correlate():
    assert not moments.no_correlation(from_correctness(MATRIX)).any()


@pytest.mark.parametrize("formula", [moments.distance, moments.error_correlation])
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
    found = moments.error_correlation(outputs)
    assert np.isnan(found[0]).all()
    assert np.isnan(found[1]).all()
    assert found[2, 2] == pytest.approx(1.0)
