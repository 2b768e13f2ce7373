import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import stats
from tests.analysis.comparison import naive

from hedgerow.analysis.comparison import alpaydin_f, dietterich_t, five_by_two_splits

halves = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=5, max_size=5)


@given(halves)
def test_as_the_formulas_say(differences):
    assume(any(a != b for a, b in differences))
    t, f = naive.five_by_two(differences)
    assert dietterich_t(differences) == pytest.approx((t, 2 * stats.t.sf(abs(t), 5)))
    assert alpaydin_f(differences) == pytest.approx((f, stats.f.sf(f, 10, 5)))


def test_halvings_without_a_spread():
    assert dietterich_t(np.full((5, 2), -0.1)) == (-math.inf, 0.0)
    assert alpaydin_f(np.full((5, 2), -0.1)) == (math.inf, 0.0)
    assert dietterich_t(np.zeros((5, 2))) == (0.0, 1.0)
    assert alpaydin_f(np.zeros((5, 2))) == (0.0, 1.0)


def test_pairs_at_once():
    gains = np.random.default_rng(0).normal(size=(5, 2, 3))
    for test in (dietterich_t, alpaydin_f):
        assert test(gains).p_value == pytest.approx([test(gains[:, :, pair]).p_value for pair in range(3)])


@pytest.mark.parametrize("gains", [np.zeros((2, 5)), np.zeros(10), np.full((5, 2), np.nan)])
def test_other_designs_are_refused(gains):
    with pytest.raises(ValueError, match="ten finite differences"):
        alpaydin_f(gains)


def test_splits_are_five_halvings_that_keep_the_classes():
    y = np.array(["a"] * 20 + ["b"] * 12)
    splits = five_by_two_splits(y, random_state=3)
    assert len(splits) == 10
    for (train, test), (other_train, other_test) in zip(splits[::2], splits[1::2], strict=True):
        assert_array_equal(np.sort(test), np.sort(other_train))
        assert_array_equal(np.sort(train), np.sort(other_test))
        assert sorted([*train, *test]) == list(range(32))
        assert Counter(y[test]) == {"a": 10, "b": 6}
    assert len({tuple(test) for _, test in splits}) == 10


def test_splits_of_values_are_not_stratified_and_seeds_repeat():
    y = np.random.default_rng(0).normal(size=21)
    splits, again = five_by_two_splits(y, random_state=0), five_by_two_splits(y, random_state=0)
    assert {len(test) for _, test in splits} == {10, 11}
    assert all(map(np.array_equal, (test for _, test in splits), (test for _, test in again)))
    counted = five_by_two_splits(np.repeat([1, 2, 3], 7), classification=False, random_state=0)
    assert {len(test) for _, test in counted} == {10, 11}
