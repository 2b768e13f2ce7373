"""What all displays share: drawn where you like, quiet axes, and colours that colour-blind readers can tell apart."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from textwrap import fill
from typing import Any, Self

# Okabe & Ito's palette, in an order in which neighbours differ in lightness too.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
QUIET = "0.45"  # grey of what is read second: guides, notes, reference lines


@dataclass
class Display(ABC):
    """A picture. A subclass holds the numbers that it shows, and draws them in `_draw`.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it was drawn last; None before.
    figure_ : matplotlib Figure
        The figure of these axes.
    """

    ax_: Any = field(default=None, repr=False, kw_only=True)
    figure_: Any = field(default=None, repr=False, kw_only=True)

    @abstractmethod
    def _draw(self, ax: Any) -> Any:
        """Draw on the given axes, or on those of a new figure where they are None; return the axes."""

    def plot(self, ax: Any = None) -> Self:
        """Draw the picture.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; None makes a figure of a fitting size.

        Returns
        -------
        self
        """
        self.ax_ = self._draw(ax)
        self.figure_ = self.ax_.figure
        return self


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


def write_title(ax: Any, title: str, width: int | None = None) -> None:
    """Say what a picture shows, above it at the left; a width in letters folds the sentence."""
    ax.set_title(title if width is None else fill(title, width), loc="left", fontsize="medium")


def show_percent(axis: Any) -> None:
    """Write the shares at an axis in per cent."""
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0))


def count_whole(axis: Any) -> None:
    """Write whole numbers at an axis, and one at least."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


def count_members(ax: Any, most: int) -> None:
    """Let an axis reach from one member to all, with some room at both ends."""
    room = max(0.5, 0.02 * most)
    ax.set_xlim(1 - room, most + room)
    count_whole(ax.xaxis)


def list_beside(ax: Any, place: float = 1.0, **options: Any) -> None:
    """Put the legend at the right of the axes."""
    ax.legend(loc="upper left", bbox_to_anchor=(place, 1.0), frameon=False, **options)


def draw_colour_bar(ax: Any, image: Any, **options: Any) -> None:
    """Say beside an image what its colours stand for."""
    bar = ax.figure.colorbar(image, ax=ax, **options)
    bar.outline.set_visible(False)


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
