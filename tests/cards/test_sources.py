import inspect
import subprocess
import sys
from operator import attrgetter

import pytest

import hedgerow
from hedgerow.cards import METHODS
from hedgerow.cards.sources import is_public, read_docstring


def test_what_is_read_is_what_python_says():
    for method in METHODS.values():
        home = method.home or method.use.name
        assert read_docstring(home) == inspect.getdoc(attrgetter(home)(hedgerow)), home


@pytest.mark.parametrize(
    "name", ["Nothing", "views.Nothing", "RandomForestClassifier.nothing", "nowhere.Nothing"]
)
def test_what_is_not_there_is_refused(name):
    with pytest.raises(LookupError, match="There is no"):
        read_docstring(name)
    assert not is_public(name)


def test_cards_are_read_without_importing_what_they_tell_about():
    code = "import sys; from hedgerow.cards import read_cards; read_cards(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert not {"numba", "numpy", "sklearn", "pandas"} & set(loaded.stdout.split())
