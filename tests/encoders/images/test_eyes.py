import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from hedgerow.encoders.images.eyes import Eyes, find_name_column, read_names, read_sheet

TABLE = pd.DataFrame(
    {
        "file": ["b.png", "a.png"],
        "left_x": [40, 90],
        "left_y": [50, 51],
        "right_x": [95, 30],
        "right_y": [52, 50.5],
    }
)


def test_the_left_eye_is_the_one_farther_left_in_the_picture():
    eyes = Eyes.read(TABLE)
    assert eyes.names == ("b.png", "a.png")
    assert_array_equal(eyes.centres, [[[40, 50], [95, 52]], [[30, 50.5], [90, 51]]])
    assert_array_equal(eyes.of(["a.png"]), [[[30, 50.5], [90, 51]]])


def test_a_file_says_the_same_as_its_table(tmp_path):
    TABLE.to_csv(tmp_path / "eyes.csv", index=False)
    read = Eyes.read(tmp_path / "eyes.csv")
    assert_array_equal(read.centres, Eyes.read(TABLE).centres)
    assert read.names == Eyes.read(TABLE.rename(columns={"file": "image"})).names


def test_names_of_digits_stay_words(tmp_path):
    TABLE.assign(file=["007", "010"]).to_csv(tmp_path / "eyes.csv", index=False)
    assert Eyes.read(str(tmp_path / "eyes.csv")).names == ("007", "010")


def test_arrays_are_in_the_order_of_the_pictures():
    centres = Eyes.read([[1, 2, 3, 4], [5, 6, 7, 8]])
    assert centres.names is None
    assert_array_equal(centres.of(["x", "y"])[1], [[5, 6], [7, 8]])
    assert_array_equal(Eyes.read(np.zeros((3, 2, 2))).centres.shape, (3, 2, 2))
    with pytest.raises(ValueError, match="3 pictures and the eyes of 2"):
        centres.of(["x", "y", "z"])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (TABLE.drop(columns="left_y"), "has no column 'left_y'; it needs left_x, left_y, right_x, right_y"),
        (TABLE.assign(file=["a.png", "a.png"]), "names 'a.png' twice"),
        (TABLE.assign(left_x=[40, None]), "The eyes of picture a.png are not told"),
        (TABLE.drop(columns="file").assign(left_x=["?", 3]), "The eyes of row 1 are not told"),
        (np.zeros((3, 5)), r"eyes has shape \(3, 5\)"),
    ],
)
def test_what_does_not_tell_the_eyes_is_refused(table, message):
    with pytest.raises(ValueError, match=message):
        Eyes.read(table)


def test_pictures_without_a_row_are_named():
    with pytest.raises(ValueError, match="no row for 'c"):
        Eyes.read(TABLE).of(["a.png", "c.png"])


def test_sheets_that_are_no_files_are_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no file .*nothing\.csv with eye centres"):
        read_sheet(tmp_path / "nothing.csv", "eye centres")
    with pytest.raises(IsADirectoryError, match="Name the file of labels"):
        read_sheet(tmp_path, "labels")
    (tmp_path / "empty.csv").write_text("")
    with pytest.raises(ValueError, match="is no CSV file of labels"):
        read_sheet(tmp_path / "empty.csv", "labels")


def test_a_table_need_not_name_its_pictures():
    nameless = TABLE.drop(columns="file")
    assert find_name_column(nameless) is None
    assert read_names(nameless, "eyes") is None
    assert find_name_column(TABLE) == "file"
