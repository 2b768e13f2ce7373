import numpy as np
import pytest
from tests.learners.bayes_net.networks import make_alarm, make_asia

from hedgerow.learners import ArcGraph
from hedgerow.learners.bayes_net.graph import find_circle, sort_nodes

GRAPH = ArcGraph.of("abcd", [("a", "b"), ("b", "d"), ("c", "d")])


def test_who_is_who():
    assert GRAPH.parents(3) == (1, 2)
    assert GRAPH.children(0) == (1,)
    assert GRAPH.blanket(1) == (0, 2, 3)
    assert len(GRAPH) == 4
    asia = make_asia().graph
    assert [asia.names[each] for each in asia.blanket(5)] == ["tub", "lung", "bronc", "xray", "dysp"]


def test_parents_come_first():
    alarm = make_alarm().graph
    place = {node: at for at, node in enumerate(alarm.order)}
    assert all(place[parent] < place[child] for parent, child in np.argwhere(alarm.arcs).tolist())
    assert sort_nodes(np.zeros((3, 3), bool)) == [0, 1, 2]


def test_the_frame_has_the_most_probable_arcs_first():
    probabilities = np.where(GRAPH.arcs, 0.6, 0.1)
    probabilities[2, 3] = 0.9
    frame = ArcGraph(GRAPH.names, GRAPH.arcs, probabilities).frame()
    assert frame.to_numpy().tolist() == [["c", "d", 0.9], ["a", "b", 0.6], ["b", "d", 0.6]]


def test_the_distance_is_between_classes():
    turned = ArcGraph.of("abcd", [("b", "a"), ("b", "d"), ("c", "d")])
    assert GRAPH.distance(turned) == 0
    assert GRAPH.distance(ArcGraph.of("abcd", [("a", "b"), ("b", "d")])) == 2  # c - d is gone, b - d is open
    with pytest.raises(ValueError, match="different variables"):
        GRAPH.distance(ArcGraph.of("abce", []))


def test_circles_are_told():
    with pytest.raises(ValueError, match="there is 'a' -> 'b' -> 'c' -> 'a'"):
        ArcGraph.of("abcd", [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    circle = np.zeros((5, 5), bool)
    circle[[0, 1, 2, 3], [1, 2, 3, 1]] = True
    assert sorted(find_circle(circle)[1:]) == [1, 2, 3]


@pytest.mark.parametrize(
    ("arcs", "message"),
    [([("a", "x")], "no variable 'x'; there are 'a', 'b'"), ([("a", "a")], "from 'a' to itself")],
)
def test_arcs_that_cannot_be_are_refused(arcs, message):
    with pytest.raises(ValueError, match=message):
        ArcGraph.of("ab", arcs)


def test_a_damaged_graph_is_refused():
    for arcs in (np.ones((2, 2), bool), np.zeros((3, 2), bool)):
        with pytest.raises(ValueError, match="not the graph of a network"):
            ArcGraph(("a", "b"), arcs, np.zeros(arcs.shape)).check_loaded()
