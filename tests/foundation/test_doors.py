"""Every public object has one path, and asking elsewhere says where it is."""

import gc
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

import hedgerow
from hedgerow.foundation.doors import _read_stub, find_public, import_quickly, list_doors, list_public_names

MOST_FLAT_NAMES = 40


def test_the_flat_door_holds_few_names():
    flat = [name for name, door in list_public_names().items() if door == "hedgerow"]
    assert len(flat) <= MOST_FLAT_NAMES


def test_a_name_is_behind_one_door():
    listed = [name for door in list_doors() for name, home in _read_stub(door).items() if home != door]
    assert [name for name, count in Counter(listed).items() if count > 1] == []


def test_a_public_object_has_one_path():
    paths = [id(find_public(name)) for name in list_public_names() if callable(find_public(name))]
    assert len(paths) == len(set(paths))


def test_a_door_gives_what_it_lists_and_no_more():
    for door in list_doors():
        package = import_module(door)
        assert dir(package) == sorted(package.__all__)
        for name in package.__all__:
            assert getattr(package, name) is not None


def test_no_module_hides_the_public_object_of_its_name():
    source = Path(hedgerow.__file__).parent.parent
    hidden = [
        f"{door}.{name}"
        for name, door in list_public_names().items()
        if source.joinpath(*door.split("."), f"{name}.py").exists()
        or source.joinpath(*door.split("."), name).exists()
    ]
    assert hidden == []


def test_a_door_says_what_lives_there_and_what_to_try_first():
    for door in list_doors():
        documentation = import_module(door).__doc__
        assert documentation.count("\n") >= 3, door
        assert "Try first" in documentation, door


@pytest.mark.parametrize(
    ("door", "name", "answer"),
    [
        ("hedgerow", "FCBFSelector", r"it is hedgerow\.selection\.filters\.FCBFSelector$"),
        ("hedgerow.ensembles", "RandomForestClassifier", r"it is hedgerow\.RandomForestClassifier$"),
        ("hedgerow", "RandomForrestClassifier", "Did you mean 'RandomForestClassifier'"),
    ],
)
def test_a_name_that_is_not_there_is_answered_with_its_place(door, name, answer):
    with pytest.raises(AttributeError, match=answer):
        getattr(import_module(door), name)


def test_a_door_stands_behind_another():
    assert hedgerow.selection.filters.FCBFSelector is find_public("FCBFSelector")


def test_an_unknown_attribute_is_refused_as_python_does():
    assert not hasattr(hedgerow, "__wrapped__")
    code = "from hedgerow import Nothing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "ImportError" in done.stderr


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that remembers whether the collector was at rest, and one that fails."""
    (tmp_path / "remembers.py").write_text("import gc\nwas_enabled = gc.isenabled()\n")
    (tmp_path / "fails.py").write_text("raise RuntimeError('no luck')\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "remembers"
    sys.modules.pop("remembers", None)


def test_the_collector_rests_while_a_module_loads_and_wakes_up_again(module):
    assert gc.isenabled()
    assert import_quickly(module).was_enabled is False
    assert gc.isenabled()


def test_the_collector_wakes_up_after_an_error(module):
    with pytest.raises(RuntimeError, match="no luck"):
        import_quickly("fails")
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off(module):
    gc.disable()
    try:
        import_quickly(module)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_no_public_name_loads_numba_before_it_is_used():
    code = (
        "import sys\n"
        "from hedgerow.foundation.doors import find_public, list_public_names\n"
        "for name in list_public_names():\n"
        "    find_public(name)\n"
        "    assert 'numba' not in sys.modules, name\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
