import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError
from tests.learners.bayes_net.networks import make_alarm, make_asia

from hedgerow.displays import BayesNetDisplay
from hedgerow.displays.bayes_net import arrange_in_layers
from hedgerow.learners import ArcGraph, BayesNetClassifier


def words(ax):
    return sorted(text.get_text() for text in ax.texts if text.get_text())


@pytest.mark.parametrize("make", [make_asia, make_alarm])
def test_each_node_stands_below_its_parents(make):
    graph = make().graph
    layers = arrange_in_layers(graph)
    depth = {node: level for level, layer in enumerate(layers) for node in layer}
    assert sorted(depth) == list(range(len(graph)))
    assert all(depth[parent] < depth[child] for parent, child in np.argwhere(graph.arcs).tolist())


def test_a_classifier_is_drawn():
    X = pd.DataFrame({"a": list("xyxyxy"), "b": [1.0, 2, 3, 4, 5, 6]})
    net = BayesNetClassifier([("a", "b"), ("a", "class"), ("class", "b")]).fit(X, list("nnnyyy"))
    display = BayesNetDisplay.from_estimator(net).plot()
    assert words(display.ax_) == ["a", "b", "class"]
    assert display.ax_.get_title(loc="left") == "class has 1 parent and 1 child"
    labels = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert labels == ["parent", "child"]
    pd.testing.assert_frame_equal(display.frame(), net.graph_.frame())
    assert sum(hasattr(note, "arrow_patch") for note in display.ax_.texts) == 3


def test_roles_and_titles():
    asia = make_asia().graph
    display = BayesNetDisplay.from_graph(asia, target="either").plot()
    assert display.ax_.get_title(loc="left") == "either has 2 parents and 2 children"
    labels = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert labels == ["parent", "child", "other parent of a child", "farther away"]
    plain = BayesNetDisplay.from_graph(asia).plot()
    assert plain.ax_.get_title(loc="left") == "8 variables and 8 arcs"
    assert plain.ax_.get_legend() is None
    alone = BayesNetDisplay.from_graph(ArcGraph.of("ab", []), target="a").plot()
    assert alone.ax_.get_title(loc="left") == "a depends on nothing"


def test_probable_arcs_are_wide():
    graph = ArcGraph.of("abc", [("a", "b"), ("a", "c")])
    probabilities = np.where(graph.arcs, 1.0, 0.0)
    probabilities[0, 2] = 0.5
    ax = BayesNetDisplay.from_graph(ArcGraph(graph.names, graph.arcs, probabilities)).plot().ax_
    widths = [note.arrow_patch.get_linewidth() for note in ax.texts if hasattr(note, "arrow_patch")]
    assert widths == [2.0, 1.25]


def test_axes_are_used(tmp_path):
    import matplotlib.pyplot as plt

    _, ax = plt.subplots()
    display = BayesNetDisplay.from_graph(make_alarm().graph).plot(ax)
    assert display.ax_ is ax
    display.figure_.savefig(tmp_path / "graph.png")


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="target='d' is not in the graph; it has a, b"):
        BayesNetDisplay.from_graph(ArcGraph.of("ab", []), target="d")
    with pytest.raises(NotFittedError):
        BayesNetDisplay.from_estimator(BayesNetClassifier())
