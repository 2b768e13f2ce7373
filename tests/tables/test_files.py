"""Files: which reader, and what can be wrong with a path."""

import gzip
import sys

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.tables import MissingFileError, TableError, files
from hedgerow.tables.files import decode, detect_encoding, find_name, read_file


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


def test_a_name_like_no_other_gets_three_names_and_a_count(tmp_path):
    for name in ("a.csv", "b.parquet", "c.arff", "d.csv.gz", "notes.pdf", ".hidden.csv"):
        (tmp_path / name).touch()
    with pytest.raises(MissingFileError) as error:
        read_file(tmp_path / "patients.csv")
    assert str(error.value).endswith("Its folder has 4 tables: 'a.csv', 'b.parquet', 'c.arff' and 1 more.")
    (tmp_path / "empty").mkdir()
    with pytest.raises(MissingFileError, match=r"There is no table in .*empty; name another folder"):
        read_file(tmp_path / "empty" / "a.csv")


def test_compressed_text_is_read(tmp_path):
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"a;b\n1,5;2\n"))
    assert read_file(tmp_path / "a.csv.gz").to_dict("list") == {"a": ["1.5"], "b": ["2"]}
    assert find_name(tmp_path / "a.csv.gz") == "a"
    (tmp_path / "a.arff.gz").write_bytes(gzip.compress(b"@relation r\n@attribute a real\n@data\n1\n"))
    assert read_file(tmp_path / "a.arff.gz")["a"].tolist() == [1.0]
    (tmp_path / "cut.csv.gz").write_bytes(gzip.compress(b"a,b\n1,2\n" * 100)[:-9])
    with pytest.raises(TableError, match="The compressed file is damaged"):
        read_file(tmp_path / "cut.csv.gz")
    (tmp_path / "a.parquet.gz").touch()
    with pytest.raises(TableError, match=r"no reader for \.gz"):
        read_file(tmp_path / "a.parquet.gz")


@pytest.mark.parametrize(
    ("extension", "way_out"), [("zip", "Unpack it"), ("json", "Save it as CSV or Parquet")]
)
def test_an_unknown_extension_gets_its_way_out(tmp_path, extension, way_out):
    (tmp_path / f"a.{extension}").touch()
    with pytest.raises(TableError, match=way_out):
        read_file(tmp_path / f"a.{extension}")


def test_a_folder_and_an_unknown_extension_are_refused(tmp_path):
    with pytest.raises(TableError, match=r"is a folder\. Name a file in it"):
        read_file(tmp_path)
    (tmp_path / "a.xlsx").touch()
    with pytest.raises(
        TableError, match=r"no reader for \.xlsx\. Known extensions are \.csv.*Save the sheet as CSV"
    ):
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


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_MOST_UNPACKED", 1000)
    (tmp_path / "small.csv.gz").write_bytes(gzip.compress(b"a\n" + b"1\n" * 400))
    assert len(read_file(tmp_path / "small.csv.gz")) == 400
    (tmp_path / "large.csv.gz").write_bytes(gzip.compress(b"a\n" + b"1\n" * 4000))
    with pytest.raises(TableError, match=r"large\.csv\.gz: The compressed file holds more than .* Unpack it"):
        read_file(tmp_path / "large.csv.gz")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"]
)
def test_text_comes_back_whatever_its_encoding(encoding):
    text = "größe,prix\n1,café\n"
    assert decode(text.encode(encoding)) == text


def test_what_is_not_windows_1252_is_latin_1():
    assert detect_encoding(b"caf\x81\xe9") == "latin-1"


@given(st.text())
def test_utf_8_round_trip(text):
    assert decode(text.encode(), "utf-8") == text


def test_a_wrong_encoding_is_refused_with_the_place():
    with pytest.raises(TableError, match=r"Byte 1 is not valid ascii.*encoding=None"):
        decode("né".encode(), "ascii")
    with pytest.raises(TableError, match="Python knows no encoding 'utf-9'"):
        decode(b"a", "utf-9")


@pytest.mark.parametrize(
    "content", [bytes(range(256)) * 20, b"PAR1\x15\x04" + bytes(40), b"text\0" + b"text" * 50]
)
def test_bytes_that_are_no_text_are_refused(content):
    with pytest.raises(TableError, match="This is not text"):
        decode(content)
