"""Text files with one row a line: CSV and its relatives."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from hedgerow.foundation.frames import check_names
from hedgerow.foundation.table_errors import TableError
from hedgerow.foundation.wording import count
from hedgerow.tables.cells import MISSING_MARKS
from hedgerow.tables.numerals import make_plain

if TYPE_CHECKING:
    import pandas as pd

DELIMITERS = (",", ";", "\t", "|")
_N_ROWS_SNIFFED = 50


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
    import pandas as pd

    if not text.strip():
        raise TableError("The file is empty. It needs a line of column names and at least one row.")
    delimiter = delimiter or detect_delimiter(text)
    records = iterate_records(text, delimiter)
    _, header = next(records)
    names = [name.strip() or f"column_{position}" for position, name in enumerate(header, start=1)]
    check_names(names)
    rows = []
    for line, row in records:
        if len(row) != len(names):
            raise TableError(
                f"Line {line} has {count(len(row), 'field')}, but the header has {len(names)}. "
                "Add or remove a delimiter, or put quotes around a field that holds one."
            )
        rows.append(row)
    columns = zip(names, zip(*rows, strict=True), strict=True) if rows else ((name, ()) for name in names)
    plain = {name: make_plain(list(cells), delimiter, missing) for name, cells in columns}
    return pd.DataFrame(plain, dtype=object)


def iterate_records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    r"""Yield each record with the number of the line it begins on.

    Examples
    --------
    >>> list(iterate_records('a,b\n"1\n2",3\n4,5', ","))
    [(1, ['a', 'b']), (2, ['1\n2', '3']), (4, ['4', '5'])]
    """
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True
    )
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
    # A header that the delimiter does not cut says nothing for it, however evenly it fails to cut the rows.
    return (widths.count(widths[0]) / len(widths), widths[0]) if widths[0] > 1 else (0.0, 1)
