import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.analysis.comparison.published import LECTURE

from hedgerow.analysis.comparison import bonferroni_dunn, critical_difference, nemenyi, rank_methods
from hedgerow.analysis.comparison.post_hoc import join_groups

LECTURE_RANKS = rank_methods(LECTURE.to_numpy()).mean(axis=0)


@pytest.mark.parametrize(("k", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (6, 2.850)])
def test_the_table_of_demsar_for_all_pairs(k, q):
    n = 10
    assert critical_difference(n, k) == pytest.approx(q * np.sqrt(k * (k + 1) / (6 * n)), rel=3e-4)


@pytest.mark.parametrize(("k", "q"), [(2, 1.960), (3, 2.241), (4, 2.394), (5, 2.498), (6, 2.576)])
def test_the_table_of_demsar_against_a_control(k, q):
    n = 10
    found = critical_difference(n, k, against_control=True)
    assert found == pytest.approx(q * np.sqrt(k * (k + 1) / (6 * n)), rel=3e-4)


def test_parity_with_scikit_posthocs():
    """scikit-posthocs 0.17.1, posthoc_nemenyi_friedman on the lecture's table."""
    expected = [0.0053776384, 0.0002621421, 0.0001264766, 0.8623825783, 0.7775705165, 0.9983236345]
    found = nemenyi(LECTURE_RANKS, 24)
    assert found[np.triu_indices(4, 1)] == pytest.approx(expected, abs=1e-9)
    assert (found == found.T).all()
    assert found.diagonal().tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("k", [2, 5, 50])
def test_p_values_and_critical_differences_agree(k):
    ranks = np.linspace(k / 4, 3 * k / 4, k)
    gap = np.abs(ranks[:, None] - ranks)
    np.testing.assert_array_equal(nemenyi(ranks, 20) <= 0.05, gap >= critical_difference(20, k))
    against = bonferroni_dunn(ranks, 20, 0) <= 0.05
    np.testing.assert_array_equal(against, gap[0] >= critical_difference(20, k, against_control=True))


def test_bonferroni_dunn_is_a_normal_test_times_the_number_of_rivals():
    z = np.abs(LECTURE_RANKS - LECTURE_RANKS[3]) / np.sqrt(4 * 5 / (6 * 24))
    expected = np.minimum(1, 3 * 2 * stats.norm.sf(z))
    np.testing.assert_allclose(bonferroni_dunn(LECTURE_RANKS, 24, 3), expected)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=9), st.integers(1, 20))
def test_groups_are_the_largest_that_are_not_parted(ranks, difference):
    ranks = sorted(ranks)
    near = [
        (i, j)
        for i in range(len(ranks))
        for j in range(i + 1, len(ranks))
        if ranks[j] - ranks[i] < difference
    ]
    largest = [(i, j) for i, j in near if not any(a <= i and j <= b and (a, b) != (i, j) for a, b in near)]
    assert join_groups(ranks, difference) == largest
