import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import multivariate_normal

from hedgerow.learners import ArcGraph, BayesNet
from hedgerow.learners.bayes_net.distributions import LinearGaussians, StateTable
from hedgerow.learners.bayes_net.gaussian_blocks import GaussianBlock, find_blocks
from hedgerow.learners.bayes_net.network import list_families
from hedgerow.learners.bayes_net.variables import Rows, Variable

NODES = (
    Variable("D", ("a", "b")), Variable("E", ("x", "y", "z")), Variable("P"), Variable("Q"), Variable("R"),
)  # fmt: skip
ARCS = [("D", "E"), ("D", "P"), ("P", "Q"), ("E", "Q"), ("Q", "R"), ("P", "R"), ("D", "R")]


def make_mixed(seed=0):
    """States, and numbers that depend on them and on each other."""
    random = np.random.default_rng(seed)
    graph = ArcGraph.of([each.name for each in NODES], ARCS)
    found = []
    for family in list_families(NODES, graph):
        n = family.n_configurations
        if family.n_states:
            found.append(StateTable(family, random.dirichlet(np.ones(family.n_states), n)))
        else:
            lines = random.normal(size=(n, len(family.regressors) + 1))
            found.append(LinearGaussians(family, lines, random.uniform(0.3, 2, n)))
    return BayesNet(NODES, graph, tuple(found))


def join(net, d, e):
    """Mean and covariance of (P, Q, R) for one state of each: x = b + B x + noise."""
    lines, noise = np.zeros((3, 3)), np.zeros(3)
    start = np.zeros(3)
    for at, number in enumerate((d, e + 3 * 0, d)):
        found = net.distributions[at + 2]
        start[at], noise[at] = found.coefficients[number, 0], found.variances[number]
        for place, regressor in enumerate(found.family.regressors):
            lines[at, regressor - 2] = found.coefficients[number, place + 1]
    inverse = np.linalg.inv(np.eye(3) - lines)
    return inverse @ start, inverse @ np.diag(noise) @ inverse.T


@pytest.mark.parametrize("gaps", [[2], [3], [4], [2, 3], [2, 4], [2, 3, 4], []])
@pytest.mark.parametrize("hides_states", [False, True])
def test_missing_numbers_are_integrated_out(gaps, hides_states):
    """Beside the normal density of what is known, for each pair of states."""
    net = make_mixed()
    rows = net.draw(6, np.random.RandomState(1))
    codes = rows.codes.copy()
    codes[gaps] = -1
    if hides_states:
        codes[:2] = -1
    known = [at for at in range(3) if at + 2 not in gaps]
    expected = np.zeros((6, 6))
    for d in range(2):
        for e in range(3):
            mean, covariance = join(net, d, e)
            weight = net.distributions[0].probabilities[0, d] * net.distributions[1].probabilities[d, e]
            density = np.ones(6)
            if known:
                density = multivariate_normal(mean[known], covariance[np.ix_(known, known)]).pdf(
                    rows.values[2:][known].T
                )
            is_there = np.ones(6) if hides_states else (rows.codes[0] == d) & (rows.codes[1] == e)
            expected[:, 3 * d + e] = weight * density * is_there
    found = net.find_log_likelihood(Rows(codes, np.where(codes < 0, 0.0, rows.values)))
    assert_allclose(np.exp(found), expected.sum(axis=1), rtol=1e-9)
    posterior = np.exp(net.find_posterior(Rows(codes, rows.values), 0))
    if hides_states:
        shares = expected.reshape(6, 2, 3).sum(axis=2)
        assert_allclose(posterior, shares / shares.sum(axis=1, keepdims=True), rtol=1e-9)


def test_means_and_covariances_are_those_given_the_rest():
    net = make_mixed(3)
    rows = net.draw(4, np.random.RandomState(2))
    codes = rows.codes.copy()
    codes[[2, 3]] = -1
    missing = np.array([False, False, True, True, False])
    (block,) = find_blocks(list(net.distributions[2:]), missing)
    assert block.numbers == (2, 3)
    integral = block.integrate(Rows(codes, rows.values))
    for row in range(4):
        mean, covariance = join(net, rows.codes[0, row], rows.codes[1, row])
        gain = covariance[:2, 2] / covariance[2, 2]
        assert_allclose(integral.means[row, 0], mean[:2] + gain * (rows.values[4, row] - mean[2]), rtol=1e-8)
        assert_allclose(
            integral.covariances[row, 0], covariance[:2, :2] - np.outer(gain, covariance[:2, 2]), rtol=1e-8
        )


def test_numbers_that_share_nothing_are_blocks_apart():
    net = make_mixed()
    missing = np.array([False, False, False, True, False])
    assert [len(block.gaussians) for block in find_blocks(list(net.distributions[3:]), missing)] == [2]
    nodes = tuple(Variable(name) for name in "uvw")
    graph = ArcGraph.of("uvw", [("u", "v")])
    apart = [
        LinearGaussians(family, np.zeros((1, len(family.regressors) + 1)), np.ones(1))
        for family in list_families(nodes, graph)
    ]
    blocks = find_blocks(apart, np.ones(3, bool))
    assert sorted(block.numbers for block in blocks) == [(0, 1), (2,)]


def test_too_many_missing_states_are_refused():
    nodes = (*(Variable(f"s{at}", tuple(range(20))) for at in range(4)), Variable("u"))
    graph = ArcGraph.of([each.name for each in nodes], [(f"s{at}", "u") for at in range(4)])
    family = list_families(nodes, graph)[-1]
    lines = LinearGaussians(family, np.zeros((160_000, 1)), np.ones(160_000))
    with pytest.raises(ValueError, match="1 missing numbers depend on 4 missing variables with states"):
        GaussianBlock.of([lines], np.ones(5, bool))
