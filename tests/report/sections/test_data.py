import pandas as pd

from hedgerow import read_table
from hedgerow.report.sections.data import MAX_COLUMNS, describe_data


def test_problems_are_told():
    frame = pd.DataFrame({"one": [1.0] * 8, "gaps": [None] * 5 + [1.0, 2.0, 3.0], "y": list("abababab")})
    problems = " ".join(describe_data(read_table(frame, "y"), ["name"])["problems"])
    for words in (
        "learn from 1 column: name",
        "one value only",
        "more than half",
        "same features as an earlier row",
    ):
        assert words in problems


def test_classes_are_counted(wbc_report):
    data = wbc_report.to_dict()["data"]
    assert sum(each["count"] for each in data["classes"]) == data["n_rows"]


def test_values_are_binned(regression_report):
    data = regression_report.to_dict()["data"]
    assert sum(data["values"]["counts"]) == data["n_rows"]
    assert "classes" not in data


def test_many_columns_are_cut():
    frame = pd.DataFrame(
        {f"c{number}": [1.0, 2.0, 3.0, 4.0] for number in range(MAX_COLUMNS + 7)} | {"y": list("abab")}
    )
    data = describe_data(read_table(frame, "y"))
    assert len(data["columns"]) == MAX_COLUMNS
    assert data["n_columns_left_out"] == 7


def test_examples_of_numbers_are_short_and_different():
    frame = pd.DataFrame({"x": [0.123456789, 0.12345, None, 7.0, -1234567.0, 8.0], "y": list("ababab")})
    (column,) = describe_data(read_table(frame, "y"))["columns"]
    assert column["examples"] == "0.1235, 7, \N{MINUS SIGN}1,234,567"
