"""What the verbs share: consoles, error messages and little bars."""

from __future__ import annotations

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
