import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from hedgerow.resampling import Bootstrap, in_bag_probability, required_weight


@pytest.mark.parametrize(
    ("share", "expected"), [(0.01, 0.6339676587), (0.02, 0.8673804441), (0.05, 0.9940794708)]
)
def test_a_hundred_draws(share, expected):
    assert in_bag_probability(share, 100) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(
    ("inside", "outside", "expected"),
    [(0.9, 0.3, 0.004046442082010), (0.9, 0.45, 0.0011771370), (0.6, 0.1, 0.0159655566)],
)
def test_what_a_row_needs(inside, outside, expected):
    assert required_weight(inside, outside, 100) == pytest.approx(expected, abs=1e-10)


@given(st.floats(0.51, 1.0), st.floats(0.0, 0.5), st.integers(1, 10_000))
def test_with_just_that_weight_a_member_is_right_half_of_the_time(inside, outside, n_draws):
    share = required_weight(inside, outside, n_draws)
    right = outside + (inside - outside) * in_bag_probability(share, n_draws)
    assert right == pytest.approx(0.5, abs=1e-9)


def test_some_rows_need_nothing_and_some_cannot_be_helped():
    assert_allclose(required_weight([0.9, 0.5, 0.3, 0.4], [0.6, 0.2, 0.2, 0.45], 50), [0.0, 1.0, 1.0, 1.0])


def test_certain_and_impossible_rows():
    assert_allclose(in_bag_probability([0.0, 1.0], 7), [0.0, 1.0])


def test_the_bootstrap_agrees():
    weights = np.array([1.0, 2.0, 7.0])
    seen = np.mean([Bootstrap(5).draw(seed, 3, weights) > 0 for seed in range(4000)], axis=0)
    assert_allclose(seen, in_bag_probability(weights / 10, 5), atol=0.035)


@pytest.mark.parametrize("share", [-0.1, 1.1, np.nan])
def test_a_share_lies_between_0_and_1(share):
    with pytest.raises(ValueError, match=r"share=.* must lie between 0 and 1"):
        in_bag_probability(share, 10)


def test_there_must_be_draws():
    with pytest.raises(ValueError, match="n_draws=0 must be an int of 1 or more"):
        required_weight(0.9, 0.3, 0)
