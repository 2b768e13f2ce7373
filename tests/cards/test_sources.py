import inspect
import subprocess
import sys

import pytest

from hedgerow.cards import METHODS
from hedgerow.cards.sources import read_docstring
from hedgerow.foundation.doors import find_public


def test_what_is_read_is_what_python_says():
    for method in METHODS.values():
        home = method.home or method.use.name
        name, _, member = home.partition(".")
        thing = getattr(find_public(name), member) if member else find_public(name)
        said = iter(inspect.getdoc(thing).splitlines())  # with the shared parameters that the file leaves out
        assert all(line in said for line in read_docstring(home).splitlines()), home


@pytest.mark.parametrize("name", ["Nothing", "RandomForestClassifier.nothing", "margins.nothing"])
def test_what_is_not_there_is_refused(name):
    with pytest.raises(LookupError):
        read_docstring(name)


def test_cards_are_read_without_importing_what_they_tell_about():
    code = "import sys; from hedgerow.cards import read_cards; read_cards(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert not {"numba", "numpy", "sklearn", "pandas"} & set(loaded.stdout.split())
