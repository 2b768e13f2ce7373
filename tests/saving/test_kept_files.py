"""Files that were written when their format was new; every later version reads them, and predicts the same."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.saving.models import MODELS, ask, fit_model, read_files

from hedgerow import load_model, save_model
from hedgerow.saving import read_manifest

HERE = Path(__file__).parent
FORMATS = (1, 2)
FILES = {number: read_files(HERE / f"files_of_format_{number}") for number in FORMATS}
SAID = {
    number: json.loads((HERE / f"files_of_format_{number}" / "predictions.json").read_text(encoding="utf-8"))
    for number in FORMATS
}


def assert_same(answers, expected):
    assert answers.keys() >= expected.keys()  # a model learns to answer more
    for method, old in expected.items():
        answer = answers[method]
        if np.asarray(old).dtype.kind == "f":  # another machine may round its sums in another way
            np.testing.assert_allclose(answer, old, rtol=1e-9, atol=1e-12)
        else:
            assert answer == old


@pytest.mark.parametrize(("number", "name"), [(number, name) for number in FORMATS for name in FILES[number]])
def test_a_kept_file_is_read_and_predicts_as_it_did(number, name, tmp_path):
    path = tmp_path / "kept.hdg"
    path.write_bytes(FILES[number][name])
    assert read_manifest(path)["format_version"] == number
    model = load_model(path)
    assert_same(ask(model, name), SAID[number][name])
    save_model(model, tmp_path / "again.hdg")
    assert_same(ask(load_model(tmp_path / "again.hdg"), name), SAID[number][name])


def test_there_are_files_of_all_kinds_of_model():
    assert len(FILES[1]) > 120
    assert set(FILES[2]) == set(MODELS)
    for number in FORMATS:
        assert set(FILES[number]) == set(SAID[number])


@pytest.mark.parametrize("name", MODELS)
def test_a_model_of_today_comes_back(name, tmp_path):
    model = fit_model(name)
    save_model(model, tmp_path / "model.hdg")
    assert ask(load_model(tmp_path / "model.hdg"), name) == ask(model, name)
