import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats
from tests.analysis.comparison import naive
from tests.analysis.comparison.published import LECTURE

from hedgerow.analysis.comparison import (
    bonferroni_dunn,
    critical_difference,
    friedman,
    holm,
    nemenyi,
    rank_methods,
    wilcoxon,
)
from hedgerow.analysis.comparison.rank_tests import join_groups
from hedgerow.analysis.comparison.scores import subtract


@given(st.lists(st.integers(-12, 12), min_size=1, max_size=9, unique_by=lambda d: abs(d) or d))
def test_exact_p_values_are_shares_of_all_signs(differences):
    tested = wilcoxon(differences)
    assert tested.exact
    n = tested.n_used
    assert n == sum(d != 0 for d in differences)
    assert tested.positive + tested.negative == n * (n + 1) / 2
    assert tested.p_value == pytest.approx(naive.wilcoxon_exact(differences))


@given(st.lists(st.integers(-5, 5), max_size=30))
def test_swapping_the_methods_swaps_the_sums(differences):
    ours, theirs = wilcoxon(differences), wilcoxon([-d for d in differences])
    assert (ours.positive, ours.negative) == (theirs.negative, theirs.positive)
    assert ours.p_value == pytest.approx(theirs.p_value)
    assert 0 <= ours.p_value <= 1


@given(st.lists(st.integers(-9, 9), max_size=30), st.floats(0.01, 100))
def test_the_unit_does_not_matter(differences, unit):
    assert wilcoxon(np.array(differences) * unit).p_value == pytest.approx(wilcoxon(differences).p_value)


def test_when_the_distribution_is_exact():
    distinct = np.arange(1, 27)
    assert wilcoxon(distinct[:25]).exact
    assert not wilcoxon(distinct).exact
    assert wilcoxon(distinct, method="exact").exact
    assert not wilcoxon(distinct[:5], method="approx").exact
    assert not wilcoxon([1, 1, 2]).exact
    with pytest.raises(ValueError, match="same size"):
        wilcoxon([1, -1], method="exact")


def test_nothing_but_ties():
    tested = wilcoxon([0.0, 0.0])
    assert (tested.statistic, tested.p_value, tested.n_used) == (0, 1, 0)
    assert wilcoxon([]).p_value == 1


def test_one_sided():
    gains = [1, 2, 3, 4, -5]
    assert wilcoxon(gains, alternative="greater").p_value + wilcoxon(gains, alternative="less").p_value >= 1
    assert wilcoxon([1, 2, 3, 4, 5], alternative="greater").p_value == 1 / 32


def test_parity_with_scikit_posthocs():
    """scikit-posthocs 0.17.1, posthoc_wilcoxon(p_adjust="holm") on the lecture's table: normal, not corrected."""
    expected = [0.0005489574, 0.0022233438, 0.0005489574, 0.2010111738, 0.0448985590, 0.9584168126]
    first, second = np.triu_indices(4, 1)
    scores = LECTURE.to_numpy()
    differences = subtract(scores[:, first], scores[:, second])
    found = holm([wilcoxon(d, method="approx", correction=False).p_value for d in differences.T])
    assert found == pytest.approx(expected, abs=1e-9)


def test_gaps_are_refused():
    with pytest.raises(ValueError, match="leave pairs with a gap out"):
        wilcoxon([1.0, np.nan])


tables = hnp.arrays(
    np.float64, st.tuples(st.integers(2, 8), st.integers(2, 6)), elements=st.integers(0, 5).map(float)
)


@given(tables, st.booleans())
def test_as_the_formula_says(scores, corrected):
    ranks = rank_methods(scores)
    tested = friedman(ranks, tie_correction=corrected)
    n, k = ranks.shape
    chi2 = naive.friedman(ranks.tolist(), corrected)
    assert tested.statistic == pytest.approx(chi2, abs=1e-9)
    assert tested.statistic >= 0
    left = n * (k - 1) - chi2
    if left > 1e-6:
        assert tested.f_statistic == pytest.approx((n - 1) * chi2 / left, abs=1e-9)
    else:
        assert (tested.f_statistic, tested.f_p_value) == (math.inf, 0.0)


@given(tables)
def test_scipy_has_the_same_corrected_statistic(scores):
    assume(scores.shape[1] >= 3 and (np.ptp(scores, axis=1) > 0).any())
    theirs = stats.friedmanchisquare(*scores.T)
    ours = friedman(rank_methods(scores), tie_correction=True)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue), abs=1e-9)


@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_methods_and_rows_does_not_matter(scores, random):
    ranks = rank_methods(scores)
    columns, rows = list(range(ranks.shape[1])), list(range(ranks.shape[0]))
    random.shuffle(columns)
    random.shuffle(rows)
    assert friedman(ranks[rows][:, columns]).statistic == pytest.approx(friedman(ranks).statistic, abs=1e-12)


def test_methods_that_always_tie_do_not_differ():
    for corrected in (False, True):
        tested = friedman(np.full((4, 3), 2.0), tie_correction=corrected)
        assert (tested.statistic, tested.p_value, tested.f_statistic, tested.f_p_value) == (0, 1, 0, 1)


def test_few_rankings_that_agree_are_weak_evidence():
    """Three rankings of three methods agree by chance once in 36, though F is infinite."""
    tested = friedman([[1, 2, 3]] * 3)
    assert tested.f_p_value == 0
    assert tested.cautious_p_value == pytest.approx(1 / 36)
    clear = friedman([[1, 2, 3]] * 20 + [[3, 2, 1]])
    assert clear.cautious_p_value == clear.f_p_value > 0


def test_ties_correction_makes_the_statistic_larger():
    ranks = rank_methods([[1, 1, 0], [2, 2, 1], [3, 2, 2], [1, 0, 0]])
    assert friedman(ranks, tie_correction=True).statistic > friedman(ranks).statistic


def test_it_rejects_at_about_its_level_when_methods_are_alike():
    """2000 tables of noise at level 0.05: 100 rejections, with a standard deviation of 9.7."""
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(2000, 15, 5))
    rejected = sum(friedman(rank_methods(table)).f_p_value <= 0.05 for table in scores)
    assert abs(rejected - 100) <= 3 * 9.7


@pytest.mark.parametrize("ranks", [[[1, 2]], [[1], [1]], [1, 2]])
def test_too_few_to_rank(ranks):
    with pytest.raises(ValueError, match="two rows and two methods"):
        friedman(ranks)


def test_gaps_of_ranks_are_refused():
    with pytest.raises(ValueError, match="row 1 sum to nan"):
        friedman([[1, 2], [np.nan, 1]])


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


def test_parity_of_nemenyi_with_scikit_posthocs():
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
