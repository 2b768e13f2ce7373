import json

import pytest
import typer
from tests.cli.saved import write_model, write_table
from typer.testing import CliRunner

from hedgerow import RandomForestClassifier, Report, save_model
from hedgerow.cli.report import report
from hedgerow.datasets import load

QUICK = {"n_folds": 3, "n_repeats": 2, "n_rows_explained": 5}


@pytest.fixture
def app(monkeypatch):
    """The verb alone, with reports that take little time."""
    for name, more in (("from_table", {"n_estimators": 20}), ("from_model", {})):
        full = getattr(Report, name)
        monkeypatch.setattr(
            Report,
            name,
            lambda *given, full=full, more=more, **options: full(*given, **options, **more, **QUICK),
        )
    made = typer.Typer()
    made.command("report")(report)
    made.callback()(lambda: None)
    return made


@pytest.fixture
def table(tmp_path):
    iris = load("iris")
    place = tmp_path / "iris.csv"
    iris.features.assign(species=iris.target).to_csv(place, index=False)
    return place


def run(app, *arguments):
    return CliRunner().invoke(app, ["report", *map(str, arguments)], env={"COLUMNS": "100", "NO_COLOR": "1"})


def test_a_page_is_written_and_summarised(app, table, tmp_path):
    result = run(app, table, "--target", "species", "--out", tmp_path / "r.html", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    said = " ".join(result.stdout.split())
    assert "more than chance explains" in said
    assert "Wrote the report to" in said


def test_json_is_the_dict_and_writes_no_page(app, table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(app, table, "--target", "species", "--json", "--quiet", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["data"]["n_rows"] == 150
    assert not list(tmp_path.glob("*.html"))


def test_a_model_file_is_looked_at(app, table, tmp_path):
    iris = load("iris")
    forest = RandomForestClassifier(20, random_state=0).fit(iris.features, iris.target)
    save_model(forest, tmp_path / "forest.hdg")
    given = ("--target", "species", "--model", tmp_path / "forest.hdg", "--json", "--jobs", 1)
    result = run(app, table, *given)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["model"]["asked"] == "out_of_bag"


def test_a_place_that_is_not_there_is_refused_before_any_work(app, table, tmp_path):
    result = run(app, table, "--target", "species", "--out", tmp_path / "nowhere" / "r.html")
    assert isinstance(result.exception, FileNotFoundError)


def test_help_has_an_example(app):
    assert "hedgerow report patients.csv --target outcome" in " ".join(run(app, "--help").stdout.split())


def test_another_metric_is_scored(app, table):
    result = run(app, table, "--target", "species", "--metric", "log_loss", "--json", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["scores"]["metric"] == "log_loss"


def test_a_metric_that_is_none_is_refused(app, table):
    result = run(app, table, "--target", "species", "--metric", "precise", "--json")
    assert isinstance(result.exception, LookupError)
    assert "There is no metric 'precise'" in str(result.exception)


def test_a_model_file_knows_its_target(app, tmp_path):
    write_table(tmp_path / "table.csv")
    write_model(tmp_path / "model.hdg", tmp_path / "table.csv")
    result = run(app, tmp_path / "table.csv", "--model", tmp_path / "model.hdg", "--json", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["data"]["target"] == "label"


def test_without_a_target_there_is_a_way_out(app, table, tmp_path):
    assert "name it with --target" in str(run(app, table).exception)
    save_model(RandomForestClassifier(5).fit(load("iris").features, load("iris").target), tmp_path / "m.hdg")
    result = run(app, table, "--model", tmp_path / "m.hdg")
    assert "does not say which column it predicts" in str(result.exception)
