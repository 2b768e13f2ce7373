"""Finished trials on disk: none is lost or counted twice, whoever is killed and however many work at once."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Self
from uuid import uuid4

Measured = Mapping[str, float]

_LEASE_SECONDS = 900.0
_PATIENCE_SECONDS = 60.0  # how long a process waits for another one's write
_PAUSE_SECONDS = 0.02
_KEY = "experiment = ? AND cell = ? AND trial = ?"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS trials (
    experiment TEXT NOT NULL,
    cell TEXT NOT NULL,
    trial INTEGER NOT NULL,
    measured TEXT NOT NULL,
    PRIMARY KEY (experiment, cell, trial)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS claims (
    experiment TEXT NOT NULL,
    cell TEXT NOT NULL,
    trial INTEGER NOT NULL,
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    process INTEGER NOT NULL,
    expires REAL NOT NULL,
    PRIMARY KEY (experiment, cell, trial)
) WITHOUT ROWID;
"""


class TrialKey(NamedTuple):
    """Which trial it is: of which experiment, of which of its cells, and its number."""

    experiment: str
    cell: str
    trial: int


class TrialStore:
    """A file of finished trials that several processes may read and write.

    A process claims a trial before it runs it, so no other one does the same work. A claim ends when the trial is
    recorded, when its process has died, or after a while. A trial is recorded in one transaction and once only: what
    a second process measured for the same trial is dropped.

    Parameters
    ----------
    path : path-like
        The file; it is made where there is none.
    lease_seconds : float, default=900
        When a claim ends of itself.
    clock : callable, default=time.time
        What time it is; for tests.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, TrialStore(f"{folder}/trials.sqlite") as store:
    ...     key = TrialKey("coin", "fair", 0)
    ...     store.claim(key), store.record(key, {"heads": 1.0}), store.record(key, {"heads": 0.0}), store.claim(key)
    (True, True, False, False)
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        lease_seconds: float = _LEASE_SECONDS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path = Path(path)
        self.lease_seconds = lease_seconds
        self._clock = clock
        self._owner = uuid4().hex
        self._host = socket.gethostname()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(self.path, timeout=_PATIENCE_SECONDS, isolation_level=None)
        try:
            self._open_patiently()
        except sqlite3.DatabaseError as error:
            self._connection.close()
            raise OSError(
                f"{str(self.path)!r} cannot be used as a store of trials ({error}). "
                "Name another file, or move this one away."
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give back what is still claimed, and close the file."""
        try:
            with self._writing():
                self._connection.execute("DELETE FROM claims WHERE owner = ?", (self._owner,))
        finally:
            self._connection.close()

    def claim(self, key: TrialKey) -> bool:
        """Tell whether the trial is now this store's to run: neither finished nor claimed by a living process."""
        now = self._clock()
        with self._writing():
            if self._connection.execute(f"SELECT 1 FROM trials WHERE {_KEY}", key).fetchone():
                return False
            held = self._connection.execute(
                f"SELECT owner, host, process, expires FROM claims WHERE {_KEY}", key
            ).fetchone()
            if held and not self._is_free(*held, now=now):
                return False
            self._connection.execute(
                "INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*key, self._owner, self._host, os.getpid(), now + self.lease_seconds),
            )
        return True

    def record(self, key: TrialKey, measured: Measured) -> bool:
        """Keep what a trial measured; tell whether it is the first record of this trial."""
        with self._writing():
            kept = self._connection.execute(
                "INSERT OR IGNORE INTO trials VALUES (?, ?, ?, ?)", (*key, json.dumps(dict(measured)))
            )
            self._connection.execute(f"DELETE FROM claims WHERE {_KEY}", key)
        return kept.rowcount == 1

    def release(self, key: TrialKey) -> None:
        """Give back a claim of this store."""
        with self._writing():
            self._connection.execute(f"DELETE FROM claims WHERE {_KEY} AND owner = ?", (*key, self._owner))

    def finished(self, experiment: str, n_trials: int) -> set[TrialKey]:
        """Return the finished trials of an experiment whose number is below a limit."""
        rows = self._connection.execute(
            "SELECT experiment, cell, trial FROM trials WHERE experiment = ? AND trial < ?",
            (experiment, n_trials),
        )
        return {TrialKey(*row) for row in rows}

    def measurements(self, experiment: str, n_trials: int) -> dict[str, dict[int, dict[str, float]]]:
        """Return what the finished trials measured, by cell and trial, in the order of their numbers."""
        rows = self._connection.execute(
            "SELECT cell, trial, measured FROM trials WHERE experiment = ? AND trial < ? ORDER BY cell, trial",
            (experiment, n_trials),
        )
        found: dict[str, dict[int, dict[str, float]]] = {}
        for cell, trial, measured in rows:
            found.setdefault(cell, {})[trial] = json.loads(measured)
        return found

    def _open_patiently(self) -> None:
        # Several processes that make one file at once refuse each other without waiting.
        give_up = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                return self._open()
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > give_up:
                    raise
                time.sleep(_PAUSE_SECONDS)

    def _open(self) -> None:
        # A reader never waits for a writer, and a killed writer leaves a log that the next process plays back.
        self._connection.execute("PRAGMA journal_mode = WAL")
        # What was committed outlives the machine's power too; a trial costs far more than the wait for the disk.
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.executescript(_SCHEMA)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self._undo()  # what Ctrl-C may have left between a beginning and its end
            # IMMEDIATE: what is read inside is what other writers left, and stays so until the end.
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            # Also after a return from inside.
            self._connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            self._undo()
            raise OSError(
                f"{str(self.path)!r}, the store of trials, cannot be written to ({error})."
            ) from error
        except BaseException:
            self._undo()
            raise

    def _undo(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _is_free(self, owner: str, host: str, process: int, expires: float, *, now: float) -> bool:
        if owner == self._owner or expires <= now:
            return True
        return host == self._host and not is_alive(process)


def is_alive(process: int) -> bool:
    """Tell whether a process of this machine runs; where that cannot be known, it is said to.

    Examples
    --------
    >>> is_alive(os.getpid())
    True
    """
    if sys.platform == "win32":  # signal 0 would end the process there
        return True
    try:
        with suppress(PermissionError):
            os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def default_path() -> Path:
    """Return where trials are kept if nothing else is said: the user's folder for data of programs."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "hedgerow" / "trials.sqlite"
