import json

import pandas as pd
import pytest
from typer.testing import CliRunner

from hedgerow.cli.application import app
from hedgerow.cli.encode_images import read_radii, read_tiles
from hedgerow.datasets import make_eye_regions

pytest.importorskip("skimage", reason="scikit-image is an extra")

SAMPLE = make_eye_regions({(): 3, (1, 2): 2}, random_state=0)
FEW = ["--radii", "1,3", "--tiles", "2x4", "--quiet"]


@pytest.fixture
def folder(tmp_path):
    return SAMPLE.write(tmp_path / "faces")


def encode(*words):
    return CliRunner().invoke(app, ["encode", "images", *map(str, words)])


def test_a_table_is_written_that_other_verbs_read(folder, tmp_path):
    out = tmp_path / "faces.parquet"
    found = encode(
        folder, "--eyes", folder / "eyes.csv", "--labels", folder / "units.csv", "--out", out, *FEW
    )
    assert found.exit_code == 0, found.output
    assert "Wrote 5 pictures with 944 features" in found.output
    assert "Target units, 2 sets: none 3, AU1+AU2 2." in found.output
    written = pd.read_parquet(out)
    assert written.shape == (5, 946)
    assert written.columns[0] == "file"
    assert sorted(written["units"]) == ["AU1+AU2", "AU1+AU2", "none", "none", "none"]
    assert list(written["file"]) == SAMPLE.names


def test_json_says_what_was_written(folder, tmp_path):
    out = tmp_path / "faces.csv"
    found = encode(
        folder, "--eyes", folder / "eyes.csv", "--labels", folder / "units.csv", "--each-label", "--features", "pixels",
        "--json", "--quiet", "--out", out,
    )  # fmt: skip
    assert found.exit_code == 0, found.output
    said = json.loads(found.stdout)
    assert said["n_rows"] == 5
    assert said["target"] is None
    assert said["out"] == str(out)
    assert {"AU1", "AU7", "pixel_row75_col150"} <= set(pd.read_csv(out, nrows=1).columns)


def test_pictures_that_cannot_be_read_are_left_out_on_request(folder, tmp_path):
    (folder / SAMPLE.names[1]).write_bytes(b"nothing")
    words = [folder, "--eyes", folder / "eyes.csv", "--out", tmp_path / "faces.csv", *FEW]
    with pytest.raises(ValueError, match=r"face2\.ppm cannot be encoded: the file is not a picture"):
        raise encode(*words).exception
    assert not (tmp_path / "faces.csv").exists()
    assert encode(*words, "--leave-out").exit_code == 0
    assert len(pd.read_csv(tmp_path / "faces.csv")) == 4


def test_windows_need_no_eyes(folder, tmp_path):
    assert encode(folder, "--whole", "--out", tmp_path / "faces.csv", *FEW).exit_code == 0
    assert len(pd.read_csv(tmp_path / "faces.csv")) == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "Eye centres are missing. Pass --eyes"),
        (["--whole", "--eyes", "eyes.csv"], "--whole needs no --eyes"),
        (["--whole", "--radii", "1,a"], "--radii '1,a' is no list of numbers"),
        (["--whole", "--tiles", "3x"], "--tiles '3x' is no list of rows and columns"),
        (["--whole"], "holds no pictures"),
        (["--eyes", "nowhere.csv"], "There is no file nowhere.csv with eye centres"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words, message, tmp_path):
    error = encode(tmp_path, "--out", tmp_path / "faces.csv", *words).exception
    assert message in str(error)


def test_lists_are_read():
    assert read_radii("1,2.5,") == [1.0, 2.5]
    assert read_tiles("3X6, 1x1") == [(3, 6), (1, 1)]
    for text in ("", "-1", "0"):
        with pytest.raises(ValueError, match="--radii"):
            read_radii(text)
    for text in ("", "1", "0x2", "1x2x3"):
        with pytest.raises(ValueError, match="--tiles"):
            read_tiles(text)
