import numpy as np
import pytest

from hedgerow.selection.filters.mrmr_parts import Parts, order_rows, read_counts


def test_rows_are_dealt_in_turn():
    parts = Parts.deal(np.ones(7), 3)
    assert parts.labels.tolist() == [0, 1, 2, 0, 1, 2, 0]
    assert parts.order.tolist() == [0, 3, 6, 1, 4, 2, 5]
    assert parts.starts.tolist() == [0, 3, 5, 7]
    np.testing.assert_array_equal(parts.left_weights, [4, 5, 5])
    np.testing.assert_array_equal(parts.weights_without(1), [1, 0, 1, 1, 0, 1, 1])


def test_rows_without_weight_are_in_no_part():
    parts = Parts.deal(np.array([1.0, 0, 2, 0, 3]), 5)
    assert parts.n_runs == 3
    assert parts.labels.tolist() == [0, 3, 1, 3, 2]
    np.testing.assert_array_equal(parts.left_weights, [5, 4, 3])


def test_one_run_leaves_nothing_out():
    parts = Parts.whole(np.ones(4))
    assert (parts.n_runs, parts.starts.tolist(), parts.left_weights.tolist()) == (1, [0, 0], [4.0])


def test_every_part_gets_its_share_of_each_class():
    y = np.random.default_rng(0).permutation(np.repeat([0, 1, 2], [30, 20, 10]))
    for shuffle in (False, True):
        order = order_rows(60, y, shuffle=shuffle, generator=np.random.RandomState(0))
        labels = Parts.deal(np.ones(60), 10, order).labels
        for part in range(10):
            assert np.bincount(y[labels == part]).tolist() == [3, 2, 1]


def test_shuffled_rows_are_a_permutation():
    order = order_rows(20, None, shuffle=True, generator=np.random.RandomState(0))
    assert sorted(order) == list(range(20))
    assert order.tolist() != list(range(20))


def test_weights_become_counts():
    assert read_counts(None, 3).tolist() == [1, 1, 1]
    assert read_counts(np.array([2.0, 0, 1]), 3).tolist() == [2, 0, 1]
    np.testing.assert_allclose(read_counts(np.array([0.2, 0, 0.6]), 3), [0.5, 0, 1.5])


def test_a_part_needs_a_rest():
    with pytest.raises(ValueError, match="only one row has a weight"):
        Parts.deal(np.array([1.0, 0.0]), 2)
