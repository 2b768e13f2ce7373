import numpy as np

from hedgerow import Outputs
from hedgerow.report.sections.margins import MAX_ROWS, describe_margins


def test_every_row_is_in_a_bin(wbc_report, regression_report):
    for report in (wbc_report, regression_report):
        content = report.to_dict()
        assert sum(content["margins"]["counts"]) == content["data"]["n_rows"]


def test_rows_keep_their_names():
    said = [["a", "b", "b"], ["a", "b", "b"]]
    found = describe_margins(Outputs.from_predictions(said, ["b", "b", "b"]), ["x", "y", "z"])
    assert found["rows"] == [{"row": "x", "position": 0, "given": "b", "suggested": "a", "share": 1.0}]
    assert found["judge"] == "members"
    assert found["share_negative"] == 0.333333


def test_many_suspicious_rows_are_cut():
    truth = np.r_[np.zeros(300), np.ones(300)].astype(int).astype(str)
    said = np.where(np.arange(600) % 2, truth, "0")
    said = np.where(np.arange(600) >= 300, "0", said)
    found = describe_margins(Outputs.from_predictions([said, said], truth))
    assert found["n_suspicious"] == 299  # one of the class is spared
    assert len(found["rows"]) == MAX_ROWS


def test_residuals_have_no_share_below_zero(regression_report):
    found = regression_report.to_dict()["margins"]
    assert found["kind"] == "residual"
    assert found["share_negative"] is None


def test_one_model_judges_by_its_probabilities():
    shares = [[[0.95, 0.05], [0.6, 0.4], [0.08, 0.92], [0.1, 0.9]]]
    outputs = Outputs.from_predictions(shares, ["b", "b", "a", "b"], classes=["a", "b"])
    found = describe_margins(outputs)
    assert found["judge"] == "model"
    # Row 1 is wrong as well, but not surely.
    assert [(row["row"], row["suggested"], row["share"]) for row in found["rows"]] == [
        ("0", "a", 0.95),
        ("2", "b", 0.92),
    ]
    assert found["share_negative"] == 0.75
    assert found["mean"] == np.mean([-0.9, -0.2, -0.84, 0.8]).round(6)


def test_a_wrong_answer_of_one_model_is_no_suspicion():
    assert describe_margins(Outputs.from_predictions([["a", "b"]], ["b", "b"])) is None


def test_values_of_one_model_have_residuals():
    truth = np.random.default_rng(0).normal(size=200)
    truth[7] += 50
    found = describe_margins(Outputs.from_predictions([np.zeros(200)], truth, regression=True))
    assert (found["kind"], found["judge"]) == ("residual", "model")
    assert found["rows"][0]["row"] == "7"
