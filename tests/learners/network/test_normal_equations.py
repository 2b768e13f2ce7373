import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.network import marquardt
from hedgerow.learners.network.layers import draw_networks
from hedgerow.learners.network.marquardt import TrainingBatch, gather_equations


def draw_lesson(random, n_networks, n_rows, n_inputs, n_outputs):
    rows = random.normal(size=(n_networks, n_rows, n_inputs + 1))
    rows[:, :, -1] = 1
    weights = random.integers(0, 3, (n_networks, n_rows)).astype(float)
    return TrainingBatch(rows, random.normal(size=(n_networks, n_rows, n_outputs)), weights)


def naive_equations(network, rows, targets, weights):
    """All slopes of all outputs of all rows, by small differences."""

    def answer(step):
        return network.move(step[None]).answer(rows[None])[0].ravel()

    size, small = network.n_weights, 1e-6
    slopes = [(answer(small * unit) - answer(-small * unit)) / (2 * small) for unit in np.eye(size)]
    jacobian = np.stack(slopes, axis=1)
    errors = targets.ravel() - answer(np.zeros(size))
    each = np.repeat(weights, targets.shape[1])
    return jacobian.T @ (each[:, None] * jacobian), jacobian.T @ (each * errors)


@settings(max_examples=25)
@given(st.integers(1, 3), st.integers(1, 4), st.integers(1, 4), st.integers(1, 8), st.integers(0, 999))
def test_shared_columns_give_what_all_slopes_give(n_inputs, n_hidden, n_outputs, n_rows, seed):
    examples = draw_lesson(np.random.default_rng(seed), 2, n_rows, n_inputs, n_outputs)
    networks = draw_networks([seed, seed + 1], n_inputs, n_hidden, n_outputs)
    normal, gradient = gather_equations(networks, examples)
    for t in range(2):
        expected = naive_equations(
            networks.select(slice(t, t + 1)), examples.rows[t], examples.targets[t], examples.weights[t]
        )
        assert_allclose(np.tril(normal[t]), np.tril(expected[0]), atol=1e-6)
        assert_allclose(gradient[t], expected[1], atol=1e-6)


def test_blocks_of_rows_add_up(monkeypatch):
    examples = draw_lesson(np.random.default_rng(0), 3, 50, 2, 2)
    networks = draw_networks(range(3), 2, 4, 2)
    whole = gather_equations(networks, examples)
    monkeypatch.setattr(marquardt, "_MOST_CELLS", 200)
    for part, expected in zip(gather_equations(networks, examples), whole, strict=True):
        assert_allclose(part, expected, rtol=1e-10, atol=1e-10)


def test_networks_in_a_batch_do_not_touch_each_other():
    examples = draw_lesson(np.random.default_rng(0), 4, 30, 3, 2)
    networks = draw_networks(range(4), 3, 5, 2)
    normal, gradient = gather_equations(networks, examples)
    only = np.array([2])
    alone = gather_equations(networks.select(only), examples.select(only))
    assert_array_equal(alone[0][0], normal[2])
    assert_array_equal(alone[1][0], gradient[2])
