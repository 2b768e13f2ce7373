import numpy as np
import pytest
from numpy.testing import assert_array_equal
from tests.learners.bayes_net.networks import make_alarm, make_asia
from tests.learners.bayes_net.test_equivalence import list_graphs
from tests.learners.bayes_net.test_gaussian_blocks import make_mixed

from hedgerow.learners import ArcGraph
from hedgerow.learners.bayes_net.graph import find_circle
from hedgerow.learners.bayes_net.scores import ScoredRows
from hedgerow.learners.bayes_net.search import SearchSettings, learn_graph, search_graph


def make_data(net, n_rows, seed=0):
    rows = net.read(net.sample(n_rows, seed))
    return ScoredRows.of(net.variables, rows, np.ones(n_rows))


@pytest.mark.parametrize("swap", ["exchange", "reverse"])
def test_the_best_of_all_graphs_of_four_nodes_is_found(swap):
    net = make_mixed()
    rows = net.draw(400, np.random.RandomState(0))
    data = ScoredRows.of(net.variables, rows, np.ones(400))
    four = ScoredRows(
        type(rows)(rows.codes[1:], rows.values[1:]), data.n_states[1:], data.weights, "bic", 1.0
    )
    legal = [arcs for arcs in list_graphs(4) if not arcs[1:, 0].any()]  # E has states, the others are numbers
    best = max(four.score_graph(arcs) for arcs in legal)
    for search, n in (("annealing", 3000), ("climbing", 300)):
        found = search_graph(four, SearchSettings(search, n, swap=swap), 0)
        assert four.score_graph(found) == pytest.approx(best)


def test_a_search_keeps_the_rules():
    data = make_data(make_alarm(), 300)
    for search in ("annealing", "climbing"):
        found = search_graph(data, SearchSettings(search, 500, max_parents=2), 3)
        assert not find_circle(found)
        assert found.any()
        assert found.sum(axis=0).max() <= 2


def test_numbers_are_no_parents_of_states():
    net = make_mixed()
    rows = net.draw(300, np.random.RandomState(0))
    data = ScoredRows.of(net.variables, rows, np.ones(300), "aic")
    for settings in (
        SearchSettings(n_operations=3000),
        SearchSettings(n_operations=3000, swap="reverse"),
        SearchSettings("climbing", 200),
    ):
        assert not search_graph(data, settings, 1)[2:, :2].any()


def test_asia_is_found():
    """All but the visit itself, which one row in a hundred has, and what is the same as another arc."""
    asia = make_asia()
    data = make_data(asia, 5000)
    settings = SearchSettings("climbing", 2100, n_bootstrap=0)
    found = learn_graph(asia.names, data, settings, seed=0)
    assert found.distance(asia.graph) <= 2
    assert data.score_graph(found.arcs) >= data.score_graph(asia.graph.arcs)
    assert_array_equal(found.probabilities, found.arcs)


def test_averages_over_samples():
    asia = make_asia()
    data = make_data(asia, 1000)
    settings = SearchSettings(n_operations=1000, n_bootstrap=12, averaging="uniform")
    shares = learn_graph(asia.names, data, settings, seed=0)
    assert set((12 * shares.probabilities).round(6).ravel()) <= set(range(13))
    assert shares.probabilities[2].max() < 1  # the arcs at smoke may lead either way
    again = learn_graph(asia.names, data, settings, seed=0, n_jobs=2)
    assert_array_equal(again.probabilities, shares.probabilities)
    weighed = learn_graph(asia.names, data, SearchSettings(n_operations=1000, n_bootstrap=12), seed=0)
    assert data.score_graph(weighed.arcs) >= data.score_graph(shares.arcs)


def test_longer_searches_are_better():
    data = make_data(make_alarm(), 500)
    means = [
        np.mean(
            [data.score_graph(search_graph(data, SearchSettings(n_operations=n), seed)) for seed in range(3)]
        )
        for n in (300, 3000, 30_000)
    ]
    assert means[0] < means[1] < means[2]


def test_nothing_to_search():
    one = ArcGraph.of(["a"], [])
    net = make_asia()
    rows = net.read(net.sample(5, 0))
    alone = ScoredRows(type(rows)(rows.codes[:1], rows.values[:1]), np.array([2], np.int64), np.ones(5))
    assert_array_equal(learn_graph(["a"], alone, SearchSettings(n_bootstrap=2), 0).arcs, one.arcs)
    assert not search_graph(alone, SearchSettings("climbing", 0), 0).any()
