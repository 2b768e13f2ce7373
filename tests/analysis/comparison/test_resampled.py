import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from tests.analysis.comparison import naive

from hedgerow.analysis.comparison import corrected_t

folds = st.lists(st.integers(-50, 50).map(lambda percent: percent / 100), min_size=2, max_size=12)


@given(folds, st.floats(0, 2))
def test_as_the_formula_says(differences, ratio):
    assume(len(set(differences)) > 1)
    tested = corrected_t(differences, ratio)
    t = naive.corrected_t(differences, ratio)
    assert tested.statistic == pytest.approx(t)
    assert tested.p_value == pytest.approx(2 * stats.t.sf(abs(t), len(differences) - 1))


@given(folds)
def test_without_overlap_it_is_the_paired_t_test(differences):
    assume(len(set(differences)) > 1)
    theirs = stats.ttest_1samp(differences, 0)
    assert corrected_t(differences, 0.0) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_differences_without_a_spread():
    assert corrected_t([0.1, 0.1, 0.1], 0.5) == (math.inf, 0.0)
    assert corrected_t([-0.1, -0.1, -0.1], 0.5) == (-math.inf, 0.0)
    assert corrected_t([0.0, 0.0], 0.5) == (0.0, 1.0)


def test_pairs_at_once():
    gains = np.array([[0.1, 0.0], [0.2, 0.0], [0.4, 0.0]])
    tested = corrected_t(gains, 0.5)
    assert tested.statistic.tolist() == [corrected_t(gains[:, 0], 0.5).statistic, 0.0]
    assert tested.p_value.tolist() == [corrected_t(gains[:, 0], 0.5).p_value, 1.0]


def test_folds_that_share_training_rows_fool_the_plain_test_and_not_the_corrected_one():
    """Scores of random splits agree with each other by the share of rows they have in common (Nadeau & Bengio 2003).

    Of 1000 comparisons of equals at level 0.05 the corrected test may reject 50, with a standard deviation of 6.9.
    """
    rng = np.random.default_rng(0)
    n_folds, ratio = 15, 1 / 9
    shared = ratio / (1 + ratio)  # correlation of two splits' differences, as the correction assumes
    gains = np.sqrt(shared) * rng.normal(size=1000) + np.sqrt(1 - shared) * rng.normal(size=(n_folds, 1000))
    plain = int((corrected_t(gains, 0.0).p_value <= 0.05).sum())
    corrected = int((corrected_t(gains, ratio).p_value <= 0.05).sum())
    assert abs(corrected - 50) <= 3 * 6.9
    assert plain > 150
