import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.bayes_net.averaging import average_arcs, choose_arcs, weigh_graphs
from hedgerow.learners.bayes_net.graph import find_circle


def arcs(n, *pairs):
    matrix = np.zeros((n, n), bool)
    for parent, child in pairs:
        matrix[parent, child] = True
    return matrix


def test_the_worked_example():
    """Scores -100, -101 and -103 without a prior; an arc of the first and the third graph."""
    weights = weigh_graphs(np.array([-100.0, -101.0, -103.0]))
    assert_allclose(weights, [0.705385, 0.259496, 0.035119], atol=1e-6)
    graphs = [arcs(2, (0, 1)), arcs(2), arcs(2, (0, 1))]
    assert_allclose(average_arcs(graphs, weights), [[0, 0.740504], [0, 0]], atol=1e-6)


def test_the_prior_makes_up_for_how_many_graphs_there_are():
    """Of three nodes, a node has 2 sets of one parent and 1 of two: equal scores are weighed 1 : 1/2 : 1."""
    graphs = [arcs(3), arcs(3, (0, 1)), arcs(3, (0, 1), (2, 1))]
    assert_allclose(weigh_graphs(np.zeros(3), graphs), [0.4, 0.2, 0.4])


def test_arcs_are_taken_by_decreasing_probability_without_a_circle():
    probabilities = np.array([[0, 0.9, 0.5], [0.1, 0, 0.8], [0.7, 0.49, 0]])
    chosen = choose_arcs(probabilities, 0.5)
    assert_array_equal(chosen, arcs(3, (0, 1), (1, 2), (0, 2)))  # 2 -> 0 would close a circle
    assert not find_circle(chosen)
    assert_array_equal(choose_arcs(probabilities, 0.5, max_parents=1), arcs(3, (0, 1), (1, 2)))
    assert_array_equal(choose_arcs(probabilities, 0.85), arcs(3, (0, 1)))
