"""A short run of the fuzz, whose long one is `make fuzz`; and what the fuzz itself must notice."""

import faulthandler
import os
import subprocess
import sys

import numpy as np
import pytest
from tests.saving import fuzz
from tests.saving.mutations import mutate

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="memory and time are watched by the means of Linux"
)


def test_mutated_files_are_refused_or_load_and_nothing_breaks():
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.saving.fuzz",
            "--files",
            "3000",
            "--seed",
            "1",
            "--workers",
            "1",
            "--kept",
        ],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.startswith("3000 files of seed 1: {'refused': ")


def test_a_file_has_a_number():
    files = fuzz.make_files()[:3]
    one, other = ([fuzz.make_mutant(files, 7, number) for number in range(20)] for _ in range(2))
    assert one == other
    assert len({content for _, content in one}) == 20
    content = files[0][1]
    assert any(mutate(content, np.random.default_rng(seed)) != content for seed in range(3))


def _crash():
    faulthandler.disable()  # nobody needs to read of it
    os.kill(os.getpid(), 11)


def _hang():
    while True:
        pass


def _gorge():
    return np.ones(2**28).sum()  # 2 GiB


def _fail():
    raise KeyError


@pytest.mark.parametrize(
    ("happens", "said"),
    [
        (_crash, "died of SIGSEGV"),
        (_hang, "more than 5 s"),
        (_gorge, "MemoryError while loading"),
        (_fail, "KeyError while loading"),
        (lambda: sys.exit(3), "died of exit 1"),
    ],
    ids=["crash", "hang", "memory", "exception", "exit"],
)
def test_what_must_not_happen_is_noticed(monkeypatch, tmp_path, happens, said):
    files = [("random-forest", content) for name, content in fuzz.make_files() if name == "random-forest"]
    load, here = fuzz.load_model, os.getpid()
    monkeypatch.setattr(fuzz, "load_model", lambda path: load(path) if os.getpid() == here else happens())
    monkeypatch.setattr(fuzz, "make_files", lambda more: files)
    monkeypatch.setattr(fuzz, "LONGEST", 1.0)
    monkeypatch.setattr(fuzz, "mutate", lambda content, draw: content)
    found = fuzz.fuzz(2, 0, keep=tmp_path)
    assert found.counts == {said: 2}
    assert len(found.bad) == len(os.listdir(tmp_path)) == 2
