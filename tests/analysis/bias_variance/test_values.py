import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from hedgerow.analysis.bias_variance.definitions import DEFINITIONS
from hedgerow.analysis.bias_variance.values import ValueSpread, absolute, squared

numbers = st.integers(-5, 5).map(float)


def spread(truth, predictions):
    predicted = np.array(predictions, dtype=float)
    return ValueSpread(
        np.array(truth, dtype=float), np.nanmean(predicted, axis=0), np.nanvar(predicted, axis=0),
        (~np.isnan(predicted)).sum(axis=0), predicted,
    )  # fmt: skip


def expected_loss(loss, truth, answers):
    return np.mean([loss(y - h) for y in truth for h in answers])


@settings(max_examples=30)
@given(
    st.lists(numbers, min_size=1, max_size=4),
    st.lists(numbers, min_size=1, max_size=6),
)
def test_the_terms_are_those_of_every_pair_of_a_target_and_a_prediction(truth, predicted):
    given_ = spread([truth], np.array(predicted)[:, None])
    for name, compute, loss, centre in (
        ("squared", squared, np.square, np.mean),
        ("absolute", absolute, np.abs, np.median),
    ):
        terms = compute(given_)
        target, main = centre(truth), centre(predicted)
        error = expected_loss(loss, truth, predicted)
        noise, of_main = expected_loss(loss, truth, [target]), expected_loss(loss, truth, [main])
        definition = DEFINITIONS[name]
        expected = {
            "error": error,
            definition.noise: noise,
            definition.bias: of_main - noise,
            definition.variance: error - of_main,
        }
        for term, value in expected.items():
            assert terms[term][0] == pytest.approx(value, abs=1e-9), (name, term)
        assert terms[definition.bias][0] >= -1e-9
        assert sum(terms[term][0] for term in definition.addends) == pytest.approx(
            terms["error"][0], abs=1e-9
        )


def test_the_bias_of_squared_error_has_a_sign_and_its_variance_is_that_of_the_predictions():
    terms = squared(spread([[1.0], [4.0]], [[2, 2], [4, 4]]))
    assert_allclose(terms["bias"], [2, -1])
    assert_allclose(terms["variance"], [1, 1])
    assert_allclose(terms["error"], [5, 2])


def test_root_mean_squared_error():
    """Pardo et al. 2010: (1, 2, 3, 4) against (1, 2, 3, 5) is 0.5."""
    terms = squared(spread(np.array([[1.0], [2], [3], [4]]), [[1, 2, 3, 5]]))
    assert np.sqrt(terms["error"].mean()) == pytest.approx(0.5)


def test_rows_that_a_model_was_not_asked_about_are_skipped():
    holes = [[1.0, np.nan], [3.0, 5.0], [np.nan, 7.0]]
    full = spread([[2.0], [2.0]], [[1, 5], [3, 7]])
    for compute in (squared, absolute):
        assert_allclose(compute(spread([[2.0], [2.0]], holes))["error"], compute(full)["error"])


def test_absolute_error_needs_the_predictions():
    with pytest.raises(ValueError, match="keep_predictions=True"):
        absolute(ValueSpread(np.zeros((1, 1)), np.zeros(1), np.zeros(1), np.ones(1, int)))
