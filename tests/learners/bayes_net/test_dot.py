import pytest

from hedgerow.learners import ArcGraph
from hedgerow.learners.bayes_net.dot import read_dot


@pytest.mark.parametrize(
    ("text", "arcs"),
    [
        ("digraph { a -> b -> c }", [("a", "b"), ("b", "c")]),
        ("strict digraph G {\n a->b;\n a->b }", [("a", "b")]),
        ("digraph { {a b} -> {c; d} }", [("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]),
        ('digraph { node [shape=box]; "a b" -> "c\\"d" [label="x -> y"]; }', [("a b", 'c"d')]),
        ("digraph { rankdir=LR; a:n -> b:s; subgraph cluster_0 { b -> c } }", [("a", "b"), ("b", "c")]),
        ("// one\ndigraph { /* a -> z */ a -> b\n# two\n}", [("a", "b")]),
        ("digraph { a; b }", []),
        ("digraph { x0 -> mean-radius }", [("x0", "mean-radius")]),
    ],
)
def test_arcs_are_read(text, arcs):
    assert read_dot(text) == arcs


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("graph { a -- b }", "not a directed graph"),
        ("", "not a directed graph"),
        ("digraph { a -- b }", "an edge without a direction"),
        ("digraph { a -> b", "no closing brace"),
        ("digraph { a -> b [label=x }", "a bracket without"),
        ("digraph {\n a > b }", "line 2 of the graph has '>'"),
    ],
)
def test_what_is_no_graph_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        read_dot(text)


def test_what_a_graph_writes_is_read():
    arcs = [("a b", 'c"d'), ("x\\y", "a b")]
    graph = ArcGraph.of(["a b", 'c"d', "x\\y"], arcs)
    assert sorted(read_dot(graph.to_dot())) == sorted(arcs)
