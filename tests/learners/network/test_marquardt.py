import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import least_squares

from hedgerow.learners.network.layers import draw_networks
from hedgerow.learners.network.marquardt import (
    FIRST_DAMPING,
    Training,
    TrainingBatch,
    gather_equations,
    solve_step,
    take_epoch,
    train,
)

SLOPES, ERRORS = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0, 4.0])


def draw_lesson(n_rows=60, n_outputs=2, seed=0):
    random = np.random.default_rng(seed)
    x = random.uniform(-1, 1, (n_rows, 2))
    values = np.stack([np.sin(3 * x[:, 0]) * (k + x[:, 1]) for k in range(n_outputs)], axis=1)
    values += 0.1 * random.normal(size=values.shape)
    rows = np.column_stack([x, np.ones(n_rows)])
    return TrainingBatch(rows[None], values[None], np.ones((1, n_rows)))


@pytest.mark.parametrize(("damping", "step"), [(0.0, (0.833333, 1.5)), (1.0, (0.8, 1.266667))])
def test_a_step_by_pencil(damping, step):
    assert_allclose(solve_step(SLOPES.T @ SLOPES, SLOPES.T @ ERRORS, damping), step, atol=1e-6)


def test_a_step_reads_the_lower_triangle_only_and_leaves_it():
    normal = np.tril(SLOPES.T @ SLOPES)
    kept = normal.copy()
    assert_allclose(solve_step(normal, SLOPES.T @ ERRORS, 1.0), (0.8, 1.266667), atol=1e-6)
    assert_array_equal(normal, kept)


def test_where_there_is_no_step_there_is_none():
    assert np.isnan(solve_step(np.zeros((2, 2)), np.ones(2), 0.0)).all()
    assert_allclose(solve_step(np.zeros((2, 2)), np.ones(2), 0.5), 2.0)


def test_an_epoch_is_one_step_that_lowers_the_loss():
    examples = draw_lesson()
    networks = draw_networks(range(20), 2, 5, 2)
    course = list(train(networks, examples, 12))
    assert len(course) == 13
    losses = np.stack([training.losses for training in course])
    assert (np.diff(losses, axis=0) < 0).all()
    for number, training in enumerate(course):
        assert_array_equal(training.n_steps, number)
        assert_allclose(training.losses, examples.measure(training.networks))


def test_the_damping_is_a_tenth_after_a_good_step_and_tenfold_after_a_bad_one():
    """The first step that lowers the loss, found by trying one damping after the other by hand."""
    examples = draw_lesson()
    retried = 0
    for seed in range(30):
        network = draw_networks([seed], 2, 5, 2)
        for damping in (FIRST_DAMPING, 10.0):
            begun = Training.begin(network, examples)
            begun.damping[:] = damping
            normal, gradient = gather_equations(network, examples)
            for tries in range(30):
                step = solve_step(normal[0], gradient[0], damping * 10.0**tries)
                if examples.measure(network.move(step[None]))[0] < begun.losses[0]:
                    break
            found = take_epoch(begun, examples)
            assert_allclose(found.damping, damping * 10.0 ** (tries - 1))
            assert_allclose(found.networks.hidden, network.move(step[None]).hidden)
            retried += tries > 0
    assert 0 < retried < 60


def test_networks_are_trained_alone_as_they_are_together():
    examples = draw_lesson()
    networks = draw_networks(range(5), 2, 4, 2)
    *_, together = train(networks, examples, 10)
    for number in range(5):
        *_, alone = train(networks.select(slice(number, number + 1)), examples, 10)
        assert_array_equal(alone.networks.hidden[0], together.networks.hidden[number])
        assert_array_equal(alone.losses, together.losses[number])


def test_training_ends_where_the_slopes_do_and_where_minpack_ends():
    examples = draw_lesson(n_outputs=1)
    network = draw_networks([3], 2, 2, 1)
    *_, last = train(network, examples, 300)
    assert not last.is_going.any()

    def errors(weights):
        return (network.move(weights[None]).answer(examples.rows) - examples.targets).ravel()

    theirs = least_squares(errors, np.zeros(network.n_weights), method="lm", xtol=1e-12, ftol=1e-12)
    assert_allclose(last.losses, 2 * theirs.cost, rtol=1e-6)


def test_a_perfect_network_stays_as_it_is():
    network = draw_networks([0], 2, 2, 1)
    rows = draw_lesson().rows
    *_, last = train(network, TrainingBatch(rows, network.answer(rows), np.ones((1, 60))), 5)
    assert_array_equal(last.networks.hidden, network.hidden)
    assert last.n_steps == 0


def test_a_column_of_zeros_does_not_stop_anybody():
    examples = draw_lesson()
    rows = examples.rows.copy()
    rows[:, :, 0] = 0
    *_, last = train(draw_networks([0], 2, 4, 2), TrainingBatch(rows, examples.targets, examples.weights), 10)
    assert last.n_steps == 10
    assert np.isfinite(last.networks.hidden).all()
