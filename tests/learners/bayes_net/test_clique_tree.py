import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from hedgerow.learners.bayes_net.clique_tree import CliqueTree, Factor, log_sum, subtract_logs


def draw_factors(seed):
    """Up to five variables, and factors over one to three of them; some numbers are 0."""
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 6))
    cards = random.integers(1, 4, n)
    factors = []
    for _ in range(int(random.integers(1, 6))):
        scope = tuple(sorted(random.choice(n, min(n, int(random.integers(1, 4))), replace=False).tolist()))
        numbers = random.random((3, *cards[list(scope)])) * (random.random((3, *cards[list(scope)])) > 0.1)
        with np.errstate(divide="ignore"):
            factors.append(Factor(scope, np.log(numbers)))
    used = sorted({each for factor in factors for each in factor.scope})
    return factors, used, {each: int(cards[each]) for each in used}


def multiply(factors, used, cards):
    """The joint table of all variables, which is what nobody can afford with many of them."""
    joint = np.zeros((3, *(cards[each] for each in used)))
    for factor in factors:
        joint = joint + factor.spread(used)
    return np.exp(joint)


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.booleans())
def test_messages_find_what_the_joint_table_says(seed, keeps_one):
    factors, used, cards = draw_factors(seed)
    joint = multiply(factors, used, cards)
    last = used[seed % len(used)] if keeps_one else None
    tree = CliqueTree.plan([each.scope for each in factors], cards, last)
    total, beliefs = tree.calibrate(factors)
    assert_allclose(np.exp(total), joint.reshape(3, -1).sum(axis=1), rtol=1e-9, atol=1e-300)
    for clique, belief in zip(tree.cliques, beliefs, strict=True):
        others = tuple(place + 1 for place, each in enumerate(used) if each not in clique)
        summed = joint.sum(axis=others)
        possible = joint.reshape(3, -1).sum(axis=1) > 0
        whole = joint.sum(axis=tuple(range(1, joint.ndim)))
        shares = summed[possible] / whole[possible].reshape(-1, *[1] * len(clique))
        found = np.broadcast_to(np.exp(belief.logs), summed.shape)[possible]
        assert_allclose(found, shares, atol=1e-9)
    if last is not None:
        assert tree.cliques[-1] == (last,)


def test_a_chain_needs_cliques_of_two():
    scopes = [(place, place + 1) for place in range(50)]
    tree = CliqueTree.plan(scopes, dict.fromkeys(range(51), 10))
    assert tree.n_largest == 100


def test_what_cannot_be_held_is_refused():
    with pytest.raises(
        ValueError, match=r"too dense for exact inference: 30 variables .* 1,073,741,824 states"
    ):
        CliqueTree.plan([tuple(range(30))], dict.fromkeys(range(30), 2))


def test_zeros_stay_zeros():
    nothing = np.full((1, 2), -np.inf)
    assert log_sum(nothing, (1,))[0] == -np.inf
    assert np.isneginf(subtract_logs(nothing, nothing)).all()
