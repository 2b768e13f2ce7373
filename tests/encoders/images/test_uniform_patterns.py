import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.encoders.images.uniform_patterns import (
    N_BINS,
    OTHERS,
    count_changes,
    number_patterns,
    place_neighbours,
    spell_bins,
)


def test_there_are_58_patterns_with_two_changes_at_most():
    bins = number_patterns()
    changes = count_changes(np.arange(256))
    assert set(changes.tolist()) == {0, 2, 4, 6, 8}
    assert np.count_nonzero(changes <= 2) == 58
    assert_array_equal(bins[changes <= 2], np.arange(58))
    assert (bins[changes > 2] == OTHERS).all()


def test_turning_a_pattern_leaves_its_changes():
    codes = np.arange(256)
    turned = (codes << 1 & 255) | codes >> 7
    assert_array_equal(count_changes(codes), count_changes(turned))


def test_bins_are_spelled_from_the_east_on():
    spelled = spell_bins()
    assert len(set(spelled)) == N_BINS
    assert spelled[0] == "00000000"
    assert spelled[57] == "11111111"
    assert all(number_patterns()[int(word[::-1], 2)] == place for place, word in enumerate(spelled[:-1]))


def test_neighbours_lie_on_a_circle():
    places = place_neighbours(3)
    assert_allclose(np.hypot(*places.T), 3, atol=1e-4)
    assert_array_equal(places[0], [0, 3])
    assert_array_equal(places[2], [-3, 0])  # up, as angles go counter-clockwise
