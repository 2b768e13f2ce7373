"""What was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

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
