import json

import pandas as pd
import pytest
from typer.testing import CliRunner

from hedgerow import read_table
from hedgerow.cli.application import app
from hedgerow.datasets import make_proteins

PROTEIN = "MKVLAAGIVGLCAKTWERDNSQFHYPMSTEEELKRVVGHI"


def run(*arguments):
    asked = ["encode", "sequences", *map(str, arguments)]
    return CliRunner().invoke(app, asked, env={"COLUMNS": "100", "NO_COLOR": "1"})


@pytest.fixture
def fasta(tmp_path):
    path = tmp_path / "some.fasta"
    make_proteins(0.004, fewest=2, several=True, random_state=0).write_fasta(path)
    return path


def test_a_fasta_file_becomes_a_table_that_can_be_opened(fasta, tmp_path):
    out = tmp_path / "proteins.parquet"
    result = run(fasta, "--out", out, "--several", "drop")
    assert result.exit_code == 0, result.output
    assert "495 columns, written to" in result.stdout
    assert f"Next: hedgerow fit {out} --target place" in result.stdout
    assert "several places" in result.stderr
    table = read_table(out, "place", drop="id")
    assert table.features.shape[1] == 495
    assert table.target.nunique() == 22


def test_labels_come_from_a_table(tmp_path):
    (tmp_path / "p.fasta").write_text(f">P1\n{PROTEIN}\n>P2\n{PROTEIN[::-1]}\n>P3\n{PROTEIN[5:]}\n")
    (tmp_path / "places.csv").write_text("id,place\nP1,golgi\nP2,nucleus;golgi\nP3,golgi\n")
    out = tmp_path / "p.csv"
    result = run(tmp_path / "p.fasta", "--labels", tmp_path / "places.csv", "--identity", "0.9", "--out", out)
    assert result.exit_code == 0, result.output
    assert pd.read_csv(out)["place"].tolist() == ["golgi", "golgi;nucleus"]
    assert "a near copy (identity 0.9 or more) of a longer sequence ('P3')" in result.stderr


def test_a_place_may_be_a_column(tmp_path):
    (tmp_path / "p.fasta").write_text(f">P1 loc:a,b\n{PROTEIN}\n>P2 loc:a\n{PROTEIN[::-1]}\n")
    out = tmp_path / "p.csv"
    result = run(
        tmp_path / "p.fasta",
        "--pattern",
        r"loc:(\S+)",
        "--several",
        "columns",
        "--lags",
        "5",
        "--out",
        out,
        "--quiet",
    )
    assert (result.exit_code, result.stderr) == (0, "")
    frame = pd.read_csv(out)
    assert frame.shape == (2, 1 + 20 + 400 + 15 + 2)
    assert frame["place: a"].tolist() == [0, 1]
    assert frame["place: a,b"].tolist() == [1, 0]
    assert "Next" not in result.stdout


def test_a_machine_gets_one_object(tmp_path):
    (tmp_path / "p.fasta").write_text(f">P1\n{PROTEIN}\n>P2\nMKV\n")
    described = json.loads(run(tmp_path / "p.fasta", "--out", tmp_path / "p.csv", "--json").stdout)
    assert (described["n_rows"], described["n_columns"], described["n_left_out"]) == (1, 495, 1)
    assert described["left_out"] == [{"id": "P2", "reason": "fewer than 26 known residues"}]
    assert described["target"] is described["places"] is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        ("Dear reader\n", "is not a FASTA file"),
        (">P1\n" + "ACGT" * 20 + "\n", "1 of 1 sequences look like DNA or RNA, not like proteins"),
        (">P1\nMKV\n", "The longest has 3; ask for fewer lags, or a smaller min_length"),
        (">P1\nMK1V\n", "holds '1' at place 3"),
    ],
)
def test_what_cannot_be_encoded_is_one_sentence(tmp_path, content, words):
    (tmp_path / "p.fasta").write_text(content)
    result = run(tmp_path / "p.fasta", "--out", tmp_path / "p.csv")
    assert isinstance(result.exception, ValueError)
    assert words in str(result.exception)
    assert "\n" not in str(result.exception)
    assert not (tmp_path / "p.csv").exists()


def test_a_place_that_cannot_be_written_to_is_refused_before_any_work(tmp_path):
    assert isinstance(run("none.fasta", "--out", tmp_path / "no" / "p.csv").exception, FileNotFoundError)
    assert "does not name a format" in str(run("none.fasta", "--out", tmp_path / "p.fasta").exception)
