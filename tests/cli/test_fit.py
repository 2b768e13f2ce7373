import json
import subprocess
import sys

import numpy as np
import pytest
import typer
from tests.trials.patients import make_patients
from typer.testing import CliRunner

from hedgerow.cli.fit import fit
from hedgerow.relevance.relevance import Relevance
from hedgerow.saving import ModelFileError, model_file, read_manifest
from hedgerow.trials import candidates

QUICK = ("--folds", "2", "--repeats", "1", "--jobs", "1")


@pytest.fixture
def run(tmp_path):
    make_patients().to_csv(tmp_path / "patients.csv", index=False)
    app = typer.Typer()
    app.command()(fit)

    def call(*arguments, **extra):
        out = ["--out", str(tmp_path / "model.hdg")]
        return CliRunner().invoke(
            app, [*out, *QUICK, *arguments], env={"COLUMNS": "100", "NO_COLOR": "1"}, **extra
        )

    return call


def test_a_messy_table_works_on_the_first_attempt(run, tmp_path):
    result = run(str(tmp_path / "patients.csv"), "--target", "outcome")
    assert result.exit_code == 0, result.output
    words = " ".join(result.stdout.split())
    assert "patients: 120 rows" in words
    assert "only one value: site." in words
    assert "free text: patient_id." in words
    for method in ("forest", "hedgerow", "linear"):
        assert method in words
    assert "From trying 3 methods and keeping the best expect accuracy" in words
    assert "features are relevant at the level 0.05 for all features together" in words
    assert "the p-values of the 5 tests are adjusted by Holm" in words
    assert "saved it to" in words
    manifest = read_manifest(tmp_path / "model.hdg")
    assert manifest["classes"] == ["ill", "well"]
    assert manifest["summary"]["table"]["n_rows"] == 120
    assert manifest["summary"]["trials"]["best"] == manifest["summary"]["method"]


def test_numbers_are_predicted_too(run, tmp_path):
    result = run(str(tmp_path / "patients.csv"), "-t", "cost", "--drop", "outcome", "--quiet")
    assert result.exit_code == 0, result.output
    assert "R²" in result.stdout
    assert result.stderr == ""


def test_it_is_said_when_the_first_choice_is_not_tried(run, tmp_path, monkeypatch):
    monkeypatch.setattr(candidates, "MOST_CELLS_FOR_FIRST_CHOICE", 10)
    result = run(str(tmp_path / "patients.csv"), "--target", "outcome")
    assert "hedgerow was not tried" in result.stdout


def test_json_is_all_of_standard_output(run, tmp_path):
    result = run(
        str(tmp_path / "patients.csv"), "-t", "outcome", "--method", "forest", "--json", "--seed", "4"
    )
    said = json.loads(result.stdout)
    assert said["method"] == "forest"
    assert said["random_state"] == 4
    assert said["model"].endswith("model.hdg")
    assert [row["method"] for row in said["trials"]["methods"]]


def test_standard_input_is_read(run, tmp_path):
    text = (tmp_path / "patients.csv").read_text()
    result = run("-", "-t", "outcome", "--method", "linear", input=text)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "model.hdg").exists()


def test_a_place_that_is_not_there_is_refused_at_once(run, tmp_path):
    result = run("no.csv", "-t", "y", "--out", str(tmp_path / "no" / "model.hdg"))
    assert "There is no folder" in str(result.exception)


def test_the_help_has_an_example(run):
    assert "Example: hedgerow fit" in " ".join(run("--help").stdout.split())


def test_an_unknown_target_is_one_sentence(tmp_path):
    make_patients(20).to_csv(tmp_path / "patients.csv", index=False)
    code = "from hedgerow.cli import main; main()"
    command = [sys.executable, "-c", code, "fit", "patients.csv", "-t", "outcom"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert result.stderr == "Error: patients.csv: There is no column 'outcom'. Did you mean 'outcome'?\n"
    assert (
        "Traceback"
        in subprocess.run(
            [*command, "--debug"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        ).stderr
    )


def test_results_are_shown_even_if_the_model_cannot_be_saved(run, tmp_path, monkeypatch):
    def fail(*_, **__):
        raise ModelFileError("no model file can hold it")

    monkeypatch.setattr(model_file, "save_model", fail)
    result = run(str(tmp_path / "patients.csv"), "-t", "outcome", "--method", "forest")
    assert "accuracy" in result.stdout
    assert isinstance(result.exception, ModelFileError)
    assert "saved it to" not in result.stdout


def test_a_metric_decides_and_goes_to_the_model_file(run, tmp_path):
    result = run(str(tmp_path / "patients.csv"), "-t", "outcome", "--drop", "cost", "--metric", "log_loss")
    assert result.exit_code == 0, result.output
    assert "lower is better" in " ".join(result.stdout.split())
    trials = read_manifest(tmp_path / "model.hdg")["summary"]["trials"]
    assert trials["metric"] == "log_loss"
    assert trials["higher_is_better"] is False
    assert trials["best"] == min(trials["methods"], key=lambda row: row["score"])["method"]
    assert sum(trials["chosen"]["picks"].values()) == 2


def test_a_metric_of_the_other_task_is_refused(run, tmp_path):
    result = run(str(tmp_path / "patients.csv"), "-t", "outcome", "--metric", "mae")
    assert "The metric mae is for regression" in str(result.exception)


def test_a_method_that_was_not_chosen_has_had_no_luck(run, tmp_path):
    result = run(str(tmp_path / "patients.csv"), "-t", "outcome", "--method", "forest")
    assert "keeping the best" not in result.stdout


def test_an_unknown_column_to_leave_out_is_refused(run, tmp_path):
    result = run(str(tmp_path / "patients.csv"), "-t", "outcome", "--drop", "sit")
    assert "There is no column 'sit'. Did you mean 'site'" in str(result.exception)


def test_a_feature_that_no_node_drew_has_no_bar(run, tmp_path, monkeypatch):
    ranked = Relevance.ranked
    monkeypatch.setattr(
        Relevance,
        "ranked",
        lambda self, by="test": ranked(self, by).assign(weighted_gain=lambda frame: frame["gain"] * np.nan),
    )
    result = run(str(tmp_path / "patients.csv"), "-t", "outcome", "--method", "linear")
    assert result.exit_code == 0, result.output
    assert "nan" not in result.stdout
    assert "█" not in result.stdout
