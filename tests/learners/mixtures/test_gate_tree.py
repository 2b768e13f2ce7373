from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import check_grad
from sklearn.linear_model import LogisticRegression

from hedgerow.learners.mixtures import gate_tree
from hedgerow.learners.mixtures.gate_tree import GateTree

RANDOM = np.random.default_rng(0)
POINTS = RANDOM.normal(size=(200, 3))
WEIGHTS = np.full(200, 1 / 200)


def draw_tree(branching):
    even = GateTree.even(branching, 3)
    return GateTree(branching, tuple(RANDOM.normal(size=level.shape) for level in even.levels))


@pytest.mark.parametrize("branching", [(1,), (4,), (2, 3), (2, 1, 3)], ids=str)
def test_priors_are_products_along_the_path(branching):
    tree = draw_tree(branching)
    priors = tree.weigh(POINTS)
    assert priors.shape == (200, tree.n_experts)
    assert_allclose(priors.sum(axis=1), 1)
    for leaf, path in enumerate(np.ndindex(*branching)):
        expected, node = np.ones(200), 0
        for level, branch in zip(tree.levels, path, strict=True):
            logits = POINTS @ level[:-1, node] + level[-1, node]
            shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
            expected *= shares[:, branch]
            node = node * level.shape[2] + branch
        assert_allclose(priors[:, leaf], expected)


def test_gates_by_hand():
    """The check value: gates of (.6, .4), and (.7, .3), (.2, .8) below them."""
    offsets = (np.log(shares) for shares in ([[0.6, 0.4]], [[0.7, 0.3], [0.2, 0.8]]))
    levels = tuple(np.stack([np.zeros_like(offset), offset]) for offset in offsets)
    priors = GateTree((2, 2), levels).weigh(np.array([[5.0]]))
    assert_allclose(priors, [[0.42, 0.18, 0.08, 0.32]])


def test_two_branches_are_a_logistic_regression():
    labels = (POINTS[:, 0] + RANDOM.normal(size=200) > 0).astype(int)
    learned = GateTree.even((2,), 3).learn(POINTS, np.eye(2)[labels], WEIGHTS, decay=0.02)
    # Two columns of coefficients with equal and opposite values are penalised half as much as their difference.
    other = LogisticRegression(C=1 / (200 * 0.01), tol=1e-8).fit(POINTS, labels)
    assert_allclose(learned.weigh(POINTS), other.predict_proba(POINTS), atol=1e-3)


def test_a_hierarchy_finds_the_tree_that_made_the_posteriors():
    tree = draw_tree((2, 3))
    learned = GateTree.even((2, 3), 3)
    for _ in range(5):
        learned = learned.learn(POINTS, tree.weigh(POINTS), WEIGHTS, decay=0.0)
    assert_allclose(learned.weigh(POINTS), tree.weigh(POINTS), atol=0.01)


@pytest.mark.parametrize("decay", [0.0, 1.0])
def test_expected_likelihood_never_falls_whatever_the_decay(decay):
    old = draw_tree((2, 2))
    posteriors = RANDOM.dirichlet(np.ones(4), 200)
    new = old.learn(POINTS, posteriors, WEIGHTS, decay)
    worth = [(posteriors * tree.weigh_logarithmically(POINTS)).sum() for tree in (old, new)]
    assert worth[1] >= worth[0]


def test_slopes_are_those_of_finite_differences():
    credit = RANDOM.random((6, 2, 3))
    gain = gate_tree._expect(credit)

    def measure(logits):
        logits = logits.reshape(6, 2, 3)
        return gain(logits - np.log(np.exp(logits).sum(axis=2, keepdims=True)))

    start = RANDOM.normal(size=36)
    assert check_grad(lambda z: measure(z)[0], lambda z: measure(z)[1].ravel(), start) < 1e-5


def test_gates_above_given_experts_find_who_is_right_where():
    right = POINTS[:, 0] > 0
    densities = np.log(np.where(np.column_stack([right, ~right]), 0.9, 0.1))
    learned = GateTree.even((2,), 3).learn_from_densities(POINTS, densities, WEIGHTS, decay=1e-4)
    assert ((learned.weigh(POINTS)[:, 0] > 0.5) == right).mean() > 0.98
    nobody = GateTree.even((2,), 3).learn_from_densities(POINTS, np.zeros((200, 2)), WEIGHTS, decay=1e-4)
    assert_allclose(nobody.weigh(POINTS), 0.5)


@pytest.mark.parametrize("change", [{"branching": (2,)}, {"branching": (2, 3, 2)}, {"branching": (3, 2)}])
def test_levels_that_do_not_branch_as_they_should_are_refused(change):
    gates = GateTree.even((2, 3), 3)
    gates.check_loaded()
    with pytest.raises(ValueError, match="do not branch as"):
        replace(gates, **change).check_loaded()
    with pytest.raises(ValueError, match="do not branch as"):
        replace(gates, levels=gates.levels * 20).check_loaded()
