"""What all pictures share: colours that colour-blind readers can tell apart, and quiet axes."""

from __future__ import annotations

from typing import Any

# Okabe & Ito's palette, in an order in which neighbours differ in lightness too.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
QUIET = "0.45"  # grey of what is read second: guides, notes, reference lines


def open_axes(ax: Any = None, *, width: float = 6.0, height: float = 4.0) -> Any:
    """Return the given axes, or those of a new figure, without the frame's upper and right sides.

    Parameters
    ----------
    ax : matplotlib Axes, default=None
        Axes to draw on.
    width, height : float, default=6.0, 4.0
        Size of a new figure in inches.
    """
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def style(position: int) -> tuple[str, str]:
    """Colour and marker of the series at a position; both change, so a print in grey can be read.

    Examples
    --------
    >>> style(0)
    ('#0072B2', 'o')
    """
    return COLOURS[position % len(COLOURS)], MARKERS[position % len(MARKERS)]


def shorten(name: str, length: int = 40) -> str:
    """Cut a long name in the middle, since names often differ at their ends.

    Examples
    --------
    >>> shorten("mean radius"), shorten("mean radius of the nucleus", 11)
    ('mean radius', 'mean…leus')
    """
    half = length // 2 - 1
    return name if len(name) <= length else f"{name[:half]}…{name[-half:]}"
