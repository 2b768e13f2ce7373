import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import stats
from tests.analysis.comparison import naive

from hedgerow.analysis.comparison import (
    alpaydin_f,
    binomial_standard_error,
    corrected_t,
    dietterich_t,
    five_by_two_splits,
    interval_half_width,
    standard_error,
)

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


def test_pairs_of_five_by_two_at_once():
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


FOLDS = np.array([0.81, 0.84, 0.79, 0.88, 0.83])


def test_plain_values_are_those_of_scipy():
    assert standard_error(FOLDS) == pytest.approx(stats.sem(FOLDS))
    low, high = stats.t.interval(0.9, 4, loc=FOLDS.mean(), scale=stats.sem(FOLDS))
    assert interval_half_width(FOLDS, confidence=0.9) == pytest.approx((high - low) / 2)


def test_a_hundred_trials_of_a_fresh_split():
    """Rogers 2007: the standard error of a table entry is sqrt(variance / 100)."""
    trials = np.random.default_rng(0).random(100)
    assert standard_error(trials) == pytest.approx(np.sqrt(trials.var(ddof=1) / 100))


def test_overlap_widens_and_repeats_do_not_make_it_vanish():
    plain = standard_error(FOLDS)
    assert standard_error(FOLDS, test_to_train=0.25) == pytest.approx(plain * np.sqrt((1 / 5 + 1 / 4) * 5))
    many = np.tile(FOLDS, 1000)
    assert standard_error(many, test_to_train=0.25) > 0.5 * many.std()


def test_columns_at_once():
    both = np.column_stack([FOLDS, FOLDS[::-1] ** 2])
    assert standard_error(both) == pytest.approx([standard_error(both[:, 0]), standard_error(both[:, 1])])
    assert interval_half_width(both)[0] == pytest.approx(interval_half_width(FOLDS))


def test_one_score_has_no_spread():
    for scores in ([0.5], 0.5):
        with pytest.raises(ValueError, match="two scores"):
            standard_error(scores)


@pytest.mark.parametrize(
    ("error", "n_test", "message"),
    [
        (1.1, 10, r"error=1.1 must be a number in \[0, 1\]"),
        (-0.1, 10, r"error=-0.1 must be a number in \[0, 1\]"),
        (0.5, 0, "n_test=0 must be an int of 1 or more"),
    ],
)
def test_what_is_not_an_error_rate_is_refused(error, n_test, message):
    with pytest.raises(ValueError, match=message):
        binomial_standard_error(error, n_test)
