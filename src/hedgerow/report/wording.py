"""Numbers as a reader likes them."""

from __future__ import annotations

from typing import Any

_MISSING = "\N{EN DASH}"


def write_number(value: Any, digits: int = 3) -> str:
    """A number with a few significant digits, thousands apart, and a dash for none.

    Examples
    --------
    >>> write_number(12345.678), write_number(0.012345), write_number(12)
    ('12,346', '0.0123', '12')
    """
    if value is None:
        return _MISSING
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int) or abs(value) >= 10**digits:
        return f"{value:,.0f}"
    text = f"{value:.{digits}g}"
    return f"{value:.1e}" if "e" in text else text


def write_share(value: float | None, digits: int = 1) -> str:
    """A share in per cent.

    Examples
    --------
    >>> write_share(0.9673)
    '96.7 %'
    """
    return _MISSING if value is None else f"{100 * value:.{digits}f} %"


def write_p_value(value: float | None) -> str:
    """A p-value; below one in ten thousand only that.

    Examples
    --------
    >>> write_p_value(0.00001), write_p_value(0.0312), write_p_value(0.4)
    ('< 0.0001', '0.031', '0.40')
    """
    if value is None:
        return _MISSING
    if value < 0.0001:
        return "< 0.0001"
    return f"{value:.2g}" if value < 0.1 else f"{value:.2f}"


def count(number: int, noun: str) -> str:
    """A number of things.

    Examples
    --------
    >>> count(1, "row"), count(12000, "row")
    ('1 row', '12,000 rows')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def join_words(words: list[str]) -> str:
    """Words as a list in a sentence.

    Examples
    --------
    >>> join_words(["a", "b", "c"])
    'a, b and c'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def shorten(text: Any, length: int = 60) -> str:
    """The beginning of a long text.

    Examples
    --------
    >>> shorten("a" * 100, 5)
    'aaaa…'
    """
    words = str(text)
    return words if len(words) <= length else words[: length - 1] + "…"
