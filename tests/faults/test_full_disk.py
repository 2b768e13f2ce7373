"""A disk that is full: a sentence, the older file untouched, and nothing half-written beside it."""

import os
import subprocess
import sys

import pytest
from tests.faults.verbs import VERBS, list_strays, write_table

OLD = b"an older file"


@pytest.fixture
def full_disk(tmp_path):
    """A disk on which nothing but small files find room."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24k", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    for words in ("said", "result"):
        (place / words).symlink_to(tmp_path / words)
    yield place
    subprocess.run(["umount", str(place)], check=True)


def run(warm, verb, folder, **limits):
    (folder / verb.output).write_bytes(OLD)
    warm.start(folder, verb.command, **limits)
    return warm.wait(60), (folder / "said").read_text()


def check(verb, folder, code, said, sentence):
    assert sentence in " ".join(said.split())
    if verb.name == "save":  # a program of a user, which catches nothing
        assert code == 1
    else:
        assert (code, said.count("\n")) == (2, 1), said
        assert said.startswith("Error: ")
    assert (folder / verb.output).read_bytes() == OLD
    # What SQLite keeps beside a store belongs to it.
    assert [name for name in list_strays(verb, folder) if not name.startswith("store.sqlite")] == []


@pytest.mark.parametrize("verb", VERBS.values(), ids=list(VERBS))
def test_a_full_disk_is_told_of(warm, full_disk, verb):
    write_table(full_disk / "table.csv")
    code, said = run(warm, verb, full_disk)
    full = {"save": "No space left on device", "reproduce": "store of trials"}
    check(verb, full_disk, code, said, full.get(verb.name, "has no space left"))


@pytest.mark.parametrize("verb", VERBS.values(), ids=list(VERBS))
def test_a_file_that_may_not_be_as_large_is_told_of(warm, tmp_path, verb):
    write_table(tmp_path / "table.csv")
    code, said = run(warm, verb, tmp_path, FSIZE=8000)
    large = {"save": "File too large", "reproduce": "store of trials"}
    check(verb, tmp_path, code, said, large.get(verb.name, "may not take a file as large as this one"))


def test_results_that_nobody_can_take_are_told_of(warm, tmp_path):
    write_table(tmp_path / "table.csv")
    for arguments in (["methods"], ["methods", "--json"], ["datasets"]):
        warm.start(tmp_path, ["call", "tests.faults.full_disk:write_to_full_device", *arguments])
        assert warm.wait(60) == 2
        said = (tmp_path / "said").read_text()
        assert said == "Error: The place to write to has no space left. Make room, or name another place.\n"


def test_kernels_work_where_their_cache_has_no_room(full_disk, tmp_path):
    code = (
        "from hedgerow import RandomForestClassifier\n"
        "forest = RandomForestClassifier(4, random_state=0).fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])\n"
        "print(forest.predict([[3.0]]))\n"
    )
    environment = os.environ | {"NUMBA_CACHE_DIR": str(full_disk / "cache"), "NUMBA_OPT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment, timeout=300
    )
    assert done.stdout == "[1]\n"
    assert done.stderr.count("\n") <= 2, done.stderr
