import numpy as np
import pytest
from tests.selection.causal.oracle import Oracle

from hedgerow.datasets import make_parity
from hedgerow.selection.causal.blanket_steps import find_pair, shrink_blanket
from hedgerow.selection.causal.independence.discrete import DiscreteTest


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
