"""What was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


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
    """
    choices = list(choices)
    originals = {choice.casefold(): choice for choice in choices}
    matches = get_close_matches(name.casefold(), originals, n=3)
    if matches:
        return f"Did you mean {' or '.join(repr(originals[match]) for match in matches)}?"
    if not choices:
        return "There is none."
    more = f" and {len(choices) - n_shown} more" if len(choices) > n_shown else ""
    return f"There is {', '.join(map(repr, choices[:n_shown]))}{more}."
