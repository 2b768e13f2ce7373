import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm
from tests.learners.bayes_net.networks import make_alarm, make_asia

from hedgerow.learners import ArcGraph
from hedgerow.learners.bayes_net.scores import ScoredRows, find_log_prior
from hedgerow.learners.bayes_net.variables import Rows, Variable

PAIR = (Variable("A", (0, 1)), Variable("B", (0, 1)))
EIGHT = Rows.of(PAIR, np.array([(0, 0), (0, 0), (0, 1), (1, 1), (1, 1), (1, 1), (1, 0), (0, 0)], float))
NOTHING, A_TO_B = np.zeros((2, 2), bool), np.array([[0, 1], [0, 0]], bool)


def test_the_worked_example():
    """Eight rows: independent, and A -> B, which is barely better."""
    bic = ScoredRows.of(PAIR, EIGHT, np.ones(8))
    assert bic.score_graph(NOTHING) == pytest.approx(-13.169796, abs=1e-6)
    assert bic.score_graph(A_TO_B) == pytest.approx(-13.163021, abs=1e-6)
    plain = ScoredRows.of(PAIR, EIGHT, np.ones(8), "likelihood")
    assert plain.score_graph(NOTHING) == pytest.approx(-11.090355, abs=1e-6)
    assert plain.score_graph(A_TO_B) == pytest.approx(-10.043859, abs=1e-6)
    aic = ScoredRows.of(PAIR, EIGHT, np.ones(8), "aic")
    assert aic.score_graph(A_TO_B) == pytest.approx(-13.043859, abs=1e-6)


# pgmpy 0.1.26: BicScore(X, state_names).score(graph) of sample(300, 0), with the graph and without arcs.
@pytest.mark.parametrize(
    ("make", "with_arcs", "without"),
    [
        (make_asia, -721.3957730915954, -921.7106847332743),
        (make_alarm, -8519.585037961411, -9051.699058805414),
    ],
)
def test_bic_is_that_of_pgmpy(make, with_arcs, without):
    net = make()
    rows = net.read(net.sample(300, 0))
    data = ScoredRows.of(net.variables, rows, np.ones(300))
    assert data.score_graph(net.graph.arcs) == pytest.approx(with_arcs, rel=1e-12)
    assert data.score_graph(np.zeros_like(net.graph.arcs)) == pytest.approx(without, rel=1e-12)


def test_weights_are_repeated_rows():
    counts = np.array([1, 2, 3, 0, 1, 1, 2, 4])
    weighted = ScoredRows.of(PAIR, EIGHT, counts.astype(float))
    repeated = ScoredRows.of(PAIR, EIGHT.select(np.repeat(np.arange(8), counts)), np.ones(14))
    assert weighted.score_graph(A_TO_B) == pytest.approx(repeated.score_graph(A_TO_B))


def test_a_number_is_scored_by_its_density():
    random = np.random.default_rng(0)
    nodes = (Variable("u"), Variable("v"))
    u = random.normal(size=50)
    v = 2 * u + random.normal(size=50)
    rows = Rows.of(nodes, np.column_stack([u, v]))
    score = ScoredRows.of(nodes, rows, np.ones(50), "likelihood").score([1], [[0]])[0]
    slope, intercept = np.polyfit(u, v, 1)
    residual = v - slope * u - intercept
    assert score == pytest.approx(norm.logpdf(residual, 0, residual.std()).sum())
    bic = ScoredRows.of(nodes, rows, np.ones(50)).score([1], [[0]])[0]
    assert score - bic == pytest.approx(3 * np.log(50) / 2)


def test_rows_with_gaps_are_left_out_and_made_up_for():
    """The likelihood of the rows that have the family whole is scaled up to all of them."""
    rows = Rows(EIGHT.codes.copy(), EIGHT.values)
    rows.codes[1, :2] = -1
    found = ScoredRows.of(PAIR, rows, np.ones(8), "likelihood").score([1, 0], [[0], []])
    known = ScoredRows.of(PAIR, EIGHT.select(np.arange(2, 8)), np.ones(6), "likelihood").score([1], [[0]])
    assert found[0] == pytest.approx(known[0] * 8 / 6)
    assert found[1] == pytest.approx(8 * np.log(0.5))


def test_the_prior_counts_sets_of_parents():
    assert find_log_prior(np.zeros((5, 5), bool)) == pytest.approx(0.0)
    arcs = ArcGraph.of("abcde", [("a", "c"), ("b", "c")]).arcs
    assert_allclose(np.exp(find_log_prior(arcs)), 1 / 6)
