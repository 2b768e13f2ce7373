import numpy as np
import pytest
from hypothesis import given
from tests.selection.causal.oracle import Oracle, factorial, graphs

from hedgerow.datasets import make_network
from hedgerow.selection.causal.graph import orient
from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.causal.independence.linear import LinearTest
from hedgerow.selection.causal.skeleton import Skeleton, pc, tpda


def test_a_separator_has_no_direction():
    skeleton = Skeleton(np.zeros((3, 3), bool), {(0, 2): (1,)}, np.zeros((3, 3)))
    assert skeleton.separator(0, 2) == skeleton.separator(2, 0) == (1,)


@given(graphs())
def test_with_true_independences_it_finds_the_edges(oracle):
    n = oracle.n_variables
    skeleton = pc(oracle, range(n), n)
    np.testing.assert_array_equal(skeleton.is_adjacent, oracle.arrows() | oracle.arrows().T)
    assert len(skeleton.separators) == n * (n - 1) // 2 - oracle.arrows().sum()
    for (first, second), given_ones in skeleton.separators.items():
        assert oracle.separates(first, second, set(given_ones))


def test_numbers_in_the_result_are_places():
    chain = Oracle([[], [0], [], [1]])
    skeleton = pc(chain, [3, 1, 0], 2)
    assert np.argwhere(np.triu(skeleton.is_adjacent)).tolist() == [[0, 1], [1, 2]]
    assert skeleton.separators == {(0, 2): (1,)}


def test_the_size_of_sets_is_limited():
    diamond = Oracle([[], [0], [0], [1, 2]])
    assert pc(diamond, range(4), 2).separators[0, 3] == (1, 2)
    assert (0, 3) not in pc(diamond, range(4), 1).separators


@pytest.mark.parametrize("seed", range(3))
def test_parity_with_causal_learn_on_networks(seed):
    """causal-learn 0.1.4.8, pc(data, alpha=0.01, indep_test="fisherz", stable=True, depth=2)."""
    expected = {
        (0, 3),
        (2, 3),
        (0, 4),
        (1, 4),
        (1, 5),
        (2, 5),
        (4, 6),
        (5, 6),
        (3, 7),
        (5, 7),
        (3, 8),
        (4, 8),
    }
    if seed == 2:
        expected.add((2, 7))
    sample = make_network(3000, "G", random_state=seed)
    blocks = [column[:, None] for column in np.column_stack([sample.X, sample.y]).T]
    skeleton = pc(LinearTest.of(blocks, uses_z=True), range(9), 2)
    assert set(map(tuple, np.argwhere(np.triu(skeleton.is_adjacent)).tolist())) == expected


def test_parity_with_causal_learn_on_codes():
    """causal-learn 0.1.4.8, CIT(data, "gsq") and pc(data, alpha=0.01, indep_test="gsq", stable=True)."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (2000, 6))
    codes[:, 3] = np.where(rng.random(2000) < 0.7, (codes[:, 0] + codes[:, 1]) // 2, codes[:, 3])
    codes[:, 4] = np.where(rng.random(2000) < 0.7, codes[:, 3], codes[:, 4])
    codes[:, 5] = np.where(rng.random(2000) < 0.7, codes[:, 3], codes[:, 5])
    test = DiscreteTest.of(codes.T)
    asked = [(0, 4, ()), (0, 4, (3,)), (0, 1, (3,)), (4, 5, (0, 3))]
    p_values = [test.measure([first], second, known).p_values[0] for first, second, known in asked]
    recorded = [1.995154415995073e-34, 0.17844292234123868, 3.5716708523151093e-143, 0.3275561583998972]
    np.testing.assert_allclose(p_values, recorded, rtol=1e-6)
    arrows = orient(pc(test, range(6), 2))
    assert np.argwhere(arrows).tolist() == [[0, 3], [1, 3], [3, 4], [3, 5]]


def test_the_order_of_the_variables_does_not_matter():
    sample = make_network(300, "H", random_state=0)
    X = np.column_stack([sample.X, sample.y])
    order = np.random.default_rng(0).permutation(9)
    one = orient(pc(LinearTest.of([column[:, None] for column in X.T]), range(9), 2))
    other = orient(pc(LinearTest.of([column[:, None] for column in X[:, order].T]), range(9), 2))
    np.testing.assert_array_equal(other, one[np.ix_(order, order)])


@given(graphs(is_tree=True))
def test_with_true_independences_it_finds_a_tree(oracle):
    n = oracle.n_variables
    skeleton = tpda(oracle, range(n))
    np.testing.assert_array_equal(skeleton.is_adjacent, oracle.arrows() | oracle.arrows().T)
    for (first, second), given_ones in skeleton.separators.items():
        assert oracle.separates(first, second, set(given_ones))


def test_the_factorial_table():
    X, T = factorial()
    test = DiscreteTest.of(np.vstack([X.to_numpy(int).T, T[None]]), threshold=0.01)
    skeleton = tpda(test, range(6))
    assert np.argwhere(np.triu(skeleton.is_adjacent)).tolist() == [[0, 4], [0, 5], [1, 5], [3, 5]]
    assert len(skeleton.separators) == 15 - 4


def test_networks():
    """Each leaf has its two parents."""
    for seed in range(3):
        sample = make_network(3000, "H", random_state=seed)
        blocks = [column[:, None] for column in np.column_stack([sample.X, sample.y]).T]
        skeleton = tpda(LinearTest.of(blocks), range(9))
        assert np.flatnonzero(skeleton.is_adjacent[8]).tolist() == list(sample.relevant)


def test_rows_that_do_not_suffice_narrow_what_is_known():
    """A target with ten causes has more neighbours than 300 rows can be sorted by."""
    rng = np.random.default_rng(0)
    causes = rng.integers(0, 2, (10, 300))
    y = (causes.sum(axis=0) + rng.integers(0, 2, 300)) // 4
    skeleton = tpda(DiscreteTest.of(np.vstack([causes, y[None]])), range(11))
    assert skeleton.is_adjacent[10].sum() >= 5
