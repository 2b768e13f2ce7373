"""What the verbs share: consoles, error messages and little bars."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

INTERRUPTED = 130
_BLOCKS = " ▏▎▍▌▋▊▉█"


def out() -> Console:
    """Return a console on standard output; it is plain under NO_COLOR and without a terminal."""
    return Console(highlight=False)


def err() -> Console:
    """Return a console on standard error."""
    return Console(stderr=True, highlight=False)


def print_error(error: Exception) -> None:
    """Print an exception as a message."""
    # str(KeyError("...")) wraps the text in quotes.
    text = str(error.args[0]) if isinstance(error, LookupError) and error.args else str(error)
    err().print(Text.assemble(("Error: ", "bold red"), text or type(error).__name__))


def draw_bar(share: float, width: int, *, ascii_only: bool = False) -> str:
    """Return a horizontal bar that fills a share of a width.

    Examples
    --------
    >>> draw_bar(0.5, 8)
    '████'
    >>> draw_bar(0.5, 8, ascii_only=True)
    '####'
    """
    share = min(max(share, 0.0), 1.0)
    if ascii_only:
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return ("█" * (eighths // 8) + _BLOCKS[eighths % 8]).rstrip()


def note(text: str) -> None:
    """Say something beside the result, on standard error."""
    err().print(Text(text, style="yellow"), soft_wrap=True)


def print_json(result: Mapping[str, Any]) -> None:
    """Print one JSON object on standard output; what is not a number becomes null.

    Examples
    --------
    >>> print_json({"score": float("nan"), "name": "forêt"})
    {
      "score": null,
      "name": "forêt"
    }
    """
    text = json.dumps(_to_plain(result), indent=2, ensure_ascii=False, allow_nan=False)
    print(text, file=sys.stdout)


def _to_plain(value: Any) -> Any:
    """What JSON can say: NumPy's numbers as plain ones, other keys as words, and null for NaN and infinity."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _to_plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_to_plain(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | int) else str(value)


def say_p(value: float) -> str:
    """A p-value as people write it.

    Examples
    --------
    >>> say_p(0.00001), say_p(0.0312), say_p(float("nan"))
    ('< 0.001', '0.031', '')
    """
    if math.isnan(value):
        return ""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
