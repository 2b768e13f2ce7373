"""The outside of a model file: a zip archive of stored entries, written as a whole or not at all."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from hedgerow.foundation.atomic_file import replacing
from hedgerow.saving.errors import ModelFileError

_MOST_ENTRIES = 100_000
_A_DATE = (1980, 1, 1, 0, 0, 0)  # the same model makes the same bytes


def write_entries(path: str | os.PathLike[str], entries: Mapping[str, bytes]) -> None:
    """Write an archive, as a whole or not at all.

    Entries are stored as they are: what a reader allocates is never more than the file has.

    Parameters
    ----------
    path : path-like
        Where the file goes. A file that is there is replaced at once, when the new one is complete.
    entries : mapping of str to bytes
        The content by name.
    """
    with replacing(path) as file:
        _write_archive(file, entries)


def read_entries(path: str | os.PathLike[str]) -> dict[str, bytes]:
    """Read all entries of an archive, after looking at their sizes.

    Raises
    ------
    ModelFileError
        If the file is no such archive, is damaged, or has entries that `write_entries` does not make.
    """
    with Path(path).open("rb") as file:
        try:
            return _read_archive(file)
        except ModelFileError:
            raise
        except Exception as error:  # a damaged archive makes zipfile raise almost anything
            raise ModelFileError(f"it is no zip archive, or a damaged one ({error})") from error


def _read_archive(file: BinaryIO) -> dict[str, bytes]:
    size = os.fstat(file.fileno()).st_size
    with zipfile.ZipFile(file) as archive:
        listed = archive.infolist()
        if len(listed) > _MOST_ENTRIES:
            raise ModelFileError(f"it lists {len(listed)} entries, more than {_MOST_ENTRIES}")
        if len({entry.filename for entry in listed}) < len(listed):
            raise ModelFileError("it lists an entry twice")
        for entry in listed:
            if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
                raise ModelFileError(f"entry {entry.filename!r} is not stored as it is")
        if sum(entry.file_size for entry in listed) > size:
            raise ModelFileError("its entries are larger than the file")
        return {entry.filename: archive.read(entry) for entry in listed}


def _write_archive(file: BinaryIO, entries: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name, _A_DATE), content)
