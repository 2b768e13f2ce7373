import importlib
import subprocess
import sys

import pytest

from hedgerow.foundation.kinship import counts_as

ABSTRACT = """
from abc import ABC
class Shape(ABC):
    pass
class Round(Shape):
    pass
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The name of a module that nobody has imported."""
    name = f"shapes_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(ABSTRACT)
    monkeypatch.syspath_prepend(tmp_path)
    yield name
    sys.modules.pop(name, None)


def test_a_class_counts_as_theirs_once_their_package_is_imported(package):
    @counts_as(f"{package}.Round")
    class Disc:
        pass

    @counts_as(f"{package}.Shape")
    class Blot:
        pass

    assert package not in sys.modules
    theirs = importlib.import_module(package)
    assert isinstance(Disc(), theirs.Round)
    assert issubclass(Disc, theirs.Shape)
    assert isinstance(Blot(), theirs.Shape)
    assert not isinstance(Blot(), theirs.Round)


def test_a_package_that_is_there_already_learns_at_once(package):
    theirs = importlib.import_module(package)

    @counts_as(f"{package}.Round")
    class Disc:
        pass

    class Ball(Disc):
        pass

    assert issubclass(Ball, theirs.Round)


def test_the_module_is_found_as_ever(package):
    counts_as(f"{package}.Round")(type("Disc", (), {}))
    theirs = importlib.import_module(package)
    assert theirs.__spec__.loader.get_source(package) == ABSTRACT
    again = importlib.reload(theirs)
    assert again is theirs


def test_a_package_that_is_not_there_is_missing_as_ever():
    counts_as("no_such_package_anywhere.Round")(type("Disc", (), {}))
    with pytest.raises(ModuleNotFoundError, match="no_such_package_anywhere"):
        importlib.import_module("no_such_package_anywhere")


def test_nothing_of_scikit_learns_trees_is_imported_before_it_is_asked_for():
    program = (
        "import sys\n"
        "from hedgerow import DecisionTreeClassifier, RandomForestRegressor\n"
        "X, y = [[0.0], [1.0], [2.0]], [0, 1, 1]\n"
        "tree, forest = DecisionTreeClassifier().fit(X, y), RandomForestRegressor()\n"
        "assert not {'sklearn.tree', 'sklearn.ensemble'} & set(sys.modules)\n"
        "import sklearn.ensemble, sklearn.tree\n"
        "assert isinstance(tree, sklearn.tree.DecisionTreeClassifier)\n"
        "assert not isinstance(tree, sklearn.tree.DecisionTreeRegressor)\n"
        "assert isinstance(forest, sklearn.ensemble.RandomForestRegressor)\n"
        "assert isinstance(forest, sklearn.ensemble.BaseEnsemble)\n"
        "assert not isinstance(forest, sklearn.ensemble.ExtraTreesRegressor)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
