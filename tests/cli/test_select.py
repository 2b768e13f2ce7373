import json

import pandas as pd
import pytest
from tests.cli.saved import make_app, write_table
from typer.testing import CliRunner

from hedgerow.cli.select import select


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
    assert "Wrote 80 rows and 1 features" in result.stderr


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
