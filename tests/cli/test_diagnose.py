import json

import pytest
from tests.cli.saved import make_app, write_model, write_table
from typer.testing import CliRunner

from hedgerow.cli.diagnose import diagnose
from hedgerow.learners import NaiveBayesClassifier
from hedgerow.tables import TableError


@pytest.fixture
def run(tmp_path):
    write_table(tmp_path / "table.csv")
    write_model(tmp_path / "model.hdg", tmp_path / "table.csv")

    def invoke(*arguments, table="table.csv"):
        asked = [str(tmp_path / "model.hdg"), str(tmp_path / table), "--jobs", "1", *arguments]
        return CliRunner().invoke(make_app(diagnose), asked, env={"COLUMNS": "100", "NO_COLOR": "1"})

    return invoke


def test_diversity_margins_and_findings_are_told(run):
    result = run()
    assert result.exit_code == 0, result.output
    assert "RandomForestClassifier of 30 members on table, 80 rows." in result.stdout
    assert "Each member predicted the rows that are out of bag for it." in " ".join(result.stdout.split())
    assert all(heading in result.stdout for heading in ("Score", "Diversity", "Margins", "Findings"))


def test_a_machine_gets_one_object(run):
    record = json.loads(run("--json").stdout)
    assert record["answers"] == "out of bag"
    assert record["n_members"] == 30
    assert json.loads(run("--json", "--new").stdout)["answers"] == "new"


def test_a_table_without_answers_is_refused(run, tmp_path):
    write_table(tmp_path / "x.csv").drop(columns="label").to_csv(tmp_path / "bare.csv", index=False)
    result = run(table="bare.csv")
    assert isinstance(result.exception, TableError)
    assert "Name it with --target" in str(result.exception)


def test_a_model_without_members_says_so(run, tmp_path):
    write_model(tmp_path / "model.hdg", tmp_path / "table.csv", NaiveBayesClassifier())
    result = run()
    assert result.exit_code == 0, result.output
    said = " ".join(result.stdout.split())
    assert "has no members" in said
    assert "It was fitted on these rows" in said
    assert "It errs on" in said
