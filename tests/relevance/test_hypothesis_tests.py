import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats
from scipy.stats import false_discovery_control
from tests.docstrings import list_wrong_defaults

from hedgerow.relevance.hypothesis_tests import (
    LEAST_SPREAD,
    benjamini_hochberg,
    holm,
    mean_above_zero,
    mean_interval,
)

EXCESS = np.array([0.05, 0.02, 0.08, -0.01, 0.04])


def test_published_test():
    t, p = mean_above_zero(EXCESS.mean(), EXCESS.std(ddof=1), 5)
    assert t == pytest.approx(2.3946843789, abs=1e-9)
    assert p == pytest.approx(0.037393209274935, abs=1e-12)


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=9).filter(lambda values: np.std(values) > 1e-6))
def test_whole_samples_are_tested_as_in_scipy(values):
    sample = np.array(values)
    found = mean_above_zero(sample.mean(), sample.std(ddof=1), sample.size)
    expected = stats.ttest_1samp(sample, 0.0, alternative="greater")
    np.testing.assert_allclose(found, [expected.statistic, expected.pvalue], rtol=1e-6, atol=1e-12)


@given(
    st.lists(st.floats(-1, 1), min_size=2, max_size=9).filter(lambda values: np.std(values) > 1e-2),
    st.floats(0.5, 0.999),
)
def test_whole_samples_have_the_interval_of_scipy(values, confidence):
    sample = np.array(values)
    expected = stats.ttest_1samp(sample, 0.0).confidence_interval(confidence)
    found = mean_interval(sample.mean(), sample.std(ddof=1), sample.size, confidence)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-9)


@given(st.floats(-1, 1), st.floats(0.01, 1), st.floats(1.01, 50))
def test_the_test_and_the_interval_agree(mean, spread, size):
    low, _ = mean_interval(mean, spread, size, confidence=0.9)
    _, p = mean_above_zero(mean, spread, size)
    if abs(p - 0.05) > 1e-9:
        assert (low > 0) == (p < 0.05)


def test_too_few_observations_say_nothing():
    t, p = mean_above_zero([0.3, 0.3, np.nan], [np.nan, np.nan, np.nan], [1.0, 0.4, 0.0])
    np.testing.assert_array_equal(t, np.nan)
    np.testing.assert_array_equal(p, 1.0)
    low, high = mean_interval([0.3, np.nan], [np.nan, np.nan], [1.0, 0.0])
    np.testing.assert_array_equal(low, -np.inf)
    np.testing.assert_array_equal(high, np.inf)


def test_equal_observations_prove_their_sign():
    t, p = mean_above_zero([0.2, 0.0, -0.2], 0.0, 4)
    np.testing.assert_array_equal(t, [np.inf, 0.0, -np.inf])
    np.testing.assert_array_equal(p, [0.0, 1.0, 1.0])


def test_equal_observations_are_not_known_without_error():
    assert mean_interval(0.2, 0.0, 4) == mean_interval(0.2, LEAST_SPREAD, 4)


def test_hardly_more_than_one_observation_gives_a_wide_interval():
    low, high = mean_interval(0.2, 0.1, 1.0 + 1e-9)
    assert low < -1e100
    assert high > 1e100


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95])
def test_a_confidence_is_a_share(confidence):
    with pytest.raises(ValueError, match=f"confidence={confidence}"):
        mean_interval(0.2, 0.1, 4, confidence)


P_VALUES = st.lists(st.floats(0, 1), max_size=8)


def naive_holm(p_values):
    """The largest of the steps up to each p-value."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    steps = [min(1.0, p_values[i] * (len(order) - rank)) for rank, i in enumerate(order)]
    return [max(steps[: order.index(i) + 1]) for i in range(len(p_values))]


def naive_benjamini_hochberg(p_values):
    """The smallest of the steps from each p-value on."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    steps = [min(1.0, p_values[i] * len(order) / (rank + 1)) for rank, i in enumerate(order)]
    return [min(steps[order.index(i) :]) for i in range(len(p_values))]


@given(P_VALUES)
def test_as_holm_says(p_values):
    assert_allclose(holm(p_values), naive_holm(p_values))


@given(P_VALUES)
def test_as_benjamini_and_hochberg_say(p_values):
    assert_allclose(benjamini_hochberg(p_values), naive_benjamini_hochberg(p_values))


@given(P_VALUES.filter(len))
def test_as_in_scipy(p_values):
    assert_allclose(benjamini_hochberg(p_values), false_discovery_control(p_values), atol=1e-12)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@given(P_VALUES, st.randoms(use_true_random=False))
def test_the_order_does_not_matter_and_nothing_gets_smaller(adjust, p_values, random):
    places = list(range(len(p_values)))
    random.shuffle(places)
    adjusted = adjust(p_values)
    assert_allclose(adjust([p_values[place] for place in places]), adjusted[places])
    assert (adjusted >= np.array(p_values)).all()
    assert (adjusted <= 1).all()


@given(P_VALUES)
def test_holm_is_the_stricter(p_values):
    assert (holm(p_values) >= benjamini_hochberg(p_values) - 1e-12).all()


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_what_is_no_p_value_is_shown(adjust):
    with pytest.raises(ValueError, match="holds nan"):
        adjust([0.1, np.nan])
    with pytest.raises(ValueError, match=r"holds 1\.5"):
        adjust([1.5])
    with pytest.raises(ValueError, match="shape"):
        adjust([[0.1]])


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(mean_interval) == []


def test_the_least_spread_is_a_thousandth():
    assert mean_interval(0.2, 0.0, 4) == mean_interval(0.2, 0.001, 4)
    assert mean_interval(0.2, 0.0011, 4) != mean_interval(0.2, 0.001, 4)
