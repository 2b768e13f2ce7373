import json

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

from hedgerow import AdaBoostClassifier, RandomForestClassifier, RandomForestRegressor, save_model
from hedgerow.datasets import load
from hedgerow.report import Report
from hedgerow.report.report import N_STEPS

QUICK = {"n_folds": 3, "n_repeats": 2, "n_rows_explained": 5}
SECTIONS = {
    "format_version", "summary", "findings", "data", "model", "scores", "relevance", "rows", "diversity", "margins",
    "stability", "citations",
}  # fmt: skip


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
    report = Report.from_table(load("iris"), model=LogisticRegression(max_iter=500), **QUICK)
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
        ({"model": RandomForestRegressor()}, "asks for a classifier, and RandomForestRegressor is none"),
        ({"target": "nothing"}, "target='nothing' is not the target"),
    ],
)
def test_what_cannot_be_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        Report.from_table(load("iris"), **options)


def test_a_report_says_what_it_is(wbc_report):
    assert repr(wbc_report).startswith("<Report on 'wbc': 699 rows, 9 features, accuracy 0.9")
