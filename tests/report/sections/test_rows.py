import json

import numpy as np
import pandas as pd

from hedgerow import Outputs
from hedgerow.report.sections.rows import MAX_FEATURES, MAX_ROWS, describe_margins, describe_rows


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


def make(n_rows, n_features):
    told = np.random.default_rng(0).normal(size=(n_rows, n_features))
    names = [f"f{feature}" for feature in range(n_features)]
    return told, pd.DataFrame(1.5, columns=names, index=[f"r{row}" for row in range(n_rows)])


def test_suspicious_rows_take_at_most_half_of_the_places():
    outputs = Outputs.from_predictions(np.zeros((2, 30)), np.ones(30))
    found = describe_rows(*make(30, 3), outputs, [9, 4, 7, 1, 2, 3], max_rows=8)
    assert [row["row"] for row in found["rows"][:4]] == ["r9", "r4", "r7", "r1"]
    assert len(found["rows"]) == 8
    # Rows that are suspicious are marked, wherever they are.
    assert {row["row"] for row in found["rows"] if row["suspicious"]} >= {"r9", "r4", "r7", "r1"}


def test_features_are_cut_to_the_strongest():
    found = describe_rows(*make(5, 60), Outputs.from_predictions([["a"] * 5], ["a"] * 5), [])
    assert len(found["features"]) == MAX_FEATURES
    assert all(len(row["values"]) == MAX_FEATURES for row in found["rows"])


def test_rows_that_nobody_judged_have_no_answer():
    outputs = Outputs.from_predictions([["a", "b"]], ["a", "b"], predicted=[[True, False]])
    assert [row["said"] for row in describe_rows(*make(2, 2), outputs, [])["rows"]] == ["a", None]


def test_cells_are_what_stands_in_the_table():
    frame = pd.DataFrame(
        {
            "number": [3.14159, np.nan],
            "whole": [7, 8],
            "text": pd.Categorical(["<b>", "x" * 99]),
            "flag": [True, False],
        }
    )
    outputs = Outputs.from_predictions([["a", "b"]] * 2, ["a", "b"])
    rows = describe_rows(np.zeros((2, 4)), frame, outputs, [])["rows"]
    assert rows[0]["cells"] == [3.142, 7.0, "<b>", "True"]
    assert rows[1]["cells"][0] is None
    assert len(rows[1]["cells"][2]) == 60
    json.dumps(rows, allow_nan=False)


def test_the_share_is_that_of_the_votes_or_the_probability():
    votes = Outputs.from_predictions([["a"], ["a"], ["b"], ["a"]], ["a"])
    assert describe_rows(*make(1, 2), votes, [])["rows"][0]["share"] == 0.75
    model = Outputs.from_predictions([[[0.9, 0.1]]], ["b"], classes=["a", "b"])
    row = describe_rows(*make(1, 2), model, [])["rows"][0]
    assert (row["said"], row["share"]) == ("a", 0.9)
    alone = Outputs.from_predictions([["a"]], ["b"])
    assert describe_rows(*make(1, 2), alone, [])["rows"][0]["share"] is None


def test_contributions_are_those_of_the_rows_and_features_that_are_shown():
    outputs = Outputs.from_predictions([["a"] * 5], ["a"] * 5)
    told, frame = make(5, 3)
    added = np.arange(15.0).reshape(5, 3)
    found = describe_rows(told, frame, outputs, [3], max_rows=2, contribute=lambda rows: added[rows])
    assert found["rows"][0]["row"] == "r3"
    for row in found["rows"]:
        shown = dict(zip(found["features"], row["contributions"], strict=True))
        assert shown == dict(zip(frame.columns, added[int(row["row"][1:])], strict=True))
    nobody = describe_rows(told, frame, outputs, [], contribute=lambda rows: None)
    assert nobody["rows"][0]["contributions"] is None
