"""Files that are there completely or not at all."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

_SHOWN = 50  # letters of a name; file systems take 255 bytes


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Write a file beside its place, make sure that it is on the disk, and move it there.

    A file that is there is replaced at once, when the new one is complete; whatever goes wrong before leaves it as it
    was, and nothing else in its folder. Of a link it is the file that it points to. A pipe, a terminal or the null
    device stays what it is, and gets all that was written when that is complete.

    Parameters
    ----------
    path : path-like
        Where the file goes; its folder must be there.

    Yields
    ------
    binary file
        What to write to.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/note.txt") as file:
    ...         _ = file.write(b"complete")
    ...     Path(f"{folder}/note.txt").read_text()
    'complete'
    """
    if goes_through(path):
        whole = io.BytesIO()
        yield whole
        with Path(path).open("wb", buffering=0) as special:
            special.write(whole.getbuffer())
        return
    place = Path(os.path.realpath(path))
    if not place.parent.is_dir():
        raise FileNotFoundError(
            f"there is no folder {str(place.parent)!r} to write {place.name!r} to; make it first"
        )
    # Named before it is made, so Ctrl-C finds no moment at which it is there and nobody knows of it.
    part = place.with_name(f".{place.name[:_SHOWN]}.{uuid4().hex[:12]}.part")
    try:
        with open(part, "xb", opener=partial(os.open, mode=0o600)) as file:  # nobody else may read a half
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o666 & ~_read_umask())
        part.replace(place)
        _sync_folder(place.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def goes_through(path: str | os.PathLike[str]) -> bool:
    """Whether a place is a pipe or a device that takes bytes one after the other, and not a file to replace.

    Raises
    ------
    OSError
        If it is neither a file nor such a place: a folder, a disk, a socket, or a link to itself.
    """
    try:
        mode = Path(path).stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(f"{path} is a folder. Name a file in it.")
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)):
        raise OSError(f"{path} is neither a file nor a pipe. Name another place.")
    return not stat.S_ISREG(mode)


def _read_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Make sure that the new name is on the disk, too, where folders can be opened."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
