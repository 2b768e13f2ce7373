import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.network.layers import draw_networks
from hedgerow.learners.network.marquardt import TrainingBatch

RANDOM = np.random.default_rng(0)
ROWS = np.concatenate([RANDOM.normal(size=(2, 6, 2)), np.ones((2, 6, 1))], axis=2)
TARGETS = RANDOM.normal(size=(2, 6, 3))
WEIGHTS = RANDOM.integers(0, 4, (2, 6)).astype(float)


def test_the_loss_is_a_weighted_sum_of_squares():
    networks = draw_networks([0, 1], 2, 3, 3)
    errors = TARGETS - networks.answer(ROWS)
    expected = [sum(w * (e**2).sum() for w, e in zip(WEIGHTS[t], errors[t], strict=True)) for t in range(2)]
    assert_allclose(TrainingBatch(ROWS, TARGETS, WEIGHTS).measure(networks), expected)


def test_a_whole_weight_is_a_repeat():
    network = draw_networks([0], 2, 3, 3)
    times = WEIGHTS[0].astype(int)
    repeated = TrainingBatch(
        np.repeat(ROWS[:1], times, axis=1), np.repeat(TARGETS[:1], times, axis=1), np.ones((1, times.sum()))
    )
    weighted = TrainingBatch(ROWS[:1], TARGETS[:1], WEIGHTS[:1])
    assert_allclose(weighted.measure(network), repeated.measure(network))


def test_parts_for_all_networks_stay_whole_when_some_are_chosen():
    examples = TrainingBatch(ROWS[:1], TARGETS, WEIGHTS).select(np.array([1]))
    assert_array_equal(examples.rows, ROWS[:1])
    assert_array_equal(examples.targets, TARGETS[1:])
    assert_array_equal(examples.weights, WEIGHTS[1:])


def test_weights_that_ran_away_have_no_finite_loss_and_no_warning():
    network = draw_networks([0], 2, 3, 3)
    assert not np.isfinite(
        TrainingBatch(ROWS[:1], TARGETS[:1], WEIGHTS[:1]).measure(network.move(np.full((1, 21), 1e200)))
    )
