import numpy as np
import pandas as pd
import pytest

from hedgerow.analysis.comparison import bonferroni_dunn, nemenyi
from hedgerow.analysis.comparison.decision import add_rank_tests, find_decisive, name_better


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
