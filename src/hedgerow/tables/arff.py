"""Attribute-relation files, the format of Weka."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from hedgerow.foundation.frames import TableError, check_names

_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_ATTRIBUTE = re.compile(rf"@attribute\s+({_QUOTED}|[^\s{{]+)\s*(\{{.*\}}|[a-z]+)", re.IGNORECASE)
_FIELD = re.compile(rf"\s*({_QUOTED}|[^,'\"]*?)\s*(,|$)")
_NUMERIC = ("numeric", "real", "integer")
_TEXTUAL = ("string", "date")


@dataclass(frozen=True)
class Attribute:
    """One declared column: its name, its type in lower case, and its labels when it is nominal."""

    name: str
    type: str
    labels: tuple[str, ...] | None = None


def parse_arff(text: str) -> pd.DataFrame:
    r"""Read dense ARFF text.

    Numeric attributes become floats, nominal ones categories in the declared order, string and date ones
    text. An unquoted question mark is a missing value.

    Parameters
    ----------
    text : str
        The whole file.

    Returns
    -------
    pandas.DataFrame
        One column an attribute.

    Examples
    --------
    >>> parse_arff("@relation r\n@attribute 'my size' real\n@attribute c {no, yes}\n@data\n1.5, yes\n?, no\n")
       my size    c
    0      1.5  yes
    1      NaN   no
    """
    lines = _significant_lines(text)
    attributes = _read_header(lines)
    check_names(attribute.name for attribute in attributes)
    rows = [_read_row(number, line, attributes) for number, line in lines]
    columns = {
        attribute.name: _to_series([row[position] for row in rows], attribute)
        for position, attribute in enumerate(attributes)
    }
    return pd.DataFrame(columns)


def _significant_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("%"):
            yield number, stripped


def _read_header(lines: Iterator[tuple[int, str]]) -> list[Attribute]:
    attributes = []
    for number, line in lines:
        keyword = line.split(None, 1)[0].lower()
        if keyword == "@attribute":
            attributes.append(_read_attribute(number, line))
        elif keyword == "@data":
            if not attributes:
                raise TableError(f"Line {number} begins the data, but no @attribute line came before it.")
            return attributes
        elif keyword != "@relation":
            raise TableError(f"Line {number} is neither @relation, @attribute nor @data: {line!r}.")
    raise TableError("The file has no @data line. Is it really ARFF?")


def _read_attribute(number: int, line: str) -> Attribute:
    declaration = _ATTRIBUTE.match(line)
    if declaration is None:
        raise TableError(
            f"Line {number} declares no name and type: {line!r}. Write: @attribute NAME numeric."
        )
    name, kind = _unquote(declaration[1]), declaration[2]
    if kind.startswith("{"):
        return Attribute(
            name, "nominal", tuple(_unquote(label) for label in _split_fields(number, kind[1:-1]))
        )
    if kind.lower() not in _NUMERIC + _TEXTUAL:
        raise TableError(
            f"Line {number} declares {name!r} as {kind}. Known types: numeric, nominal, string, date."
        )
    return Attribute(name, kind.lower())


def _read_row(number: int, line: str, attributes: list[Attribute]) -> list[float | str | None]:
    if line.startswith("{"):
        raise TableError(
            f"Line {number} is sparse ARFF, which is not read. "
            "Convert it first, e.g. with Weka's SparseToNonSparse filter."
        )
    fields = _split_fields(number, line)
    if len(fields) != len(attributes):
        raise TableError(
            f"Line {number} has {len(fields)} values, but {len(attributes)} attributes are declared."
        )
    return [
        _read_value(number, field, attribute) for field, attribute in zip(fields, attributes, strict=True)
    ]


def _read_value(number: int, field: str, attribute: Attribute) -> float | str | None:
    if field == "?":
        return None
    value = _unquote(field)
    if attribute.labels is not None and value not in attribute.labels:
        raise TableError(f"Line {number}: {value!r} is not one of the declared values of {attribute.name!r}.")
    if attribute.type not in _NUMERIC:
        return value
    try:
        return float(value)
    except ValueError:
        raise TableError(
            f"Line {number}: {value!r} is not a number, as {attribute.name!r} is declared."
        ) from None


def _to_series(values: list[Any], attribute: Attribute) -> pd.Series[Any]:
    if attribute.labels is not None:
        return pd.Series(pd.Categorical(values, categories=list(attribute.labels)))
    return pd.Series(values, dtype=float if attribute.type in _NUMERIC else object)


def _split_fields(number: int, line: str) -> list[str]:
    fields, position = [], 0
    while True:
        field = _FIELD.match(line, position)
        if field is None:
            raise TableError(f"Line {number} has a quote that does not close, or text after one: {line!r}.")
        fields.append(field[1])
        if not field[2]:
            return fields
        position = field.end()


def _unquote(field: str) -> str:
    return re.sub(r"\\(.)", r"\1", field[1:-1]) if field[:1] in ("'", '"') else field
