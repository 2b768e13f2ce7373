"""Text files with one row a line: CSV and its relatives.

Python's csv module is strict and says where a file is wrong; pandas' parser is lenient and twenty times as fast. So
pandas reads what both of them read alike, and the csv module the rest.
"""

from __future__ import annotations

import csv
import io
import re
import warnings
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

from hedgerow.foundation.frames import TableError, check_names
from hedgerow.foundation.wording import count
from hedgerow.tables.cells import MISSING_MARKS, is_number, make_plain, read_cells

DELIMITERS = (",", ";", "\t", "|")
_N_ROWS_SNIFFED = 50
_LINE = re.compile(r"[^\r\n]+(?:\r\n?|\n)?|\r\n?|\n")
_LONGEST_INTEGER = 10**15  # from here on a column of digits is read as floats, see `read_cells`
# What pandas reads in another way than `read_cells`: a leading zero makes a code, "NAN" is a word, "-0" has a sign.
_UNLIKE = re.compile(r"(?:^|\n)[^\S\n]*(?:[+-]?(?:0\d|nan)|-0(?![.\d]))", re.IGNORECASE)


@dataclass(frozen=True)
class _Layout:
    """How a text is written: the names of its columns, what separates fields, and how often, where that is known."""

    names: list[str]
    delimiter: str
    n_delimiters: int | None


def parse_delimited(
    text: str, delimiter: str | None = None, missing: Collection[str] = MISSING_MARKS
) -> pd.DataFrame:
    r"""Cut delimited text with a header into a frame of strings.

    Quoted fields may hold delimiters and line ends. Empty lines are skipped. A column without a name is
    called after its position.

    Parameters
    ----------
    text : str
        The whole file.
    delimiter : str, optional
        What separates two fields; by default the one of comma, semicolon, tab and bar that cuts the lines
        most evenly.
    missing : collection of str
        The strings that stand for no value.

    Returns
    -------
    pandas.DataFrame
        Every cell a string, as it was written; but a column of numbers with decimal commas, thousands apart or per
        cent signs has them as Python writes them.

    Examples
    --------
    >>> parse_delimited('a;b\n1;"x;y"\n')
       a    b
    0  1  x;y
    """
    layout = _read_layout(text, delimiter)
    return pd.DataFrame(_read_words(text, layout, missing, layout.names), dtype=object)


def read_delimited(
    text: str, delimiter: str | None = None, missing: Collection[str] = MISSING_MARKS
) -> pd.DataFrame:
    r"""Read delimited text with a header into a frame whose columns have the types of their cells.

    The same as `read_cells` of each column of `parse_delimited`, without making a string of every number.

    Parameters
    ----------
    text, delimiter, missing
        As for `parse_delimited`.

    Returns
    -------
    pandas.DataFrame
        Columns as `read_cells` makes them.

    Examples
    --------
    >>> read_delimited("size;code\n1,5;007\n?;008\n").to_dict("list")
    {'size': [1.5, nan], 'code': ['007', '008']}
    """
    layout = _read_layout(text, delimiter)
    columns = _read_numbers(text, layout, missing)
    words = _read_words(text, layout, missing, [name for name in layout.names if name not in columns])
    for name, cells in words.items():
        columns[name] = read_cells(pd.Series(cells, name=name, dtype=object), missing)
    return pd.DataFrame({name: columns[name] for name in layout.names})


def iterate_records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    r"""Yield each record with the number of the line it begins on.

    Examples
    --------
    >>> list(iterate_records('a,b\n"1\n2",3\n4,5', ","))
    [(1, ['a', 'b']), (2, ['1\n2', '3']), (4, ['4', '5'])]
    """
    lines = (line[0] for line in _LINE.finditer(text))
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    line = 1
    try:
        for record in reader:
            if record:
                yield line, record
            line = reader.line_num + 1
    except csv.Error as error:
        raise TableError(
            f"The record that begins on line {line} cannot be read: {error}. Check its quotes."
        ) from error


def detect_delimiter(text: str) -> str:
    r"""Find the delimiter that cuts the first lines most evenly, and into most fields.

    Examples
    --------
    >>> detect_delimiter("height;weight\n1,80;75,5\n1,65;61,0\n")
    ';'
    """
    return max(DELIMITERS, key=lambda delimiter: _evenness(text, delimiter))


def _evenness(text: str, delimiter: str) -> tuple[float, int]:
    try:
        widths = [len(record) for _, record in islice(iterate_records(text, delimiter), _N_ROWS_SNIFFED)]
    except TableError:
        return 0.0, 0
    # A header that the delimiter does not cut is no evidence for it, however evenly it fails to cut the rows.
    return (widths.count(widths[0]) / len(widths), widths[0]) if widths[0] > 1 else (0.0, 1)


def _read_layout(text: str, delimiter: str | None) -> _Layout:
    if not text.strip():
        raise TableError("The file is empty. It needs a line of column names and at least one row.")
    delimiter = delimiter or detect_delimiter(text)
    records = iterate_records(text, delimiter)
    _, header = next(records)
    names = [name.strip() or f"column_{position}" for position, name in enumerate(header, start=1)]
    check_names(names)
    # pandas takes the width of the first row for that of all.
    is_even = all(len(first) == len(names) for _, first in islice(records, 1))
    return _Layout(names, delimiter, _count_delimiters(text, delimiter) if is_even else None)


def _parse_strictly(text: str, layout: _Layout) -> pd.DataFrame:
    """Every cell a string, read by the csv module; a row of another width is refused by its line."""
    rows = []
    for line, row in islice(iterate_records(text, layout.delimiter), 1, None):
        if len(row) != len(layout.names):
            raise TableError(
                f"Line {line} has {count(len(row), 'field')}, but the header has {len(layout.names)}. "
                "Add or remove a delimiter, or put quotes around a field that holds one."
            )
        rows.append(row)
    return pd.DataFrame(rows, columns=layout.names, dtype=object)


def _read_words(
    text: str, layout: _Layout, missing: Collection[str], wanted: list[str]
) -> dict[str, list[str]]:
    """The cells of some columns as strings, with numbers as Python writes them."""
    if not wanted:
        return {}
    frame = _parse_quickly(text, layout, wanted, dtype=object, na_filter=False)
    frame = _parse_strictly(text, layout) if frame is None else frame
    return {name: make_plain(frame[name].tolist(), layout.delimiter, missing) for name in wanted}


def _read_numbers(text: str, layout: _Layout, missing: Collection[str]) -> dict[str, pd.Series[Any]]:
    """The columns that hold nothing but numbers or truth values, as `read_cells` would read them."""
    marks = sorted(missing)
    if not marks or any(map(is_number, marks)):
        return {}  # pandas takes "-9.0" for the mark "-9"
    options = {"na_values": marks, "keep_default_na": False, **_read_floats_exactly()}
    frame = _parse_quickly(text, layout, layout.names, **options)
    if frame is None:
        return {}
    found = {}
    for name, column in frame.items():
        values = column.to_numpy()
        is_plain = (
            values.dtype == bool
            or (values.dtype == np.int64 and bool((np.abs(values) < _LONGEST_INTEGER).all()))
            or (values.dtype == np.float64 and not np.isinf(values).any())
        )
        if is_plain:
            found[str(name)] = column
    if not found or not _may_be_unlike(text):
        return found
    words = _parse_quickly(text, layout, list(found), dtype=object, na_filter=False)
    assert words is not None
    return {name: column for name, column in found.items() if not _UNLIKE.search("\n".join(words[name]))}


def _may_be_unlike(text: str) -> bool:
    """Whether there may be something that pandas reads in another way: at no cost for most texts."""
    if "nan" in text.lower():
        return True
    letters = np.frombuffer(f" {text} ".encode(), dtype=np.uint8)
    zeros = np.flatnonzero(letters == ord("0"))
    before, after = letters[zeros - 1], letters[zeros + 1]
    begins = (before - np.uint8(ord("0")) > 9) & (before != ord("."))
    goes_on = after - np.uint8(ord("0")) <= 9
    return bool((begins & (goes_on | (before == ord("-")) & (after != ord(".")))).any())


def _parse_quickly(text: str, layout: _Layout, wanted: list[str], **options: Any) -> pd.DataFrame | None:
    """What pandas makes of some columns; None where the csv module might read the text in another way, or refuse it."""
    names = layout.names
    if len(names) < 2 or layout.n_delimiters is None:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            frame = pd.read_csv(
                io.StringIO(text.rstrip("\r\n")),
                sep=layout.delimiter,
                header=0,
                names=names,
                usecols=None if wanted == names else wanted,
                index_col=False,
                skipinitialspace=True,
                skip_blank_lines=False,
                low_memory=False,
                **options,
            )
    except (ValueError, Warning):
        return None
    # pandas fills up rows that are too short and refuses those that are too long: the delimiters tell.
    return frame if layout.n_delimiters == (len(names) - 1) * (len(frame) + 1) else None


def _count_delimiters(text: str, delimiter: str) -> int | None:
    """How many delimiters stand between fields; None where lines or quotes are written in an unusual way."""
    is_usual = (
        len(delimiter.encode()) == 1
        and delimiter not in ' "\r\n'
        and "\0" not in text
        and not text.startswith(("\r", "\n"))
        and text.count("\r") == text.count("\r\n")
    )
    outside = _cut_quoted(text, delimiter) if is_usual else None
    return None if outside is None else outside.count(delimiter)


def _cut_quoted(text: str, delimiter: str) -> str | None:
    """The text without what stands in quotes; None where a quote opens or closes within a field."""
    if '"' not in text:
        return text
    # Outside, inside, outside, ...: what is outside ends where a field begins, and begins where one ends. Nothing at
    # all is outside between the two quotes that stand for one.
    *pieces, last = text.split('"')
    first, *others = pieces[::2]
    ends = (delimiter, "\n", "\r")
    is_regular = (
        len(pieces) % 2 == 0
        and (not last or last.startswith(ends))
        and (not first or first.rstrip(" ").endswith(ends))
        and all(not each or (each.startswith(ends) and each.rstrip(" ").endswith(ends)) for each in others)
    )
    return "".join([first, *others, last]) if is_regular else None


def _read_floats_exactly() -> dict[str, str]:
    """The option by which pandas reads floats as Python does; from version 3.1 on it does so by itself."""
    version = tuple(int(part) for part in pd.__version__.split(".")[:2])
    return {} if version >= (3, 1) else {"float_precision": "round_trip"}
