import numpy as np
import pytest

from hedgerow.learners.mixtures.holding_out import deal_rows, hold_out


def test_every_pile_has_its_share_of_every_class():
    y = np.repeat([0, 1, 2], [60, 30, 3])
    piles = deal_rows(np.random.default_rng(0), y, 3, True)
    for label, size in ((0, 20), (1, 10), (2, 1)):
        assert np.bincount(piles[y == label], minlength=3).tolist() == [size] * 3


def test_piles_of_values_are_alike():
    y = np.random.default_rng(0).exponential(size=100)
    piles = deal_rows(np.random.default_rng(1), y, 4, False)
    assert np.bincount(piles).tolist() == [25] * 4
    assert np.ptp([y[piles == pile].mean() for pile in range(4)]) < 0.2


def test_another_seed_deals_otherwise():
    y = np.zeros(50, int)
    first, second = (deal_rows(np.random.default_rng(seed), y, 5, True) for seed in (0, 1))
    assert (first != second).any()


@pytest.mark.parametrize("share", [0.05, 0.1, 0.3, 0.5])
def test_no_class_is_held_out_altogether(share):
    y = np.repeat(np.arange(8), [1, 2, 3, 5, 8, 20, 50, 100])
    held = hold_out(np.random.default_rng(0), y, share, True)
    assert all((~held[y == label]).any() for label in range(8))
    assert held.mean() == pytest.approx(share, abs=0.05)
