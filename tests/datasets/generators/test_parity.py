"""Parity."""

import numpy as np
import pytest

from hedgerow.datasets import make_parity


def test_two_bits_are_exclusive_or():
    sample = make_parity(n_noise=3, random_state=0)
    first, second = sample.X[:, 0].astype(bool), sample.X[:, 1].astype(bool)
    np.testing.assert_array_equal(sample.y > 0, first ^ second)
    assert sample.X.shape == (200, 5)
    assert set(np.unique(sample.X)) == {0, 1}


def test_no_single_bit_tells_anything():
    sample = make_parity(100_000, n_bits=3, random_state=0)
    assert sample.y.mean() == pytest.approx(0, abs=0.015)
    assert np.abs(np.corrcoef(sample.X.T, sample.y)[-1, :-1]).max() < 0.015
