"""Numbers as people write them: decimal commas, thousands apart, per cent."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_SEMICOLON = ";"
_PLAIN = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:\.\d*)?")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?")
_WHOLE = re.compile(r"[+-]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+)")
_COMMA = re.compile(r"[+-]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+),\d+")


def make_plain(cells: list[str], delimiter: str, missing: Collection[str]) -> list[str]:
    """Rewrite the numbers of a column as Python writes them, where all of its cells are such numbers.

    Thousands may be apart by commas (``1,234.5``). Where the comma does not separate fields it may be the decimal sign
    (``1.234,5``). In a file with semicolons ``1,234`` is a little more than one, for the comma is why people take
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
    """Each number without its commas; None where some word is no number."""
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
