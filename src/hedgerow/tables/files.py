"""Files to raw frames: which reader an extension needs, and bytes to text, whatever the encoding."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path

import pandas as pd

from hedgerow.foundation.frames import MissingFileError, TableError
from hedgerow.foundation.wording import count, join_words, list_names
from hedgerow.tables.arff import parse_arff
from hedgerow.tables.cells import MISSING_MARKS
from hedgerow.tables.delimited import parse_delimited, read_delimited

_DELIMITED = (".csv", ".tsv", ".tab", ".txt", ".data", ".dat")
_PARQUET = (".parquet", ".pq")
_COMPRESSED = ".gz"
_MOST_UNPACKED = 4 * 2**30
_KNOWN = (*_DELIMITED, *_PARQUET, ".arff")
_WAYS_OUT = {
    "Save the sheet as CSV.": (".xlsx", ".xls", ".xlsm", ".ods", ".numbers"),
    "Unpack it first.": (".zip", ".bz2", ".xz", ".zst", ".7z", ".rar", ".tar", ".tgz"),
}


def read_file(
    path: Path,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    missing: Collection[str] = MISSING_MARKS,
    as_words: bool = True,
) -> pd.DataFrame:
    """Read a file by its extension; every message names the file.

    Parameters
    ----------
    path : Path
        A delimited text file or an ARFF file, which may be compressed (``.csv.gz``), or a Parquet file.
    delimiter, encoding : str, optional
        Both are detected by default.
    missing : collection of str
        The strings that stand for no value.
    as_words : bool, default=True
        Whether the cells of a delimited file stay strings; otherwise its columns have the types of their cells, as
        `read_cells` gives them.

    Returns
    -------
    pandas.DataFrame
        The columns as the file has them.
    """
    _check_file(path)
    extension = _find_extension(path)
    try:
        if extension in _PARQUET and path.suffix.lower() != _COMPRESSED:
            return _read_parquet(path)
        if extension in _DELIMITED:
            read = parse_delimited if as_words else read_delimited
            return read(decode(unpack(path.read_bytes()), encoding), delimiter, missing)
        if extension == ".arff":
            return parse_arff(decode(unpack(path.read_bytes()), encoding))
    except TableError as error:
        raise type(error)(f"{path}: {error}") from error
    raise TableError(f"{path}: {_say_unreadable(path.suffix.lower())}")


def is_delimited(path: Path) -> bool:
    """Whether a file is delimited text, by its name.

    Examples
    --------
    >>> is_delimited(Path("pets.csv.gz")), is_delimited(Path("pets.parquet"))
    (True, False)
    """
    return _find_extension(path) in _DELIMITED


def find_name(path: Path) -> str:
    """What a table in a file is called: the name of the file without its extensions.

    Examples
    --------
    >>> find_name(Path("data/pets.csv")), find_name(Path("pets.2024.csv.gz"))
    ('pets', 'pets.2024')
    """
    return Path(path.stem).stem if path.suffix.lower() == _COMPRESSED else path.stem


def unpack(content: bytes) -> bytes:
    """The bytes that gzip has compressed; other bytes as they are."""
    if not content.startswith(b"\x1f\x8b"):
        return content
    try:
        # A small file may unpack to more than any memory holds.
        with gzip.open(io.BytesIO(content)) as packed:
            unpacked = packed.read(_MOST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise TableError(
            f"The compressed file is damaged ({error}). Was it written or copied to the end?"
        ) from error
    if len(unpacked) > _MOST_UNPACKED:
        raise TableError(
            f"The compressed file holds more than {_MOST_UNPACKED / 2**30:g} GiB. Unpack it, or save it as Parquet."
        )
    return unpacked


def _find_extension(path: Path) -> str:
    return Path(path.stem if path.suffix.lower() == _COMPRESSED else path.name).suffix.lower()


def _say_unreadable(extension: str) -> str:
    way_out = "Save it as CSV or Parquet, or rename it if it is one of these."
    for words, extensions in _WAYS_OUT.items():
        way_out = words if extension in extensions else way_out
    known = join_words([*_KNOWN, ".csv.gz"])
    return f"no reader for {extension or 'a file without extension'}. Known extensions are {known}. {way_out}"


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise TableError(f"{path} is a folder. Name a file in it.")
    if path.exists():
        return
    if not path.parent.is_dir():
        raise MissingFileError(f"There is no file {path}, nor a folder {path.parent}.")
    raise MissingFileError(f"There is no file {path}. {_suggest_files(path)}")


def _suggest_files(path: Path) -> str:
    """The tables of a folder whose names are most like that of one that is not there."""
    tables = sorted(
        sibling.name
        for sibling in path.parent.iterdir()
        if _find_extension(sibling) in _KNOWN and not sibling.name.startswith(".") and sibling.is_file()
    )
    if not tables:
        return f"There is no table in {path.parent.resolve()}; name another folder."
    # Extensions would make all names alike.
    names = {name: find_name(Path(name)).casefold() for name in tables}
    close = get_close_matches(find_name(path).casefold(), set(names.values()), n=3)
    near = [name for word in close for name in tables if names[name] == word]
    if near:
        return f"Did you mean {' or '.join(map(repr, near[:3]))}?"
    return f"Its folder has {count(len(tables), 'table')}: {list_names(tables)}."


def _read_parquet(path: Path) -> pd.DataFrame:
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


_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

_N_LOOKED_AT = 1000


def decode(content: bytes, encoding: str | None = None) -> str:
    r"""Decode the content of a file.

    Parameters
    ----------
    content : bytes
        The file as it is on disk.
    encoding : str, optional
        The encoding, when it is known. Otherwise a byte order mark decides; without one, UTF-16 gives itself
        away by zero bytes, UTF-8 by being valid, and what is left is Windows-1252 or Latin-1.

    Returns
    -------
    str
        The text, without byte order mark.

    Examples
    --------
    >>> decode("naïve".encode("cp1252")) == decode("naïve".encode("utf-16")) == "naïve"
    True
    """
    if encoding is None and _is_binary(content):
        raise TableError(
            "This is not text. Was it a spreadsheet, an archive or a Parquet file? Save it as CSV."
        )
    try:
        return content.decode(encoding or detect_encoding(content))
    except LookupError as error:
        raise TableError(
            f"Python knows no encoding {encoding!r}. Leave encoding=None to have it detected."
        ) from error
    except UnicodeDecodeError as error:
        raise TableError(
            f"Byte {error.start} is not valid {error.encoding}. "
            "Name the file's encoding, e.g. encoding='latin-1', or leave encoding=None to have it detected."
        ) from error


def _is_binary(content: bytes) -> bool:
    """Whether zero bytes are strewn as no text has them: UTF-16 has them at every second place, others nowhere."""
    start = content[:_N_LOOKED_AT]
    if b"\0" not in start or any(content.startswith(mark) for mark in _BYTE_ORDER_MARKS):
        return False
    fewer, more = sorted((start[0::2].count(0), start[1::2].count(0)))
    return fewer > 0 or more < len(start) / 8


def detect_encoding(content: bytes) -> str:
    """Guess the encoding of some bytes.

    Examples
    --------
    >>> detect_encoding("café".encode()), detect_encoding("café".encode("latin-1"))
    ('utf-8', 'cp1252')
    """
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return encoding
    # In UTF-16 the high byte of every western letter is zero: the second of a pair, or the first.
    if b"\0" in content[:_N_LOOKED_AT]:
        return "utf-16-le" if content[:_N_LOOKED_AT].index(b"\0") % 2 else "utf-16-be"
    for encoding in ("utf-8", "cp1252"):
        try:
            content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return "latin-1"  # never fails
