import json

import numpy as np
import pandas as pd
import pytest

from hedgerow import datasets
from hedgerow.tables import TableError
from hedgerow.tables.table_reader import read_table
from hedgerow.trials import inspect_table
from hedgerow.trials.inspection import is_training_table, take_fingerprint


def test_columns_of_no_use_are_found(classes):
    inspection = inspect_table(classes)
    assert inspection.choice.constant == ("site",)
    assert inspection.choice.identifiers == ("patient_id",)
    assert inspection.choice.used == ("age", "dose", "colour", "smoker")


def test_gaps_and_classes_are_counted(classes, patients):
    inspection = inspect_table(classes)
    assert inspection.missing == {"age": 11, "colour": 18}
    assert inspection.n_missing == 29
    assert dict(inspection.classes) == patients["outcome"].value_counts().to_dict()
    assert inspection.values is None


def test_numbers_are_summed_up(numbers, patients):
    inspection = inspect_table(numbers)
    cost = patients["cost"]
    assert inspection.values == pytest.approx((cost.min(), cost.mean(), cost.max()))
    assert inspection.classes is None
    assert "cost is a number" in inspection.sentences()[0]


def test_the_sentences_name_what_is_left_out(classes):
    said = " ".join(inspect_table(classes).sentences())
    assert "29 values are missing (4.0 %), in age and colour." in said
    assert "only one value: site." in said
    assert "free text: patient_id." in said


def test_rare_classes_are_named():
    frame = pd.DataFrame({"a": range(0, 60, 2), "y": ["x"] * 14 + ["z"] * 14 + ["rare"] * 2})
    assert (
        "Fewer than 5 rows have the class rare."
        in inspect_table(read_table(frame, "y", numbers="a")).sentences()
    )


def test_the_record_is_json(classes, numbers):
    for table in (classes, numbers):
        assert json.loads(json.dumps(inspect_table(table).to_dict()))["name"] == "patients"


def test_booleans_become_numbers(classes):
    features = inspect_table(classes).choice.take(classes).features
    assert features["smoker"].dtype == np.float64
    assert set(features["smoker"]) == {0.0, 1.0}
    assert features.index.tolist() == list(range(120))


def test_booleans_with_gaps_become_numbers():
    frame = pd.DataFrame({"a": ["true", "false", ""] * 4, "y": ["u", "v"] * 6})
    table = read_table(frame, "y")
    assert inspect_table(table).choice.take(table).features["a"].isna().sum() == 4


def test_no_target_is_refused():
    with pytest.raises(TableError, match="has no target"):
        inspect_table(read_table(pd.DataFrame({"a": [1, 2]})))


def test_a_table_without_a_useful_column_is_refused():
    with pytest.raises(TableError, match="no column to learn from: a"):
        inspect_table(read_table(pd.DataFrame({"a": [1.5, 1.5], "y": ["u", "v"]}), "y"))


@pytest.mark.parametrize(("labels", "said"), [([1, 2, 3], True), ([0, 1], False), (["1a", "2", "3"], False)])
def test_numbers_that_are_taken_for_classes_are_said(labels, said):
    frame = pd.DataFrame({"a": np.arange(30) / 2, "y": np.resize(np.array(labels), 30)})
    sentences = inspect_table(read_table(frame, "y")).sentences()
    assert ("The numbers of y are read as classes" in " ".join(sentences)) == said


@pytest.mark.parametrize("name", ["votes", "wbc", "iris"])
def test_a_table_is_the_same_after_a_file(name, tmp_path):
    table = datasets.load(name)
    table.features.join(table.target).to_csv(tmp_path / "table.csv", index=False)
    again = read_table(tmp_path / "table.csv", table.target.name)
    assert take_fingerprint(again.features) == take_fingerprint(table.features)


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.iloc[::-1],
        lambda table: table.iloc[:-1],
        lambda table: table.rename(columns={"a": "c"}),
        lambda table: table[["b", "a"]],
        lambda table: table.assign(a=[1.0, 2.0, np.nan]),
        lambda table: table.assign(b=["x", "y", None]),
    ],
)
def test_any_change_is_another_table(change):
    table = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": ["x", "y", "z"]})
    assert not is_training_table({"fingerprint": take_fingerprint(table)}, change(table))


def test_the_index_does_not_count():
    table = pd.DataFrame({"a": [1.0, 2.0]})
    assert take_fingerprint(table.set_axis(["r", "s"])) == take_fingerprint(table)


def test_an_older_file_tells_nothing():
    assert not is_training_table({"table": {"n_rows": 1}}, pd.DataFrame({"a": [1.0]}))
