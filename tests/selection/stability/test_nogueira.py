import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.selection.stability import naive

from hedgerow.selection.stability import (
    StabilityEstimate,
    compare_stability,
    estimate_stability,
    kuncheva_stability,
)

marks = hnp.arrays(np.bool_, st.tuples(st.integers(2, 7), st.integers(1, 7)))
EXAMPLE = [[1, 1, 1, 0, 0, 0], [1, 1, 0, 1, 0, 0], [1, 0, 1, 0, 0, 0], [1, 1, 1, 1, 0, 0], [0, 1, 1, 0, 1, 0]]


@given(marks)
def test_as_the_definition_says(supports):
    estimate = estimate_stability(supports)
    assert estimate.value == pytest.approx(naive.nogueira(supports.tolist()), abs=1e-12)
    assert estimate.variance == pytest.approx(naive.nogueira_variance(supports.tolist()), abs=1e-12)
    low, high = estimate.interval()
    assert -1 / (len(supports) - 1) - 1e-12 <= low <= estimate.value + 1e-12
    assert estimate.value - 1e-12 <= high <= 1


@given(st.integers(2, 6), st.integers(2, 7), st.randoms(use_true_random=False))
def test_selections_of_one_size_have_the_mean_of_kunchevas_index(n_runs, n_features, random):
    size = random.randint(1, n_features - 1)
    supports = np.zeros((n_runs, n_features), dtype=bool)
    for row in supports:
        row[random.sample(range(n_features), size)] = True
    assert estimate_stability(supports).value == pytest.approx(kuncheva_stability(supports))


def test_parity_with_the_authors_package():
    """github.com/nogueirs/JMLR2018, getVarianceofStability and hypothesisTestT."""
    estimate = estimate_stability(EXAMPLE)
    assert estimate.value == pytest.approx(0.2666666666666666)
    assert estimate.variance == pytest.approx(0.016213333333333368)
    assert estimate.interval() == pytest.approx((0.0171013398, 0.5162319935))
    other = estimate_stability(
        [[1, 1, 0, 0, 0, 0]] * 2 + [[1, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 1]]
    )
    tested = compare_stability(estimate, other)
    assert tested.statistic == pytest.approx(-2.998965140116017)
    assert tested.p_value == pytest.approx(0.002708982999296892)


def test_extremes():
    assert estimate_stability([[1, 0], [1, 0], [1, 0]]).value == 1
    assert estimate_stability([[1, 0], [0, 1]]).value == -1
    for trivial in (np.zeros((3, 4)), np.ones((3, 4))):
        assert estimate_stability(trivial) == StabilityEstimate(1.0, 0.0, 3)
        assert estimate_stability(trivial).interval() == (1.0, 1.0)


def test_the_variance_is_that_of_repeated_estimates():
    rng = np.random.default_rng(0)
    shares = np.array([0.9] * 4 + [0.5] * 3 + [0.1] * 8)
    estimates = [estimate_stability(rng.random((40, 15)) < shares) for _ in range(400)]
    observed = np.var([estimate.value for estimate in estimates])
    assert np.mean([estimate.variance for estimate in estimates]) == pytest.approx(observed, rel=0.2)


def test_the_interval_covers_at_about_its_level():
    """1000 times 100 runs: 950 expected, with a standard deviation of 6.9; the interval is asymptotic, so 2 % less."""
    rng = np.random.default_rng(1)
    shares = np.array([0.8] * 5 + [0.1] * 15)
    truth = 1 - np.mean(shares * (1 - shares)) / (shares.mean() * (1 - shares.mean()))
    covered = 0
    for _ in range(1000):
        low, high = estimate_stability(rng.random((100, 20)) < shares).interval()
        covered += low <= truth <= high
    assert 950 - 20 - 3 * 6.9 <= covered <= 950 + 3 * 6.9


def test_equally_stable_selectors_differ_at_about_the_level():
    """500 pairs at level 0.05: 25 expected, with a standard deviation of 4.9."""
    rng = np.random.default_rng(2)
    shares = np.array([0.8] * 5 + [0.1] * 15)
    drawn = rng.random((500, 2, 80, 20)) < shares
    differing = sum(
        compare_stability(estimate_stability(one), estimate_stability(other)).p_value <= 0.05
        for one, other in drawn
    )
    assert abs(differing - 25) <= 3 * 4.9


def test_two_selectors_without_variance():
    sure, wrong = StabilityEstimate(1.0, 0.0, 5), StabilityEstimate(0.5, 0.0, 5)
    assert compare_stability(sure, wrong).statistic == math.inf
    assert compare_stability(wrong, sure).p_value == 0
    assert (compare_stability(sure, sure).statistic, compare_stability(sure, sure).p_value) == (0, 1)
