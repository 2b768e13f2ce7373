import numpy as np
import pytest
from hypothesis import given
from tests.selection.causal.oracle import Oracle, graphs

from hedgerow.selection.causal.graph import CausalGraph, orient
from hedgerow.selection.causal.skeleton import Skeleton, pc


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


def edges(pairs, n):
    is_adjacent = np.zeros((n, n), bool)
    for first, second in pairs:
        is_adjacent[first, second] = is_adjacent[second, first] = True
    return is_adjacent


@given(graphs())
def test_with_true_independences_every_direction_is_true(oracle):
    arrows = orient(pc(oracle, range(oracle.n_variables), 9))
    assert not (arrows & ~arrows.T & ~oracle.arrows()).any()
    assert not (oracle.arrows() & ~arrows).any()
    for node, parents in enumerate(oracle.parents):  # two causes that have no edge show
        for first in parents:
            for second in parents:
                if first < second and first not in oracle.neighbours(second):
                    assert not arrows[node, first]
                    assert not arrows[node, second]


def test_a_chain_has_no_direction():
    arrows = orient(pc(Oracle([[], [0], [1]]), range(3), 2))
    np.testing.assert_array_equal(arrows, arrows.T)


def test_directions_lead_to_others():
    """0 -> 2 <- 1 and 2 - 3: were 3 a cause of 2, it would meet the others there."""
    arrows = orient(pc(Oracle([[], [], [0, 1], [2]]), range(4), 2))
    assert np.argwhere(arrows).tolist() == [[0, 2], [1, 2], [2, 3]]


def test_a_directed_path_closes_no_circle():
    """0 -> 1 -> 2 with an edge 0 - 2; 3 -> 1 makes the first meeting."""
    skeleton = Skeleton(
        edges([(0, 1), (1, 2), (0, 2), (1, 3)], 4), {(0, 3): (), (2, 3): (1,)}, np.zeros((4, 4))
    )
    arrows = orient(skeleton)
    assert [arrows[0, 2], arrows[2, 0]] == [True, False]


def test_what_points_both_ways_has_no_direction():
    """0 - 1 - 2 - 3: 0 and 2 meet in 1, 1 and 3 meet in 2, so the middle edge has two heads."""
    separators = {(0, 2): (), (1, 3): (), (0, 3): ()}
    arrows = orient(Skeleton(edges([(0, 1), (1, 2), (2, 3)], 4), separators, np.zeros((4, 4))))
    assert arrows[1, 2]
    assert arrows[2, 1]
    assert not arrows[1, 0]
    assert not arrows[2, 3]


def test_a_circle_of_meetings_has_no_direction():
    """0 -> 1 -> 2 -> 0, each with a further cause from outside."""
    skeleton = Skeleton(
        edges([(0, 1), (1, 2), (0, 2), (0, 3), (1, 4), (2, 5)], 6),
        dict.fromkeys(((2, 3), (0, 4), (1, 5)), ())
        | dict.fromkeys(((1, 3), (2, 4), (0, 5), (3, 4), (3, 5), (4, 5)), (0, 1, 2)),
        np.zeros((6, 6)),
    )
    arrows = orient(skeleton)
    assert (arrows[:3, :3] == arrows[:3, :3].T).all()
