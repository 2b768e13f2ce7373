from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from tests.diversity import naive
from tests.diversity.drawn import class_outputs, few, value_outputs

from hedgerow.diversity.coincidence import MarkCounter
from hedgerow.diversity.moments import cut_rows, measure_members, measure_moments, measure_sign_moments
from hedgerow.outputs import Outputs


def moments(outputs):
    return measure_moments(lambda members, rows: outputs.answers[members, rows], outputs, scale=10.0)


@few
@given(value_outputs())
def test_moments_are_those_of_the_twin(outputs):
    found = moments(outputs)
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
        whole = moments(outputs)
        patch.setattr("hedgerow.diversity.moments._BLOCK_FLOATS", 2)
        np.testing.assert_allclose(moments(outputs).covariance, whole.covariance, atol=1e-9)


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
    square = moments(Outputs.from_predictions(values, regression=True)).mean_square_difference()
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
    assert np.isnan(moments(outputs).correlation()[0, 1])


def test_rows_are_cut_without_loss():
    assert [(rows.start, rows.stop) for rows in cut_rows(7, 3)] == [(0, 3), (3, 6), (6, 7)]
