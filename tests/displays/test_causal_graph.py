import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError
from tests.selection.causal.oracle import Oracle, factorial

from hedgerow.displays.causal_graph import CausalGraphDisplay, count_steps, place_on_rings
from hedgerow.selection.causal import CausalGraph, CausalSelector


def of(oracle):
    n = oracle.n_variables
    return CausalGraph(tuple(f"v{node}" for node in range(n)), oracle.arrows(), np.ones((n, n)))


def words(ax):
    return [text.get_text() for text in ax.texts if text.get_text()]


def test_a_selector_is_drawn():
    X, T = factorial()
    selector = CausalSelector("pc", test="mi").fit(X, T)
    display = CausalGraphDisplay.from_selector(selector).plot()
    assert display.ax_.get_title(loc="left") == "y has 2 causes and 1 effect"
    assert sorted(words(display.ax_)) == ["1 more, farther away or not connected", "A", "B", "Y", "Z", "y"]
    labels = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert labels == ["cause", "effect", "farther away"]
    pd.testing.assert_frame_equal(display.frame(), selector.graph_.frame())
    arrows = [note.arrow_patch.get_arrowstyle() for note in display.ax_.texts if hasattr(note, "arrow_patch")]
    assert len(arrows) == 4


def test_only_the_closest_are_drawn():
    display = CausalGraphDisplay.from_graph(of(Oracle([[], [0], [1], [2], [3]])), max_features=2).plot()
    assert sorted(words(display.ax_)) == ["2 more, farther away or not connected", "v2", "v3", "v4"]


def test_a_target_without_edges():
    display = CausalGraphDisplay.from_graph(of(Oracle([[], []]))).plot()
    assert display.ax_.get_title(loc="left") == "v1 depends on nothing"


def test_edges_without_direction_are_told():
    arrows = np.ones((3, 3), bool) & ~np.eye(3, dtype=bool)
    arrows[0, 1] = arrows[1, 0] = False
    graph = CausalGraph(tuple("abc"), arrows, np.ones((3, 3)))
    title = CausalGraphDisplay.from_graph(graph).plot().ax_.get_title(loc="left")
    assert title == "c has 2 neighbours without a direction"
    arrows[2, 0] = False
    title = CausalGraphDisplay.from_graph(graph).plot().ax_.get_title(loc="left")
    assert title == "c has 1 cause and 1 neighbour without a direction"


def test_axes_are_used(tmp_path):
    import matplotlib.pyplot as plt

    _, ax = plt.subplots()
    display = CausalGraphDisplay.from_graph(of(Oracle([[], [0]]))).plot(ax)
    assert display.ax_ is ax
    display.figure_.savefig(tmp_path / "graph.png")


def test_rings_are_steps_away():
    graph = of(Oracle([[], [0], [1], [1], []]))
    steps = count_steps(graph.is_adjacent, 3)
    assert steps.tolist() == [2, 1, 2, 0, -1]
    graph = of(Oracle([[], [0], [1], [1]]))
    places = place_on_rings(graph, count_steps(graph.is_adjacent, 3), [1, 0, 2])
    distances = {node: np.hypot(*place) for node, place in places.items()}
    assert distances[3] == 0 < distances[1] < distances[0] == pytest.approx(distances[2])
    assert len({(round(x, 6), round(y, 6)) for x, y in places.values()}) == 4


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="max_features=0 must be an int of 1 or more"):
        CausalGraphDisplay.from_graph(of(Oracle([[], [0]])), max_features=0)
    with pytest.raises(NotFittedError):
        CausalGraphDisplay.from_selector(CausalSelector())
