import numpy as np
import pytest
from tests.selection.causal.oracle import chain

from hedgerow.selection.causal.conditional_scores import score_given_kept
from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.causal.independence.linear import LinearTest


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
