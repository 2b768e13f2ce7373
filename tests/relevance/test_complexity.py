from itertools import permutations
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import entropy

from hedgerow.relevance.complexity import entropy_mass, node_complexity, value_complexity, whole_numbers


@given(st.lists(st.floats(0, 100), min_size=1, max_size=5).filter(lambda weights: sum(weights) > 1e-3))
def test_as_in_scipy(weights):
    assert entropy_mass(weights) == pytest.approx(sum(weights) * entropy(weights, base=2), abs=1e-9)


def test_nothing_has_no_entropy():
    np.testing.assert_array_equal(entropy_mass(np.zeros((2, 3))), [0.0, 0.0])


TWO_CLASSES = [
    (2, 1, 0.0), (3, 1, 0.9182958341), (4, 2, 1.9182958341), (5, 1, 1.5219280949), (5, 2, 2.521928094887362),
    (6, 3, 3.3219280949), (7, 3, 4.2149973027), (8, 4, 5.2149973027), (10, 5, 6.9772799235), (20, 7, 15.2422809503),
    (600, 250, 582.0007935504),
]  # fmt: skip
MANY_CLASSES = [
    ((2, 2, 1), 3.973557262275185), ((2, 2, 2), 5.5585197630), ((1, 1, 1), 1.5849625007), ((3, 2, 1), 4.9068905956),
]  # fmt: skip


def by_enumeration(labels):
    """Information of an order drawn at random, when nobody can tell it from its mirror image."""
    orders = set(permutations(labels))
    bits = 0.0
    for order in orders:
        alike = 1 if order == order[::-1] else 2
        bits -= log2(alike / len(orders)) / len(orders)
    return bits


@pytest.mark.parametrize(("n", "positive", "expected"), TWO_CLASSES)
def test_published_two_class_values(n, positive, expected):
    assert node_complexity([n - positive, positive]) == pytest.approx(expected, abs=1e-9)


def test_large_nodes_neither_overflow_nor_lose_digits():
    assert node_complexity([60_000, 40_000]) == pytest.approx(97085.4583202, abs=1e-6)
    assert np.isfinite(node_complexity([10**9, 10**9]))


@pytest.mark.parametrize(("counts", "expected"), MANY_CLASSES)
def test_many_classes(counts, expected):
    assert node_complexity(counts) == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(lambda counts: 1 <= sum(counts) <= 7))
def test_as_when_every_order_is_listed(counts):
    labels = [k for k, count in enumerate(counts) for _ in range(count)]
    assert node_complexity(counts) == pytest.approx(by_enumeration(labels), abs=1e-12)


@given(hnp.arrays(np.int64, (3, 4), elements=st.integers(0, 50)), st.permutations(range(4)))
def test_classes_may_come_in_any_order_and_be_absent(counts, order):
    expected = node_complexity(counts)
    np.testing.assert_allclose(node_complexity(counts[:, order]), expected, atol=1e-9)
    np.testing.assert_allclose(node_complexity(np.pad(counts, ((0, 0), (0, 2)))), expected, atol=1e-9)


@given(hnp.arrays(np.int64, (2, 3, 2), elements=st.integers(0, 1000)))
def test_never_negative_and_of_the_leading_shape(counts):
    bits = node_complexity(counts)
    assert bits.shape == (2, 3)
    assert (bits >= 0).all()


@pytest.mark.parametrize("counts", [(0, 0), (1, 0), (0, 7), (1, 1), (2, 0), (1, 1, 0), (100, 0, 0)])
def test_pure_nodes_and_pairs_say_exactly_nothing(counts):
    assert node_complexity(counts) == 0.0


def test_values_that_all_differ():
    assert value_complexity(5) == pytest.approx(5.9068905956, abs=1e-9)
    for n in range(2, 7):
        assert value_complexity(n) == pytest.approx(by_enumeration(range(n)), abs=1e-12)
    np.testing.assert_array_equal(value_complexity([0, 1, 2]), 0.0)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_values_that_tie_are_classes(targets):
    assert value_complexity(targets=targets) == pytest.approx(by_enumeration(targets), abs=1e-12)


def test_values_need_sizes_or_targets():
    with pytest.raises(ValueError, match="not both"):
        value_complexity()
    with pytest.raises(ValueError, match="not both"):
        value_complexity(3, targets=[1, 2, 3])
    with pytest.raises(ValueError, match="without NaN"):
        value_complexity(targets=[1.0, np.nan])


@pytest.mark.parametrize("wrong", [-1, 0.5, np.nan, np.inf])
def test_what_is_no_number_of_rows_is_shown(wrong):
    with pytest.raises(ValueError, match=f"counts holds {wrong:g}"):
        node_complexity([3, wrong])
    with pytest.raises(ValueError, match="n holds"):
        value_complexity([wrong])


def test_one_number_is_no_node():
    with pytest.raises(ValueError, match=r"such as \[2, 3\]"):
        node_complexity(5)


def test_whole_numbers_may_be_floats():
    np.testing.assert_array_equal(whole_numbers(np.array([3.0, 0.0]), "n"), [3, 0])
