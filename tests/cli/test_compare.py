import json

import pytest
import typer
from tests.trials.patients import make_patients
from typer.testing import CliRunner

from hedgerow.cli.compare import compare


@pytest.fixture
def run(tmp_path):
    make_patients().to_csv(tmp_path / "patients.csv", index=False)
    app = typer.Typer()
    app.command()(compare)
    fixed = [
        str(tmp_path / "patients.csv"),
        "--folds",
        "3",
        "--repeats",
        "1",
        "--jobs",
        "1",
        "--drop",
        "cost",
    ]
    return lambda *arguments: CliRunner().invoke(
        app, [*fixed, "-t", "outcome", *arguments], env={"COLUMNS": "120", "NO_COLOR": "1"}
    )


def test_differences_and_limits_are_said(run):
    result = run("--methods", "forest,linear,tree")
    assert result.exit_code == 0, result.output
    words = " ".join(result.stdout.split())
    for pair in ("forest - linear", "forest - tree", "linear - tree"):
        assert pair in words
    assert "On this data set" in words
    assert "it says nothing about others" in words
    assert "From trying 3 methods and keeping the best expect accuracy" in words


def test_json_has_the_differences(run):
    said = json.loads(run("-m", "forest,linear", "--json", "--quiet").stdout)
    assert [row["first"] for row in said["differences"]] == ["forest"]
    assert said["differences"][0]["low"] < said["differences"][0]["high"]
    assert said["conclusion"].startswith("On this data set")


def test_the_same_seed_gives_the_same_answer(run):
    def scores(seed):
        said = json.loads(run("-m", "forest,linear", "--json", "--seed", seed).stdout)
        return [row["scores"] for row in said["methods"]]

    assert scores("1") == scores("1")
    assert scores("1") != scores("2")


def test_one_method_is_an_error(run):
    result = run("-m", "forest")
    assert "needs two methods" in str(result.exception)


def test_the_help_has_an_example(run):
    assert "Example: hedgerow compare" in " ".join(run("--help").stdout.split())


def test_errors_are_compared_the_right_way(run):
    said = json.loads(run("-m", "forest,tree", "--metric", "brier", "--json", "--quiet").stdout)
    scores = {row["method"]: row["score"] for row in said["methods"]}
    assert said["metric"] == "brier"
    assert scores["forest"] < scores["tree"]
    assert said["best"] == said["methods"][0]["method"] == "forest"
    assert said["differences"][0]["difference"] < 0
    words = " ".join(run("-m", "forest,tree", "--metric", "brier").stdout.split())
    assert "forest - tree -0." in words
    assert "lower is better" in words
