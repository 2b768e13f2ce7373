import gzip
import json

import pandas as pd
import pytest
from tests.cli.saved import make_app, write_table
from typer.testing import CliRunner

from hedgerow.cli.select import select
from hedgerow.tables.files import read_file


@pytest.fixture
def run(tmp_path):
    write_table(tmp_path / "table.csv")

    def invoke(*arguments):
        asked = [str(tmp_path / "table.csv"), "--target", "label", "--jobs", "1", *arguments]
        return CliRunner().invoke(make_app(select), asked, env={"COLUMNS": "100", "NO_COLOR": "1"})

    return invoke


def test_kept_features_have_scores_p_values_and_stability(run):
    result = run("--repeats", "4")
    assert result.exit_code == 0, result.output
    assert "relevance keeps" in result.stdout
    assert "p-value" in result.stdout
    assert "selected in" in result.stdout
    assert "Over 4 subsamples" in result.stdout


def test_the_reduced_table_is_written(run, tmp_path):
    result = run("--method", "mrmr", "--keep", "1", "--repeats", "0", "--out", str(tmp_path / "reduced.csv"))
    assert result.exit_code == 0, result.output
    reduced = pd.read_csv(tmp_path / "reduced.csv")
    assert reduced.columns.tolist() == ["size", "label"]
    assert len(reduced) == 80
    assert reduced["size"].isna().sum() == 1
    assert "Wrote 80 rows and 1 feature to" in result.stderr


def test_a_machine_gets_one_object(run):
    record = json.loads(run("--method", "cfs", "--repeats", "0", "--json").stdout)
    assert record["method"] == "cfs"
    assert "size" in record["kept"]
    assert record["stability"] is None


def test_an_unknown_method_is_named(run):
    result = run("--method", "fcfb")
    assert isinstance(result.exception, ValueError)
    assert "There is no selector 'fcfb'" in str(result.exception)


def test_a_place_that_is_not_there_is_refused_before_any_work(run, tmp_path):
    assert isinstance(run("--out", str(tmp_path / "no" / "r.csv")).exception, FileNotFoundError)


@pytest.mark.parametrize("ending", ["tsv", "parquet"])
def test_the_ending_says_the_format(run, tmp_path, ending):
    out = tmp_path / f"reduced.{ending}"
    assert run("--method", "mrmr", "--keep", "1", "--repeats", "0", "--out", str(out)).exit_code == 0
    assert read_file(out).columns.tolist() == ["size", "label"]


def test_an_unknown_ending_is_refused_before_any_work(run, tmp_path):
    result = run("--out", str(tmp_path / "reduced.xlsx"))
    assert isinstance(result.exception, ValueError)
    assert "Let its name end in .csv" in str(result.exception)


NUMBERS = "".join(f"{row % 7}.5,{'yes' if row % 7 > 3 else 'no'}\n" for row in range(40))
UNTIDY = {
    "a byte order mark": ("\ufeffsize,label\n" + NUMBERS).encode(),
    "blanks in names": (" the size ,  label \n" + NUMBERS.replace(",", " , ")).encode(),
    "semicolons and decimal commas": ("size;label\n" + NUMBERS.replace(",", ";").replace(".", ",")).encode(
        "latin-1"
    ),
    "quotes and line ends in cells": ('"si""ze\nof it",label\n' + NUMBERS).encode(),
    "markup and emoji in names": ("[bold]😀[/],label\n" + NUMBERS).encode(),
    "an index without a name": (
        ",size,label\n" + "".join(f"{row},{line}\n" for row, line in enumerate(NUMBERS.splitlines()))
    ).encode(),
    "gaps in the target": ("size,label\n" + NUMBERS + "1.5,\n2.5,NA\n").encode(),
    "compressed": gzip.compress(("size,label\n" + NUMBERS).encode()),
    "UTF-16": ("size,label\n" + NUMBERS).encode("utf-16"),
}


@pytest.mark.parametrize("name", UNTIDY)
def test_untidy_tables_are_read_as_they_are_meant(name):
    arguments = ["-", "--target", "label", "--method", "fcbf", "--repeats", "0", "--json", "--jobs", "1"]
    result = CliRunner().invoke(make_app(select), arguments, input=UNTIDY[name])
    assert result.exit_code == 0, result.output
    kept = json.loads(result.stdout)["kept"]
    assert len(kept) == 1
    assert kept != ["column_1"]
