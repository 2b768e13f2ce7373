import numpy as np
import pandas as pd
import pytest
from tests.cli.saved import write_model, write_table

from hedgerow import RandomForestRegressor, save_model
from hedgerow.cli.recalling import recall
from hedgerow.tables import TableError


@pytest.fixture
def frame(tmp_path):
    frame = write_table(tmp_path / "table.csv")
    write_model(tmp_path / "model.hdg", tmp_path / "table.csv")
    return frame


def test_the_training_table_is_recognised(frame, tmp_path):
    recalled = recall(str(tmp_path / "model.hdg"), str(tmp_path / "table.csv"), n_jobs=1)
    assert recalled.seen
    assert list(recalled.table.features) == ["size", "color", "noise"]
    assert recalled.table.target.tolist() == frame["label"].tolist()
    assert recalled.table.task == "classification"


def test_rows_without_a_target_are_left_out_and_keep_their_numbers(frame, tmp_path, capsys):
    frame.loc[0, "label"] = None
    frame.to_csv(tmp_path / "gap.csv", index=False)
    recalled = recall(str(tmp_path / "model.hdg"), str(tmp_path / "gap.csv"))
    assert recalled.table.features.index[0] == 1
    assert not recalled.seen
    assert "Left out 1 of 80 rows" in capsys.readouterr().err


def test_a_row_that_is_asked_for_is_kept(frame, tmp_path):
    frame.loc[0, "label"] = None
    frame.to_csv(tmp_path / "gap.csv", index=False)
    recalled = recall(str(tmp_path / "model.hdg"), str(tmp_path / "gap.csv"), row=0)
    assert recalled.table.target is None
    assert len(recalled.table) == 80


def test_an_unknown_class_is_refused(frame, tmp_path):
    frame.loc[0, "label"] = "perhaps"
    frame.to_csv(tmp_path / "other.csv", index=False)
    with pytest.raises(
        TableError, match="holds 'perhaps', a class that the model has never seen; it knows no, yes"
    ):
        recall(str(tmp_path / "model.hdg"), str(tmp_path / "other.csv"))


@pytest.mark.usefixtures("frame")
def test_a_target_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(TableError, match="There is no column 'lable'"):
        recall(str(tmp_path / "model.hdg"), str(tmp_path / "table.csv"), target="lable")


def test_a_model_saved_in_python_needs_the_target_to_be_named(tmp_path):
    x = np.arange(20) / 7
    frame = pd.DataFrame({"x": x, "y": 2 * x})
    frame.to_csv(tmp_path / "table.csv", index=False)
    save_model(RandomForestRegressor(5, random_state=0).fit(frame[["x"]], frame["y"]), tmp_path / "model.hdg")
    paths = str(tmp_path / "model.hdg"), str(tmp_path / "table.csv")
    assert recall(*paths, quiet=True).table.target is None
    recalled = recall(*paths, target="y", quiet=True)
    assert recalled.table.target.tolist() == frame["y"].tolist()
    assert recalled.table.task == "regression"
    assert not recalled.seen
