import dataclasses

import numpy as np
import pytest
from tests.analysis.comparison.published import LECTURE

from hedgerow import compare
from hedgerow.analysis.comparison import critical_difference


def test_methods_are_listed_best_first():
    frame = compare(LECTURE).frame()
    assert frame["method"].tolist() == ["random forest", "boosting", "bagging", "decision tree"]
    assert frame["average_rank"].tolist() == pytest.approx([2.0, 2.0625, 2.354167, 3.583333], abs=1e-6)
    assert frame["first_places"].tolist() == [10, 11, 7, 1]
    assert frame["better_than"].tolist() == [2, 1, 1, 0]
    assert frame["worse_than"].tolist() == [0, 0, 1, 3]


def test_gaps_leave_rows_out_of_means_and_ranks():
    scores = LECTURE.copy()
    scores.iloc[3, 1] = np.nan
    compared = compare(scores)
    assert len(compared.ranks) == 23
    expected = compare(LECTURE.drop(index="Breast"))
    assert compared.friedman == expected.friedman
    frame = compared.frame().set_index("method")
    assert frame.loc["bagging", "n_rows"] == 23
    assert frame["mean"].to_dict() == pytest.approx(expected.frame().set_index("method")["mean"].to_dict())
    pairs = compared.pairs()
    assert pairs.loc[pairs["first"] == "boosting", "n_rows"].tolist() == [24]


def test_without_a_complete_row_pairs_are_still_tested():
    scores = np.full((12, 3), np.nan)
    scores[:6, :2] = [[0.5, 0.6]]
    scores[6:, 1:] = [[0.7, 0.8]]
    compared = compare(scores, rows="datasets")
    assert compared.friedman is None
    assert compared.critical_difference is None
    assert np.isnan(compared.average_ranks).all()
    assert compared.frame()["mean"].tolist() == pytest.approx([0.5, 0.65, 0.8])
    assert compared.pairs()["n_rows"].tolist() == [6, 0, 6]
    assert compared.pairs()["p_wilcoxon"].tolist()[1] == 1


def test_cells_keep_scores_ranks_and_intervals():
    scores = {
        "x": {"a": [0.5, 0.7], "b": [0.8, 0.9]},
        "y": {"a": [0.4, 0.4], "b": [0.3, 0.2]},
        "z": {"a": 0.1},
    }
    cells = compare(scores, n_folds=2).cells()
    assert cells["row"].tolist() == ["x", "x", "y", "y", "z", "z"]
    assert cells["score"].tolist()[:4] == pytest.approx([0.6, 0.85, 0.4, 0.25])
    assert cells["rank"].tolist()[:4] == [2, 1, 1, 2]
    assert cells["rank"].isna().tolist() == [False] * 4 + [True] * 2
    assert cells["half_width"].isna().tolist() == [False] * 4 + [True] * 2
    assert compare(LECTURE).cells()["half_width"].isna().all()


def test_a_control_has_its_own_tests_and_its_own_critical_difference():
    compared = compare(LECTURE, control="boosting")
    against = compared.against_control()
    assert against["first"].tolist() == ["decision tree", "bagging", "random forest"]
    assert (against["second"] == "boosting").all()
    assert "p_nemenyi" not in against
    assert compared.critical_difference == critical_difference(24, 4, against_control=True)
    assert compare(LECTURE).critical_difference == critical_difference(24, 4)
    with pytest.raises(ValueError, match="pass control= to compare"):
        compare(LECTURE).against_control()


def test_a_comparison_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        compare(LECTURE).alpha = 0.5


def test_representation():
    assert repr(compare(LECTURE)) == "<Comparison: 4 methods, 24 data sets>"
    folds = compare(np.ones((5, 2)), rows="folds")
    assert repr(folds) == "<Comparison: 2 methods, 5 folds of one data set>"
