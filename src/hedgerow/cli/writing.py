"""Files that a verb writes: complete, or not there."""

from __future__ import annotations

import gzip
import importlib.util
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from hedgerow.foundation.atomic_file import replacing

if TYPE_CHECKING:
    import pandas as pd

TABLE_ENDINGS = (".csv", ".tsv", ".csv.gz", ".tsv.gz", ".parquet", ".pq")


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


def check_table_place(path: str) -> None:
    """Refuse a place that no table can be written to, before any work is done.

    Raises
    ------
    OSError
        As `check_place`.
    ValueError
        If the ending is not that of a table.
    ImportError
        If it is Parquet's, and pyarrow is not there to write it.
    """
    ending = _find_ending(path)
    if ending in (".parquet", ".pq") and importlib.util.find_spec("pyarrow") is None:
        raise ImportError("Parquet files need pyarrow. Install it (pip install pyarrow), or write a .csv.")
    check_place(path)


def write_table(path: str, frame: pd.DataFrame) -> None:
    """Write a table as the ending of its name says, as a whole or not at all."""
    ending = _find_ending(path)
    if ending in (".parquet", ".pq"):
        buffer = io.BytesIO()
        frame.to_parquet(buffer, index=False)
        content = buffer.getvalue()
    else:
        separator = "," if ending.startswith(".csv") else "\t"
        content = frame.to_csv(index=False, sep=separator, lineterminator="\n").encode()
        if ending.endswith(".gz"):
            content = gzip.compress(content, mtime=0)  # the same table gives the same file
    check_place(path)
    with replacing(path) as file:
        file.write(content)


def _find_ending(path: str) -> str:
    name = Path(path).name.lower()
    # The longest first: .csv.gz is no .gz.
    for ending in sorted(TABLE_ENDINGS, key=len, reverse=True):
        if name.endswith(ending) and name != ending:
            return ending
    *others, last = TABLE_ENDINGS
    raise ValueError(
        f"{path} does not say how to write a table. Let its name end in {', '.join(others)} or {last}."
    )
