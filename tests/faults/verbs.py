"""What is disturbed: verbs of the command and the saving of a model, what they write, and whether it is whole."""

from __future__ import annotations

import io
import re
import shutil
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

TRIALS = "3"


@dataclass(frozen=True)
class Verb:
    """One thing to disturb.

    Attributes
    ----------
    name : str
        Its name.
    command : tuple of str
        How it is called in the folder of its trial: with ``save`` the model of the warm process is saved.
    output : str
        The file that it writes.
    store : bool
        Whether it keeps trials in a store.
    jobs : int
        How many jobs it has in most trials: threads, or processes where it keeps a store.
    again_every : int
        After how many trials it runs again, to the end.
    """

    name: str
    command: tuple[str, ...]
    output: str
    store: bool = False
    jobs: int = 2
    again_every: int = 1


VERBS = {
    verb.name: verb
    for verb in (
        Verb(
            "fit",
            (
                *("fit", "table.csv", "--target", "y", "--method", "forest"),
                *("--folds", "2", "--repeats", "1", "--out", "model.hdg"),
            ),
            "model.hdg",
        ),
        Verb("save", ("save", "model.hdg"), "model.hdg"),
        Verb(
            "report",
            ("report", "table.csv", "--target", "y", "--out", "page.html"),
            "page.html",
            again_every=5,
        ),
        Verb(
            "reproduce",
            ("reproduce", "zor-t1", "--trials", TRIALS, "--store", "store.sqlite", "--results", "cells.csv"),
            "cells.csv",
            store=True,
            jobs=1,
        ),
    )
}


def write_table(place: Path) -> None:
    """A small table with two classes."""
    import numpy as np

    draw = np.random.default_rng(0)
    X = draw.normal(size=(160, 4))
    answers = np.where(X[:, 0] + X[:, 1] * X[:, 2] + 0.3 * draw.normal(size=160) > 0, "yes", "no")
    lines = [
        ",".join([*(f"{value:.4f}" for value in row), label]) for row, label in zip(X, answers, strict=True)
    ]
    place.write_text("\n".join(["a,b,c,d,y", *lines]) + "\n")


def read_store(place: Path) -> list[tuple[str, ...]]:
    """The finished trials; an exception where the file is damaged."""
    with closing(sqlite3.connect(place)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise OSError(verdict)
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'trials'").fetchone():
            return []
        return connection.execute("SELECT * FROM trials ORDER BY experiment, cell, trial").fetchall()


_TIMES = re.compile(rb'"fit_seconds":[^,}]*|[\d.]+ (ms|s|min)\b')


def without_times(content: bytes) -> bytes:
    """What a file says, but for how long something took; an exception where a model file is damaged."""
    if not content.startswith(b"PK"):
        return _TIMES.sub(b"", content)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    return b"".join(name.encode() + _TIMES.sub(b"", entries[name]) for name in entries)


@dataclass(frozen=True)
class Undisturbed:
    """What a verb leaves when nobody disturbs it, and how long it takes."""

    output: bytes
    trials: tuple[tuple[str, ...], ...]
    seconds: float


def prepare(verb: Verb, folder: Path, old: bytes | None) -> None:
    """Make the folder of a trial: the table, and perhaps an older output."""
    folder.mkdir(parents=True)
    shutil.copy(folder.parent / "table.csv", folder / "table.csv")
    if old is not None:
        (folder / verb.output).write_bytes(old)


def look(verb: Verb, folder: Path, old: bytes | None, undisturbed: Undisturbed) -> tuple[str, list[str]]:
    """Which output lies there, and what is wrong with the folder."""
    place, faults = folder / verb.output, []
    found = place.read_bytes() if place.exists() else None
    if found == old:
        state = "absent" if old is None else "old"
    elif found is not None and _is_same(found, undisturbed.output):
        state = "new"
    else:
        state = "damaged"
        faults.append(f"{verb.output} is neither the old file nor the new one")
    if verb.store and (folder / "store.sqlite").exists():
        try:
            trials = read_store(folder / "store.sqlite")
        except (OSError, sqlite3.Error) as error:
            faults.append(f"the store is damaged: {error}")
        else:
            if not set(trials) <= set(undisturbed.trials):
                faults.append("the store holds trials that an undisturbed run has not")
    return state, faults


def _is_same(found: bytes, output: bytes) -> bool:
    try:
        return found == output or without_times(found) == without_times(output)
    except zipfile.BadZipFile:
        return False


def list_strays(verb: Verb, folder: Path) -> list[str]:
    """Files that nobody asked for."""
    asked = {"table.csv", "said", "result", verb.output, *(["store.sqlite"] if verb.store else [])}
    return sorted(path.name for path in folder.iterdir() if path.name not in asked)
