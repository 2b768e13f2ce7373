import json

import pandas as pd
import pytest
from tests.cli.saved import make_app, write_model, write_table
from typer.testing import CliRunner

from hedgerow.cli.explain import explain
from hedgerow.learners import NaiveBayesClassifier


@pytest.fixture
def run(tmp_path):
    write_table(tmp_path / "table.csv")
    write_model(tmp_path / "model.hdg", tmp_path / "table.csv")

    def invoke(*arguments):
        asked = [str(tmp_path / "model.hdg"), str(tmp_path / "table.csv"), "--jobs", "1", *arguments]
        return CliRunner().invoke(make_app(explain), asked, env={"COLUMNS": "100", "NO_COLOR": "1"})

    return invoke


def test_the_answer_its_features_and_rows_like_it_are_told(run):
    result = run("--row", "17")
    assert result.exit_code == 0, result.output
    assert "Row 17: the answer is yes, the table says yes." in result.stdout
    assert "The margin is" in result.stdout
    assert "told: what a tree of the model learns" in " ".join(result.stdout.split())
    assert "contribution: what the feature adds to the probability of the class" in " ".join(
        result.stdout.split()
    )
    assert "Rows most like it: row" in result.stdout
    assert "The model was fitted on this row" in " ".join(result.stderr.split())


def test_a_gap_is_said_to_be_missing(run):
    assert "missing" in run("--row", "3").stdout


def test_a_machine_gets_one_object(run):
    record = json.loads(run("--row", "17", "--json").stdout)
    assert record["row"] == 17
    assert {"feature", "value", "effect", "error", "contribution", "told", "relevance"} <= set(
        record["features"][0]
    )
    assert record["relevance_of"] == "model"
    added = sum(feature["contribution"] for feature in record["features"])
    assert record["base"] + added == pytest.approx(max(record["probabilities"].values()))


def test_a_row_that_is_not_there_is_named(run):
    assert "There is no row 80 in table; its rows are 0 to 79" in str(run("--row", "80").exception)


def test_a_model_that_is_no_forest_has_one_grown_beside_it(run, tmp_path):
    write_model(tmp_path / "model.hdg", tmp_path / "table.csv", NaiveBayesClassifier())
    result = run("--row", "17")
    assert result.exit_code == 0, result.output
    assert "told: what a tree of a forest grown on this table learns" in " ".join(result.stdout.split())
    assert "contribution" not in result.stdout
    assert "NaiveBayesClassifier is not a forest" in " ".join(result.stderr.split())


def test_rows_without_a_target_are_explained_by_effects_alone(run, tmp_path):
    frame = pd.read_csv(tmp_path / "table.csv").drop(columns="label")
    frame.to_csv(tmp_path / "table.csv", index=False)
    result = run("--row", "17")
    assert result.exit_code == 0, result.output
    assert "told:" not in result.stdout
    assert "effect: how much the probability of the answer falls" in " ".join(result.stdout.split())
    assert "Rows most like it: row" in result.stdout
