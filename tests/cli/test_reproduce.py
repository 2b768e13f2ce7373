import json

import pytest
import typer
from typer.testing import CliRunner

from hedgerow.cli.reproduce import reproduce


@pytest.fixture
def run(tmp_path):
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(reproduce)

    def invoke(*arguments):
        store = ["--store", str(tmp_path / "trials.sqlite")]
        return CliRunner().invoke(app, [*arguments, *store], env={"COLUMNS": "120", "NO_COLOR": "1"})

    return invoke


def test_every_table_is_listed_with_its_source(run):
    result = run()
    assert result.exit_code == 0, result.output
    assert all(name in result.stdout for name in ("rogers-5.2", "deng-t3", "zliobaite-t1", "J. D. Rogers"))
    assert "OpenML 1485" in " ".join(result.stdout.split())


def test_the_list_for_machines(run):
    tables = {table["id"]: table for table in json.loads(run("--json").stdout)["tables"]}
    assert tables["rogers-5.2"]["status"] == "runs"
    assert tables["rogers-8.7"]["status"] == "cannot run"


def test_a_table_is_compared_cell_by_cell(run):
    result = run("fitselect-tests")
    assert result.exit_code == 0, result.output
    assert "6 cells agree" in " ".join(result.stdout.split())
    assert "differs" in result.stdout
    assert "normal approximation" in result.stdout


def test_standard_errors_are_shown(run):
    stdout = run("zor-t1", "--trials", "10", "--quiet").stdout
    assert "10.83 ± 0." in stdout
    assert "agrees" in stdout


def test_a_comparison_for_machines(run):
    plain = json.loads(run("evans-scalars", "--json").stdout)
    assert plain["counts"] == {"agrees": 4, "differs": 0, "not comparable": 0}


def test_errors_are_foreseen(run):
    assert isinstance(run("no-such-table").exception, LookupError)
    assert isinstance(run("rogers-8.7").exception, ValueError)


def test_results_are_written(run, tmp_path):
    assert run("evans-scalars", "--results", str(tmp_path / "cells.csv")).exit_code == 0
    assert (tmp_path / "cells.csv").read_text().startswith("table,row,column,quantity,published,")


def test_a_page_is_written(run, tmp_path):
    result = run("evans-scalars", "--page", str(tmp_path / "page.md"))
    assert result.exit_code == 0, result.output
    assert "## evans-scalars" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_all_tables_run(run, monkeypatch):
    from hedgerow import reproduce as library

    monkeypatch.setattr(library, "runnable_tables", lambda: ("evans-scalars", "fitselect-tests"))
    assert [table["table"] for table in json.loads(run("all", "--json").stdout)["tables"]] == [
        "evans-scalars",
        "fitselect-tests",
    ]


def test_a_stopped_run_says_that_trials_are_kept(run, monkeypatch):
    from hedgerow import reproduce as library

    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(library, "reproduce", stop)
    result = run("rogers-5.2")
    assert result.exit_code == 130
    assert "Finished trials are kept" in result.stderr
