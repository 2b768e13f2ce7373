import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.network.beginnings import draw_networks
from hedgerow.learners.network.layers import Networks


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
