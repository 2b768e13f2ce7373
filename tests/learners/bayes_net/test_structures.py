import numpy as np
import pandas as pd
import pytest
from tests.learners.bayes_net.networks import ASIA, make_asia
from tests.learners.bayes_net.test_gaussian_blocks import make_mixed

from hedgerow.learners.bayes_net.scores import ScoredRows
from hedgerow.learners.bayes_net.structures import grow_tree, make_naive, read_arcs, read_structure_file

NAMES = ["a", "b", "c", "class"]


def list_arcs(graph):
    return sorted(map(tuple, graph.frame()[["from", "to"]].to_numpy().tolist()))


def test_naive_bayes():
    assert list_arcs(make_naive(NAMES, "class")) == [("class", "a"), ("class", "b"), ("class", "c")]


def test_the_class_joins_arcs_that_do_not_mention_it():
    attached = read_arcs([("a", "b"), (1, 2)], NAMES, "class")
    assert list_arcs(attached) == [("a", "b"), ("b", "c"), ("class", "a"), ("class", "b"), ("class", "c")]
    assert list_arcs(read_arcs([("a", "class")], NAMES, "class")) == [("a", "class")]


@pytest.mark.parametrize(
    ("arcs", "message"),
    [
        (["ab"], "an arc is a pair"),
        ([("a", "b", "c")], "an arc is a pair"),
        ([("a", 3)], "feature 3 is not there; there are 3, from 0"),
        ([("a", "d")], "there is no variable 'd'"),
        ([("a", "b"), ("b", "a")], "no circle"),
    ],
)
def test_arcs_that_cannot_be_are_refused(arcs, message):
    with pytest.raises(ValueError, match=message):
        read_arcs(arcs, NAMES, "class")


def test_files(tmp_path):
    dot, bif = tmp_path / "graph.dot", tmp_path / "asia.bif"
    dot.write_text("digraph { a -> b }")
    bif.write_text(ASIA)
    assert ("class", "c") in list_arcs(read_structure_file(dot, NAMES, "class"))
    names = [name for name in make_asia().names if name != "lung"] + ["lung"]
    assert len(list_arcs(read_structure_file(bif, names, "lung"))) == 8
    with pytest.raises(
        ValueError, match=r"asia\.bif has an arc of 'asia', which is neither a feature nor the class"
    ):
        read_structure_file(bif, NAMES, "class")
    with pytest.raises(
        ValueError, match="structure='naiv' must be 'learn', 'naive', 'tan', a list of arcs, or"
    ):
        read_structure_file("naiv", NAMES, "class")
    with pytest.raises(FileNotFoundError):
        read_structure_file(tmp_path / "gone.dot", NAMES, "class")


def naive_information(frame, first, second, label):
    """The sum over all cells, as the paper has it."""
    total = 0.0
    for _, stratum in frame.groupby(label, observed=True):
        table = pd.crosstab(stratum[first], stratum[second]).to_numpy() / len(stratum)
        apart = table.sum(axis=1, keepdims=True) * table.sum(axis=0, keepdims=True)
        inside = table > 0
        total += len(stratum) * (table[inside] * np.log(table[inside] / apart[inside])).sum()
    return total


def test_the_tree_has_the_largest_information():
    """Beside every spanning tree of five features, as found by Kruskal's rule over the naive sums."""
    asia = make_asia()
    frame = asia.sample(2000, 0)[["smoke", "bronc", "either", "xray", "dysp", "lung"]]
    features = list(frame.columns[:-1])
    names = [*features, "lung"]
    variables = tuple(asia.variables[asia.names.index(name)] for name in names)
    rows = asia.read(frame)
    places = [asia.names.index(name) for name in names]
    rows = type(rows)(rows.codes[places], rows.values[places])
    tree = grow_tree(ScoredRows.of(variables, rows, np.ones(2000)), names, "lung")
    assert [len(tree.parents(place)) for place in range(6)] == [1, 2, 2, 2, 2, 0]
    pairs = sorted(
        (
            (naive_information(frame, a, b, "lung"), a, b)
            for i, a in enumerate(features)
            for b in features[:i]
        ),
        reverse=True,
    )
    part = {name: {name} for name in features}
    best = 0.0
    for worth, a, b in pairs:
        if part[a] is not part[b]:
            best += worth
            part[a] |= part[b]
            for name in part[a]:
                part[name] = part[a]
    found = sum(naive_information(frame, a, b, "lung") for a, b in list_arcs(tree) if a != "lung")
    assert found == pytest.approx(best)


def test_a_tree_of_states_and_numbers():
    net = make_mixed()
    rows = net.draw(500, np.random.RandomState(0))
    data = ScoredRows.of(net.variables, rows, np.ones(500))
    tree = grow_tree(data, net.names, "D")
    assert tree.parents(1) == (0,)  # the other states, the root
    assert all(len(tree.parents(place)) == 2 for place in (2, 3, 4))
    assert not tree.arcs[2:, :2].any()
