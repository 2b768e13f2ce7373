import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from tests.learners.bayes_net.networks import make_alarm, make_asia
from tests.learners.bayes_net.test_gaussian_blocks import make_mixed

from hedgerow.learners import ArcGraph, BayesNet
from hedgerow.learners.bayes_net.distributions import StateTable
from hedgerow.learners.bayes_net.expectation import EMRounds
from hedgerow.learners.bayes_net.network import list_families
from hedgerow.learners.bayes_net.variables import Rows, Variable


def test_the_worked_example():
    """Naive Bayes with a hidden binary class, and six rows of two features."""
    nodes = (Variable("F1", (0, 1)), Variable("F2", (0, 1)), Variable("C", (0, 1)))
    graph = ArcGraph.of(["F1", "F2", "C"], [("C", "F1"), ("C", "F2")])
    families = list_families(nodes, graph)
    tables = ([[0.7, 0.3], [0.2, 0.8]], [[0.8, 0.2], [0.3, 0.7]], [[0.4, 0.6]])
    start = tuple(StateTable(*each) for each in zip(families, map(np.array, tables), strict=True))
    cells = np.array([(1, 1), (1, 1), (1, 0), (0, 1), (0, 0), (0, 0)], float)
    rows = Rows.of(nodes, np.column_stack([cells, np.full(6, np.nan)]))
    responsibilities = np.exp(BayesNet(nodes, graph, start).find_posterior(rows, 2))[:, 1]
    assert_allclose(responsibilities, [0.933333, 0.933333, 0.6, 0.6, 0.138462, 0.138462], atol=1e-6)
    rounds = EMRounds.of(families, graph.arcs, rows, np.ones(6), smoothing=0.0)
    sums, likelihood = rounds.expect(start)
    assert likelihood == pytest.approx(-8.130679, abs=1e-6)
    found = rounds.maximise(sums)
    assert found[2].probabilities[0, 1] == pytest.approx(0.557265, abs=1e-6)
    for feature in (0, 1):
        assert_allclose(found[feature].probabilities[:, 1], [0.200772, 0.737730], atol=1e-6)
    assert rounds.expect(found)[1] == pytest.approx(-7.985822, abs=1e-6)


# pgmpy 0.1.26: ExpectationMaximization(model, X).get_parameters(max_iter=1 and 5, init_cpds of the hidden variable and
# its children) on sample(300, 0) without a column.
HIDDEN = [
    (make_asia, "bronc", 1, "bronc", [[0.56621993, 0.43378007], [0.2778711, 0.7221289]]),
    (make_asia, "bronc", 5, "bronc", [[0.55447293, 0.44552707], [0.28625073, 0.71374927]]),
    (
        make_asia, "bronc", 1, "dysp",
        [[0.97415523, 0.02584477], [0.76064493, 0.23935507], [0.91772068, 0.08227932], [0.08329931, 0.91670069]],
    ),
    (
        make_asia, "bronc", 5, "dysp",
        [[0.96836629, 0.03163371], [0.75444856, 0.24555144], [0.93441661, 0.06558339], [0.08367031, 0.91632969]],
    ),
    (
        make_alarm, "CATECHOL", 1, "HR",
        [[0.69731458, 0.28043049, 0.02225493], [0.16505725, 0.79240018, 0.04254257]],
    ),
    (
        make_alarm, "CATECHOL", 5, "HR",
        [[0.72154532, 0.24543748, 0.0330172], [0.14777173, 0.81863502, 0.03359326]],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("make", "hidden", "n_rounds", "shown", "expected"), HIDDEN)
def test_rounds_are_those_of_pgmpy(make, hidden, n_rounds, shown, expected):
    net = make()
    rows = net.read(net.sample(300, 0))
    learned = BayesNet.learn(net.variables, net.graph, rows, np.ones(300))
    place = net.names.index(hidden)
    own = {place, *net.graph.children(place)}
    found = tuple((net if node in own else learned).distributions[node] for node in range(len(net.names)))
    families = list_families(net.variables, net.graph)
    rounds = EMRounds.of(families, net.graph.arcs, rows.forget(place), np.ones(300), smoothing=0.0)
    for _ in range(n_rounds):
        found = rounds.maximise(rounds.expect(found)[0])
    assert_allclose(found[net.names.index(shown)].probabilities, expected, atol=1e-7)


@settings(max_examples=8)
@given(st.integers(0, 10_000), st.sampled_from([0.0, 1.0]))
def test_the_likelihood_never_falls(seed, smoothing):
    """With any gaps in states and numbers, and whatever the start."""
    truth, start = make_mixed(seed), make_mixed(seed + 1)
    random = np.random.RandomState(seed)
    drawn = truth.draw(80, random)
    codes = np.where(random.uniform(size=drawn.codes.shape) < 0.3, -1, drawn.codes).astype(np.int32)
    rows = Rows(codes, np.where(codes < 0, 0.0, drawn.values))
    weights = random.randint(1, 3, 80).astype(float)
    families = list_families(truth.variables, truth.graph)
    rounds = EMRounds.of(families, truth.graph.arcs, rows, weights, smoothing)
    _, history = rounds.improve(start.distributions, max_iter=12, tol=0.0)
    assert len(history) > 1
    assert (np.diff(history) >= -1e-8 * abs(history[0])).all()


def test_without_gaps_one_round_is_all():
    truth = make_mixed()
    rows = truth.draw(200, np.random.RandomState(0))
    families = list_families(truth.variables, truth.graph)
    rounds = EMRounds.of(families, truth.graph.arcs, rows, np.ones(200), 1.0)
    found = rounds.maximise(rounds.expect(truth.distributions)[0])
    plain = BayesNet.learn(truth.variables, truth.graph, rows, np.ones(200), 1.0).distributions
    for ours, theirs in zip(found, plain, strict=True):
        for name in ("probabilities", "coefficients", "variances"):
            if hasattr(ours, name):
                assert_allclose(getattr(ours, name), getattr(theirs, name), atol=1e-10)


def test_what_was_lost_is_made_up_for():
    """D is missing mostly where E is x, which makes the whole rows no fair sample."""
    truth = make_mixed()
    random = np.random.RandomState(0)
    drawn = truth.draw(4000, random)
    codes = np.where(random.uniform(size=drawn.codes.shape) < 0.1, -1, drawn.codes).astype(np.int32)
    codes[0] = np.where((drawn.codes[1] == 0) & (random.uniform(size=4000) < 0.9), -1, drawn.codes[0])
    codes[1] = drawn.codes[1]
    rows = Rows(codes, np.where(codes < 0, 0.0, drawn.values))
    start = BayesNet.learn(truth.variables, truth.graph, rows, np.ones(4000), 1.0)
    families = list_families(truth.variables, truth.graph)
    rounds = EMRounds.of(families, truth.graph.arcs, rows, np.ones(4000), 1.0)
    found, _ = rounds.improve(start.distributions, 50, 1e-7)
    for node in (0, 1):
        expected = truth.distributions[node].probabilities
        assert np.abs(start.distributions[node].probabilities - expected).max() > 0.1
        assert_allclose(found[node].probabilities, expected, atol=0.05)
