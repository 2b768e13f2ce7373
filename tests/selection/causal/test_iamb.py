import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.selection.causal.oracle import graphs

from hedgerow.selection.causal.iamb import iamb
from hedgerow.selection.causal.independence.dependence import Dependence
from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.causal.independence.linear import LinearTest


@given(graphs(most=7), st.booleans())
def test_with_true_independences_it_finds_the_blanket(oracle, interleaved):
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
