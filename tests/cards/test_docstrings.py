import inspect
import subprocess
import sys

import pytest

from hedgerow.cards import METHODS
from hedgerow.cards.docstrings import read_docstring, read_passage
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


DOCSTRING = """Sets without the rare ones.

Rows of rare sets are learned
with frequent ones:

    a | b

Parameters
----------
n : int
    How many.

See Also
--------
views.Other, pcut
Third : Which does more.

Notes
-----
Where none is frequent, none is pruned.

Formula::

    p = a^2, and
    q = b

Cost: O(N).

**Ensembles of sets.** Many of them
vote.

As often as needed.

Paper: B, 2009.

References
----------
A, 2008.
"""


def test_the_main_method_is_what_stands_before_the_others():
    passage = read_passage(DOCSTRING, "Pruned sets")
    assert passage.idea == "Sets without the rare ones."
    assert passage.description == "Rows of rare sets are learned\nwith frequent ones:\n\n    a | b"
    assert passage.notes == "Where none is frequent, none is pruned."
    assert (passage.formula, passage.cost, passage.paper) == ("p = a^2, and q = b", "O(N).", "A, 2008.")
    assert passage.see_also == ("Other", "pcut", "Third")


def test_another_method_has_a_part_of_the_notes():
    passage = read_passage(DOCSTRING, "Ensembles of sets")
    assert (passage.idea, passage.notes, passage.paper) == (
        "Many of them vote.",
        "As often as needed.",
        "B, 2009.",
    )
    assert passage.formula == passage.cost == passage.description == ""


def test_a_docstring_of_one_line_will_do():
    assert read_passage("Count.", "Counting").idea == "Count."
