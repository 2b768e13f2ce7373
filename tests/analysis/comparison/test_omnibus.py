import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats
from tests.analysis.comparison import naive

from hedgerow.analysis.comparison import friedman, rank_methods

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


def test_gaps_are_refused():
    with pytest.raises(ValueError, match="row 1 sum to nan"):
        friedman([[1, 2], [np.nan, 1]])
