import ast
import logging
import os
import shutil
import time

import pytest
from numba import config
from tests.kernels.small_package import SOURCE, SmallPackage, finish

from hedgerow._kernels import kernel_cache
from hedgerow._kernels.kernel_cache import KernelStore, describe_state, drop_old_folders, find_places

SIGNATURE = "float64(float64)"
MODES = pytest.mark.parametrize("plain", ["0", "1"], ids=["all parts of Numba", "public parts"])


@pytest.fixture
def package(tmp_path):
    return SmallPackage.make(tmp_path)


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "cache"), raising=False)
    monkeypatch.setattr(kernel_cache, "_told", {"compiling"})
    return KernelStore("small.compute", "hedgerow-state")


@MODES
def test_an_edited_piece_is_compiled_again_wherever_the_cache_lies(package, plain):
    switch = {"HEDGEROW_PLAIN_PIECES": plain}
    assert package.run(**switch)[:2] == (4.0, 0)
    package.write_piece(10.0)
    assert package.run(**switch)[:2] == (22.0, 0)
    package.write_piece(1.0)
    assert package.run(**switch) == (4.0, 1, "")


@MODES
def test_a_damaged_file_is_dropped_and_made_again_with_one_warning(package, plain):
    switch = {"HEDGEROW_PLAIN_PIECES": plain}
    package.run(**switch)
    for path in package.files:
        path.write_bytes(path.read_bytes()[:-20])
    number, n_hits, said = package.run(**switch)
    assert (number, n_hits, said.count("was damaged")) == (4.0, 0, 1)
    if plain == "0":
        assert package.run(**switch) == (4.0, 1, "")


def test_two_processes_may_compile_at_once(package):
    both = [package.start() for _ in range(2)]
    assert [finish(process)[0] for process in both] == [4.0, 4.0]
    assert package.run() == (4.0, 1, "")
    assert len(package.files) == 1


def test_a_process_killed_while_it_writes_leaves_nothing_that_is_taken_for_a_kernel(package):
    killed = package.run("import os\nos.fsync = lambda _: os.kill(os.getpid(), 9)\n")
    assert killed[0] is None
    assert len(package.files) == 1
    assert package.run() == (4.0, 0, "")
    assert package.run() == (4.0, 1, "")


def test_a_package_that_cannot_be_written_to_uses_the_cache_of_the_user(package):
    (package.kernels / "__pycache__").write_text("no folder")
    home = {"NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": str(package.cache), "LOCALAPPDATA": str(package.cache)}
    assert package.run(**home)[:2] == (4.0, 0)
    assert package.run(**home) == (4.0, 1, "")


def test_where_nothing_can_be_written_kernels_work_and_a_warning_says_what_to_do(package):
    package.cache.write_text("no folder")
    number, n_hits, said = package.run()
    assert (number, n_hits) == (4.0, 0)
    assert said.count("set NUMBA_CACHE_DIR to one that can") == 1


def test_what_is_saved_is_loaded_for_the_same_signature_only(store):
    store.save(SIGNATURE, b"machine code")
    assert store.load(SIGNATURE, bytes.upper) == b"MACHINE CODE"
    assert store.load("int64(int64)", bytes.upper) is None
    assert KernelStore("small.compute", "hedgerow-other").load(SIGNATURE, bytes.upper) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content + b"\0",
        lambda content: content[:40] + bytes([content[40] ^ 1]) + content[41:],
    ],
    ids=["empty", "short", "long", "one bit"],
)
def test_damage_of_any_kind_is_noticed_and_told_once(store, caplog, damage):
    for _ in range(2):
        store.save(SIGNATURE, b"machine code")
        (path,) = (path for place in find_places() for path in place.rglob("*.kernel"))
        path.write_bytes(damage(path.read_bytes()))
        with caplog.at_level(logging.WARNING, logger="hedgerow"):
            assert store.load(SIGNATURE, bytes.upper) is None
        assert not path.exists()
    assert [record.message for record in caplog.records] == [
        f"a compiled kernel in {path.parent} was damaged; it is compiled again"
    ]


def test_what_cannot_be_unpacked_counts_as_damaged(store, caplog):
    store.save(SIGNATURE, b"machine code")
    assert store.load(SIGNATURE, lambda content: content.missing) is None
    assert "was damaged" in caplog.text


def test_a_full_disk_is_no_reason_to_fail(store, monkeypatch):
    def fail(path):
        raise OSError("no space left on device")

    monkeypatch.setattr(kernel_cache, "replacing", fail)
    store.save(SIGNATURE, b"machine code")
    assert store.load(SIGNATURE, bytes.upper) is None


def test_the_state_depends_on_sources_and_switches(tmp_path, monkeypatch):
    describe = describe_state.__wrapped__
    shutil.copy(SOURCE / "_kernels" / "impurity.py", tmp_path)
    monkeypatch.setattr(kernel_cache, "_HOME", tmp_path)
    first = describe("a")
    assert describe("a") == first
    assert describe("b") != first
    (tmp_path / "impurity.py").touch()
    assert describe("a") == first
    with (tmp_path / "impurity.py").open("a") as file:
        file.write("\n")
    assert describe("a") != first


def test_kernels_are_made_of_nothing_that_the_state_does_not_cover():
    covered = {"hedgerow._kernels", "hedgerow.foundation.atomic_file"}
    for path in (SOURCE / "_kernels").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("hedgerow"):
                assert node.module in covered or node.module.startswith("hedgerow._kernels."), path


def test_folders_of_old_states_do_not_pile_up(tmp_path):
    now = time.time()
    for age in range(12):
        folder = tmp_path / f"hedgerow-{age}"
        folder.mkdir()
        (folder / ".half.part").touch()
        os.utime(folder / ".half.part", (now - 3600.0 * age,) * 2)
        os.utime(folder, (now - age,) * 2)
    (tmp_path / "numba").mkdir()
    drop_old_folders(tmp_path / "hedgerow-11")
    kept = {f"hedgerow-{age}" for age in (*range(7), 11)}
    assert {path.name for path in tmp_path.iterdir()} == kept | {"numba"}
    assert sorted(path.parent.name for path in tmp_path.rglob("*.part")) == ["hedgerow-0"]


def test_a_folder_in_use_counts_as_new(store):
    store.save(SIGNATURE, b"machine code")
    (folder,) = (path for place in find_places() for path in place.iterdir())
    os.utime(folder, (0.0, 0.0))
    store.load(SIGNATURE, bytes.upper)
    assert folder.stat().st_mtime > 0.0


def test_kernels_lie_beside_the_package_or_where_the_user_says(monkeypatch):
    monkeypatch.setattr(config, "CACHE_DIR", "", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    monkeypatch.setenv("LOCALAPPDATA", "/elsewhere")
    beside, users = find_places()
    assert beside == SOURCE / "_kernels" / "__pycache__"
    assert users.parts[-2:] == ("elsewhere", "hedgerow")
    monkeypatch.setattr(config, "CACHE_DIR", "/given", raising=False)
    assert [str(place) for place in find_places()] == ["/given"]


def test_the_first_compilation_is_announced_once(store, monkeypatch, caplog):
    monkeypatch.setattr(kernel_cache, "_told", set())
    with caplog.at_level(logging.WARNING, logger="hedgerow"):
        store.load(SIGNATURE, bytes.upper)
        store.load(SIGNATURE, bytes.upper)
    assert [record.message for record in caplog.records] == [
        "compiling the kernels that this needs, once on this machine (about 15 seconds)"
    ]
    monkeypatch.setattr(kernel_cache, "_told", set())
    store.save("another kernel", b"machine code")
    store.load(SIGNATURE, bytes.upper)
    assert len(caplog.records) == 1
