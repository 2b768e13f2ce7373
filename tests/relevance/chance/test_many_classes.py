import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.relevance.chance import naive

from hedgerow.relevance.chance.many_classes import MOST_CELLS, expected_class_gain
from hedgerow.relevance.chance.shuffling import shuffled_gains
from hedgerow.relevance.chance.two_classes import irrelevant_gain_moments

COUNTS = st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(lambda counts: 2 <= sum(counts) <= 7)


def test_three_rows_of_three_classes():
    assert expected_class_gain([[1, 1, 1]])[0] == pytest.approx(0.9182958341, abs=1e-9)


@given(COUNTS)
def test_small_nodes_as_when_every_order_is_listed(counts):
    assert expected_class_gain([counts])[0] == pytest.approx(naive.best_gains(counts).mean(), abs=1e-9)


@pytest.mark.parametrize(
    "counts",
    [
        (10, 10, 10),
        (2, 40, 60),
        (6, 6, 6, 6),
        (30, 5, 5, 5, 5),
        (1, 1, 1, 40),
        (2,) * 10,
        (8,) * 20,
        (100, 60, 30, 7, 3),
    ],
    ids=str,
)
def test_larger_nodes_are_close_to_permutations(counts):
    assert math.prod(count + 1 for count in counts) > MOST_CELLS
    labels = naive.labels_of(counts)
    gains = shuffled_gains(np.arange(len(labels)), labels, n_permutations=2000, random_state=0)
    slack = 3 * gains.std() / math.sqrt(gains.size)
    assert abs(expected_class_gain([counts])[0] - gains.mean()) < 0.065 * gains.mean() + slack


def test_a_node_of_classes_that_all_differ_gains_one_bit():
    for n in (4, 12, 20):
        assert expected_class_gain(np.ones((1, n)))[0] == pytest.approx(1.0, abs=1e-9)


@given(st.lists(st.integers(0, 400), min_size=3, max_size=6), st.randoms(use_true_random=False))
def test_classes_may_come_in_any_order_and_be_absent(counts, random):
    shuffled = [*counts, 0, 0]
    random.shuffle(shuffled)
    gain = expected_class_gain([counts])[0]
    assert expected_class_gain([shuffled])[0] == pytest.approx(gain, abs=1e-12)
    assert 0.0 <= gain <= 1.0


def test_each_node_gets_its_own_value():
    nodes = np.array([[0, 0, 0], [5, 0, 0], [3, 4, 0], [0, 60, 50], [2, 2, 2], [50, 50, 50], [2, 2, 2]])
    together = expected_class_gain(nodes)
    np.testing.assert_allclose(together, [expected_class_gain([node])[0] for node in nodes])
    assert together[0] == together[1] == 0.0
    assert together[2] == irrelevant_gain_moments(7, 3)[0]
    assert together[3] == irrelevant_gain_moments(110, 50)[0]


def test_one_class_alone():
    np.testing.assert_array_equal(expected_class_gain([[4], [0]]), 0.0)
    assert expected_class_gain(np.zeros((0, 3))).shape == (0,)


def test_counts_are_a_table():
    with pytest.raises(ValueError, match="one line per node"):
        expected_class_gain([1, 2, 3])
