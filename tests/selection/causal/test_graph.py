import numpy as np
import pytest
from hypothesis import given
from tests.selection.causal.oracle import graphs

from hedgerow.selection.causal.graph import CausalGraph


def of(oracle):
    n = oracle.n_variables
    return CausalGraph(tuple("abcdefgh"[:n]), oracle.arrows(), np.ones((n, n)))


@given(graphs(most=7))
def test_relations_are_those_of_the_graph(oracle):
    graph = of(oracle)
    for node in range(oracle.n_variables):
        assert graph.parents(node).tolist() == sorted(oracle.parents[node])
        assert graph.children(node).tolist() == oracle.children(node)
        assert graph.neighbours(node).tolist() == oracle.neighbours(node)
        assert graph.blanket(node).tolist() == oracle.blanket(node)
        assert set(graph.component(node)) >= set(graph.blanket(node))
        roles = graph.roles(node)
        assert np.flatnonzero(roles != "").tolist() == oracle.blanket(node)
        assert np.flatnonzero(roles == "spouse").tolist() == graph.spouses(node).tolist()


def test_an_edge_without_direction():
    arrows = np.zeros((4, 4), bool)
    arrows[0, 1] = arrows[1, 0] = arrows[1, 2] = True
    graph = CausalGraph(tuple("abcd"), arrows, np.full((4, 4), 0.25))
    assert graph.frame().to_numpy().tolist() == [["a", "--", "b", 0.25], ["b", "->", "c", 0.25]]
    assert graph.roles(1).tolist() == ["undetermined", "", "child", ""]
    assert graph.component(0).tolist() == [1, 2]
    assert graph.component(3).tolist() == []
    assert graph.parents(1).tolist() == []
    assert len(graph) == 4


def test_names_and_arrows_belong_together():
    with pytest.raises(ValueError, match=r"2 names ask for \(2, 2\)"):
        CausalGraph(("a", "b"), np.zeros((3, 3), bool), np.zeros((3, 3)))
