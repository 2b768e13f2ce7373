import io
import json

import numpy as np
import pandas as pd
import pytest
import typer
from tests.trials.patients import make_patients
from typer.testing import CliRunner

from hedgerow import RandomForestClassifier, RandomForestRegressor, load_model, save_model
from hedgerow.cli.predict import _answer, predict
from hedgerow.tables import open_table
from hedgerow.trials import choose_model


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("predict")
    make_patients().drop(columns="cost").to_csv(place / "patients.csv", index=False)
    table = open_table(str(place / "patients.csv"), "outcome").table
    choice = choose_model(table, method="forest", n_folds=2, n_repeats=1)
    save_model(choice.model, place / "model.hdg", summary=choice.to_dict())
    return place


@pytest.fixture
def run(folder):
    app = typer.Typer()
    app.command()(predict)
    return lambda *arguments, **extra: CliRunner().invoke(
        app, [str(folder / "model.hdg"), *map(str, arguments)], env={"COLUMNS": "200"}, **extra
    )


def read(text):
    return pd.read_csv(io.StringIO(text))


def test_answers_go_to_standard_output(run, folder):
    result = run(folder / "patients.csv")
    assert result.exit_code == 0, result.output
    answers = read(result.stdout)
    assert answers.columns.tolist() == ["prediction"]
    assert np.mean(answers["prediction"] == make_patients()["outcome"]) > 0.95
    # The target and the columns that were left out at the fit are nothing to talk about.
    assert result.stderr == ""


def test_columns_in_another_order_give_the_same_answers(run, folder, tmp_path):
    reordered = pd.read_csv(folder / "patients.csv").iloc[:, ::-1].drop(columns=["outcome", "site"])
    reordered.to_csv(tmp_path / "new.csv", index=False)
    assert run(tmp_path / "new.csv").stdout == run(folder / "patients.csv").stdout


def test_probabilities_are_those_of_the_model(run, folder):
    answers = read(run(folder / "patients.csv", "--proba").stdout)
    assert answers.columns.tolist() == ["prediction", "probability of ill", "probability of well"]
    np.testing.assert_allclose(answers.iloc[:, 1:].sum(axis=1), 1)


def test_a_file_is_written_and_nothing_printed(run, folder, tmp_path):
    out = tmp_path / "answers.csv"
    result = run(folder / "patients.csv", "--out", out)
    assert result.stdout == ""
    assert "Wrote 120 predictions" in result.stderr
    assert len(pd.read_csv(out)) == 120
    assert run(folder / "patients.csv", "--out", out, "--quiet").stderr == ""


def test_standard_input_and_json(run, folder):
    result = run("-", "--json", input=(folder / "patients.csv").read_text())
    said = json.loads(result.stdout)
    assert len(said["answers"]["prediction"]) == 120
    assert said["notes"] == []


def test_unknown_categories_and_columns_are_said(run, tmp_path):
    new = make_patients(10).drop(columns=["outcome", "cost"]).assign(colour="violet", extra=1)
    new.to_csv(tmp_path / "new.csv", index=False)
    result = run(tmp_path / "new.csv")
    assert "Not used because the model has not learned from it: extra." in result.stderr
    assert "Column colour has 10 values that the model has never seen" in result.stderr
    assert len(read(result.stdout)) == 10
    assert run(tmp_path / "new.csv", "--quiet").stderr == ""


def test_missing_columns_are_an_error(run, tmp_path):
    make_patients(10).drop(columns=["age", "dose"]).to_csv(tmp_path / "new.csv", index=False)
    result = run(tmp_path / "new.csv")
    assert isinstance(result.exception, ValueError)
    assert "needs 2 columns that the table does not have: 'age', 'dose'" in str(result.exception)


def test_a_model_that_was_saved_in_python_answers_too(tmp_path):
    table = pd.DataFrame({"size": [1.0, 2.0, 8.0, 9.0]})
    forest = RandomForestClassifier(20, random_state=0).fit(table, ["a", "a", "b", "b"])
    save_model(forest, tmp_path / "forest.hdg")
    table.to_csv(tmp_path / "table.csv", index=False)
    app = typer.Typer()
    app.command()(predict)
    result = CliRunner().invoke(app, [str(tmp_path / "forest.hdg"), str(tmp_path / "table.csv")])
    assert (
        read(result.stdout)["prediction"].tolist()
        == load_model(tmp_path / "forest.hdg").predict(table).tolist()
    )


def test_the_help_has_an_example(run):
    assert "Example: hedgerow predict" in " ".join(run("--help").stdout.split())


def test_the_ending_says_the_format(run, folder, tmp_path):
    result = run(folder / "patients.csv", "--out", tmp_path / "answers.parquet")
    assert result.exit_code == 0, result.output
    assert len(pd.read_parquet(tmp_path / "answers.parquet")) == 120
    refused = run(folder / "patients.csv", "--out", tmp_path / "answers.xlsx")
    assert "Let its name end in .csv" in str(refused.exception)


TABLE = pd.DataFrame({"size": [1.0, 2.0, 8.0, 9.0]})


def test_probabilities_stand_beside_the_answer():
    forest = RandomForestClassifier(20, random_state=0).fit(TABLE, ["small", "small", "large", "large"])
    answers = _answer(forest, TABLE, probabilities=True)
    assert answers["prediction"].tolist() == ["small", "small", "large", "large"]
    np.testing.assert_allclose(answers[["probability of large", "probability of small"]].sum(axis=1), 1)


def test_numbers_have_no_probabilities():
    forest = RandomForestRegressor(20, random_state=0).fit(TABLE, [1.0, 2.0, 8.0, 9.0])
    assert _answer(forest, TABLE, probabilities=False).columns.tolist() == ["prediction"]
    with pytest.raises(ValueError, match="does not predict probabilities"):
        _answer(forest, TABLE, probabilities=True)
