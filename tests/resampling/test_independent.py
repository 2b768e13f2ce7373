import time

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.stats import chisquare

from hedgerow.resampling import Bootstrap, Full, Subsample, UniqueBootstrap


def test_every_row_is_seen_once():
    assert_array_equal(Full().draw(1, 5), np.ones(5))


def test_weights_are_passed_on():
    assert_array_equal(Full().draw(1, 3, np.array([0.5, 0.0, 2.0])), [0.5, 0.0, 2.0])


@pytest.mark.parametrize(("n_samples", "expected"), [(5, 0.3276800), (10, 0.3486784401), (100, 0.3660323413)])
def test_a_row_stays_out_as_often_as_theory_says(n_samples, expected):
    assert (1 - 1 / n_samples) ** n_samples == pytest.approx(expected, abs=1e-9)
    n_draws = 4000
    out = np.mean([Bootstrap().draw(seed, n_samples) == 0 for seed in range(n_draws)], axis=0)
    standard_error = np.sqrt(expected * (1 - expected) / n_draws)
    assert np.all(np.abs(out - expected) < 4.5 * standard_error)


def test_counts_follow_the_seed_and_add_up():
    first, again, other = (Bootstrap().draw(seed, 30) for seed in (1, 1, 2))
    assert_array_equal(first, again)
    assert not np.array_equal(first, other)
    assert first.dtype == np.int32
    assert first.sum() == 30


def test_rows_are_drawn_by_weight():
    weights = np.array([0.0, 1.0, 2.0, 5.0])
    counts = sum(Bootstrap(100).draw(seed, 4, weights) for seed in range(100))
    assert counts[0] == 0
    assert chisquare(counts[1:], 10_000 * weights[1:] / 8).pvalue > 1e-3


def test_weights_may_be_passed_on_instead():
    weights = np.array([0.5, 1.0, 2.0])
    plain = Bootstrap().draw(3, 3)
    assert_array_equal(Bootstrap(by_weight=False).draw(3, 3, weights), plain * weights)


def test_unique_rows_are_those_of_the_bootstrap():
    assert_array_equal(UniqueBootstrap().draw(4, 40), Bootstrap().draw(4, 40) > 0)


@pytest.mark.parametrize(
    "resampling", [Bootstrap(), Bootstrap(3), UniqueBootstrap(7), Bootstrap(by_weight=False)]
)
@pytest.mark.parametrize("weights", [None, np.array([0.0, 0.5, 1.0, 2.0, 3.0])])
def test_members_that_are_drawn_together_are_those_drawn_apart(resampling, weights):
    seeds = np.array([0, 3, 2**40, 2**64 - 1], np.uint64)
    apart = np.stack([resampling.draw(int(seed), 5, weights) for seed in seeds])
    together = resampling.draw_many(seeds, 5, weights)
    assert_array_equal(together, apart)
    assert together.dtype == apart.dtype


def test_500_draws_are_quick():
    start = time.perf_counter()
    for seed in range(500):
        Bootstrap().draw(seed, 600)
    assert time.perf_counter() - start < 0.25  # about 7 ms on an idle machine


def test_rows_are_drawn_once():
    counts = Subsample(0.5).draw(0, 20)
    assert counts.sum() == 10
    assert set(counts) == {0, 1}


def test_all_rows_may_be_taken():
    assert_array_equal(Subsample(None).draw(0, 6), np.ones(6))


def test_rows_without_weight_are_not_drawn():
    weights = np.array([0.0, 3.0, 0.0, 2.0])
    assert_array_equal(Subsample(2).draw(0, 4, weights), [0, 1, 0, 1])


def test_weights_may_be_passed_on_instead_of_subsample():
    weights = np.array([1.0, 3.0, 4.0, 2.0])
    drawn = Subsample(2, by_weight=False).draw(0, 4, weights)
    assert_array_equal(drawn, Subsample(2).draw(0, 4) * weights)


def test_more_rows_than_there_are_is_refused():
    with pytest.raises(
        ValueError, match=r"max_samples=5 must be <= n_samples=4 to be able to sample without replacement"
    ):
        Subsample(5).draw(0, 4)
