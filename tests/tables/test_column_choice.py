import json

import numpy as np
import pandas as pd
import pytest

from hedgerow import RandomForestClassifier, read_table
from hedgerow.datasets import load
from hedgerow.tables import TableError
from hedgerow.tables.column_choice import (
    choose_columns,
    describe_columns,
    match_columns,
    match_model,
    recall_columns,
    recall_others,
)

LEARNED = pd.DataFrame(
    {"size": [1.5, 2.0], "code": pd.Categorical(["1", "x"]), "kind": pd.Categorical([1, 2])}
)


def test_a_table_is_matched_to_itself():
    features, notes = match_columns(LEARNED, describe_columns(LEARNED))
    pd.testing.assert_frame_equal(features, LEARNED, check_categorical=False)
    assert notes == []


def test_the_description_is_json():
    described = json.loads(json.dumps(describe_columns(LEARNED)))
    assert [column["categories"] for column in described] == [None, ["1", "x"], [1, 2]]


def test_other_orders_and_columns_are_no_trouble():
    raw = pd.DataFrame({"kind": ["2"], "more": ["?"], "code": ["x"], "size": ["7"], "target": ["a"]})
    features, notes = match_columns(raw, describe_columns(LEARNED), ignored=["target"])
    assert features.columns.tolist() == ["size", "code", "kind"]
    assert features.iloc[0].tolist() == [7.0, "x", 2]
    assert notes == ["Not used because the model has not learned from it: more."]


@pytest.mark.parametrize("written", ["1", 1, 1.0, " 1 "])
def test_a_category_is_known_however_it_is_written(written):
    features, notes = match_columns(
        pd.DataFrame({"size": [1], "code": [written], "kind": [written]}), describe_columns(LEARNED)
    )
    assert features["code"].tolist() == ["1"]
    assert features["kind"].tolist() == [1]
    assert notes == []


def test_unknown_categories_are_said_and_taken_for_missing():
    raw = pd.DataFrame(
        {"size": [1] * 6, "code": ["u", "v", "w", "z", "u", "?"], "kind": ["", None, "NA", 1, 2, 1]}
    )
    features, notes = match_columns(raw, describe_columns(LEARNED))
    assert features["code"].isna().all()
    assert notes == [
        "Column code has 5 values that the model has never seen and takes for missing: u, v, w and 1 more."
    ]


def test_empty_numbers_are_missing():
    features, _ = match_columns(
        pd.DataFrame({"size": ["", "?"], "code": ["x", "x"], "kind": [1, 1]}), describe_columns(LEARNED)
    )
    assert np.isnan(features["size"]).all()


def test_booleans_become_numbers():
    described = [{"name": "smoker", "categories": None}]
    features, _ = match_columns(pd.DataFrame({"smoker": ["true", "false", ""]}), described)
    np.testing.assert_array_equal(features["smoker"], [1.0, 0.0, np.nan])


def test_missing_columns_are_named():
    with pytest.raises(TableError, match=r"needs 2 columns .*: 'code', 'kind'\. Did you mean 'Code'"):
        match_columns(pd.DataFrame({"size": [1], "Code": ["x"]}), describe_columns(LEARNED))


def test_words_in_the_place_of_numbers_are_refused():
    with pytest.raises(TableError, match=r"row 2 holds 'big'.*has learned numbers"):
        match_columns(
            pd.DataFrame({"size": ["1", "big"], "code": ["x"] * 2, "kind": [1] * 2}),
            describe_columns(LEARNED),
        )


def test_infinite_numbers_are_refused():
    with pytest.raises(TableError, match="infinite value in row 1"):
        match_columns(pd.DataFrame({"size": [np.inf]}), [{"name": "size", "categories": None}])


def test_a_name_twice_is_refused():
    raw = pd.DataFrame([[1, 2]], columns=["size", "size"])
    with pytest.raises(TableError, match="'size' occurs twice"):
        match_columns(raw, [{"name": "size", "categories": None}])


def test_a_manifest_tells_columns_and_target():
    described = describe_columns(LEARNED)
    table = {"target": "y", "constant": ["site"], "identifiers": ["id"]}
    manifest = {"columns": ["size"], "summary": {"columns": described, "table": table}}
    assert recall_columns(manifest) == (described, "y")
    assert recall_others(manifest) == ["y", "site", "id"]


def test_a_manifest_of_other_origin_tells_names():
    manifest = {"columns": ["size"], "summary": {}}
    assert recall_columns(manifest) == ([{"name": "size", "categories": None}], "")
    assert recall_others(manifest) == []


def test_a_model_of_an_array_is_refused():
    with pytest.raises(TableError, match="array without column names"):
        recall_columns({"columns": None, "summary": {}})


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
    table = read_table(FRAME, "good")
    table = choose_columns(table).take(table)
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
    table = read_table(FRAME, "good")
    table = choose_columns(table).take(table)
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
