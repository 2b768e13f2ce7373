import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.tree import DecisionTreeClassifier
from tests.analysis.comparison.published import LECTURE

from hedgerow import compare
from hedgerow.analysis.comparison import critical_difference, five_by_two_splits, holm


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


tables = hnp.arrays(
    np.float64,
    st.tuples(st.integers(2, 12), st.integers(2, 5)),
    elements=st.integers(0, 30).map(lambda percent: percent / 100),
)


def by_pair(comparison, columns):
    """Values of columns by the unordered pair; signed ones negated where the pair is turned."""
    found = {}
    for row in comparison.pairs().itertuples():
        turned = row.first > row.second
        for column in columns:
            value = getattr(row, column)
            if column in ("mean_difference", "rank_difference", "t") and turned:
                value = -value
            found[min(row.first, row.second), max(row.first, row.second), column] = value
    return found


@settings(max_examples=20)
@given(tables, st.randoms(use_true_random=False), st.sampled_from(["datasets", "folds"]))
def test_permuting_methods_permutes_the_results(scores, random, rows):
    names = [f"m{column}" for column in range(scores.shape[1])]
    order = list(range(len(names)))
    random.shuffle(order)
    options = {"rows": rows, "sizes": (9, 1)}
    ours = compare(scores, names=names, **options)
    theirs = compare(scores[:, order], names=[names[column] for column in order], **options)
    columns = ["better", "mean_difference"]
    columns += ["p_wilcoxon_holm", "p_sign", "p_nemenyi"] if rows == "datasets" else ["t", "p_corrected_holm"]
    expected, found = by_pair(ours, columns), by_pair(theirs, columns)
    assert expected.keys() == found.keys()
    for key, value in expected.items():
        assert found[key] == (value if isinstance(value, str) else pytest.approx(value, abs=1e-9))
    assert theirs.average_ranks == pytest.approx(ours.average_ranks[order])


@settings(max_examples=20)
@given(tables)
def test_errors_and_scores_are_mirror_images(scores):
    up, down = compare(scores, rows="datasets"), compare(1 - scores, rows="datasets", higher_is_better=False)
    assert up.friedman == down.friedman
    assert up.pairs()["better"].tolist() == down.pairs()["better"].tolist()
    assert up.pairs()["p_wilcoxon"].tolist() == pytest.approx(down.pairs()["p_wilcoxon"].tolist())


@settings(max_examples=20)
@given(tables)
def test_rank_tests_see_only_order(scores):
    plain, bent = compare(scores, rows="datasets"), compare(np.exp(5 * scores), rows="datasets")
    assert plain.friedman == bent.friedman
    for column in ("wins", "ties", "losses", "p_sign", "p_nemenyi"):
        assert plain.pairs()[column].tolist() == bent.pairs()[column].tolist()


@settings(max_examples=30)
@given(tables, st.integers(0, 4))
def test_nothing_is_claimed_that_the_tests_do_not_carry(scores, step):
    compared = compare(scores + 0.05 * step * np.arange(scores.shape[1]), rows="datasets")
    claimed = compared.pairs()[compared.pairs()["better"] != ""]
    assert (claimed["p_wilcoxon_holm"] <= 0.05).all()
    assert (2.0 ** (1 - claimed["n_rows"]) * len(compared.pairs()) <= 0.05).all()
    if len(compared.methods) > 2 and compared.friedman.f_p_value > 0.05:
        assert claimed.empty


def test_the_better_method_is_named_in_either_order_and_for_errors_too():
    good, bad = np.linspace(0.8, 0.9, 12), np.linspace(0.7, 0.75, 12)
    for scores, higher in (({"good": good, "bad": bad}, True), ({"bad": 1 - bad, "good": 1 - good}, False)):
        for options in ({"rows": "datasets"}, {"rows": "folds", "n_folds": 12}):
            compared = compare(scores, higher_is_better=higher, **options)
            assert compared.pairs()["better"].tolist() == ["good"]
            assert compared.frame()["method"].tolist() == ["good", "bad"]


def test_two_methods_are_not_held_back_by_friedman():
    """With two methods Friedman's is the sign test, which has less power than Wilcoxon's."""
    gains = np.array([9, 8, 7, 6, 5, 4, 3, -1, -2, 10, 11, 12]) / 100
    compared = compare(
        np.column_stack([0.5 + gains, np.full(12, 0.5)]), rows="datasets", names=["new", "old"]
    )
    assert compared.pairs()["better"].tolist() == ["new"]
    assert compared.pairs()["p_sign"].item() == pytest.approx(0.0386, abs=1e-4)


def test_folds_are_not_tested_as_if_they_were_data_sets():
    scores = np.random.default_rng(0).normal(size=(10, 3))
    compared = compare(scores, rows="folds", n_folds=10)
    assert compared.friedman is None
    assert compared.critical_difference is None
    assert not {"p_wilcoxon", "p_sign", "p_nemenyi"} & set(compared.pairs())
    assert compared.decided_by == "p_corrected_holm"
    assert compare(scores, rows="folds", n_folds=2).decided_by == "p_alpaydin_holm"
    assert compare(scores, rows="folds").decided_by == ""


def test_a_control_is_adjusted_for_fewer_tests():
    compared = compare(LECTURE, control="random forest")
    alone = compared.against_control()
    assert alone["p_wilcoxon_holm"].tolist() == holm(alone["p_wilcoxon"]).tolist()
    everything = compare(LECTURE).pairs()
    against = everything[everything["second"] == "random forest"]
    assert (alone["p_wilcoxon_holm"].to_numpy() <= against["p_wilcoxon_holm"].to_numpy()).all()
    assert compared.pairs()["p_wilcoxon_holm"].tolist() == everything["p_wilcoxon_holm"].tolist()


def test_straight_from_cross_validate():
    X, y = make_classification(300, 12, n_informative=3, flip_y=0.1, random_state=0)
    splits = five_by_two_splits(y, random_state=0)
    scores = {
        name: cross_validate(estimator, X, y, cv=splits, return_indices=True)
        for name, estimator in {
            "line": LogisticRegression(),
            "stump": DecisionTreeClassifier(max_depth=1),
        }.items()
    }
    compared = compare(scores)
    assert compared.table.same_folds
    assert compared.decided_by == "p_alpaydin_holm"
    pairs = compared.pairs()
    assert pairs["mean_difference"].item() == pytest.approx(
        scores["line"]["test_score"].mean() - scores["stump"]["test_score"].mean()
    )


def test_rounding_makes_ties():
    scores = [[0.911, 0.914]] * 8
    assert compare(scores, rows="datasets").pairs()["ties"].item() == 0
    assert compare(scores, rows="datasets", decimals=2).pairs()["ties"].item() == 8


def test_fifty_methods():
    rng = np.random.default_rng(0)
    compared = compare(rng.normal(size=(20, 50)) + np.linspace(0, 3, 50), rows="datasets")
    assert len(compared.pairs()) == 1225
    assert compared.frame()["better_than"].sum() == (compared.pairs()["better"] != "").sum() > 50


def test_false_differences_are_as_rare_as_promised():
    """150 tables of four equal methods at level 0.05: 7.5 with a false difference; 3 standard deviations are 8."""
    rng = np.random.default_rng(0)
    tables = rng.normal(size=(150, 15, 4))
    false = sum((compare(table, rows="datasets").pairs()["better"] != "").any() for table in tables)
    assert false <= 7.5 + 8


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 0}, "alpha=0"),
        ({"control": "svm"}, "control='svm' is not among the methods: decision tree"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        compare(LECTURE, **options)
