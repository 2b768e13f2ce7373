import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.docstrings import list_wrong_defaults

from hedgerow.relevance.hypothesis_tests import mean_interval
from hedgerow.relevance.sampling import (
    SamplingHistory,
    borisov,
    gain_distribution,
    local_distribution,
    most_uniform,
)

GAINS = st.lists(st.floats(0.0, 5.0), min_size=1, max_size=8)


def intervals(*samples):
    """Intervals of plain means, as in Rogers 2007, eq. 7.7-7.9 with unit weights."""
    sizes = [len(sample) for sample in samples]
    return mean_interval(
        [np.mean(sample) for sample in samples], [np.std(sample, ddof=1) for sample in samples], sizes
    )


def naive_most_uniform(low, high):
    if not any(np.isfinite(bound) for bound in low):
        return [1 / len(low)] * len(low)
    middle = (max(low) + min(high)) / 2
    if middle <= 0:
        return [1 / len(low)] * len(low)
    values = [min(max(middle, a), b) for a, b in zip(low, high, strict=True)]
    return [value / sum(values) for value in values]


class TestMostUniform:
    def test_intervals_that_lie_apart_move_the_distribution(self):
        low, high = intervals([0.40, 0.42, 0.38, 0.41], [0.10, 0.12, 0.11, 0.09], [0.2, 0.3, 0.25, 0.25])
        assert_allclose(low, [0.3753246912, 0.0844573974, 0.1850385868], atol=1e-9)
        assert_allclose(high, [0.4296753088, 0.1255426026, 0.3149614132], atol=1e-9)
        assert_allclose(most_uniform(low, high), [0.4995663800, 0.1671002867, 0.3333333333], atol=1e-9)

    def test_intervals_with_a_value_in_common_do_not(self):
        low, high = intervals([0.3, 0.4, 0.5, 0.4], [0.10, 0.20, 0.15], [0.12, 0.05])
        assert (low.max() + high.min()) / 2 == pytest.approx(0.2721420296, abs=1e-9)
        assert_array_equal(most_uniform(low, high), np.full(3, 1 / 3))

    @given(
        st.lists(st.tuples(st.floats(0.0, 3.0), st.none() | st.floats(0.001, 2.0)), min_size=1, max_size=9)
    )
    def test_it_is_what_the_algorithm_says(self, features):
        low = [-np.inf if half is None else mean - half for mean, half in features]
        high = [np.inf if half is None else mean + half for mean, half in features]
        found = most_uniform(low, high)
        assert_allclose(found, naive_most_uniform(low, high), rtol=1e-12)
        assert found.sum() == pytest.approx(1.0)
        backwards = most_uniform(low[::-1], high[::-1])
        assert_allclose(backwards, found[::-1])

    @pytest.mark.parametrize(
        ("low", "high"), [([-np.inf] * 3, [np.inf] * 3), ([-0.2, -0.3, -np.inf], [0.1, 0.1, np.inf])]
    )
    def test_it_is_uniform_where_nothing_is_known(self, low, high):
        assert_array_equal(most_uniform(low, high), np.full(3, 1 / 3))

    @pytest.mark.parametrize(
        ("low", "high", "message"),
        [
            ([0.1, 0.2], [0.3], "low has the shape"),
            ([0.1, 0.5], [0.3, 0.4], r"low\[1\]=0.5 is above high\[1\]=0.4"),
            ([0.1, np.nan], [0.3, 0.4], "low holds NaN; where nothing is known pass minus and plus infinity"),
            ([], [], "pass one number a feature"),
        ],
    )
    def test_what_is_no_interval_is_refused(self, low, high, message):
        with pytest.raises(ValueError, match=message):
            most_uniform(low, high)


class TestBorisov:
    gains = ((0.3, 0.1), (0.2, 0.0))

    @pytest.mark.parametrize(
        ("prior", "expected"), [(2.0, [0.5434782609, 0.4565217391]), (0.0, [0.8333333333, 0.1666666667])]
    )
    def test_two_features_in_two_trees(self, prior, expected):
        assert_allclose(borisov(self.gains, 1.0, prior), expected, atol=1e-9)

    def test_a_large_prior_stays_uniform(self):
        assert_allclose(borisov(self.gains, 1.0, 1e9), 0.5, atol=1e-9)

    def test_without_prior_and_gain_it_is_uniform(self):
        assert_array_equal(borisov(np.zeros((0, 4)), 1.0, 0.0), np.full(4, 0.25))

    def test_a_negative_prior_is_refused(self):
        with pytest.raises(ValueError, match=r"prior_weight=-1\.0 must be a number of 0 or more"):
            borisov(self.gains, 1.0, -1.0)


class TestGains:
    @given(GAINS)
    def test_shares_are_those_of_the_mean_gains(self, gains):
        total = sum(gains)
        expected = [gain / total for gain in gains] if total > 0 else [1 / len(gains)] * len(gains)
        assert_allclose(gain_distribution(gains), expected, rtol=1e-9)

    def test_what_was_never_seen_counts_as_the_mean_of_the_others(self):
        assert_allclose(gain_distribution([0.4, np.nan, 0.2]), np.array([0.4, 0.3, 0.2]) / 0.9)
        assert_array_equal(gain_distribution([np.nan, np.nan]), [0.5, 0.5])


class TestLocal:
    def test_two_rows(self):
        assert_allclose(local_distribution([[0.6, -0.1, 0.2], [0.2, -0.3, 0.0]]), [0.8, 0.0, 0.2])

    def test_where_nothing_helps_it_is_uniform(self):
        assert_array_equal(local_distribution([[-1.0, 0.0]]), [0.5, 0.5])


class TestHistory:
    history = SamplingHistory.begin(("a", "b"), np.array([0.5, 0.5])).add(8, np.array([0.9, 0.1]), 0.2)

    def test_it_has_an_entry_per_round(self):
        assert_array_equal(self.history.n_trees, [0, 8])
        assert_array_equal(self.history.distributions, [[0.5, 0.5], [0.9, 0.1]])
        assert_array_equal(self.history.widths, [np.nan, 0.2])

    def test_the_frame_has_a_row_per_round_and_feature(self):
        frame = self.history.frame()
        assert list(frame.columns) == ["n_trees", "feature", "probability", "mean_width"]
        assert frame.query("n_trees == 8")["probability"].tolist() == [0.9, 0.1]
        assert frame["feature"].tolist() == ["a", "b", "a", "b"]

    def test_it_can_be_cut_back(self):
        assert_array_equal(self.history.until(7).n_trees, [0])
        assert_array_equal(self.history.until(8).n_trees, [0, 8])


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(borisov) == []
