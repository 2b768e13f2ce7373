import json

from typer.testing import CliRunner

from hedgerow.cli import app


def test_the_bundled_tables_are_listed():
    result = CliRunner().invoke(app, ["datasets"], env={"COLUMNS": "100"})
    assert result.exit_code == 0
    assert all(name in result.stdout for name in ("wbc", "pima", "sonar", "ionosphere", "votes"))


def test_a_machine_gets_one_object():
    result = CliRunner().invoke(app, ["datasets", "--json"])
    assert result.exit_code == 0
    listed = json.loads(result.stdout)["datasets"]
    assert {"wbc", "pima"} <= {each["name"] for each in listed}
