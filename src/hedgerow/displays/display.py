"""What all displays share: a picture is computed once, and drawn where you like."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Self


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
