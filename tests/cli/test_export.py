import json

import numpy as np
import onnxruntime
import pandas as pd
import pytest
import treelite
from tests.cli.saved import make_app, write_model, write_table
from tests.export.models import ask
from typer.testing import CliRunner

from hedgerow import DecisionTreeClassifier, save_model
from hedgerow.cli.export import _describe, export
from hedgerow.export import ExportError, to_matrix
from hedgerow.export.inputs import Inputs
from hedgerow.tables import open_table
from hedgerow.trials.candidates import make_linear_baseline


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("export")
    write_table(place / "table.csv")
    return place


@pytest.fixture(scope="module")
def model(folder):
    return write_model(folder / "model.hdg", folder / "table.csv")


def run(*arguments):
    return CliRunner().invoke(make_app(export), [*map(str, arguments)], env={"COLUMNS": "200"})


def read_rows(model, folder):
    features = open_table(str(folder / "table.csv"), "label").table.features
    return features, to_matrix(model, features[list(model.feature_names_in_)])


def test_a_model_file_becomes_an_onnx_model(model, folder):
    result = run(folder / "model.hdg", "--to", "onnx")
    assert result.exit_code == 0, result.output
    assert "It reads 3 columns of numbers, in this order: size, color and noise." in result.stdout
    assert "Codes of color: blue is 0 and red is 1." in result.stdout
    _, rows = read_rows(model, folder)
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"))
    labels, probabilities = session.run(None, {"X": rows.astype(np.float32)})
    rounded = rows.astype(np.float32).astype(np.float64)
    np.testing.assert_allclose(probabilities, ask(model.predict_proba, rounded), rtol=0, atol=1e-6)
    assert labels.tolist() == ask(model.predict, rounded).tolist()


def test_a_model_file_becomes_a_treelite_model(model, folder, tmp_path):
    out = tmp_path / "model.bin"
    result = run(folder / "model.hdg", "--to", "treelite", "--out", out)
    assert result.exit_code == 0, result.output
    features, rows = read_rows(model, folder)
    said = treelite.gtil.predict(treelite.Model.deserialize_bytes(out.read_bytes()), rows)
    np.testing.assert_allclose(said.reshape(len(rows), -1), model.predict_proba(features), rtol=0, atol=1e-12)


def test_json_lists_what_is_read(model, folder, tmp_path):
    out = tmp_path / "model.onnx"
    said = json.loads(
        run(folder / "model.hdg", "--to", "onnx", "--out", out, "--dtype", "float64", "--json").stdout
    )
    assert said == {
        "model": str(folder / "model.hdg"),
        "out": str(out),
        "format": "onnx",
        "dtype": "float64",
        "inputs": [
            {"name": "size", "categories": None},
            {"name": "color", "categories": ["blue", "red"]},
            {"name": "noise", "categories": None},
        ],
        "classes": ["no", "yes"],
    }
    assert onnxruntime.InferenceSession(str(out)).get_inputs()[0].type == "tensor(double)"


def test_a_model_without_trees_is_refused_and_nothing_written(folder, tmp_path):
    path = tmp_path / "linear.hdg"
    write_model(path, folder / "table.csv", make_linear_baseline("classification"))
    result = run(path, "--to", "onnx")
    assert isinstance(result.exception, ExportError)
    assert "Pipeline cannot be exported" in str(result.exception)
    assert str(result.exception).endswith("`hedgerow fit --method forest` makes one.")
    assert [each.name for each in tmp_path.iterdir()] == ["linear.hdg"]


def test_a_file_that_is_no_model_and_a_folder_that_is_not_there(folder, tmp_path):
    assert "is not a model file" in str(
        run(folder / "table.csv", "--to", "onnx", "--out", tmp_path / "a").exception
    )
    lost = run(folder / "table.csv", "--to", "onnx", "--out", tmp_path / "nowhere" / "a.onnx")
    assert isinstance(lost.exception, FileNotFoundError)


def test_a_model_of_an_array_reads_numbered_columns(tmp_path):
    tree = DecisionTreeClassifier().fit(np.eye(3), [0, 1, 1])
    save_model(tree, tmp_path / "tree.hdg")
    result = run(tmp_path / "tree.hdg", "--to", "onnx")
    assert "in this order: x0, x1 and x2." in result.stdout
    assert "An empty cell is NaN.\n" in result.stdout


def test_of_many_columns_the_file_says_the_rest():
    names = tuple(f"c{place}" for place in range(15))
    said = _describe(Inputs(names, (("a", "b"),) * 15))
    assert sum(sentence.startswith("Codes of") for sentence in said) == 12
    assert "The codes of all 15 columns of categories are in the file, as its metadata." in said


def test_a_table_of_words_is_encoded_as_the_model_does(model, folder):
    strange = pd.DataFrame({"size": [0.0], "color": ["green"], "noise": [1.0]})
    assert np.isnan(to_matrix(model, strange)[0, 1])
