"""Bits tell the class together, and alone nothing."""

import numpy as np
import pytest

from hedgerow.datasets import make_multiplexer, make_parity


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


@pytest.mark.parametrize("n_controls", [1, 2, 3])
def test_the_controls_spell_the_input(n_controls):
    sample = make_multiplexer(300, n_controls, n_noise=2, random_state=0)
    for row, label in zip(sample.X.astype(int), sample.y, strict=True):
        address = int("".join(map(str, row[:n_controls])), 2)
        assert label == 2 * row[n_controls + address] - 1
    assert sample.relevant == tuple(range(n_controls + 2**n_controls))
    assert sample.feature_names[-2:] == ("noise1", "noise2")


def test_classes_are_balanced():
    assert make_multiplexer(100_000, random_state=0).y.mean() == pytest.approx(0, abs=0.015)
    assert np.isin(make_multiplexer().y, (-1, 1)).all()
