import numpy as np
import pandas as pd
import pytest

from hedgerow import RandomForestClassifier
from hedgerow.datasets import load
from hedgerow.report.columns import choose_columns, match_model, read_for_report
from hedgerow.tables import TableError, read_table
from hedgerow.trials import describe_columns

FRAME = pd.DataFrame(
    {
        "size": [1.5, 2.0, 2.5, 4.0] * 5,
        "color": ["red", "blue", "red", "green"] * 5,
        "flag": [True, False] * 10,
        "one": ["m"] * 20,
        "good": list("ynyn") * 5,
    },
    index=[f"row {number}" for number in range(20)],
)


def test_names_of_rows_stay():
    table = choose_columns(read_table(FRAME, "good"))
    assert list(table.features) == ["size", "color", "flag"]
    assert table.features.index[3] == "row 3"
    assert set(table.kinds) == {"size", "color", "flag"}


def test_a_model_gets_its_columns_in_its_order():
    table = read_table(FRAME, "good")
    model = RandomForestClassifier(3, random_state=0).fit(
        table.features[["flag", "size"]].astype(float), table.target
    )
    assert list(match_model(table, model).features) == ["flag", "size"]


def test_a_manifest_knows_the_categories():
    table = choose_columns(read_table(FRAME, "good"))
    manifest = {"columns": list(table.features), "summary": {"columns": describe_columns(table.features)}}
    other = read_table(FRAME.replace({"color": {"green": "red"}}), "good")
    matched = match_model(other, None, manifest)
    assert matched.features["color"].cat.categories.tolist() == ["blue", "green", "red"]


def test_a_missing_column_is_named():
    table = read_table(FRAME, "good")
    model = RandomForestClassifier(3).fit(load("iris").features, load("iris").target)
    with pytest.raises(TableError, match="columns that the table does not have: sepal"):
        match_model(table, model)


def test_an_array_must_have_as_many_columns():
    model = RandomForestClassifier(3).fit(np.arange(8.0).reshape(4, 2), list("abab"))
    with pytest.raises(TableError, match="learned from 2 columns without names, and the table has 4"):
        match_model(read_table(FRAME, "good"), model)


def test_a_target_is_needed():
    with pytest.raises(ValueError, match="name it with target="):
        read_for_report(FRAME, None)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="has a single value, y"):
        read_for_report(FRAME[FRAME["good"] == "y"], "good")
