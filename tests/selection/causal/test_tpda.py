import numpy as np
from hypothesis import given
from tests.selection.causal.oracle import factorial, graphs

from hedgerow.datasets import make_network
from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.causal.independence.linear import LinearTest
from hedgerow.selection.causal.tpda import tpda


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
