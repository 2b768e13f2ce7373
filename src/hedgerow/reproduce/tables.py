"""The published tables, as they are printed: cells, captions, protocols and citations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple

Kind = Literal["result", "description"]


class PublishedCell(NamedTuple):
    """One printed value.

    ``row`` and ``column`` say where it stands; ``quantity`` says what it is, where one place holds several values.
    ``standard_error`` is None where the source does not tell how certain the value is.
    """

    row: str
    column: str
    quantity: str
    value: float | str
    standard_error: float | None = None


@dataclass(frozen=True)
class PublishedTable:
    """A table of a publication.

    Parameters
    ----------
    identifier : str
        Its name here: the source and the number, as in ``"rogers-5.2"``.
    number : str
        Its number in the source.
    caption : str
        What it shows.
    citation : str
        The source.
    kind : {"result", "description"}
        Whether it holds results of an experiment, or describes the data of one.
    protocol : dict of str to str
        How the source says the values came about.
    notes : tuple of str
        What is odd about the printed values.
    needs : str or None
        What is missing here to run its protocol.
    cells : tuple of PublishedCell
        The values, row by row.

    Examples
    --------
    >>> table = find_table("rogers-5.2")
    >>> table.cells[0]
    PublishedCell(row='WBC', column='Bagging', quantity='error', value=0.0345, standard_error=0.002236)
    """

    identifier: str
    number: str
    caption: str
    citation: str
    kind: Kind
    protocol: dict[str, str]
    notes: tuple[str, ...]
    needs: str | None
    cells: tuple[PublishedCell, ...]

    def printed_decimals(self, quantity: str) -> int:
        """Return the digits behind the point that a quantity is printed with.

        Examples
        --------
        >>> find_table("rogers-5.2").printed_decimals("error")
        4
        """
        values = (cell.value for cell in self.cells if cell.quantity == quantity)
        return max((_count_decimals(value) for value in values if not isinstance(value, str)), default=0)


@cache
def published_tables() -> tuple[PublishedTable, ...]:
    """Return all published tables, source by source.

    Examples
    --------
    >>> len(published_tables()) > 60
    True
    """
    folder = resources.files("hedgerow.reproduce") / "published"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".json"))
    sources = [json.loads((folder / name).read_text(encoding="utf-8")) for name in names]
    return tuple(_read_table(table, source["citation"]) for source in sources for table in source["tables"])


def find_table(identifier: str) -> PublishedTable:
    """Return one published table.

    Raises
    ------
    LookupError
        If there is no table of this name; the message names those that come near.
    """
    tables = {table.identifier: table for table in published_tables()}
    if identifier not in tables:
        near = get_close_matches(identifier, tables, n=3, cutoff=0.5)
        hint = f"Did you mean {' or '.join(near)}? " if near else ""
        raise LookupError(
            f"There is no published table {identifier!r}. {hint}`hedgerow reproduce` lists them all."
        )
    return tables[identifier]


def _read_table(table: dict[str, Any], citation: str) -> PublishedTable:
    return PublishedTable(
        identifier=table["id"],
        citation=citation,
        notes=tuple(table["notes"]),
        cells=tuple(PublishedCell(*cell) for cell in table["cells"]),
        **{name: table[name] for name in ("number", "caption", "kind", "protocol", "needs")},
    )


def _count_decimals(value: float) -> int:
    _, _, decimals = f"{value:.10f}".rstrip("0").partition(".")
    return len(decimals)
