import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from tests.learners.bayes_net.networks import make_asia
from tests.learners.bayes_net.test_gaussian_blocks import make_mixed

from hedgerow.learners.bayes_net.hidden_class import guess_classes, match_classes, reorder_states
from hedgerow.learners.bayes_net.network import BayesNet
from hedgerow.learners.bayes_net.variables import Rows


def test_clusters_that_are_far_apart_are_found():
    random = np.random.RandomState(0)
    codes = np.zeros((3, 60), np.int32)
    codes[1] = np.arange(60) % 3 == 0
    values = np.zeros((3, 60))
    truth = np.arange(60) % 3
    values[0] = 10 * truth + random.normal(size=60)
    codes[0, 5] = -1
    found = guess_classes(Rows(codes, values), np.array([0, 2, 3]), np.ones(60), 2, 3, random)
    known = np.arange(60) != 5
    for each in range(3):
        assert len(set(found[known & (truth == each)])) == 1
    assert len(set(found[known])) == 3


def test_states_are_named_by_most_of_the_weight():
    posterior = np.eye(3)[[0, 0, 1, 2, 2]]
    y = np.array([1, 1, 2, 0, 1])
    assert_array_equal(match_classes(posterior, y, np.ones(5)), [2, 0, 1])
    assert_array_equal(match_classes(posterior, y, np.array([1, 1, 1, 1, 9.0])), [0, 2, 1])


def test_reordered_states_are_the_same_network():
    for net, variable, states in (
        (make_mixed(), 1, [2, 0, 1]),
        (make_mixed(), 0, [1, 0]),
        (make_asia(), 5, [1, 0]),
    ):
        order = np.array(states)
        turned = BayesNet(net.variables, net.graph, reorder_states(net.distributions, variable, order))
        rows = net.draw(40, np.random.RandomState(0))
        codes = rows.codes.copy()
        codes[variable] = np.argsort(order)[codes[variable]]
        assert_allclose(turned.find_log_likelihood(Rows(codes, rows.values)), net.find_log_likelihood(rows))
        turned.check_loaded()
