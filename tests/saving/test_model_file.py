"""Every public estimator that can be fitted on a plain table survives a file, and answers as before."""

import hashlib
import io
import json
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import hedgerow
from hedgerow import BaggingClassifier, DecisionTreeClassifier, RandomForestClassifier, load_model, save_model
from hedgerow.foundation.doors import find_public, list_public_names
from hedgerow.saving import ModelFileError, read_manifest
from hedgerow.saving.reader import Reader

KINDS = [name for name in list_public_names() if name.endswith(("Classifier", "Regressor"))]
SMALL = {"n_estimators": 4, "n_rounds": 3, "random_state": 0}


def make_frame(n_rows=60):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(n_rows, 4)), columns=["a", "b", "c <d>", "naïve"])
    frame["colour"] = pd.Categorical(rng.choice(["red", "green", "blue"], n_rows))
    target = np.where(frame["a"] + (frame["colour"] == "red") > 0.3, "yes", "no")
    return frame, target, frame["a"].to_numpy() + rng.normal(size=n_rows)


def make_model(name):
    kind = find_public(name)
    known = kind().get_params()
    return kind(**{key: value for key, value in SMALL.items() if key in known})


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", KINDS)
def test_a_model_answers_as_before(name, tmp_path):
    frame, classes, values = make_frame()
    model = make_model(name)
    y = classes if name.endswith("Classifier") else values
    try:
        model.fit(frame, y)
    except (ValueError, TypeError):
        frame = frame.drop(columns="colour")
        model = make_model(name)
        try:
            model.fit(frame, y)
        except (ValueError, TypeError) as error:
            pytest.skip(f"needs another target or table: {error}")
    if name.startswith("ForwardSelection"):  # its library has nearest neighbours of scikit-learn
        with pytest.raises(ModelFileError, match="KNeighbors"):
            save_model(model, tmp_path / "model.hdg")
        return
    save_model(model, tmp_path / "model.hdg")
    again = load_model(tmp_path / "model.hdg")
    assert type(again) is type(model)
    np.testing.assert_array_equal(again.predict(frame), model.predict(frame))
    if hasattr(model, "predict_proba"):
        np.testing.assert_array_equal(again.predict_proba(frame), model.predict_proba(frame))
    assert repr(again) == repr(model)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(again)).predict(frame), model.predict(frame))


def test_the_manifest_tells_what_is_inside(tmp_path):
    frame, classes, _ = make_frame()
    save_model(
        make_model("RandomForestClassifier").fit(frame, classes), tmp_path / "m.hdg", summary={"rows": 60}
    )
    manifest = read_manifest(tmp_path / "m.hdg")
    assert manifest["model"] == "RandomForestClassifier"
    assert manifest["columns"] == ["a", "b", "c <d>", "naïve", "colour"]
    assert manifest["classes"] == ["no", "yes"]
    assert manifest["summary"] == {"rows": 60}
    assert manifest["versions"]["hedgerow"] == hedgerow.__version__


def test_the_same_model_makes_the_same_bytes(tmp_path):
    frame, classes, _ = make_frame()
    forest = make_model("RandomForestClassifier").fit(frame, classes)
    save_model(forest, tmp_path / "one.hdg")
    save_model(load_model(tmp_path / "one.hdg"), tmp_path / "two.hdg")
    assert (tmp_path / "one.hdg").read_bytes() == (tmp_path / "two.hdg").read_bytes()


def test_models_of_scikit_learn(tmp_path):
    frame, classes, _ = make_frame()
    X = frame.drop(columns="colour")
    linear = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, classes)
    save_model(linear, tmp_path / "m.hdg")
    np.testing.assert_array_equal(load_model(tmp_path / "m.hdg").predict_proba(X), linear.predict_proba(X))
    bagged = BaggingClassifier(LogisticRegression(), n_estimators=3, random_state=0).fit(X, classes)
    save_model(bagged, tmp_path / "m.hdg")
    np.testing.assert_array_equal(load_model(tmp_path / "m.hdg").predict(X), bagged.predict(X))


def test_what_cannot_be_saved_leaves_the_file_alone(tmp_path):
    frame, classes, _ = make_frame()
    X = frame.drop(columns="colour")
    path = tmp_path / "m.hdg"
    path.write_bytes(b"as before")
    with pytest.raises(ModelFileError, match=r"cannot hold a sklearn\.svm.*use pickle or joblib"):
        save_model(BaggingClassifier(SVC(), n_estimators=2).fit(X, classes), path)
    with pytest.raises(ModelFileError, match="is not an estimator"):
        save_model("model", path)
    with pytest.raises(ModelFileError, match="the summary must be numbers"):
        save_model(DecisionTreeClassifier().fit(X, classes), path, summary={"x": {1, 2}})
    assert path.read_bytes() == b"as before"
    assert [each.name for each in tmp_path.iterdir()] == ["m.hdg"]


def rewrite(path, change, *, true_checksums=True):
    """Change the entries of a model file, and make the checksums true again."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    change(entries)
    if true_checksums and "manifest.json" in entries:
        manifest = json.loads(entries["manifest.json"])
        manifest["checksums"] = {
            name: hashlib.sha256(content).hexdigest()
            for name, content in entries.items()
            if name != "manifest.json"
        }
        entries["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)


@pytest.fixture
def saved(tmp_path):
    frame, classes, _ = make_frame()
    path = tmp_path / "forest.hdg"
    save_model(RandomForestClassifier(3, random_state=0).fit(frame, classes), path)
    return path


def set_objects(edit):
    def change(entries):
        objects = json.loads(entries["objects.json"])
        edit(objects)
        entries["objects.json"] = json.dumps(objects).encode()

    return change


def put(objects, number, name, value):
    objects[number][1][name] = value


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda o: o[0].__setitem__(0, "os:system"), "holds a 'os:system', which this version does not know"),
        (lambda o: o[0].__setitem__(0, "hedgerow.ensembles.forest:RandomForestClassifier"), "does not know"),
        (lambda o: o[0].__setitem__(0, "random-forest-classifier"), "does not know"),
        (lambda o: o[0].__setitem__(0, 5), "no kind and fields"),
        (lambda o: put(o, 0, "__class__", 1), "a random-forest-classifier@1 has no field '__class__'"),
        (lambda o: put(o, 0, "fit", 1), "a random-forest-classifier@1 has no field 'fit'"),
        (
            lambda o: put(o, 0, "n_features_in_", "x"),
            "'n_features_in_' of a random-forest-classifier@1 is not of type int",
        ),
        (lambda o: o[0][1].__setitem__("_grown", ["object", 0]), "is not of type grown-members@1"),
        (lambda o: put(o, 0, "classes_", ["array", "a999"]), "there is no array 'a999'"),
        (lambda o: put(o, 0, "criterion", ["object", 10**6]), "there is no object 1000000"),
        (lambda o: put(o, 0, "criterion", ["eval", "1"]), "said to be a 'eval', which is unknown"),
        (lambda o: put(o, 0, "criterion", ["scalar", "O", 1]), "not a type of numbers"),
        (lambda o: put(o, 0, "criterion", ["dict", [[["list", []], 1]]]), "a dict is damaged"),
        (lambda o: put(o, 0, "criterion", ["values", [1, 2], [3]]), "has the shape"),
        (lambda o: put(o, 0, "criterion", ["tuple"]), "a tuple is damaged"),
        (lambda o: o.clear(), "no list of objects"),
        (lambda o: o.__setitem__(0, "x"), "no kind and fields"),
    ],
)
def test_a_hostile_description_is_refused(saved, edit, message):
    rewrite(saved, set_objects(edit))
    with pytest.raises(ModelFileError, match=message):
        load_model(saved)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: e.pop("manifest.json"), "it is not a model file"),
        (lambda e: e.__setitem__("manifest.json", b"[]"), "it is not a model file"),
        (lambda e: e.__setitem__("manifest.json", b"[" * 100_000), "damaged"),
        (lambda e: e.pop("arrays/a0.npy"), "entries are not those"),
        (lambda e: e.__setitem__("more", b""), "entries are not those"),
        (
            lambda e: e.__setitem__("arrays/a0.npy", e["arrays/a0.npy"][:-1]),
            "entry 'arrays/a0.npy' is damaged",
        ),
    ],
)
def test_a_damaged_file_is_refused(saved, change, message):
    rewrite(saved, change, true_checksums=False)
    with pytest.raises(ModelFileError, match=f"forest.hdg cannot be loaded: .*{message}"):
        load_model(saved)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"hello" * 100, b"\x00" * 5000])
def test_a_foreign_file_is_refused(tmp_path, content):
    path = tmp_path / "x.hdg"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match="cannot be loaded"):
        load_model(path)


def test_every_truncated_file_is_refused(saved):
    content = saved.read_bytes()
    for length in range(0, len(content), 97):
        saved.write_bytes(content[:length])
        with pytest.raises(ModelFileError):
            load_model(saved)


def test_a_zip_bomb_is_refused(saved):
    with zipfile.ZipFile(saved) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
        archive.writestr("arrays/bomb.npy", b"\0" * 10_000_000)
    saved.write_bytes(buffer.getvalue())
    with pytest.raises(ModelFileError, match="is not stored as it is"):
        load_model(saved)


def test_an_array_that_asks_for_too_much_is_refused(saved):
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999,), }"
    header = header.ljust(117) + b"\n"
    content = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + b"\0" * 8
    rewrite(saved, lambda e: e.__setitem__("arrays/a0.npy", content))
    with pytest.raises(ModelFileError, match="has 8 bytes"):
        load_model(saved)


def test_a_later_format_asks_for_a_later_version(saved):
    def change(entries):
        manifest = json.loads(entries["manifest.json"]) | {"format_version": 99}
        entries["manifest.json"] = json.dumps(manifest).encode()

    rewrite(saved, change)
    with pytest.raises(ModelFileError, match=r"version 99 of the format.*update hedgerow"):
        load_model(saved)


@pytest.mark.parametrize("error", [RecursionError, MemoryError, OverflowError, KeyError, ImportError])
def test_whatever_happens_while_reading_is_an_error_of_the_file(saved, monkeypatch, error):
    def fail(self):
        raise error("so it goes")

    monkeypatch.setattr(Reader, "read", fail)
    with pytest.raises(
        ModelFileError, match=rf"forest.hdg cannot be loaded: it is damaged \({error.__name__}"
    ):
        load_model(saved)


def test_a_file_holds_an_estimator(saved):
    scaling = ["platt-scaling@1", {"slope": 1.0, "offset": 0.0}]
    rewrite(saved, set_objects(lambda o: o.__setitem__(slice(None), [scaling])))
    with pytest.raises(ModelFileError, match="what it holds is not an estimator"):
        load_model(saved)


def test_a_file_of_the_first_format_is_read_for_ever():
    """Written when the format was new; a later version must still read it, and answer the same."""
    forest = load_model(Path(__file__).parent / "files" / "forest-1.hdg")
    asked = pd.DataFrame(
        {
            "size": [-1.0, 0.0, 0.1, 2.0, np.nan],
            "colour": pd.Categorical(["red", "red", "blue", "green", "red"]),
        }
    )
    assert read_manifest(Path(__file__).parent / "files" / "forest-1.hdg")["format_version"] == 1
    assert forest.predict(asked).tolist() == ["no", "yes", "no", "yes", "yes"]


def _change_objects(path, change):
    """Change the description in a file, and make its checksums true again."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    objects = json.loads(entries["objects.json"])
    change(objects)
    entries["objects.json"] = json.dumps(objects).encode()
    manifest = json.loads(entries["manifest.json"])
    manifest["checksums"]["objects.json"] = hashlib.sha256(entries["objects.json"]).hexdigest()
    entries["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)


def test_no_attribute_takes_the_place_of_a_check(tmp_path):
    frame, classes, _ = make_frame()
    save_model(DecisionTreeClassifier().fit(frame, classes), tmp_path / "m.hdg")

    def hide_check(objects):
        for kind, fields in objects:
            if kind == "tree-arrays@1":
                fields["n_features"] = -1
                fields["check_loaded"] = None

    _change_objects(tmp_path / "m.hdg", hide_check)
    with pytest.raises(ModelFileError, match="has no field 'check_loaded'"):
        load_model(tmp_path / "m.hdg")


def test_what_is_computed_is_neither_kept_nor_believed(tmp_path):
    frame, classes, _ = make_frame()
    model = make_model("MaskEnsembleClassifier").fit(frame, classes)
    expected = model.predict(frame)
    save_model(model, tmp_path / "m.hdg")

    def add_computed(objects):
        for kind, fields in objects:
            if kind == "neighbour-space@1":
                assert not {"_rows", "_range", "_rough"} & set(fields)
                fields["_rough"] = ["list", []]

    _change_objects(tmp_path / "m.hdg", add_computed)
    np.testing.assert_array_equal(load_model(tmp_path / "m.hdg").predict(frame), expected)
