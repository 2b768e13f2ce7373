import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.learners.bayes_net.networks import ASIA, make_alarm, make_asia

from hedgerow.learners import ArcGraph, BayesNet, read_bif, write_bif
from hedgerow.learners.bayes_net.bif import read_bif_arcs
from hedgerow.learners.bayes_net.distributions import LinearGaussians
from hedgerow.learners.bayes_net.families import Family
from hedgerow.learners.bayes_net.variables import Variable

PAIR = """
variable rain { type discrete [2] { no, yes }; }
variable wet { type discrete [3] { dry, "damp", soaked }; }
probability ( rain ) { table 0.8, 0.2; }
"""


def test_a_network_is_read():
    asia = make_asia()
    assert asia.names == ("asia", "tub", "smoke", "lung", "bronc", "either", "xray", "dysp")
    assert asia.n_parameters == 18
    assert asia.graph.parents(7) == (4, 5)
    table = asia.frame("dysp")
    assert table.loc[("no", "yes"), "yes"] == 0.7
    # parents are listed the other way round in the text, and "default" holds where no line is
    assert_array_equal(asia.frame("either")["yes"].to_numpy().reshape(2, 2), [[1, 1], [1, 0]])


@pytest.mark.parametrize("make", [make_asia, make_alarm])
def test_what_is_written_is_read_again(make, tmp_path):
    net = make()
    path = tmp_path / "net.bif"
    text = write_bif(net, path)
    for again in (read_bif(text), read_bif(path), read_bif(str(path))):
        assert again.variables == net.variables
        assert_array_equal(again.graph.arcs, net.graph.arcs)
        for ours, theirs in zip(again.distributions, net.distributions, strict=True):
            assert_allclose(ours.probabilities, theirs.probabilities, atol=1e-12)


def test_a_whole_table_has_the_node_in_its_slowest_place():
    """As in the format's own example: first all configurations for the first state of the node."""
    net = read_bif(PAIR + "probability ( wet | rain ) { table 0.7 0.1 0.2 0.3 0.1 0.6; }")
    assert_allclose(net.distributions[1].probabilities, [[0.7, 0.2, 0.1], [0.1, 0.3, 0.6]])
    assert net.variables[1].states == ("dry", "damp", "soaked")


def test_arcs_are_read_without_tables():
    assert read_bif_arcs("probability ( a | b, c ) { } probability ( \"b\" | \"c\" ) { }") == [
        ("a", "b")[::-1], ("c", "a"), ("c", "b"),
    ]  # fmt: skip
    assert len(read_bif_arcs(ASIA)) == 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("network x { }", "it has no variables"),
        (PAIR, "no probabilities of 'wet'"),
        (PAIR + "probability ( wet | snow ) { table 1; }", "no variable 'snow'"),
        (PAIR + "probability ( wet | rain ) { table 0.1; }", "1 numbers for 6 cells"),
        (PAIR + "probability ( wet | rain ) { (no) 0.7, 0.2, 0.1; }", "leaves a configuration"),
        (PAIR + "probability ( wet | rain ) { default 0.7, 0.2, 0.2; }", "do not add up to 1"),
        (PAIR + "probability ( wet | rain ) { (maybe) 0.7, 0.2, 0.1; }", "'rain' has no state 'maybe'"),
        (PAIR + "probability ( wet | rain ) { (no, no) 0.7, 0.2, 0.1; }", "2 states for 1 parents"),
        (PAIR + "probability ( wet | rain ) { default many, 0, 0; }", "'many, 0, 0' where numbers"),
        (PAIR.replace("[3]", "[2]"), "should have 2 states"),
        (PAIR.replace("wet", "rain"), "two variables that are called 'rain'"),
        (PAIR.replace('discrete [3] { dry, "damp", soaked }', "continuous"), "'wet' is not discrete"),
        (PAIR.replace("( rain )", "( rain | wet )") + "probability ( wet | rain ) { }", "no circle"),
    ],
)
def test_what_is_no_network_is_refused_with_a_sentence(text, message):
    with pytest.raises(ValueError, match=message):
        read_bif(text)


def test_a_file_that_is_not_there():
    with pytest.raises(FileNotFoundError):
        read_bif("nowhere.bif")


def test_numbers_cannot_be_written():
    age = Variable("age")
    gaussian = LinearGaussians(Family.of((age,), 0, []), np.zeros((1, 1)), np.ones(1))
    with pytest.raises(ValueError, match="'age' is a number"):
        write_bif(BayesNet((age,), ArcGraph.of(["age"], []), (gaussian,)))


def test_names_with_spaces_become_words():
    net = read_bif(PAIR + "probability ( wet | rain ) { default 0.7, 0.2, 0.1; }")
    named = BayesNet((Variable("much rain", ("no", "a, b")), net.variables[1]), net.graph, net.distributions)
    assert "variable much_rain" in write_bif(named)
    assert "{ no, a__b }" in write_bif(named)
