import numpy as np
import pandas as pd
import pytest

from hedgerow import datasets, read_table
from hedgerow.trials.fingerprint import is_training_table, take_fingerprint


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
