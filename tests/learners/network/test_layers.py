from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.network.layers import BEGINNINGS, Networks, Stacked, draw_networks


@dataclass(frozen=True, eq=False)
class Inner(Stacked):
    rows: Any


@dataclass(frozen=True, eq=False)
class Outer(Stacked):
    inner: Inner
    counts: Any


def make(start, size):
    numbers = np.arange(start, start + size)
    return Outer(Inner(np.stack([numbers, -numbers], axis=1)), numbers)


def test_records_in_records_are_selected_and_joined():
    joined = make(0, 2).join([make(2, 1), make(3, 3)])
    assert_array_equal(joined.inner.rows, make(0, 6).inner.rows)
    assert_array_equal(joined.counts, np.arange(6))
    some = joined.select(np.array([4, 1]))
    assert_array_equal(some.inner.rows, [[4, -4], [1, -1]])
    assert_array_equal(some.counts, [4, 1])
    assert_array_equal(joined.select(slice(1, 3)).counts, [1, 2])


def naive_answer(hidden, output, row):
    """One network and one row, sum by sum; `row` ends in a one."""
    nodes = [np.tanh(sum(v * x for v, x in zip(weights, row, strict=True))) for weights in hidden]
    return [sum(w * h for w, h in zip(weights, [*nodes, 1.0], strict=True)) for weights in output]


@settings(max_examples=30)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3), st.integers(0, 1000))
def test_outputs_are_sums_of_bent_sums(n_inputs, n_hidden, n_outputs, seed):
    networks = draw_networks([seed, seed + 1], n_inputs, n_hidden, n_outputs)
    rows = np.random.default_rng(seed).normal(size=(2, 3, n_inputs + 1))
    rows[:, :, -1] = 1
    expected = [
        [naive_answer(networks.hidden[t], networks.output[t], row) for row in rows[t]] for t in range(2)
    ]
    assert_allclose(networks.answer(rows), expected, atol=1e-12)


def test_one_slice_of_rows_serves_all_networks():
    networks = draw_networks(range(3), 2, 4, 2)
    rows = np.random.default_rng(0).normal(size=(1, 5, 3))
    assert_array_equal(networks.answer(rows), networks.answer(np.repeat(rows, 3, axis=0)))


def test_a_step_goes_to_the_hidden_weights_first_node_by_node():
    networks = draw_networks([0], 2, 2, 1)
    moved = networks.move(np.arange(9.0)[None])
    assert networks.n_weights == 9
    assert_allclose(moved.hidden[0] - networks.hidden[0], [[0, 1, 2], [3, 4, 5]])
    assert_allclose(moved.output[0] - networks.output[0], [[6, 7, 8]])


def test_networks_are_taken_put_back_and_joined():
    networks = draw_networks(range(4), 2, 3, 1)
    last = networks.select(np.array([3]))
    assert_array_equal(last.hidden[0], networks.hidden[3])
    changed = networks.update(np.array([1]), last)
    assert_array_equal(changed.output[1], networks.output[3])
    assert_array_equal(changed.output[[0, 2, 3]], networks.output[[0, 2, 3]])
    halves = networks.select(slice(0, 2)).join([networks.select(slice(2, 4))])
    assert isinstance(halves, Networks)
    assert len(halves) == 4
    assert_array_equal(halves.hidden, networks.hidden)


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
