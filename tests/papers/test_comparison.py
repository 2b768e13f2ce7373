"""The check values and published tables of the sources, for comparisons of methods."""

import numpy as np
import pytest
from tests.analysis.comparison.published import BAUTISTA, FITSELECT, LECTURE, PROTEINS

from hedgerow import compare
from hedgerow.analysis.comparison import (
    alpaydin_f,
    binomial_standard_error,
    dietterich_t,
    friedman,
    interval_half_width,
    passes_sign_threshold,
    quantitative_scores,
    rank_methods,
    sign_test,
    sign_threshold,
    wilcoxon,
)
from hedgerow.analysis.comparison.scores import subtract
from hedgerow.selection.stability import jaccard_stability


def test_average_ranks():
    """Demsar 2006: rank 1 is best, ties share the mean of their places."""
    ranks = rank_methods(
        [[0.10, 0.20, 0.20, 0.40], [0.30, 0.10, 0.20, 0.40], [0.25, 0.25, 0.25, 0.10]], higher_is_better=False
    )
    assert ranks.tolist() == [[1, 2.5, 2.5, 4], [3, 1, 2, 4], [3, 3, 3, 1]]
    assert ranks.mean(axis=0) == pytest.approx([2.333333, 2.166667, 2.5, 3.0], abs=1e-6)


@pytest.mark.parametrize(
    ("n", "threshold"), [(61, 38.154045), (12, 9.394820), (24, 16.801000), (6, 5.400500)]
)
def test_sign_threshold(n, threshold):
    assert sign_threshold(n) == pytest.approx(threshold, abs=1e-6)


@pytest.mark.parametrize(
    ("wins", "ties", "losses", "significant"),
    [
        # Pardo et al. 2010, table 2: 61 data sets, with the random oracle against without.
        (51, 0, 10, True), (54, 0, 7, True), (46, 1, 14, True), (43, 1, 17, True), (38, 2, 21, True),
        (39, 1, 21, True), (44, 0, 17, True), (35, 2, 24, False), (38, 0, 23, False), (30, 0, 31, False),
    ],
)  # fmt: skip
def test_sign_test_of_the_random_oracles(wins, ties, losses, significant):
    assert passes_sign_threshold(wins, ties, losses) is significant


def test_exact_sign_test():
    assert sign_test(39, 0, 22) == pytest.approx(0.039617, abs=1e-6)
    assert sign_test(38, 0, 23) == pytest.approx(0.072177, abs=1e-6)


def test_quantitative_score():
    """Pardo et al. 2010, section 4; two errors of zero are equal."""
    scored = quantitative_scores([[2.0, 3.0], [0.0, 0.0]])
    assert scored[0].ravel().tolist() == pytest.approx([0, 1 / 3, -1 / 3, 0])
    assert not scored[1].any()


def test_codes_of_bautista():
    """Printed: chi2 = -4.94 and F = -1.32, which cannot be; tied methods got the smallest of their places."""
    compared = compare(BAUTISTA)
    assert compared.average_ranks == pytest.approx([3.0, 2.083333, 2.708333, 2.208333], abs=1e-6)
    assert compared.friedman.statistic == pytest.approx(3.975)
    assert compared.friedman_tie_corrected.statistic == pytest.approx(4.076923, abs=1e-6)
    assert compared.friedman.f_statistic == pytest.approx(1.365340, abs=1e-6)
    assert compared.friedman.f_p_value == pytest.approx(0.270426, abs=1e-6)
    assert compared.friedman.critical_f() == pytest.approx(2.891564, abs=1e-6)
    assert "no difference between the 4 methods is shown" in compared.sentence


def test_smallest_places_for_ties_are_refused():
    from scipy.stats import rankdata

    wrong = rankdata(-BAUTISTA.to_numpy(), axis=1, method="min")
    means = wrong.mean(axis=0)
    chi2 = 12 * 12 / 20 * (np.sum(means**2) - 25)
    assert chi2 == pytest.approx(-4.95)  # what was printed, but for rounding
    assert 11 * chi2 / (36 - chi2) == pytest.approx(-1.3297, abs=1e-4)
    with pytest.raises(ValueError, match="row 4 sum to 8, but those of 4 methods always sum to 10"):
        friedman(wrong)


def test_ensembles_of_the_lecture():
    compared = compare(LECTURE)
    assert compared.average_ranks == pytest.approx([3.583333, 2.354167, 2.0625, 2.0], abs=1e-6)
    assert compared.friedman.statistic == pytest.approx(23.5625)
    assert compared.friedman.f_statistic == pytest.approx(11.188387, abs=1e-6)
    assert compared.friedman.f_p_value == pytest.approx(4.5327e-06, rel=1e-4)
    assert compared.friedman_tie_corrected.statistic == pytest.approx(24.694323, abs=1e-6)
    frame = compared.frame().set_index("method")
    assert frame["mean"].to_dict() == pytest.approx(
        {"decision tree": 81.65, "bagging": 84.38, "boosting": 85.3504, "random forest": 85.3558}, abs=1e-4
    )
    pairs = compared.pairs().set_index(["first", "second"])
    counts = {pair: tuple(row) for pair, row in pairs[["losses", "ties", "wins"]].iterrows()}
    assert counts == {
        ("decision tree", "bagging"): (20, 3, 1),
        ("decision tree", "boosting"): (19, 1, 4),
        ("decision tree", "random forest"): (20, 2, 2),
        ("bagging", "boosting"): (14, 1, 9),
        ("bagging", "random forest"): (15, 1, 8),
        ("boosting", "random forest"): (10, 3, 11),
    }
    assert pairs["passes_sign_threshold"].tolist() == [True, True, True, False, False, False]


def test_five_by_two():
    differences = [[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.05, 0.01], [0.02, 0.02]]
    assert dietterich_t(differences) == pytest.approx((1.217161, 0.277852), abs=1e-6)
    assert alpaydin_f(differences) == pytest.approx((2.851852, 0.129473), abs=1e-6)


def test_intervals():
    """Bautista et al.: half of the t interval of ten folds; Zliobaite: binomial standard error."""
    folds = np.array([-1.0, 1.0] * 5)
    assert interval_half_width(3 * folds / folds.std(ddof=1)) == pytest.approx(2.146071, abs=1e-6)
    assert binomial_standard_error(0.106, 20_000) == pytest.approx(0.00217674, abs=1e-8)


def test_signed_ranks_with_a_zero_and_a_tie():
    tested = wilcoxon([0.02, 0.05, -0.01, 0.05, 0.0, 0.06])
    assert (tested.statistic, tested.exact, tested.n_used) == (1.0, False, 5)
    assert tested.p_value == pytest.approx(0.104059, abs=1e-6)


@pytest.mark.parametrize(
    ("rival", "p_values"),
    [("forward", [0.0077, 0.0382, 0.0077, 0.0152]), ("forest", [0.0109, 0.0277, 0.0077, 0.0128])],
)
def test_signed_ranks_of_fitselect(rival, p_values):
    """Printed for both rivals: 0.01, 0.04, 0.01, 0.02; that is the row of forward selection."""
    differences = subtract(FITSELECT["FitSelect"], FITSELECT[rival])
    found = [wilcoxon(column, method="approx", correction=False).p_value for column in differences.T]
    assert found == pytest.approx(p_values, abs=5e-5)


@pytest.mark.parametrize(
    ("first", "second", "printed"),
    [
        ("END", "MCSVM", 0.6876), ("END", "RF", 0.1317), ("MCSVM", "END", 0.3375),
        ("MCSVM", "RF", 0.1813), ("RF", "END", 0.8826), ("RF", "MCSVM", 0.8348),
    ],
)  # fmt: skip
def test_one_sided_signed_ranks_of_protein_locations(first, second, printed):
    differences = subtract(PROTEINS[first], PROTEINS[second])
    tested = wilcoxon(differences, method="approx", alternative="greater")
    assert tested.p_value == pytest.approx(printed, abs=2e-4)


@pytest.mark.parametrize(("rival", "p_value"), [("END", 0.0085), ("MCSVM", 0.0037), ("RF", 0.0032)])
def test_signed_ranks_of_the_knockout_of_pairs(rival, p_value):
    """Printed are 2.689e-05, 3.073e-05 and 4.449e-05, which the printed scores do not give."""
    differences = subtract(PROTEINS["DDAG"], PROTEINS[rival])
    assert wilcoxon(differences, method="approx", alternative="greater").p_value == pytest.approx(
        p_value, abs=6e-5
    )


def test_jaccard_stability():
    """Schowe & Morik 2010; their printed factor 2/(l^2 + l) would give 1/3."""
    assert jaccard_stability([[1, 1, 1, 0], [1, 1, 0, 1], [1, 1, 1, 0]]) == pytest.approx(2 / 3, abs=1e-12)
