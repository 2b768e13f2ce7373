from typer.testing import CliRunner

from hedgerow.cli import app


def test_the_bundled_tables_are_listed():
    result = CliRunner().invoke(app, ["datasets"], env={"COLUMNS": "100"})
    assert result.exit_code == 0
    assert all(name in result.stdout for name in ("wbc", "pima", "sonar", "ionosphere", "votes"))
