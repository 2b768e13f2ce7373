import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_array_equal
from scipy import stats
from tests.analysis.comparison import naive

from hedgerow.analysis.comparison import (
    alpaydin_f,
    corrected_t,
    dietterich_t,
    holm,
    interval_half_width,
    passes_sign_threshold,
    quantitative_scores,
    sign_test,
    sign_threshold,
    wilcoxon,
)
from hedgerow.analysis.comparison.paired_differences import (
    compare_over_datasets,
    compare_over_folds,
    count_signs,
    subtract_pairs,
)
from hedgerow.analysis.comparison.scores import read_scores


@given(hnp.arrays(np.float64, st.tuples(st.integers(1, 4), st.integers(1, 5)), elements=st.floats(0, 9)))
def test_as_the_formula_says(errors):
    scored = quantitative_scores(errors)
    for n, row in enumerate(errors):
        for i, mine in enumerate(row):
            for j, other in enumerate(row):
                larger = max(mine, other)
                assert scored[n, i, j] == pytest.approx((other - mine) / larger if larger else 0.0)
    assert_array_equal(scored, -scored.transpose(0, 2, 1))
    assert np.abs(scored).max() <= 1


def test_a_gap_stays_a_gap():
    scored = quantitative_scores([[1.0, np.nan, 2.0]])[0]
    assert np.isnan(scored[1]).all()
    assert scored[0, 2] == 0.5


@pytest.mark.parametrize(("errors", "message"), [([[1, -0.5]], "the least is -0.5"), ([1, 2], "shape")])
def test_what_is_not_an_error_is_refused(errors, message):
    with pytest.raises(ValueError, match=message):
        quantitative_scores(errors)


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


ERRORS = np.array([[0.2, 0.1, 0.3], [0.4, 0.1, 0.2], [0.3, 0.3, np.nan], [0.5, 0.25, 0.1], [0.2, 0.1, 0.2]])
ALL = [(0, 1), (0, 2), (1, 2)]


def over(values, rows, pairs=ALL, higher=True, decimals=None, **options):
    table = read_scores(values, rows=rows, names=["a", "b", "c"], **options)
    return subtract_pairs(table, pairs, higher_is_better=higher, decimals=decimals)


def test_gains_are_positive_where_the_first_is_better():
    assert over(ERRORS, "datasets", higher=False).gains[:, 0].tolist() == [-0.1, -0.3, 0.0, -0.25, -0.1]
    assert over(ERRORS, "datasets", higher=True).gains[:, 0].tolist() == [0.1, 0.3, 0.0, 0.25, 0.1]
    rounded = over(ERRORS, "datasets", decimals=1).gains[:, 0]
    assert rounded.tolist() == [0.1, 0.3, 0.0, 0.3, 0.1]


def test_pairs_use_the_rows_that_both_have():
    frame = over(ERRORS, "datasets", higher=False).frame()
    assert frame["first"].tolist() == ["a", "a", "b"]
    assert frame["n_rows"].tolist() == [5, 4, 4]
    assert frame["mean_difference"].tolist() == pytest.approx([0.15, 0.125, -0.0625])
    assert frame[["wins", "ties", "losses"]].to_numpy().tolist() == [[0, 1, 4], [1, 1, 2], [3, 0, 1]]


def test_over_data_sets_each_test_is_the_one_it_says():
    differences = over(ERRORS, "datasets", higher=False)
    frame = compare_over_datasets(differences, 0.05)
    gains = [column[~np.isnan(column)] for column in differences.gains.T]
    assert frame["p_wilcoxon"].tolist() == [wilcoxon(gain).p_value for gain in gains]
    assert frame["p_wilcoxon_holm"].tolist() == holm(frame["p_wilcoxon"]).tolist()
    assert frame["p_sign"].tolist() == [sign_test(0, 1, 4), sign_test(1, 1, 2), sign_test(3, 0, 1)]
    assert frame["lead"].tolist() == [-1, -1, 1]
    assert frame["quantitative"].tolist() == pytest.approx(
        [-(0.5 + 0.75 + 0 + 0.5 + 0.5) / 5, (1 / 3 - 0.5 - 0.8 + 0) / 4, (2 / 3 + 0.5 - 0.6 + 0.5) / 4]
    )


def test_both_sides_may_pass_the_threshold():
    ahead = np.column_stack([np.arange(12), np.arange(12) - 1, np.arange(12) - 2])
    forth, back = (
        compare_over_datasets(over(ahead, "datasets", pairs=pairs), 0.05) for pairs in (ALL, [(1, 0)])
    )
    assert forth["passes_sign_threshold"].all()
    assert back["passes_sign_threshold"].all()


def test_only_errors_have_a_quantitative_score():
    assert "quantitative" not in compare_over_datasets(over(ERRORS, "datasets"), 0.05)
    negated = compare_over_datasets(over(-ERRORS, "datasets"), 0.05)
    assert (
        negated["quantitative"].tolist()
        == compare_over_datasets(over(ERRORS, "datasets", higher=False), 0.05)["quantitative"].tolist()
    )


@pytest.mark.parametrize("higher", [True, False])
def test_over_folds_each_test_is_the_one_it_says(higher):
    scores = np.random.default_rng(0).normal(size=(10, 3))
    frame = compare_over_folds(over(scores, "folds", higher=higher, n_folds=2), 0.1)
    raw = scores[:, 0] - scores[:, 1]
    assert frame.loc[0, ["t", "p_corrected"]].tolist() == pytest.approx(corrected_t(raw, 1.0))
    half = interval_half_width(raw, confidence=0.9, test_to_train=1.0)
    assert frame.loc[0, ["low", "high"]].tolist() == pytest.approx([raw.mean() - half, raw.mean() + half])
    assert frame.loc[0, ["t_dietterich", "p_dietterich"]].tolist() == pytest.approx(
        dietterich_t(raw.reshape(5, 2))
    )
    assert frame.loc[0, ["f_alpaydin", "p_alpaydin"]].tolist() == pytest.approx(alpaydin_f(raw.reshape(5, 2)))
    assert frame["p_corrected_holm"].tolist() == holm(frame["p_corrected"]).tolist()
    assert frame["p_alpaydin_holm"].tolist() == holm(frame["p_alpaydin"]).tolist()
    assert frame.loc[0, "lead"] == np.sign(raw.mean()) * (1 if higher else -1)


def test_unknown_folds_are_not_tested():
    scores = np.random.default_rng(0).normal(size=(10, 3))
    frame = compare_over_folds(over(scores, "folds"), 0.05)
    assert not [column for column in frame if column.startswith("p_")]
    assert "p_alpaydin" not in compare_over_folds(over(scores, "folds", n_folds=10), 0.05)


def test_a_pair_with_one_common_fold_shows_nothing():
    scores = [[0.1, 0.2, 0.3], [0.5, np.nan, 0.1], [np.nan, 0.4, 0.2]]
    frame = compare_over_folds(over(scores, "folds", n_folds=3), 0.05)
    assert frame.loc[0, ["n_rows", "t", "p_corrected", "low", "high"]].tolist() == [1, 0, 1, -np.inf, np.inf]


def test_gaps_make_halvings_incomplete():
    scores = np.random.default_rng(0).normal(size=(10, 3))
    scores[4, 1] = np.nan
    assert "p_alpaydin" not in compare_over_folds(over(scores, "folds", n_folds=2), 0.05)
