"""Kill and Ctrl-C at moments that are drawn over the whole time of a verb."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np
from tests.faults.outcomes import Outcome
from tests.faults.verbs import (
    Undisturbed,
    Verb,
    list_strays,
    look,
    prepare,
    read_store,
    without_times,
    write_table,
)
from tests.faults.warm_process import TOO_EARLY

MOST_SECONDS = (
    5.0  # that a process may compute until it ends after a signal; on an idle machine it takes as long
)
PATIENCE = 120.0  # for what waits, and for all else on a busy machine
_BEYOND = 1.05  # share of the usual time up to which moments are drawn
SIGNALS = {"Ctrl-C": signal.SIGINT, "kill -9": signal.SIGKILL}


class Starter(Protocol):
    """What starts commands: a process that is warm, or the shell."""

    def start(self, folder: Path, arguments: Sequence[str]) -> int:
        """Start a command in a folder; return its process, which leads a group of its own."""

    def wait(self, seconds: float) -> int | None:
        """The exit code of the command; None where it does not end."""


class ColdProcess:
    """A new interpreter for every command, as a shell starts it."""

    def start(self, folder: Path, arguments: Sequence[str]) -> int:
        """Start it in a group of its own."""
        save = "from tests.faults.warm_process import *; save(fit_model(), 'model.hdg')"
        command = ["-c", save] if arguments[0] == "save" else ["-m", "hedgerow.cli", *arguments]
        with (folder / "result").open("wb") as result, (folder / "said").open("wb") as said:
            self._process = subprocess.Popen(
                [sys.executable, *command],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=result,
                stderr=said,
                start_new_session=True,
                preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
            )
        return self._process.pid

    def wait(self, seconds: float) -> int | None:
        """Wait for it."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None


def disturb(
    verb: Verb, signal_name: str, n_trials: int, seed: int, starter: Starter, jobs: int = 0
) -> Iterator[Outcome]:
    """Disturb a verb at so many moments; with the jobs that it usually has, or others."""
    jobs = jobs or verb.jobs
    cold = isinstance(starter, ColdProcess)
    row = (
        f"{verb.name}{f', {jobs} jobs' if jobs != verb.jobs else ''}, {signal_name}{', cold' if cold else ''}"
    )
    draw = np.random.default_rng([seed, *row.encode()])
    command = (*verb.command, *(() if verb.name == "save" else ("--jobs", str(jobs))))
    with tempfile.TemporaryDirectory(prefix="faults-") as home:
        write_table(Path(home) / "table.csv")
        undisturbed = _measure(verb, command, Path(home), starter)
        for number, share in enumerate(draw.random(n_trials)):
            folder = Path(home) / str(number)
            old = b"an older file" if number % 2 else None
            moment = _BEYOND * undisturbed.seconds * share
            goes_on = number % verb.again_every == 0
            yield _try(
                verb, command, row, SIGNALS[signal_name], moment, folder, old, undisturbed, starter, goes_on
            )
            shutil.rmtree(folder)


def _measure(verb: Verb, command: Sequence[str], home: Path, starter: Starter) -> Undisturbed:
    found = []
    for number in range(3):
        folder = home / f"undisturbed-{number}"
        prepare(verb, folder, None)
        began = time.monotonic()
        starter.start(folder, command)
        code = starter.wait(PATIENCE)
        seconds = time.monotonic() - began
        assert code == 0, (code, (folder / "said").read_text())
        trials = tuple(read_store(folder / "store.sqlite")) if verb.store else ()
        found.append(Undisturbed((folder / verb.output).read_bytes(), trials, seconds))
        shutil.rmtree(folder)
    written = {without_times(each.output) for each in found}
    assert len(written) == 1, "two undisturbed runs write different files"
    return sorted(found, key=lambda each: each.seconds)[1]


def _try(
    verb: Verb,
    command: Sequence[str],
    row: str,
    number: signal.Signals,
    moment: float,
    folder: Path,
    old: bytes | None,
    undisturbed: Undisturbed,
    starter: Starter,
    goes_on: bool,
) -> Outcome:
    prepare(verb, folder, old)
    process = starter.start(folder, command)
    time.sleep(moment)
    with suppress(ProcessLookupError):  # it may have ended
        # Ctrl-C reaches the whole group of processes, as from a terminal.
        (os.killpg if number == signal.SIGINT else os.kill)(process, number)
    began, computed = time.monotonic(), _measure_work(process)
    faults: list[str] = []
    while (code := starter.wait(MOST_SECONDS)) is None:
        seconds = _measure_work(process) - computed
        if seconds > MOST_SECONDS or time.monotonic() - began > PATIENCE:
            faults.append(f"still runs, after it computed for {seconds:.1f} s")
            os.killpg(process, signal.SIGKILL)
            starter.wait(PATIENCE)
            break
    seconds = time.monotonic() - began
    if not _wait_for_group(process):
        faults.append("left a process behind")
        os.killpg(process, signal.SIGKILL)
    said = (folder / "said").read_text() if (folder / "said").exists() else ""
    faults += _check_words(verb, number, code, said)
    state, wrong = look(verb, folder, old, undisturbed)
    faults += wrong
    strays = list_strays(verb, folder)
    if number == signal.SIGINT and strays:
        faults.append(f"left {', '.join(strays)}")
    ending = {0: "finished", -9: "killed", 130: "stopped"}.get(
        code if code is not None else 1, f"exit {code}"
    )
    if code == -signal.SIGINT:
        ending = "ended by Python's start"
    n_strays = f", {len(strays)} temporary" if strays else ""
    if goes_on:
        faults += _run_again(verb, command, folder, undisturbed, starter)
    return Outcome(
        row, f"{ending} ({state}{n_strays})", tuple(f"at {moment:.3f} s: {each}" for each in faults), seconds
    )


def _measure_work(process: int) -> float:
    """Seconds that a process has computed."""
    try:
        spent = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    except OSError:  # it has ended
        return 0.0
    return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")


def _run_again(
    verb: Verb, command: Sequence[str], folder: Path, undisturbed: Undisturbed, starter: Starter
) -> list[str]:
    """What is wrong with a run after the disturbed one."""
    starter.start(folder, command)
    code = starter.wait(PATIENCE)
    if code != 0:
        return [f"the next run ended with {code}: {(folder / 'said').read_text()[-300:]}"]
    state, faults = look(verb, folder, None, undisturbed)
    return [f"after the next run {each}" for each in faults] + (
        [] if state == "new" else [f"the next run left the output {state}"]
    )


def _wait_for_group(process: int) -> bool:
    """Whether all processes of a group end in time."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            os.killpg(process, 0)
        except (ProcessLookupError, PermissionError):
            return True
        time.sleep(0.01)
    return False


def _check_words(verb: Verb, number: signal.Signals, code: int | None, said: str) -> list[str]:
    faults = []
    if number == signal.SIGINT and code not in (0, 130, None, TOO_EARLY):
        # Until the first line of the command runs, and in programs of users, Python answers.
        if code != -signal.SIGINT or (verb.name != "save" and "in main" in said):
            faults.append(f"exit code {code}: {said[-1500:]}")
    elif "Traceback" in said or "Exception ignored" in said:
        faults.append(f"exit code {code}, and said: {said[-1500:]}")
    elif code == 130 and not said.endswith("Stopped.\n"):
        faults.append(f"said {said!r}")
    return faults
