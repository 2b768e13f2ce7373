"""Pieces of sentences that every layer says in the same way: counts, shares, p-values, names, lists and suggestions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

_N_SHOWN = 3
_LONGEST = 40
_LEAST_P = 0.0001  # below it a p-value depends on the tails of approximations more than on the data


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
        return f"{100 * part:.0f} %"
    if part > 0.9995:
        return "over 99.9 %"
    return "under 0.1 %" if part < 0.0005 else f"{100 * part:.1f} %"


def write_p(value: float | None) -> str:
    """A p-value to two significant digits; below one in ten thousand only that, and nothing for none.

    Examples
    --------
    >>> write_p(0.2704), write_p(0.4), write_p(0.00123), write_p(3e-7), write_p(float("nan"))
    ('0.27', '0.40', '0.0012', '< 0.0001', '')
    """
    if value is None or value != value:  # noqa: PLR0124
        return ""
    if value < _LEAST_P:
        return "< 0.0001"
    return "1" if value == 1 else f"{value:#.2g}"


def say_p(value: float) -> str:
    """A p-value as a statement.

    Examples
    --------
    >>> say_p(0.2704), say_p(3e-7)
    ('p = 0.27', 'p < 0.0001')
    """
    written = write_p(value)
    return f"p {written}" if written.startswith("<") else f"p = {written}"


def shorten(text: Any, length: int = _LONGEST) -> str:
    """The beginning of a long text.

    Examples
    --------
    >>> shorten("a" * 100, 5), shorten("a", 5)
    ('aaaa…', 'a')
    """
    words = str(text)
    return words if len(words) <= length else words[: length - 1] + "…"


def quote(name: Any) -> str:
    """A name in quotes, shortened where it is long.

    Examples
    --------
    >>> quote("size"), quote("x" * 50)
    ("'size'", "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'")
    """
    return f"'{shorten(name)}'"


def join_words(words: Sequence[str], n_shown: int | None = None) -> str:
    """Words as a list in a sentence; with `n_shown` the first of them, and how many more there are.

    Examples
    --------
    >>> join_words(["a"]), join_words(["a", "b"]), join_words(["a", "b", "c"]), join_words(["a", "b", "c"], 1)
    ('a', 'a and b', 'a, b and c', 'a and 2 more')
    """
    if n_shown is not None and len(words) > n_shown:
        return f"{', '.join(words[:n_shown])} and {len(words) - n_shown:,} more"
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def list_names(names: Sequence[Any], n_shown: int = _N_SHOWN) -> str:
    """Some names in quotes, and how many more there are.

    Examples
    --------
    >>> list_names(["a"]), list_names(["a", "b"]), list_names(["a", "b", "c", "d", "e"])
    ("'a'", "'a' and 'b'", "'a', 'b', 'c' and 2 more")
    """
    return join_words([quote(name) for name in names], n_shown)


def list_rows(rows: Sequence[Any], n_shown: int = 5) -> str:
    """Some rows by name, and how many more there are.

    Examples
    --------
    >>> list_rows([3]), list_rows([3, 5, 9])
    ('row 3', 'rows 3, 5 and 9')
    """
    return f"{'row' if len(rows) == 1 else 'rows'} {join_words([str(row) for row in rows], n_shown)}"


_N_SUGGESTED = 3


def suggest(name: str, choices: Iterable[str], *, n_shown: int = 10) -> str:
    """Say which of the choices was probably meant.

    Parameters
    ----------
    name : str
        What was asked for.
    choices : iterable of str
        What there is.
    n_shown : int, default=10
        How many choices to list when none of them is close.

    Returns
    -------
    str
        A sentence for the end of an error message.

    Examples
    --------
    >>> suggest("colour", ["color", "size"])
    "Did you mean 'color'?"
    >>> suggest("weight", ["color", "size"])
    "There is 'color', 'size'."
    >>> suggest("acc", ["auc", "accuracy", "balanced_accuracy"])
    "Did you mean 'accuracy' or 'auc'?"
    """
    choices = list(choices)
    originals = {choice.casefold(): choice for choice in choices}
    begun = [choice for choice in originals if len(name) > 1 and choice.startswith(name.casefold())]
    near = get_close_matches(name.casefold(), originals, n=_N_SUGGESTED)
    matches = list(dict.fromkeys([*begun, *near]))[:_N_SUGGESTED]
    if matches:
        return f"Did you mean {' or '.join(repr(originals[match]) for match in matches)}?"
    if not choices:
        return "There is none."
    more = f" and {len(choices) - n_shown} more" if len(choices) > n_shown else ""
    return f"There is {', '.join(map(repr, choices[:n_shown]))}{more}."
