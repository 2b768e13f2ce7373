"""A disk that is full: a sentence, the older file untouched, and nothing half-written beside it."""

import os
import subprocess

import pytest
from tests.faults.sample import sample
from tests.faults.verbs import VERBS, list_strays, write_table
from tests.kernels.small_package import SmallPackage

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


@pytest.mark.parametrize("name", sample(VERBS, ["fit", "reproduce"]))
def test_a_full_disk_is_told_of(warm, full_disk, name):
    verb = VERBS[name]
    write_table(full_disk / "table.csv")
    code, said = run(warm, verb, full_disk)
    full = {"save": "No space left on device", "reproduce": "store of trials"}
    check(verb, full_disk, code, said, full.get(verb.name, "has no space left"))


@pytest.mark.parametrize("name", sample(VERBS, ["save"]))
def test_a_file_that_may_not_be_as_large_is_told_of(warm, tmp_path, name):
    verb = VERBS[name]
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
    package = SmallPackage.make(tmp_path)
    (full_disk / "filler").write_bytes(bytes(20_000))
    number, _, said = package.run(NUMBA_CACHE_DIR=str(full_disk / "cache"))
    assert number == 4.0
    assert len(said.splitlines()) <= 2, said  # that it compiles, and that it cannot keep what it compiled
