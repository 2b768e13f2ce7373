import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.analysis.comparison import naive

from hedgerow.analysis.comparison import passes_sign_threshold, sign_test, sign_threshold
from hedgerow.analysis.comparison.signs import count_signs

counts = st.integers(0, 20)


@given(counts, counts, counts)
def test_exact_p_values(wins, ties, losses):
    p_value = sign_test(wins, ties, losses)
    assert p_value == pytest.approx(naive.sign_test(wins, ties, losses))
    assert p_value == sign_test(losses, ties, wins)


@given(counts, counts)
def test_scipy_agrees_where_there_are_no_ties(wins, losses):
    if wins + losses:
        assert sign_test(wins, 0, losses) == pytest.approx(stats.binomtest(wins, wins + losses).pvalue)


def test_arrays_are_tested_one_by_one():
    found = sign_test([3, 9], [0, 1], [4, 0])
    assert found.tolist() == [sign_test(3, 0, 4), sign_test(9, 1, 0)]


@pytest.mark.parametrize(("alpha", "z"), [(0.05, 1.96), (0.1, 1.65), (0.01, 2.58)])
def test_the_threshold_at_other_levels(alpha, z):
    assert sign_threshold(25, alpha) == pytest.approx(12.5 + 2.5 * z)


def test_the_threshold_is_not_rounded():
    assert passes_sign_threshold(8, 3, 1)  # 9.5 against 9.39
    assert not passes_sign_threshold(8, 2, 2)  # 9


def test_gaps_count_nowhere():
    gains = np.array([[1.0, np.nan], [-1.0, 0.0], [2.0, 0.0]])
    assert [count.tolist() for count in count_signs(gains)] == [[2, 0], [0, 2], [1, 0]]
