import json

import pandas as pd
from typer.testing import CliRunner

from hedgerow import read_table
from hedgerow.cli.application import app
from hedgerow.datasets import load


def test_the_bundled_tables_are_listed():
    result = CliRunner().invoke(app, ["datasets"], env={"COLUMNS": "100"})
    assert result.exit_code == 0
    assert all(name in result.stdout for name in ("wbc", "pima", "sonar", "ionosphere", "votes"))


def test_a_machine_gets_one_object():
    result = CliRunner().invoke(app, ["datasets", "--json"])
    assert result.exit_code == 0
    listed = json.loads(result.stdout)["datasets"]
    assert {"wbc", "pima"} <= {each["name"] for each in listed}


def run(*arguments):
    return CliRunner().invoke(app, ["datasets", *arguments], env={"COLUMNS": "100", "NO_COLOR": "1"})


def test_one_is_described():
    stdout = run("votes").stdout
    assert "votes: 435 rows, 16 features, 392 missing values." in stdout
    assert "democrat 267, republican 168" in stdout


def test_one_becomes_a_file_that_is_the_same_table(tmp_path):
    result = run("votes", "--out", str(tmp_path / "votes.csv"))
    assert result.exit_code == 0, result.output
    original, again = load("votes"), read_table(tmp_path / "votes.csv", load("votes").target.name)
    assert again.task == original.task
    assert again.target.tolist() == original.target.tolist()
    assert again.features.astype(object).equals(original.features.astype(object))


def test_a_seed_draws_another_sample(tmp_path):
    for seed in "0", "1":
        run("simple", "--out", str(tmp_path / f"{seed}.csv"), "--seed", seed, "--quiet")
    first, second = (pd.read_csv(tmp_path / f"{seed}.csv") for seed in "01")
    assert first.shape == second.shape
    assert not first.equals(second)


def test_a_machine_is_told_about_one():
    described = json.loads(run("diabetes", "--json").stdout)
    assert described["task"] == "regression"
    assert described["classes"] is None
    assert len(described["features"]) == described["n_features"] == 10


def test_a_file_needs_a_name():
    assert "needs the name of a data set" in str(run("--out", "x.csv").exception)


def test_sequences_have_to_be_encoded_before_anything_is_fitted():
    stdout = run("proteins").stdout
    assert "then hedgerow encode sequences proteins.csv --out proteins.parquet" in stdout.replace("\n", "")
