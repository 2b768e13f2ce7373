"""What a verb is given: a table, and perhaps a model."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from hedgerow.cli import screen

if TYPE_CHECKING:
    from hedgerow.foundation.target import Task
    from hedgerow.tables.table import Table

_MODEL_START = b"PK"  # a model file is a zip archive


def open_noted(
    source: str,
    target: str | None = None,
    *,
    task: Task | None = None,
    drop: Iterable[str] = (),
    quiet: bool = False,
) -> Table:
    """Open the table that a verb works on; unless it is to be quiet, what is odd about it goes to standard error."""
    from hedgerow.tables import open_table

    opened = open_table(source, target, task=task, drop=drop)
    for note in () if quiet else opened.notes:
        screen.note(note)
    return opened.table


def check_model(path: str) -> None:
    """Refuse a model file that is not there, or is plainly something else."""
    from hedgerow.foundation.suggestions import suggest

    place = Path(path)
    if place.is_file():
        with place.open("rb") as file:
            start = file.read(len(_MODEL_START))
        if start != _MODEL_START:
            raise ValueError(
                f"{path} is not a model file. The model of `hedgerow fit` comes first, then the table."
            )
        return
    if place.is_dir():
        raise IsADirectoryError(f"{path} is a folder. Name a model file in it.")
    folder = place.parent
    siblings = sorted(each.name for each in folder.glob("*.hdg")) if folder.is_dir() else []
    hint = suggest(place.name, siblings, n_shown=3) if siblings else "`hedgerow fit` makes one."
    raise FileNotFoundError(f"There is no model file {path}. {hint}")
