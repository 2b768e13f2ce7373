import numpy as np
import pytest

from hedgerow.selection.causal.recovery import blanket_recovery


def mask(n, *places):
    return np.isin(np.arange(n), places)


def test_distances_of_the_paper():
    """2 of 3 found with 3 false alarms among 72; 1 of 1 with 8 among 74."""
    first = blanket_recovery(mask(75, 0, 1, 10, 11, 12), [0, 1, 2])
    assert first.distance == pytest.approx(0.335927, abs=1e-6)
    second = blanket_recovery(mask(75, *range(9)), mask(75, 0))
    assert second == pytest.approx((1.0, 66 / 74, 0.108108), abs=1e-6)


def test_nothing_to_find_and_nothing_to_avoid():
    assert blanket_recovery(mask(3), []) == (1.0, 1.0, 0.0)
    assert blanket_recovery(mask(3, 0), []) == (1.0, pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert blanket_recovery(mask(2, 0, 1), [0, 1]) == (1.0, 1.0, 0.0)


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="support must be a mask"):
        blanket_recovery([0, 1], [0])
    with pytest.raises(ValueError, match="masks of the same features"):
        blanket_recovery([True, False], [True])
    with pytest.raises(ValueError, match="numbers from 0 to 5 of 2 features"):
        blanket_recovery([True, False], [0, 5])
