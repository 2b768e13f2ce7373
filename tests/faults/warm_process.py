"""``python -m tests.faults.warm_process``: a process that has done everything once, and forks itself for every trial.

Start-up takes most of the time of a small command, so a hundred moments of the command itself would take as many
minutes. Each line on standard input asks for a folder and arguments; the answers are the number of the process, when it
has come to the first line of the command, and its status, when it has ended.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.faults.verbs import VERBS, write_table


class WarmProcess:
    """The side of those who ask."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.warm_process"], stdin=-1, stdout=-1, text=True
        )
        self._hear(300.0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def start(self, folder: Path, arguments: Sequence[str], **limits: int) -> int:
        """Start a command in a folder; return its process, which leads a group of its own.

        Parameters
        ----------
        folder : Path
            Where it works.
        arguments : sequence of str
            Those of the command; or ``call``, a function as ``module:name``, and its arguments.
        **limits : int
            The largest size of a file (``FSIZE``), in bytes, and others of `resource`.
        """
        assert self._process.stdin is not None
        print(json.dumps([str(folder), limits, *arguments]), file=self._process.stdin, flush=True)
        return int(self._hear(60.0))

    def wait(self, seconds: float) -> int | None:
        """The exit code of the command, negative for a signal; None where it does not end."""
        heard = self._hear(seconds)
        return None if heard is None else os.waitstatus_to_exitcode(heard)

    def _hear(self, seconds: float) -> Any:
        output = self._process.stdout
        assert output is not None
        return json.loads(output.readline()) if select.select([output], [], [], seconds)[0] else None


def main() -> None:
    """Do everything once, then fork for every line; only the forked processes leave the loop."""
    model = _warm_up()
    gc.freeze()  # at their end the forked processes need not look through, and so copy, all that is here
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    replies = os.fdopen(os.dup(1), "w")
    print(json.dumps("warm"), file=replies, flush=True)
    for line in sys.stdin:
        folder, limits, *arguments = json.loads(line)
        reading, writing = os.pipe()
        process = os.fork()
        if process == 0:
            break
        os.close(writing)
        os.read(reading, 1)
        os.close(reading)
        print(process, file=replies, flush=True)
        print(os.waitpid(process, 0)[1], file=replies, flush=True)
    else:
        return
    os.setsid()
    os.chdir(folder)
    for number, name in ((1, "result"), (2, "said")):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.stdin = open(os.devnull)  # noqa: SIM115 - for as long as the process lives
    sys.argv = ["hedgerow", *arguments]
    for name, limit in limits.items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, resource.RLIM_INFINITY))
    os.write(writing, b"!")
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    except KeyboardInterrupt:
        os._exit(TOO_EARLY)
    if arguments[0] == "save":
        save(model, arguments[1])
        os._exit(0)  # to take a large process down takes longer than to save its model
    elif arguments[0] == "call":
        module, _, name = arguments[1].partition(":")
        getattr(importlib.import_module(module), name)(*arguments[2:])
    else:
        from hedgerow.cli import main as command

        command()


TOO_EARLY = 99


def save(model: Any, place: str) -> None:
    """Save a model as a program of a user might."""
    from hedgerow import save_model

    try:
        save_model(model, place)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(130)


def fit_model() -> Any:
    """A forest that takes a while to save."""
    import numpy as np

    from hedgerow import RandomForestClassifier

    draw = np.random.default_rng(0)
    X = draw.normal(size=(4000, 8))
    return RandomForestClassifier(200, random_state=0, n_jobs=2).fit(X, draw.integers(0, 3, len(X)))


def _warm_up() -> Any:
    from hedgerow.cli import main as command

    model, home = fit_model(), Path.cwd()
    heard, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_table(Path("table.csv"))
        for verb in VERBS.values():
            sys.argv = ["hedgerow", *verb.command]
            if verb.name == "save":
                save(model, "saved.hdg")
            else:
                with suppress(SystemExit):
                    command()
        os.chdir(home)
    os.dup2(heard, 1)
    return model


if __name__ == "__main__":
    main()
