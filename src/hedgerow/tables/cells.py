"""What the cells of a column say: numbers as people write them, truth values, labels, or nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
import pandas as pd
from pandas.api import types

from hedgerow.foundation.frames import ColumnTypeError, TableError, dates_error

MISSING_MARKS = frozenset({"", "NA", "N/A", "?", "nan", "NaN", "null", "NULL", "None"})

# Digits after a leading zero are a code (a postcode, an article number), not a quantity.
_NUMBER = re.compile(r"[+-]?(?:(?:0|[1-9]\d*|\d*\.\d+|\d+\.)(?:[eE][+-]?\d+)?|[iI]nf(?:inity)?)")
_INTEGER = re.compile(r"[+-]?\d{1,15}")
_FEW = 0.2  # cells that are no numbers among numbers: typing errors or marks, and not a column of words
_TRUTH = {"true": True, "false": False}
_NUMBERS = ("integer", "floating", "mixed-integer-float", "decimal")
_WORDS = ("string", "mixed-integer", "mixed", "empty")


def read_cells(column: pd.Series[Any], missing: Collection[str] = MISSING_MARKS) -> pd.Series[Any]:
    """Give a column the type that its cells have.

    Text is read for what it says: numbers become numbers and true/false booleans, marks of a missing value
    become missing, and the rest stays text, without the blanks around it. Categories stay categories.

    Parameters
    ----------
    column : pandas.Series
        Of any type.
    missing : collection of str
        The strings that stand for no value.

    Returns
    -------
    pandas.Series
        Of type int, float, bool, (nullable) boolean, category, or object with strings.

    Examples
    --------
    >>> import pandas as pd
    >>> read_cells(pd.Series(["1", "?", " 2.5"])).tolist()
    [1.0, nan, 2.5]
    >>> read_cells(pd.Series(["true", "False"])).tolist()
    [True, False]
    >>> read_cells(pd.Series(["01234", "98765"])).tolist()
    ['01234', '98765']
    """
    if isinstance(column.dtype, pd.CategoricalDtype):
        return column.cat.set_categories([label for label in column.cat.categories if label not in missing])
    if types.is_bool_dtype(column.dtype):
        return _to_plain_booleans(column)
    if types.is_numeric_dtype(column.dtype) and not types.is_complex_dtype(column.dtype):
        return _to_plain_numbers(column)
    if types.is_string_dtype(column.dtype) or types.is_object_dtype(column.dtype):
        return _read_objects(column, missing)
    raise _type_error(column, str(column.dtype))


def to_numbers(column: pd.Series[Any]) -> pd.Series[Any]:
    """Insist that a column holds numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> to_numbers(pd.Series(["1", "one"], name="age"))
    Traceback (most recent call last):
        ...
    hedgerow.foundation.frames.TableError: Column 'age' cannot be read as numbers: row 2 holds 'one'. Correct ...
    """
    numbers = pd.to_numeric(column.astype(object), errors="coerce").astype(float)
    wrong = (numbers.isna() & column.notna()).to_numpy()
    if wrong.any():
        row = int(wrong.argmax())
        raise TableError(
            f"Column {column.name!r} cannot be read as numbers: row {row + 1} holds {column.iloc[row]!r}. "
            "Correct such cells, or leave them empty."
        )
    return numbers


def is_number(word: str) -> bool:
    """Whether a word is read as a number.

    Examples
    --------
    >>> is_number("-1.5e3"), is_number("007"), is_number("NaN")
    (True, False, False)
    """
    return _NUMBER.fullmatch(word) is not None


def find_strays(column: pd.Series[Any]) -> list[str]:
    """The words that keep a column from being numbers, where at least four cells in five are numbers.

    Parameters
    ----------
    column : pandas.Series
        A column that `read_cells` has read.

    Returns
    -------
    list of str
        In the order of appearance; empty where the column is numbers, or mostly words.

    Examples
    --------
    >>> import pandas as pd
    >>> find_strays(read_cells(pd.Series(["1.5", "2", "<0.1", "3", "?", "4"])))
    ['<0.1']
    """
    present = column.dropna()
    if present.empty or not types.is_object_dtype(column.dtype):
        return []
    strays = [word for word in present.unique() if not (isinstance(word, str) and is_number(word))]
    n_stray = int(present.isin(strays).sum())
    return [str(word) for word in strays] if n_stray <= _FEW * len(present) else []


def _read_objects(column: pd.Series[Any], missing: Collection[str]) -> pd.Series[Any]:
    content = types.infer_dtype(column, skipna=True)
    if content == "boolean":
        return _to_plain_booleans(column.astype("boolean"))
    if content in _NUMBERS:
        return column.astype(float)
    if content not in _WORDS or (content == "mixed" and not all(map(types.is_scalar, column))):
        raise _type_error(column, content)
    # Each distinct value is read once; code -1 marks a cell that is missing already.
    codes, labels = pd.factorize(column.astype(object))
    words = [str(label).strip() for label in labels]
    values = _read_words(pd.Series([None if word in missing else word for word in words], dtype=object))
    cells = values.reindex(codes).set_axis(column.index)
    cells.name = column.name
    return _to_plain_booleans(cells) if cells.dtype == "boolean" else cells


def _read_words(words: pd.Series[Any]) -> pd.Series[Any]:
    present = words.dropna()
    if present.empty:
        return words.astype(float)
    if all(word.lower() in _TRUTH for word in present):
        return words.str.lower().map(_TRUTH).astype("boolean")
    if all(map(is_number, present)):
        whole = len(present) == len(words) and all(map(_INTEGER.fullmatch, present))
        return words.astype(int if whole else float)
    return words


def _to_plain_booleans(column: pd.Series[Any]) -> pd.Series[Any]:
    return column if column.isna().any() else column.astype(bool)


def _to_plain_numbers(column: pd.Series[Any]) -> pd.Series[Any]:
    if isinstance(column.dtype, np.dtype):
        return column
    return column.astype("float64") if column.isna().any() else column.astype(column.to_numpy().dtype)


def _type_error(column: pd.Series[Any], content: str) -> ColumnTypeError:
    if any(word in content for word in ("date", "time", "period")):
        return dates_error(column.name, content)
    return ColumnTypeError(
        f"Column {column.name!r} holds {content} values, which are neither numbers, booleans nor text. "
        f"Convert it, or leave it out with drop=[{column.name!r}]."
    )


_SEMICOLON = ";"
_PLAIN = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:\.\d*)?")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?")
_WHOLE = re.compile(r"[+-]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+)")
_COMMA = re.compile(r"[+-]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+),\d+")


def make_plain(cells: list[str], delimiter: str, missing: Collection[str]) -> list[str]:
    """Rewrite the numbers of a column as Python writes them, where all of its cells are such numbers.

    Thousands may be apart by commas (``1,234.5``). Where the comma does not separate fields it may be the decimal sign
    (``1.234,5``). In a file with semicolons ``1,234`` is a little more than one, because the comma is why people take
    semicolons; elsewhere it is a thousand and more. Per cent signs that all cells have are left out.

    Parameters
    ----------
    cells : list of str
        The cells of one column.
    delimiter : str
        What separates the fields of the file.
    missing : collection of str
        The strings that stand for no value.

    Returns
    -------
    list of str
        The same list where there is nothing to rewrite.

    Examples
    --------
    >>> make_plain(["1.234,5", "0,25", "?"], ";", {"?"})
    ['1234.5', '0.25', '?']
    >>> make_plain(["1,200", "950"], ",", {"?"})
    ['1200', '950']
    >>> make_plain(["1,2", "3"], ",", {"?"})
    ['1,2', '3']
    """
    # Nearly all columns end here, so they are searched as a whole and not cell by cell.
    whole = "".join(cells)
    if "," not in whole and "%" not in whole:
        return cells
    words = {cell: cell.strip() for cell in set(cells)}
    present = {word for word in words.values() if word not in missing}
    bare = {word: word.removesuffix("%").rstrip() for word in present}
    if any(word == short for word, short in bare.items()):
        bare = {word: word for word in present}
    rewritten = _read_commas(set(bare.values()), delimiter)
    if rewritten is None:
        return cells
    plain = {word: rewritten[short] for word, short in bare.items()}
    return [plain.get(words[cell], cell) for cell in cells]


def _read_commas(words: set[str], delimiter: str) -> dict[str, str] | None:
    """Each number without its commas; None where some word is not a number."""
    ways = [_read_decimals, _read_groups] if delimiter == _SEMICOLON else [_read_groups, _read_decimals]
    for read in ways if delimiter != "," else [_read_groups]:
        found = read(words)
        if found is not None:
            return found
    return None


def _read_groups(words: Iterable[str]) -> dict[str, str] | None:
    """A comma parts thousands."""
    if not all(_PLAIN.fullmatch(word) or _GROUPED.fullmatch(word) for word in words):
        return None
    return {word: word.replace(",", "") for word in words}


def _read_decimals(words: Iterable[str]) -> dict[str, str] | None:
    """A comma is the decimal sign, and a point parts thousands."""
    if not all(_WHOLE.fullmatch(word) or _COMMA.fullmatch(word) for word in words):
        return None
    return {word: word.replace(".", "").replace(",", ".") for word in words}
