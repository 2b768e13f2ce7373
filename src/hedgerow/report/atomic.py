"""A text file that is there completely or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Write a text beside its place, make sure that it is on the disk, and move it there.

    Parameters
    ----------
    path : path-like
        Where the file goes; a file that is there is replaced at once, when the new one is complete.
    text : str
        The content, written as UTF-8.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder) / "page.html", "<p>é</p>")
    ...     (Path(folder) / "page.html").read_text(encoding="utf-8")
    '<p>é</p>'
    """
    place = Path(path)
    if not place.parent.is_dir():
        raise FileNotFoundError(
            f"there is no folder {str(place.parent)!r} to write {place.name!r} to; make it first"
        )
    handle, name = tempfile.mkstemp(prefix=f".{place.name}.", suffix=".part", dir=place.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o644)  # a temporary file is private, a report is meant to be read
        part.replace(place)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
