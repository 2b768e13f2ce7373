import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.selection.causal.oracle import Oracle, chain, graphs

from hedgerow.datasets import make_parity
from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.causal.independence.linear import LinearTest
from hedgerow.selection.causal.independence.protocol import Dependence
from hedgerow.selection.causal.markov_blanket import (
    find_pair,
    grow_shrink,
    iamb,
    score_given_kept,
    shrink_blanket,
)


@given(graphs(most=7))
def test_with_true_independences_grow_shrink_finds_the_blanket(oracle):
    """Margaritis & Thrun 1999, theorem of correctness."""
    target = oracle.n_variables - 1
    for node in range(oracle.n_variables):
        others = [other for other in range(oracle.n_variables) if other != node]
        assert sorted(grow_shrink(oracle, node, others)) == oracle.blanket(node)
    assert target not in grow_shrink(oracle, target, range(target))


def test_a_second_pass_finds_what_the_first_opened():
    """0 -> 2 <- 1: the spouse depends only once the child is known."""
    collider = Oracle([[], [], [0, 1]])
    assert sorted(grow_shrink(collider, 0, [1, 2])) == [1, 2]


@given(graphs(most=7), st.booleans())
def test_with_true_independences_iamb_finds_the_blanket(oracle, interleaved):
    """Tsamardinos et al. 2003, theorem of correctness."""
    for node in range(oracle.n_variables):
        others = [other for other in range(oracle.n_variables) if other != node]
        assert sorted(iamb(oracle, node, others, interleaved=interleaved)) == oracle.blanket(node)


class Fickle:
    """Each of two variables joins without the other, and drives it out."""

    n_variables = 3

    def measure(self, variables, other, given=()):
        strange = np.array([(one == 1 or 1 not in given) and len(given) < 2 for one in variables], bool)
        return Dependence(np.ones(len(strange)), np.zeros(len(strange)), strange, ~strange)


def test_contradictions_end():
    assert iamb(Fickle(), 2, [0, 1], interleaved=True) in ([], [0], [1])


def test_a_feature_with_too_many_values_does_not_end_the_search():
    rng = np.random.default_rng(0)
    first, second = rng.integers(0, 2, (2, 400))
    y = np.where(rng.random(400) < 0.8, first + second, rng.integers(0, 3, 400))
    codes = np.array([first, second, rng.integers(0, 150, 400), y])
    assert sorted(iamb(DiscreteTest.of(codes), 3, [0, 1, 2])) == [0, 1]


@pytest.mark.parametrize(("seed", "expected"), [(0, [0, 1, 3]), (1, [0, 1, 3]), (2, [0, 1, 3, 11, 13])])
def test_parity_with_causal_learn(seed, expected):
    """causal-learn 0.1.4.8, utils.MarkovNetwork.iamb with CIT(data, "fisherz") and alpha 0.01."""
    assert sorted(iamb(LinearTest.of(table(seed), uses_z=True), 15, range(15))) == expected


def table(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(300, 15))
    y = X[:, 0] - X[:, 1] + rng.normal(size=300)
    X[:, 3] += y
    X[:, 4] += X[:, 0]
    return [column[:, None] for column in np.column_stack([X, y]).T]


def test_those_that_others_explain_leave():
    chain = Oracle([[], [0], [1], [2]])
    assert shrink_blanket(chain, 3, [0, 1, 2]) == [2]
    assert shrink_blanket(chain, 1, [3, 2, 0]) == [2, 0]
    assert shrink_blanket(chain, 1, []) == []


def of_parity(seed, n_noise=20, **parameters):
    sample = make_parity(200, n_noise=n_noise, random_state=seed)
    codes = np.vstack([sample.X.T, sample.y[None] > 0]).astype(int)
    return DiscreteTest.of(codes, **parameters), len(codes) - 1


@pytest.mark.parametrize("threshold", [None, 0.2])
def test_an_exclusive_or_is_a_pair(threshold):
    test, target = of_parity(0, threshold=threshold)
    assert find_pair(test, target, np.arange(target), [], 0.01) == [0, 1]
    assert find_pair(test, target, np.arange(target)[::-1], [], 0.01) == [0, 1]
    assert find_pair(test, target, np.arange(2, target), [1], 0.01) == []


def test_noise_seldom_makes_a_pair():
    """At most alpha of the tables, for all pairs together; within three standard errors."""
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(200):
        test = DiscreteTest.of(rng.integers(0, 2, (9, 200)), alpha=0.1)
        found += bool(find_pair(test, 8, np.arange(8), [], 0.1))
    assert found / 200 < 0.1 + 3 * np.sqrt(0.09 / 200)


def test_one_candidate_has_no_partner():
    test, target = of_parity(0)
    assert find_pair(test, target, np.array([0]), [], 0.01) == []


def test_each_feature_is_scored_given_the_others_kept():
    X = chain(500, seed=0, n_noise=1)
    test = LinearTest.of([column[:, None] for column in X.T])
    strength, p_values = score_given_kept(test, 3, [1])
    assert strength[1] == test.measure([1], 3).strength[0]
    assert strength[0] == test.measure([0], 3, [1]).strength[0] < 0.01 < test.measure([0], 3).strength[0]
    assert p_values[0] > 0.01 > p_values[1]
    alone, _ = score_given_kept(test, 3, [])
    np.testing.assert_array_equal(alone, test.measure([0, 1, 2], 3).strength)


def test_where_rows_are_few_the_weakest_are_forgotten():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 4, 200)
    copies = [np.where(rng.random(200) < share, y, rng.integers(0, 4, 200)) for share in (0.9, 0.7, 0.5)]
    test = DiscreteTest.of(np.array([*copies, y]))
    strength, p_values = score_given_kept(test, 3, [2, 1, 0])
    assert strength[1] == pytest.approx(test.measure([1], 3, [0]).strength[0])
    assert np.isfinite(p_values).all()
