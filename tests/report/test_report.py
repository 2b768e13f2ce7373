import json

import numpy as np
import pandas as pd
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression
from sklearn.svm import LinearSVC

from hedgerow import (
    AdaBoostClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    Report,
    read_table,
    save_model,
)
from hedgerow.datasets import load
from hedgerow.report.report import N_STEPS
from hedgerow.tables import ColumnWarning
from hedgerow.trials import choose_model

QUICK = {"n_folds": 3, "n_repeats": 2, "n_rows_explained": 5}
SECTIONS = {
    "format_version", "summary", "findings", "data", "model", "training", "scores", "groups", "relevance", "rows",
    "diversity", "uses", "margins", "stability", "citations", "made",
}  # fmt: skip


@pytest.fixture(scope="module")
def regression_table():
    generator = np.random.default_rng(0)
    frame = pd.DataFrame(generator.normal(size=(120, 3)), columns=list("abc"))
    return read_table(frame.assign(y=3 * frame["a"] + frame["b"] + 0.3 * generator.normal(size=120)), "y")


def test_the_dict_is_plain_json_and_complete(wbc_report, hostile_report, regression_report):
    for report in (wbc_report, hostile_report, regression_report):
        content = report.to_dict()
        assert set(content) == SECTIONS
        assert json.loads(json.dumps(content, allow_nan=False)) == content


def test_a_dict_makes_the_same_report_again(wbc_report):
    assert Report(wbc_report.to_dict()).to_html() == wbc_report.to_html()


def test_the_dict_is_a_copy(wbc_report):
    wbc_report.to_dict()["summary"].clear()
    assert len(wbc_report.summary) == 4


def test_another_dict_is_refused():
    with pytest.raises(ValueError, match=r"not the dict of a report .*format_version=None"):
        Report({"summary": []})


def test_the_page_is_written_completely(wbc_report, tmp_path):
    wbc_report.save(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == wbc_report.to_html()
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_the_same_seed_gives_the_same_report_for_any_number_of_threads():
    def make(n_jobs):
        content = Report.from_table(load("iris"), n_estimators=20, n_jobs=n_jobs, **QUICK).to_dict()
        for each in content["scores"]["candidates"]:
            del each["seconds"]
        del content["model"]["settings"]
        return content

    assert make(1) == make(2)


def test_every_step_is_told():
    steps = []
    Report.from_table(load("iris"), n_estimators=20, step=steps.append, **QUICK)
    assert len(steps) == N_STEPS


def test_a_model_without_members_has_no_diversity():
    report = Report.from_table(load("iris"), model=LinearDiscriminantAnalysis(), **QUICK)
    content = report.to_dict()
    assert content["diversity"] is None
    assert content["model"]["asked"] == "other_half"
    assert "has no members" in report.to_html()


def test_a_saved_model_is_reported_on(tmp_path):
    wbc = load("wbc")
    forest = RandomForestClassifier(30, random_state=0).fit(wbc.features, wbc.target)
    save_model(forest, tmp_path / "forest.hdg")
    from_file = Report.from_model(tmp_path / "forest.hdg", wbc, **QUICK).to_dict()
    assert from_file["model"]["asked"] == "out_of_bag"
    assert from_file["model"]["class"] == "RandomForestClassifier"
    from_memory = Report.from_model(forest, wbc, **QUICK).to_dict()
    assert from_file["diversity"] == from_memory["diversity"]


def test_boosting_is_reported_on():
    content = Report.from_table(
        load("iris"), model=AdaBoostClassifier(n_estimators=5, random_state=0), **QUICK
    )
    assert content.to_dict()["diversity"]["n_members"] >= 1


def test_identifiers_are_left_out_and_named():
    generator = np.random.default_rng(0)
    frame = pd.DataFrame({"size": generator.normal(size=80), "name": [f"row {row}" for row in range(80)]})
    frame["good"] = np.where(frame["size"] > 0, "y", "n")
    content = Report.from_table(frame, "good", n_estimators=20, **QUICK).to_dict()
    assert content["data"]["unused"] == ["name"]
    assert [row["feature"] for row in content["relevance"]["features"]] == ["size"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_folds": 1}, "n_folds=1 must be a whole number of 2 or more"),
        ({"n_repeats": 0}, "n_repeats=0 must be"),
        ({"model": RandomForestRegressor()}, "needs a classifier, and RandomForestRegressor is not one"),
        ({"target": "nothing"}, "target='nothing' is not the target"),
    ],
)
def test_what_cannot_be_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        Report.from_table(load("iris"), **options)


def test_a_report_says_what_it_is(wbc_report):
    assert repr(wbc_report).startswith("<Report on 'wbc': 699 rows, 9 features, accuracy 0.9")


def test_a_linear_model_of_values_is_reported_on(regression_table):
    report = Report.from_table(regression_table, model=LinearRegression(), **QUICK)
    content = report.to_dict()
    assert content["margins"]["kind"] == "residual"
    assert content["uses"]["features"][0]["feature"] == "a"
    assert "What does the model use?" in report.to_html()


def test_trees_of_values_without_bags_judge_the_other_half(regression_table):
    content = Report.from_table(
        regression_table, model=ExtraTreesRegressor(10, random_state=0), **QUICK
    ).to_dict()
    assert content["model"]["asked"] == "other_half"
    assert content["diversity"]["n_members"] == 10


def test_a_model_without_probabilities_has_no_margins():
    report = Report.from_table(load("iris"), model=LinearSVC(), **QUICK)
    assert report.to_dict()["margins"] is None
    assert len(report.summary) == 3
    assert "Which rows are contradicted?" not in report.to_html()


def test_another_metric_is_shown_with_its_name():
    report = Report.from_table(load("iris"), n_estimators=20, metric="brier", **QUICK)
    assert "Brier score" in repr(report)
    assert "lower is better" in report.summary[0]
    assert "lower is better" in report.to_html()


def test_a_model_file_tells_how_it_was_made(tmp_path):
    iris = load("iris")
    choice = choose_model(iris, method="linear", metric="auc", n_folds=3, n_repeats=1, n_jobs=1)
    save_model(choice.model, tmp_path / "linear.hdg", summary=choice.to_dict())
    report = Report.from_model(tmp_path / "linear.hdg", iris, **QUICK)
    content = report.to_dict()
    assert content["scores"]["metric"] == "auc"
    assert content["model"]["name"] == "linear model"
    assert [each["name"] for each in content["scores"]["candidates"]][1] == "single tree"
    assert content["training"]["sentences"][0].startswith("The model file says: linear, fitted to 150 rows")
    # It has seen these rows, so copies of it are asked that have not.
    assert content["model"]["asked"] == "other_half"
    assert "When the model was made" in report.to_html()


def test_an_unknown_metric_is_refused_before_any_work():
    with pytest.raises(LookupError, match="There is no metric 'acuracy'"):
        Report.from_table(load("iris"), metric="acuracy")
    with pytest.raises(LookupError, match="The metric rmse is for regression"):
        Report.from_table(load("iris"), metric="rmse")


def test_a_target_is_needed():
    with pytest.raises(ValueError, match="name it with target="):
        Report.from_table(pd.DataFrame({"size": [1.5, 2.5]}))


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="has a single value, y"):
        Report.from_table(pd.DataFrame({"size": [1.5, 2.5], "good": ["y", "y"]}), "good")


def test_what_is_left_out_of_a_file_is_said():
    frame = pd.DataFrame({"size": np.arange(40.0) % 7, "empty": [None] * 40, "good": ["y", "n"] * 20})
    with pytest.warns(ColumnWarning, match="Left out because it has no values: empty"):
        made = Report.from_table(frame, "good", n_estimators=5, **QUICK)
    assert made.to_dict()["data"]["n_features"] == 1
