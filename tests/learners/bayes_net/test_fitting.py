import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.learners.bayes_net.test_gaussian_blocks import make_mixed

from hedgerow.learners import ArcGraph
from hedgerow.learners.bayes_net.fitting import (
    TrainingRows,
    attach_class,
    fill_gaps,
    find_structure,
    learn_hidden_class,
    learn_parameters,
    sum_log_scales,
)
from hedgerow.learners.bayes_net.search import SearchSettings
from hedgerow.learners.bayes_net.variables import Rows, Variable

QUICK = SearchSettings(n_operations=300, n_bootstrap=2)


def make_data(n=200):
    """The mixed network, whose first variable is moved to the end, where the class stands."""
    net = make_mixed()
    rows = net.draw(n, np.random.RandomState(0))
    order = [1, 2, 3, 4, 0]
    variables = tuple(net.variables[place] for place in order)
    return TrainingRows(variables, Rows(rows.codes[order], rows.values[order]), np.ones(n))


def find(data, structure, features_only=False):
    return find_structure(data, structure, "bic", 1.0, QUICK, 0, None, features_only)


def test_structures_are_found_by_name():
    data = make_data()
    assert find(data, "naive").arcs[4].sum() == 4
    assert find(data, "tan").arcs[:4, :4].sum() == 3
    assert find(data, [("E", "P")]).arcs[0, 1]
    learned = find(data, "learn")
    assert learned.names == ("E", "P", "Q", "R", "D")
    attached = find(data, "learn", features_only=True)
    assert attached.arcs[4].tolist() == [True] * 4 + [False]


def test_the_class_is_attached_as_a_parent_of_all():
    graph = attach_class(ArcGraph.of("ab", [("a", "b")]), "class")
    assert graph.names == ("a", "b", "class")
    assert_array_equal(graph.arcs, [[0, 1, 0], [0, 0, 0], [1, 1, 0]])
    assert_array_equal(graph.probabilities, graph.arcs)


def test_parts_of_rows():
    data = make_data(30)
    assert len(data.keep(np.arange(5)).rows) == 5
    assert data.without_class().names == ["E", "P", "Q", "R"]
    assert data.hide_class().rows.is_missing.sum() == 30
    twice = TrainingRows(data.variables, data.rows.select(np.r_[:30, :30]), np.ones(60)).merge()
    assert len(twice.rows) == 30
    assert_array_equal(twice.weights, 2)


def test_likelihoods_are_in_the_units_of_the_data():
    data = make_data()
    graph = find(data, "naive")
    net, history = learn_parameters(data, graph, 1.0, 50, 1e-6)
    assert history == [pytest.approx(net.find_log_likelihood(data.rows).sum())]
    scaled = TrainingRows(
        tuple(each if each.is_discrete else Variable(each.name, None, 0.0, 10.0) for each in data.variables),
        data.rows,
        data.weights,
    )
    assert sum_log_scales(scaled.variables, data.rows, data.weights) == pytest.approx(600 * np.log(10))
    gaps = Rows(data.rows.codes.copy(), data.rows.values)
    gaps.codes[1, :50] = -1
    for each in (data, scaled):
        found, course = learn_parameters(
            TrainingRows(each.variables, gaps, each.weights), graph, 0.0, 50, 1e-9
        )
        assert course[-1] == pytest.approx(found.find_log_likelihood(gaps).sum())
        assert (np.diff(course) >= 0).all()


def test_a_hidden_class_is_found_and_named():
    random = np.random.RandomState(0)
    truth = random.randint(0, 3, 300)
    variables = (Variable("u"), Variable("v"), Variable("class", ("a", "b", "c")))
    u, v = 4 * (truth == 1) + random.normal(size=300), 4 * (truth == 2) + random.normal(size=300)
    rows = Rows.of(variables, np.column_stack([u, v, truth]))
    graph = ArcGraph.of(["u", "v", "class"], [("class", "u"), ("class", "v")])
    net, history = learn_hidden_class(
        TrainingRows(variables, rows, np.ones(300)), graph, 1.0, 100, 1e-7, 3, 0
    )
    answer = net.find_posterior(rows, 2).argmax(axis=1)
    assert (answer == truth).mean() > 0.93
    assert (np.diff(history) >= -1e-9 * abs(history[0])).all()
    assert_allclose(net.distributions[2].probabilities, 1 / 3, atol=0.07)


def test_gaps_do_not_make_arcs():
    """Two features that a class makes alike, and a third that is noise; a third of the cells is missing."""
    random = np.random.RandomState(0)
    label = random.randint(0, 2, 1500)
    likely = np.array([0.1, 0.9])[label]
    cells = np.column_stack(
        [
            random.uniform(size=1500) < likely,
            random.uniform(size=1500) < likely,
            random.randint(0, 2, 1500),
            label,
        ]
    ).astype(float)
    cells[:, :3][random.uniform(size=(1500, 3)) < 0.33] = np.nan
    variables = tuple(Variable(name, (0, 1)) for name in ("a", "b", "noise", "class"))
    data = TrainingRows(variables, Rows.of(variables, cells), np.ones(1500)).merge()
    filled = fill_gaps(data, "bic", 1.0, QUICK, 0)
    assert not filled.rows.is_missing.any()
    assert filled.weights.sum() == pytest.approx(1500)
    graph = find_structure(data, "learn", "bic", 1.0, SearchSettings("climbing", 100, 0), 0, None, False)
    edges = graph.arcs | graph.arcs.T
    assert edges[3].tolist() == [True, True, False, False]
    assert not edges[0, 1]
    assert not edges[2].any()
    whole = TrainingRows(variables, filled.rows, filled.weights)
    assert fill_gaps(whole, "bic", 1.0, QUICK, 0) is whole
