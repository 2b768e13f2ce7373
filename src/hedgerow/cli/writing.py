"""Files that a verb writes: complete, or not there."""

from __future__ import annotations

import os
from pathlib import Path

from hedgerow.tables.replacing import replacing


def check_place(path: str) -> None:
    """Refuse a place that nothing can be written to, before any work is done.

    Raises
    ------
    OSError
        If the folder is not there or cannot be written to, or the path is a folder.
    """
    place = Path(path)
    if place.is_dir():
        raise IsADirectoryError(f"{path} is a folder. Name a file in it.")
    if not place.parent.is_dir():
        raise FileNotFoundError(f"There is no folder {place.parent} to write {place.name} to. Make it first.")
    if not os.access(place.parent, os.W_OK):
        raise PermissionError(f"Nothing can be written to {place.parent}. Name another folder.")


def write_text(path: str, text: str) -> None:
    """Write a text file, as a whole or not at all."""
    check_place(path)
    with replacing(path) as file:
        file.write(text.encode())
