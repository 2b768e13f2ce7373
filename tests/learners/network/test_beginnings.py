import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.network.beginnings import BEGINNINGS, draw_networks


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_network_depends_on_its_own_seed_only(beginning):
    alone = draw_networks([7], 3, 4, 2, beginning)
    among = draw_networks([5, 7, 9], 3, 4, 2, beginning)
    assert_array_equal(alone.hidden[0], among.hidden[1])
    assert_array_equal(alone.output[0], among.output[1])
    assert not np.array_equal(among.hidden[0], among.hidden[1])


def test_uniform_weights_are_within_one_over_the_root_of_their_number():
    networks = draw_networks(range(200), 8, 3, 1)
    assert 0.99 / 3 < np.abs(networks.hidden).max() <= 1 / 3
    assert 0.99 / 2 < np.abs(networks.output).max() <= 1 / 2
    assert_allclose(networks.hidden.mean(), 0, atol=0.01)


def test_nguyen_and_widrow_give_all_nodes_slopes_of_one_length():
    networks = draw_networks(range(50), 2, 16, 1, "nguyen_widrow")
    length = 0.7 * 16 ** (1 / 2)
    assert_allclose(np.linalg.norm(networks.hidden[:, :, :-1], axis=2), length)
    assert 0.98 * length < np.abs(networks.hidden[:, :, -1]).max() <= length
