import gzip
import io
import sys

import numpy as np
import pandas as pd
import pytest

from hedgerow import Table
from hedgerow.encoders import SequenceError
from hedgerow.encoders.sequences.protein_files import read_proteins
from hedgerow.tables import MissingFileError

FASTA = (
    ">sp|P1|A_HUMAN A protein (Fragment) OS=Homo\nMKV\nLA\n\n>P2 another, partial [Homo]\nALA\n>P3\nGG-G*\n"
)


@pytest.fixture
def fasta(tmp_path):
    path = tmp_path / "some.fasta"
    path.write_text(FASTA)
    return path


def test_fasta_has_names_headers_and_sequences_over_several_lines(fasta):
    proteins = read_proteins(fasta)
    assert proteins.name == "some"
    assert proteins.names == ["sp|P1|A_HUMAN", "P2", "P3"]
    assert proteins.sequences == ["MKVLA", "ALA", "GG-G*"]
    assert proteins.fragments == [True, True, False]
    assert proteins.places is None


def test_a_compressed_file_is_read(tmp_path):
    path = tmp_path / "some.fasta.gz"
    path.write_bytes(gzip.compress(FASTA.encode()))
    assert read_proteins(path).names == ["sp|P1|A_HUMAN", "P2", "P3"]
    assert read_proteins(path).name == "some"


def test_standard_input_is_read(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FASTA.encode())))
    assert read_proteins("-").name == "proteins"


def test_windows_lines_and_a_nameless_header(tmp_path):
    path = tmp_path / "some.fa"
    path.write_bytes(b">\r\nMKV\r\nLA\r\n>P2\r\nA\r\n")
    proteins = read_proteins(path)
    assert (proteins.names, proteins.sequences) == (["0", "P2"], ["MKVLA", "A"])


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_a_table_may_hold_them(tmp_path, ending):
    frame = pd.DataFrame(
        {"Entry": ["a", "b"], "Sequence": ["MKV", "AL"], "Location": ["x;y", None], "more": [1, 2]}
    )
    path = tmp_path / f"some{ending}"
    frame.to_csv(path, index=False) if ending == ".csv" else frame.to_parquet(path)
    for proteins in (read_proteins(path), read_proteins(frame)):
        assert (proteins.names, proteins.sequences) == (["a", "b"], ["MKV", "AL"])
        assert proteins.places[0] == "x;y"


def test_a_table_of_ours_has_the_place_as_target():
    table = Table(
        "mine",
        pd.DataFrame({"sequence": ["MKV"]}),
        pd.Series(["x"], name="kind"),
        {"sequence": "text"},
        "classification",
    )
    assert read_proteins(table).places == ["x"]
    assert (read_proteins(table).name, read_proteins(table).target) == ("mine", "kind")


def test_lists_and_series_have_numbers_or_an_index_for_names():
    assert read_proteins(np.array(["MKV", "AL"])).names == ["0", "1"]
    assert read_proteins(pd.Series(["MKV", "AL"], index=["a", "b"])).names == ["a", "b"]


def test_names_that_occur_twice_are_noted():
    assert read_proteins(pd.Series(["MKV", "AL"], index=["a", "a"])).say_repeats() == [
        "Names of several sequences: 1."
    ]
    assert read_proteins(["MKV"]).say_repeats() == []


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.fasta", b"", "empty.fasta is empty"),
        ("blank.fasta", b"\n \n", "blank.fasta is empty"),
        ("prose.fasta", b"Dear reader,\nthis is prose.", "prose.fasta is not a FASTA file"),
        ("bytes.fasta", bytes(range(256)) * 8, "bytes.fasta is not a FASTA file: it is not text"),
        ("other.csv", b"a,b\n1,2\n", "no column named sequence, but 'a', 'b'"),
    ],
)
def test_what_is_no_file_of_proteins_is_refused_in_a_sentence(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SequenceError, match=words):
        read_proteins(tmp_path / name)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(MissingFileError, match="There is no file"):
        read_proteins(tmp_path / "none.fasta")
    with pytest.raises(MissingFileError, match="Pass a list"):
        read_proteins("MKVLAAGIVGLCAKTWERDNSQ")
    with pytest.raises(SequenceError, match="is a folder"):
        read_proteins(tmp_path)


def test_without_biopython_the_extra_is_named(fasta, monkeypatch):
    monkeypatch.setattr("hedgerow.foundation.extras.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r'pip install "hedgerow\[sequences\]"'):
        read_proteins(fasta)
    assert read_proteins(["MKV"]).names == ["0"]
