import numpy as np
import pandas as pd
import pytest
from tests.analysis.comparison.published import BAUTISTA, LECTURE

from hedgerow import compare
from hedgerow.analysis.comparison import bonferroni_dunn, nemenyi
from hedgerow.analysis.comparison.conclusion import (
    add_rank_tests,
    find_decisive,
    join_words,
    list_reservations,
    name_better,
    say_finding,
    say_p,
)


def pairs(**columns):
    return pd.DataFrame({"first": ["a", "a", "b"], "second": ["b", "c", "c"], **columns})


def test_the_most_fitting_test_decides():
    assert find_decisive(pairs(p_wilcoxon_holm=0.1)) == "p_wilcoxon_holm"
    assert find_decisive(pairs(p_corrected_holm=0.1, p_alpaydin_holm=0.2)) == "p_alpaydin_holm"
    assert find_decisive(pairs(p_corrected_holm=0.1)) == "p_corrected_holm"
    assert find_decisive(pairs()) == ""
    assert name_better(pairs(lead=[1, 1, 1]), 0.05)["better"].tolist() == ["", "", ""]


def test_the_leader_is_named_where_p_is_small():
    tests = pairs(p_wilcoxon_holm=[0.01, 0.05, 0.06], lead=[1, -1, 1], n_rows=20)
    assert name_better(tests, 0.05)["better"].tolist() == ["a", "c", ""]
    assert name_better(tests, 0.0)["better"].tolist() == ["", "", ""]


def test_too_few_data_sets_name_nobody():
    """2^(1-N) times three pairs is at most 0.05 from seven data sets on."""
    tests = pairs(p_wilcoxon_holm=0.001, lead=1, n_rows=[6, 7, 8])
    assert name_better(tests, 0.05)["better"].tolist() == ["", "a", "b"]


def test_a_difference_without_a_spread_names_nobody():
    tests = pairs(p_corrected_holm=[0.0, 0.0, 0.5], lead=[1, -1, 1], t=[np.inf, -9.0, 0.1])
    assert name_better(tests, 0.05)["better"].tolist() == ["", "c", ""]


def test_rank_tests_stand_beside_the_pairs_in_any_order():
    ranks = np.array([[1, 2, 3], [1, 3, 2], [1, 2, 3]])
    shuffled = pairs().iloc[[2, 0, 1]]
    control = pd.DataFrame({"first": ["c", "a"], "second": ["b", "b"]})
    tests, against = add_rank_tests(shuffled, control, ranks, ["a", "b", "c"])
    means = ranks.mean(axis=0)
    expected = nemenyi(means, 3)
    assert tests["p_nemenyi"].tolist() == [expected[1, 2], expected[0, 1], expected[0, 2]]
    assert tests["rank_difference"].tolist() == pytest.approx(
        [means[1] - means[2], means[0] - means[1], -5 / 3]
    )
    dunn = bonferroni_dunn(means, 3, 1)
    assert against["p_bonferroni_dunn"].tolist() == [dunn[2], dunn[0]]
    assert add_rank_tests(shuffled, None, ranks, ["a", "b", "c"])[1] is None


NOT_EQUAL = "What is not shown to differ is not shown to be equal."


def stairs(n_rows, n_methods, noise=0.1):
    """Scores of methods each of which is clearly better than the one before."""
    rng = np.random.default_rng(0)
    return rng.normal(scale=noise, size=(n_rows, n_methods)) + np.arange(n_methods)


def test_what_is_shown_is_named_with_its_test():
    compared = compare(LECTURE)
    assert say_finding(compared) == compared.sentence == (
        "Over 24 data sets, random forest is better than bagging and decision tree; boosting and bagging are better "
        "than decision tree (Wilcoxon signed-rank test with Holm's adjustment, p <= 0.041); no other difference is "
        "shown."
    )  # fmt: skip
    assert compared.conclusion.startswith(compared.sentence + " " + NOT_EQUAL)
    assert "independent of each other" in compared.conclusion


def test_no_difference_is_not_equality():
    compared = compare(BAUTISTA)
    assert compared.sentence == (
        "Over 12 data sets, no difference between the 4 methods is shown (Iman-Davenport F = 1.37, p = 0.27)."
    )
    assert NOT_EQUAL in compared.conclusion
    two = compare(LECTURE[["boosting", "random forest"]]).sentence
    assert two == (
        "Over 24 data sets, no difference between boosting and random forest is shown "
        "(Wilcoxon signed-rank test, p = 0.97)."
    )


@pytest.mark.parametrize(
    ("n_rows", "n_methods", "p_value", "needed"), [(5, 2, "0.062", 6), (7, 4, "0.094", 8), (1, 2, "1", 6)]
)
def test_few_data_sets_cannot_show_anything(n_rows, n_methods, p_value, needed):
    sentence = compare(stairs(n_rows, n_methods), rows="datasets").sentence
    assert f"p = {p_value}; {needed} data sets are the least" in sentence
    assert sentence.startswith(f"{n_rows} data set")
    enough = compare(stairs(needed, n_methods), rows="datasets")
    assert (enough.pairs()["better"] != "").any()


def test_everything_shown_leaves_nothing_to_reserve():
    compared = compare(stairs(12, 3), rows="datasets", names=["a", "b", "c"])
    assert compared.sentence.startswith("Over 12 data sets, c is better than b and a; b is better than a (")
    assert compared.sentence.endswith("p <= 0.0015).")
    assert NOT_EQUAL not in compared.conclusion


def test_many_differences_are_counted():
    sentence = compare(stairs(20, 7), rows="datasets").sentence
    assert "21 of 21 pairs of methods differ; method 6 is better than 6 others" in sentence


def test_a_difference_that_cannot_be_placed():
    """One method wins often and by little, and loses seldom and by much: clear in ranks, not in signed ranks."""
    rng = np.random.default_rng(0)
    rivals = rng.normal(scale=1e-4, size=(14, 2))
    gains = np.array([*np.linspace(0.01, 0.02, 12), -0.5, -0.6])
    scores = np.column_stack([gains, rivals])
    compared = compare(scores, rows="datasets")
    assert compared.friedman.f_p_value < 0.05
    assert "are not all alike" in compared.sentence
    assert "which of them differ is not shown" in compared.sentence


def test_against_a_control():
    sentence = compare(LECTURE, control="boosting").sentence
    assert sentence.startswith("Over 24 data sets, boosting is better than decision tree (")
    assert sentence.endswith("no difference from boosting is shown for bagging and random forest.")


def test_folds_speak_of_one_data_set_only():
    scores = {"sonar": {"a": 0.7 + 0.01 * np.arange(10) % 0.03, "b": np.linspace(0.9, 0.95, 10)}}
    compared = compare(scores, n_folds=10)
    assert compared.sentence.startswith("On sonar, b is better than a (corrected resampled t-test, p ")
    for words in ("says nothing about others", "sign test do not hold", "scored on the same folds"):
        assert words in compared.conclusion


def test_two_methods_on_folds_get_an_interval():
    rng = np.random.default_rng(0)
    compared = compare({"a": rng.normal(size=10), "b": rng.normal(size=10)}, n_folds=2)
    assert "(5x2cv F-test, p = " in compared.sentence
    assert "With 95% confidence a scores between -" in compared.conclusion


def test_unknown_folds_are_asked_for():
    said = compare({"a": [0.1, 0.2], "b": [0.3, 0.4]}).sentence
    assert said.startswith(
        "On this data set, no difference can be tested: how much the folds overlap is not known"
    )
    assert "n_folds=" in said
    assert "one score for each method" in compare({"a": [0.1], "b": [0.3]}, sizes=(2, 1)).sentence


def test_a_difference_without_a_spread_is_not_called_shown():
    compared = compare({"a": [0.5, 0.6, 0.7], "b": [0.6, 0.7, 0.8]}, n_folds=3)
    assert "no difference between a and b is shown" in compared.sentence
    assert "has no spread to test" in compared.conclusion


@pytest.mark.parametrize(
    ("n_gaps", "words"), [(1, "1 data set with gaps was"), (2, "2 data sets with gaps were")]
)
def test_gaps_are_reported(n_gaps, words):
    scores = LECTURE.copy()
    scores.iloc[:n_gaps, 0] = np.nan
    assert any(
        said.startswith(f"{words} left out of the ranks") for said in list_reservations(compare(scores))
    )
    assert not any("gaps" in said for said in list_reservations(compare(LECTURE)))


def test_small_words():
    assert say_p(0.5) == "p = 0.50"
    assert say_p(0) == "p < 0.0001"
    assert join_words(["a", "b", "c"]) == "a, b and c"
