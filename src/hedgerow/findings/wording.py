"""Pieces of sentences: counts, lists of names, shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_N_SHOWN = 3
_LONGEST = 40


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    Examples
    --------
    >>> count(1, "row"), count(1200, "row"), count(2, "class", "classes")
    ('1 row', '1,200 rows', '2 classes')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def share(part: float) -> str:
    """A share in per cent, to a tenth; never rounded to all or nothing.

    Examples
    --------
    >>> share(0.1234), share(1.0), share(0.9999), share(0.0001)
    ('12.3 %', '100 %', 'over 99.9 %', 'under 0.1 %')
    """
    if part in (0.0, 1.0):
        return f"{part:.0%}".replace("%", " %")
    if part > 0.9995:
        return "over 99.9 %"
    return "under 0.1 %" if part < 0.0005 else f"{100 * part:.1f} %"


def quote(name: Any) -> str:
    """A name in quotes, shortened where it is long.

    Examples
    --------
    >>> quote("size"), quote("x" * 50)
    ("'size'", "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'")
    """
    text = str(name)
    return f"'{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}'"


def listed(names: Sequence[Any], n_shown: int = _N_SHOWN) -> str:
    """Some names in quotes, and how many more there are.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c", "d", "e"])
    ("'a'", "'a' and 'b'", "'a', 'b', 'c' and 2 more")
    """
    return _join([quote(name) for name in names], n_shown)


def rows_listed(rows: Sequence[Any], n_shown: int = 5) -> str:
    """Some rows by name, and how many more there are.

    Examples
    --------
    >>> rows_listed([3]), rows_listed([3, 5, 9])
    ('row 3', 'rows 3, 5 and 9')
    """
    return f"{'row' if len(rows) == 1 else 'rows'} {_join([str(row) for row in rows], n_shown)}"


def _join(words: list[str], n_shown: int) -> str:
    if len(words) > n_shown:
        return f"{', '.join(words[:n_shown])} and {len(words) - n_shown:,} more"
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
