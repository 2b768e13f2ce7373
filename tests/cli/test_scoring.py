import typer
from typer.testing import CliRunner

from hedgerow.cli.scoring import FOR_CLASSES, FOR_NUMBERS, Metric
from hedgerow.trials import METRICS, find_metric


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
