"""Files: which reader, and what can be wrong with a path."""

import sys

import pandas as pd
import pytest

from hedgerow.tables import MissingFileError, TableError
from hedgerow.tables.files import read_file


@pytest.mark.parametrize("extension", ["csv", "tsv", "txt", "data", "CSV"])
def test_delimited_extensions(tmp_path, extension):
    path = tmp_path / f"a.{extension}"
    path.write_text("a\tb\n1\t2\n")
    assert read_file(path).to_dict("list") == {"a": ["1"], "b": ["2"]}


def test_options_reach_the_reader(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("a:b\n1:é\n".encode("cp850"))
    assert read_file(path, delimiter=":", encoding="cp850")["b"].tolist() == ["é"]


def test_arff_and_parquet(tmp_path):
    (tmp_path / "a.arff").write_text("@relation r\n@attribute a real\n@data\n1\n")
    assert read_file(tmp_path / "a.arff")["a"].tolist() == [1.0]
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"a": [1, 2], "b": ["x", None]})
    frame.to_parquet(tmp_path / "a.parquet")
    assert read_file(tmp_path / "a.parquet").isna().sum().tolist() == [0, 1]


def test_a_missing_file_names_its_neighbours(tmp_path):
    (tmp_path / "flowers.csv").touch()
    with pytest.raises(
        FileNotFoundError, match=r"There is no file .*flower.csv. Did you mean 'flowers.csv'\?"
    ):
        read_file(tmp_path / "flower.csv")
    with pytest.raises(MissingFileError, match=r"nor a folder .*nowhere"):
        read_file(tmp_path / "nowhere" / "a.csv")


def test_a_folder_and_an_unknown_extension_are_refused(tmp_path):
    with pytest.raises(TableError, match=r"is a folder\. Name a file in it"):
        read_file(tmp_path)
    (tmp_path / "a.xlsx").touch()
    with pytest.raises(TableError, match=r"no reader for \.xlsx\. Known extensions: \.csv"):
        read_file(tmp_path / "a.xlsx")
    (tmp_path / "a").touch()
    with pytest.raises(TableError, match="no reader for a file without extension"):
        read_file(tmp_path / "a")


def test_unreadable_parquet(tmp_path, monkeypatch):
    path = tmp_path / "a.parquet"
    path.touch()
    with pytest.raises(TableError, match="The file is empty"):
        read_file(path)
    path.write_text("not parquet")
    with pytest.raises(TableError, match="not a readable Parquet file"):
        read_file(path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "fastparquet", None)
    with pytest.raises(TableError, match="pip install pyarrow"):
        read_file(path)


def test_messages_name_the_file(tmp_path):
    path = tmp_path / "ragged.csv"
    path.write_text("a,b\n1\n")
    with pytest.raises(TableError, match=r"ragged\.csv: Line 2 has 1 field"):
        read_file(path)
