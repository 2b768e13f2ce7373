"""How often each feature was selected, and how stable that makes the selection."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd

from hedgerow.displays.display import COLOURS, QUIET, Display, open_axes, shorten
from hedgerow.selection.stability.record import SelectionStability, read_stability
from hedgerow.selection.stability.repeated_selection import selection_stability

_MOST_LINEAR = 100  # beyond it the first features, which matter, would be a line at the left edge
_MOST_BARS = 40  # beyond it names cannot be read, and the shape of the curve says more


@dataclass
class StabilityDisplay(Display):
    """Selection frequencies of features, the most often selected first.

    Up to 40 features are bars with their names. More are a curve over those that were ever selected: a stable
    selector drops from one to zero at once, an unstable one slopes.

    Parameters
    ----------
    frequencies : DataFrame
        ``feature`` and ``frequency``, the most often selected first.
    stability : float
        Stability of Nogueira, Sechidis and Brown.
    interval : tuple of (float, float)
        Its confidence interval.
    confidence : float
        Confidence of the interval.
    n_runs : int
        Runs of the selector.
    runs : str
        What a run was.

    Examples
    --------
    >>> from hedgerow.selection.stability import stability_of
    >>> display = StabilityDisplay.from_stability(stability_of([[1, 1, 0], [1, 1, 0], [1, 0, 1]]))
    >>> display.frame()["feature"].tolist()
    ['x0', 'x1', 'x2']
    """

    frequencies: pd.DataFrame
    stability: float
    interval: tuple[float, float]
    confidence: float
    n_runs: int
    runs: str

    @classmethod
    def from_stability(cls, stability: SelectionStability) -> Self:
        """Take what `selection_stability` or `stability_of` measured.

        Parameters
        ----------
        stability : SelectionStability
            The measured stability.

        Returns
        -------
        StabilityDisplay
        """
        return cls(
            frequencies=stability.frame()[["feature", "frequency"]],
            stability=stability.stability,
            interval=stability.interval,
            confidence=stability.confidence,
            n_runs=len(stability.supports),
            runs=stability.runs,
        )

    @classmethod
    def from_selector(cls, selector: Any, X: Any, y: Any = None, **options: Any) -> Self:
        """Measure a selector's stability.

        Parameters
        ----------
        selector, X, y
            As `selection_stability` takes them.
        **options
            Passed to `selection_stability`.

        Returns
        -------
        StabilityDisplay
        """
        return cls.from_stability(selection_stability(selector, X, y, **options))

    def frame(self) -> pd.DataFrame:
        """Selection frequencies, the most often selected first."""
        return self.frequencies

    def _draw(self, ax: Any) -> Any:
        n_features = len(self.frequencies)
        if n_features <= _MOST_BARS:
            ax = open_axes(ax, width=6.0, height=1.5 + 0.22 * n_features)
            self._draw_bars(ax)
        else:
            ax = open_axes(ax, width=6.0, height=4.0)
            self._draw_curve(ax)
        ax.set_title(self._say_title(), wrap=True)
        return ax

    def _draw_bars(self, ax: Any) -> None:
        names = [shorten(str(name)) for name in self.frequencies["feature"]]
        places = range(len(names))
        ax.barh(places, self.frequencies["frequency"], color=COLOURS[0], height=0.75)
        ax.axvline(self._chance, color=COLOURS[5], ls="--", lw=1.2)
        ax.set_yticks(places, names)
        ax.set_ylim(len(names) - 0.4, -0.6)
        ax.set_xlim(0, 1)
        ax.set_xlabel(f"{self._say_share()}\n(dashed: if drawn at random)")

    def _draw_curve(self, ax: Any) -> None:
        """The curve ends where features were never selected, which may be nearly all of thousands."""
        shares = self.frequencies["frequency"].to_numpy()
        n_ever = int((shares > 0).sum())
        shown = max(n_ever, 1)
        ax.stairs(shares[:shown], np.arange(shown + 1) + 0.5, fill=True, color=COLOURS[0])
        ax.axhline(self._chance, color=COLOURS[5], ls="--", lw=1.2)
        order = "most often selected first"
        if shown > _MOST_LINEAR:
            ax.set_xscale("log")
            ax.xaxis.set_major_formatter("{x:,.0f}")
            order += ", on a logarithmic scale"
        ax.set_xlim(0.5, shown + 0.5)
        ax.set_ylim(0, 1.02)
        ax.set_ylabel(f"{textwrap.fill(self._say_share(), 40)}\n(dashed: if drawn at random)")
        n_never = len(shares) - n_ever
        never = f"\n{n_never:,} more were never selected" if n_never and n_ever else ""
        ax.set_xlabel(f"features, {order}{never}")
        if n_ever:
            self._list_best(ax)

    def _list_best(self, ax: Any) -> None:
        """Name the first features in the corner that a falling curve leaves free."""
        best = self.frequencies[:5]
        listed = [
            f"{shorten(str(name))}  {share:.2f}"
            for name, share in zip(best["feature"], best["frequency"], strict=True)
        ]
        n_always = int((self.frequencies["frequency"] == 1).sum())
        ax.text(0.98, 0.97, "\n".join([f"{n_always:,} selected every time", "most often:", *listed]),
                transform=ax.transAxes, ha="right", va="top", fontsize=9,
                bbox={"facecolor": "white", "edgecolor": QUIET, "alpha": 0.9})  # fmt: skip

    @property
    def _chance(self) -> float:
        """The frequency that every feature would have if as many were drawn at random."""
        return float(self.frequencies["frequency"].mean())

    def _say_share(self) -> str:
        return f"share of {self.n_runs} {self.runs} that select it"

    def _say_title(self) -> str:
        shares = self.frequencies["frequency"]
        if (shares == 0).all() or (shares == 1).all():
            return f"Every run selected {'nothing' if (shares == 0).all() else 'all features'}"
        # Adding 0 turns a rounded -0 into 0.
        value, low, high = (round(number, 2) + 0.0 for number in (self.stability, *self.interval))
        reading = read_stability(self.stability).capitalize()
        return f"{reading} stability: {value:.2f} ({100 * self.confidence:.0f} % interval {low:.2f} to {high:.2f})"
