import math
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats
from tests.selection.stability import naive

from hedgerow.selection.stability import (
    StabilityEstimate,
    compare_stability,
    estimate_stability,
    jaccard_stability,
    kuncheva_stability,
    rank_features,
    spearman_stability,
)
from hedgerow.selection.stability.indices import check_supports

marks = hnp.arrays(np.bool_, st.tuples(st.integers(2, 7), st.integers(1, 7)))
EXAMPLE = [[1, 1, 1, 0, 0, 0], [1, 1, 0, 1, 0, 0], [1, 0, 1, 0, 0, 0], [1, 1, 1, 1, 0, 0], [0, 1, 1, 0, 1, 0]]


@given(marks)
def test_as_the_definition_says(supports):
    estimate = estimate_stability(supports)
    assert estimate.value == pytest.approx(naive.nogueira(supports.tolist()), abs=1e-12)
    assert estimate.variance == pytest.approx(naive.nogueira_variance(supports.tolist()), abs=1e-12)
    low, high = estimate.interval()
    assert -1 / (len(supports) - 1) - 1e-12 <= low <= estimate.value + 1e-12
    assert estimate.value - 1e-12 <= high <= 1


@given(st.integers(2, 6), st.integers(2, 7), st.randoms(use_true_random=False))
def test_selections_of_one_size_have_the_mean_of_kunchevas_index(n_runs, n_features, random):
    size = random.randint(1, n_features - 1)
    supports = np.zeros((n_runs, n_features), dtype=bool)
    for row in supports:
        row[random.sample(range(n_features), size)] = True
    assert estimate_stability(supports).value == pytest.approx(kuncheva_stability(supports))


def test_parity_with_the_authors_package():
    """github.com/nogueirs/JMLR2018, getVarianceofStability and hypothesisTestT."""
    estimate = estimate_stability(EXAMPLE)
    assert estimate.value == pytest.approx(0.2666666666666666)
    assert estimate.variance == pytest.approx(0.016213333333333368)
    assert estimate.interval() == pytest.approx((0.0171013398, 0.5162319935))
    other = estimate_stability(
        [[1, 1, 0, 0, 0, 0]] * 2 + [[1, 1, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 1]]
    )
    tested = compare_stability(estimate, other)
    assert tested.statistic == pytest.approx(-2.998965140116017)
    assert tested.p_value == pytest.approx(0.002708982999296892)


def test_extremes():
    assert estimate_stability([[1, 0], [1, 0], [1, 0]]).value == 1
    assert estimate_stability([[1, 0], [0, 1]]).value == -1
    for trivial in (np.zeros((3, 4)), np.ones((3, 4))):
        assert estimate_stability(trivial) == StabilityEstimate(1.0, 0.0, 3)
        assert estimate_stability(trivial).interval() == (1.0, 1.0)


def test_the_variance_is_that_of_repeated_estimates():
    rng = np.random.default_rng(0)
    shares = np.array([0.9] * 4 + [0.5] * 3 + [0.1] * 8)
    estimates = [estimate_stability(rng.random((40, 15)) < shares) for _ in range(400)]
    observed = np.var([estimate.value for estimate in estimates])
    assert np.mean([estimate.variance for estimate in estimates]) == pytest.approx(observed, rel=0.2)


def test_the_interval_covers_at_about_its_level():
    """1000 times 100 runs: 950 expected, with a standard deviation of 6.9; the interval is asymptotic, so 2 % less."""
    rng = np.random.default_rng(1)
    shares = np.array([0.8] * 5 + [0.1] * 15)
    truth = 1 - np.mean(shares * (1 - shares)) / (shares.mean() * (1 - shares.mean()))
    covered = 0
    for _ in range(1000):
        low, high = estimate_stability(rng.random((100, 20)) < shares).interval()
        covered += low <= truth <= high
    assert 950 - 20 - 3 * 6.9 <= covered <= 950 + 3 * 6.9


def test_equally_stable_selectors_differ_at_about_the_level():
    """500 pairs at level 0.05: 25 expected, with a standard deviation of 4.9."""
    rng = np.random.default_rng(2)
    shares = np.array([0.8] * 5 + [0.1] * 15)
    drawn = rng.random((500, 2, 80, 20)) < shares
    differing = sum(
        compare_stability(estimate_stability(one), estimate_stability(other)).p_value <= 0.05
        for one, other in drawn
    )
    assert abs(differing - 25) <= 3 * 4.9


def test_two_selectors_without_variance():
    sure, wrong = StabilityEstimate(1.0, 0.0, 5), StabilityEstimate(0.5, 0.0, 5)
    assert compare_stability(sure, wrong).statistic == math.inf
    assert compare_stability(wrong, sure).p_value == 0
    assert (compare_stability(sure, sure).statistic, compare_stability(sure, sure).p_value) == (0, 1)


@given(marks)
def test_as_the_definitions_say(supports):
    assert jaccard_stability(supports) == pytest.approx(naive.jaccard(supports.tolist()))
    assert kuncheva_stability(supports) == pytest.approx(naive.kuncheva(supports.tolist()))


@given(marks, st.randoms(use_true_random=False))
def test_the_order_of_runs_and_features_does_not_matter(supports, random):
    rows, columns = list(range(supports.shape[0])), list(range(supports.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    for measure in (jaccard_stability, kuncheva_stability):
        assert measure(supports[rows][:, columns]) == pytest.approx(measure(supports))


@given(marks)
def test_identical_runs_are_fully_stable(supports):
    same = np.repeat(supports[:1], 3, axis=0)
    assert jaccard_stability(same) == pytest.approx(1)
    assert kuncheva_stability(same) == pytest.approx(1)


def test_nothing_and_everything():
    for empty in (np.zeros((3, 4)), np.ones((3, 4))):
        assert jaccard_stability(empty) == 1
        assert kuncheva_stability(empty) == 1
    assert jaccard_stability([[0, 0], [1, 0]]) == 0
    assert kuncheva_stability([[0, 0], [1, 0]]) == 0
    assert kuncheva_stability([[0, 0], [1, 1]]) == 0


def test_random_selections_agree_by_chance_only():
    rng = np.random.default_rng(0)
    sizes = rng.integers(5, 40, 100)
    supports = np.array([rng.permutation(50) < size for size in sizes])
    assert abs(kuncheva_stability(supports)) < 0.01
    assert jaccard_stability(supports) > 0.2


tables = hnp.arrays(
    np.float64, st.tuples(st.integers(2, 5), st.integers(2, 6)), elements=st.integers(0, 4).map(float)
)


@given(tables)
def test_it_is_the_mean_of_scipys_correlations(scores):
    ranks = rank_features(scores)
    expected = []
    for one, other in combinations(ranks, 2):
        flat = [np.ptp(one) == 0, np.ptp(other) == 0]
        expected.append(float(all(flat)) if any(flat) else stats.spearmanr(one, other).statistic)
    assert spearman_stability(ranks) == pytest.approx(np.mean(expected), abs=1e-9)


def test_larger_scores_rank_first_and_missing_ones_last():
    assert rank_features([[5, np.nan, 5, 9], [1, 2, 3, 4]]).tolist() == [[2.5, 4, 2.5, 1], [4, 3, 2, 1]]


def test_one_run_is_refused():
    with pytest.raises(ValueError, match="two runs"):
        spearman_stability([[1, 2]])


@pytest.mark.parametrize(
    "given",
    [[[1, 0], [1, 1]], np.array([[1.0, 0.0], [1.0, 1.0]]), pd.DataFrame({"a": [True, True], "b": [0, 1]})],
)
def test_marks_of_any_kind(given):
    assert check_supports(given).tolist() == [[True, False], [True, True]]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([[0, 3], [1, 2]], "not feature numbers"),
        ([[1, 0]], "1 run was given"),
        ([1, 0], "shape"),
        (np.zeros((3, 0)), "shape"),
        ([[1, np.nan], [1, 0]], "must be marks"),
    ],
)
def test_what_is_no_selection_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        check_supports(given)
