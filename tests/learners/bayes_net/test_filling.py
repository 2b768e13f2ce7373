import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from tests.learners.bayes_net.networks import make_alarm, make_asia
from tests.learners.bayes_net.test_gaussian_blocks import join, make_mixed

from hedgerow.learners.bayes_net.clique_tree import CliqueTree, Factor
from hedgerow.learners.bayes_net.filling import draw_states, fill_rows
from hedgerow.learners.bayes_net.variables import Rows


def repeat(rows, n):
    return rows.select(np.zeros(n, np.intp))


def test_states_are_drawn_as_their_posterior_says():
    asia = make_asia()
    row = Rows(
        np.array([[-1, -1, 0, -1, -1, -1, 0, 0]], np.int32).T, np.zeros((8, 1))
    )  # a smoker, ill, with a shadow
    filled = fill_rows(asia.distributions, asia.graph.arcs, repeat(row, 20_000), np.random.RandomState(0))
    assert (filled.codes >= 0).all()
    assert_array_equal(filled.codes[[2, 6, 7]], 0)
    for variable in (0, 1, 3, 4, 5):
        expected = np.exp(asia.find_posterior(row, variable))[0, 0]
        assert_allclose((filled.codes[variable] == 0).mean(), expected, atol=0.012)
    # together, too: who has neither tuberculosis nor cancer has not one of them
    either = (filled.codes[1] == 0) | (filled.codes[3] == 0)
    assert_array_equal(filled.codes[5] == 0, either)


def test_numbers_are_drawn_as_the_others_say():
    net = make_mixed(3)
    row = net.draw(1, np.random.RandomState(2))
    codes = row.codes.copy()
    codes[[2, 3]] = -1
    filled = fill_rows(
        net.distributions, net.graph.arcs, repeat(Rows(codes, row.values), 20_000), np.random.RandomState(0)
    )
    mean, covariance = join(net, row.codes[0, 0], row.codes[1, 0])
    gain = covariance[:2, 2] / covariance[2, 2]
    expected = mean[:2] + gain * (row.values[4, 0] - mean[2])
    spread = covariance[:2, :2] - np.outer(gain, covariance[:2, 2])
    assert_allclose(filled.values[2:4].mean(axis=1), expected, atol=0.04)
    assert_allclose(np.cov(filled.values[2:4]), spread, atol=0.06)
    assert_array_equal(filled.values[4], row.values[4, 0])


def test_rows_that_are_filled_in_look_like_those_that_were_whole():
    """A third of alarm's cells is missing; what is drawn for them is as likely as what was there."""
    alarm = make_alarm()
    random = np.random.RandomState(0)
    rows = alarm.draw(1500, random)
    codes = np.where(random.uniform(size=rows.codes.shape) < 0.33, -1, rows.codes).astype(np.int32)
    filled = fill_rows(alarm.distributions, alarm.graph.arcs, Rows(codes, rows.values), random)
    assert_array_equal(filled.codes[codes >= 0], rows.codes[codes >= 0])
    was, became = alarm.find_log_likelihood(rows), alarm.find_log_likelihood(filled)
    assert abs((became - was).mean()) < 5 * (became - was).std() / np.sqrt(1500)


def test_what_cannot_be_is_drawn_all_the_same():
    tree = CliqueTree.plan([(0, 1)], {0: 2, 1: 3})
    nothing = Factor((0, 1), np.full((4, 2, 3), -np.inf))
    _, held, _ = tree.collect([nothing])
    drawn = draw_states(tree, held, 4, np.random.RandomState(0))
    assert drawn[0].max() <= 1
    assert drawn[1].max() <= 2
