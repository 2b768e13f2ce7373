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
    assert found["rows"] == [
        {"row": "x", "position": 0, "given": "b", "suggested": "a", "share": 1.0, "votes": 2.0}
    ]
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
