"""Files to raw frames: which reader an extension asks for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hedgerow.tables.arff import parse_arff
from hedgerow.tables.decoding import decode
from hedgerow.tables.delimited import parse_delimited
from hedgerow.tables.errors import MissingFileError, TableError
from hedgerow.tables.suggestions import suggest

if TYPE_CHECKING:
    import pandas as pd

_DELIMITED = (".csv", ".tsv", ".tab", ".txt", ".data", ".dat")
_PARQUET = (".parquet", ".pq")


def read_file(path: Path, *, delimiter: str | None = None, encoding: str | None = None) -> pd.DataFrame:
    """Read a file as its extension says; every message names the file.

    Parameters
    ----------
    path : Path
        A delimited text file, a Parquet file or an ARFF file.
    delimiter, encoding : str, optional
        Both are detected by default.

    Returns
    -------
    pandas.DataFrame
        The columns as the file has them: strings, for a delimited file.
    """
    _check_file(path)
    extension = path.suffix.lower()
    try:
        if extension in _DELIMITED:
            return parse_delimited(decode(path.read_bytes(), encoding), delimiter)
        if extension == ".arff":
            return parse_arff(decode(path.read_bytes(), encoding))
        if extension in _PARQUET:
            return _read_parquet(path)
    except TableError as error:
        raise type(error)(f"{path}: {error}") from error
    known = ", ".join((*_DELIMITED, *_PARQUET, ".arff"))
    raise TableError(
        f"{path}: no reader for {extension or 'a file without extension'}. Known extensions: {known}."
    )


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise TableError(f"{path} is a folder. Name a file in it.")
    if path.exists():
        return
    if not path.parent.is_dir():
        raise MissingFileError(f"There is no file {path}, nor a folder {path.parent}.")
    siblings = sorted(sibling.name for sibling in path.parent.iterdir() if sibling.is_file())
    raise MissingFileError(f"There is no file {path}. {suggest(path.name, siblings)}")


def _read_parquet(path: Path) -> pd.DataFrame:
    import pandas as pd

    if not path.stat().st_size:
        raise TableError("The file is empty.")
    try:
        return pd.read_parquet(path)
    except ImportError as error:
        raise TableError("Parquet files need pyarrow. Install it: pip install pyarrow.") from error
    except (OSError, ValueError) as error:
        raise TableError(
            f"This is not a readable Parquet file ({error}). Was it written to the end?"
        ) from error
