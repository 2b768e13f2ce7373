import copy

import pytest

from hedgerow.report.sections.summary import summarise


def test_the_summary_answers_what_matters_and_how_sure(wbc_report, regression_report):
    score, features, choice, rows = wbc_report.summary
    assert "95 % interval" in score
    assert "more than chance explains" in features
    assert "random parts of the table" in choice
    assert "contradicted by at least 90 % of the members" in rows
    assert "explains" in regression_report.summary[0]
    assert "They are a and b." in regression_report.summary[1]


def test_nothing_relevant_is_said_plainly(wbc_report):
    content = copy.deepcopy(wbc_report.to_dict())
    for row in content["relevance"]["features"]:
        row["selected"] = False
    content["margins"]["n_suspicious"] = 0
    _, features, _, rows = summarise(content)
    assert features == "None of the 9 features is shown to matter (level 0.05)."
    assert rows == "No row is contradicted by 90 % of the members or more."


def test_a_model_that_is_beaten_says_so(wbc_report):
    content = copy.deepcopy(wbc_report.to_dict())
    content["scores"]["pairs"][0]["better"] = "linear model"
    assert "The linear model is better." in summarise(content)[0]


def test_many_contradicted_rows_speak_about_the_model(wbc_report):
    content = copy.deepcopy(wbc_report.to_dict())
    content["margins"]["n_suspicious"] = 600
    assert "more about the model" in summarise(content)[3]


@pytest.mark.parametrize(
    ("metric", "title", "higher", "said"),
    [
        ("balanced_accuracy", "balanced accuracy", True, "with balanced accuracy 75.0 %"),
        ("auc", "AUC", True, "with AUC 0.750 (95 % interval 0.700 to 0.800); higher is better"),
        ("log_loss", "log loss", False, "(95 % interval 0.700 to 0.800); lower is better"),
    ],
)
def test_any_metric_is_said_with_its_direction(wbc_report, metric, title, higher, said):
    content = wbc_report.to_dict()
    content["scores"] |= {"metric": metric, "title": title, "higher_is_better": higher}
    content["scores"]["candidates"][0] |= {"score": 0.75, "low": 0.7, "high": 0.8}
    assert said in summarise(content)[0]


def test_values_that_cannot_be_predicted_are_said_to_be_so(regression_report):
    content = regression_report.to_dict()
    content["scores"]["candidates"][0]["score"] = -0.2
    assert "explains nothing of value" in summarise(content)[0]


def test_a_model_that_judges_alone_is_named(wbc_report):
    content = wbc_report.to_dict()
    content["margins"] |= {"judge": "model", "n_suspicious": 3}
    assert (
        "3 rows of 699 are contradicted by the model, which gives another class 90 % or more"
        in summarise(content)[3]
    )
    content["margins"]["n_suspicious"] = 0
    assert summarise(content)[3] == "The model gives no row another class with 90 % or more."
    content["margins"] = None
    assert len(summarise(content)) == 3


def test_far_values_are_said_in_standard_deviations(regression_report):
    content = regression_report.to_dict()
    content["margins"]["n_suspicious"] = 2
    assert "2 rows of 150 are further than 3 standard deviations from the answer" in summarise(content)[3]


def test_rows_are_not_called_wrong_where_no_finding_says_so(wbc_report):
    content = wbc_report.to_dict()
    content["findings"] = []
    assert summarise(content)[3].endswith(
        "Where classes overlap, that happens to rows with the right label, too."
    )
    content["findings"] = [{"code": "label-errors"}]
    assert summarise(content)[3].endswith("look at the labels there.")
