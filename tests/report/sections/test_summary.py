import copy

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
    assert features == "None of the 9 features is shown to matter at the level 0.05."
    assert rows == "No row is contradicted by 90 % of the members or more."


def test_a_model_that_is_beaten_says_so(wbc_report):
    content = copy.deepcopy(wbc_report.to_dict())
    content["scores"]["pairs"][0]["better"] = "linear model"
    assert "It is beaten by the linear model." in summarise(content)[0]


def test_many_contradicted_rows_speak_about_the_model(wbc_report):
    content = copy.deepcopy(wbc_report.to_dict())
    content["margins"]["n_suspicious"] = 600
    assert "more about the model" in summarise(content)[3]
