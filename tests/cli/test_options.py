import os

import pytest
import typer
from typer.testing import CliRunner

from hedgerow.cli import options
from hedgerow.cli.options import FOR_CLASSES, FOR_NUMBERS, Metric
from hedgerow.trials import METRICS, find_metric


def verb(
    table: options.Table,
    target: options.Target,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    typer.echo(f"{table} {target} {json} {seed} {jobs} {quiet} {debug}")


@pytest.fixture
def run(monkeypatch):
    monkeypatch.delenv(options.TRACEBACK, raising=False)
    app = typer.Typer()
    app.command()(verb)
    yield lambda *arguments: CliRunner().invoke(app, arguments)
    os.environ.pop(options.TRACEBACK, None)


def test_the_options_reach_the_verb(run):
    result = run("a.csv", "-t", "y", "--json", "--seed", "3", "-j", "2", "-q", "--debug")
    assert result.stdout == "a.csv y True 3 2 True True\n"


def test_debug_asks_for_tracebacks(run):
    run("a.csv", "-t", "y")
    assert options.TRACEBACK not in os.environ
    run("a.csv", "-t", "y", "--debug")
    assert os.environ[options.TRACEBACK] == "1"


def test_a_target_is_needed(run):
    assert run("a.csv").exit_code == 2


def test_lists_are_split_at_commas():
    assert options.split_names(" a, b b ,,c") == ["a", "b b", "c"]
    assert options.split_names("") == []
    assert options.split_names('a,"b, c"') == ["a", "b, c"]


def test_no_threads_are_refused(run):
    result = run("a.csv", "-t", "y", "--jobs", "0")
    assert result.exit_code == 2
    assert "0 threads compute nothing" in result.output


def test_the_names_are_those_of_the_library():
    assert [*FOR_CLASSES, *FOR_NUMBERS] == list(METRICS)
    assert {METRICS[name].task for name in FOR_CLASSES} == {"classification"}
    assert {METRICS[name].task for name in FOR_NUMBERS} == {"regression"}
    assert FOR_CLASSES[0] == find_metric(None, "classification").name
    assert FOR_NUMBERS[0] == find_metric(None, "regression").name


def test_the_help_lists_them():
    def verb(metric: Metric = None):
        typer.echo(f"by {metric}")

    app = typer.Typer()
    app.command()(verb)
    said = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "100", "NO_COLOR": "1"}).stdout
    assert all(name in said for name in METRICS)
    assert CliRunner().invoke(app, ["--metric", "auc"]).stdout == "by auc\n"
