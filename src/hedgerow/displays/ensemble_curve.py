"""Error or diversity of the first 1, 2, ..., T members."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import fill
from typing import Any, Self

import numpy as np
import pandas as pd

from hedgerow.displays.display import (
    QUIET,
    Display,
    count_members,
    list_beside,
    open_axes,
    show_percent,
    style,
    write_title,
)
from hedgerow.displays.diversity_error import name_ensembles
from hedgerow.diversity import PAIRWISE, ensemble_curve
from hedgerow.outputs import Outputs

_WORDS = {
    "vote_entropy": "entropy of the votes, in bits",
    "ambiguity": "ambiguity",
    "kappa": "mean kappa of two members",
    "q": "mean Q statistic of two members",
}


@dataclass
class EnsembleCurveDisplay(Display):
    """How error or diversity changes while one or more ensembles grow.

    Parameters
    ----------
    curves : DataFrame
        One row per ensemble and size: ``ensemble``, ``size``, ``value`` and, for the error, ``member``: the mean error
        of the first members alone.
    measure : str
        What `value` is.
    of_classes
        As for `DiversityErrorDisplay`.
    """

    curves: pd.DataFrame = field(repr=False)
    measure: str
    of_classes: bool

    @classmethod
    def from_outputs(
        cls,
        outputs: Outputs | Mapping[str, Outputs],
        *,
        measure: str = "error",
        undefined: float = np.nan,
        n_jobs: int | None = None,
    ) -> Self:
        """Follow one ensemble, or several, from the first member to the last.

        Parameters
        ----------
        outputs : Outputs or mapping of str to Outputs
            What the members predict; several ensembles by name.
        measure : str, default="error"
            ``"error"``; ``"vote_entropy"`` of classes or ``"ambiguity"`` of values; or one of
            `hedgerow.diversity.PAIRWISE`, whose mean over the pairs of the first members is drawn.
        undefined : float, default=nan
            The value of pairs that have none; NaN leaves them out.
        n_jobs : int or None, default=None
            Threads that count pairs.

        Returns
        -------
        EnsembleCurveDisplay

        Examples
        --------
        >>> said = [["a", "a", "b", "b"], ["a", "b", "b", "b"], ["b", "a", "a", "b"]]
        >>> outputs = Outputs.from_predictions(said, truth=["b", "a", "b", "b"])
        >>> EnsembleCurveDisplay.from_outputs(outputs, measure="disagreement").frame()
           ensemble  size  value
        0  ensemble     1    NaN
        1  ensemble     2   0.25
        2  ensemble     3   0.50
        """
        named, of_classes = name_ensembles(outputs)
        frames = []
        for name, each in named.items():
            if measure == "error":
                each.known_truth()
            asked = [] if measure in ("error", "vote_entropy", "ambiguity") else [measure]
            found = ensemble_curve(each, asked, undefined=undefined, n_jobs=n_jobs).frame()
            if measure not in found:
                raise ValueError(
                    f"measure={measure!r} does not fit {name!r}; it has {found.columns.to_list()}"
                )
            columns = {"value": found[measure]}
            if measure == "error":
                columns["member"] = found["member_error"]
            frame = pd.DataFrame(columns).reset_index()
            frame.insert(0, "ensemble", name)
            frames.append(frame)
        return cls(pd.concat(frames, ignore_index=True), measure, of_classes)

    def frame(self) -> pd.DataFrame:
        """The curves, one below the other."""
        return self.curves

    def _draw(self, ax: Any) -> Any:
        names = list(dict.fromkeys(self.curves["ensemble"]))
        ax = open_axes(ax, width=6.0 if len(names) == 1 else 7.5)
        for position, name in enumerate(names):
            colour, marker = style(position)
            curve = self.curves[self.curves["ensemble"] == name].dropna(subset="value")
            if "member" in curve:
                ax.plot(curve["size"], curve["member"], color=colour, linestyle=":", linewidth=1.2, zorder=2)
            label = f"{fill(str(name), 28)}\n{self._describe(curve)}"
            ax.plot(curve["size"], curve["value"], color=colour, marker=marker, markevery=[-1] if len(curve) else None,
                    markersize=7, linewidth=1.8, zorder=3, label=label)  # fmt: skip
        self._label(ax, names)
        return ax

    def _label(self, ax: Any, names: list[str]) -> None:
        ax.set_xlabel("number of members")
        most = int(self.curves["size"].max())
        count_members(ax, most)
        ax.set_ylabel(self._describe_axis())
        ax.ticklabel_format(axis="y", useOffset=False)
        if self.measure == "error" and self.of_classes:
            show_percent(ax.yaxis)
        write_title(ax, self._conclude(names))
        alone = "mean error of the members alone"
        if len(names) == 1:
            known = self.curves.dropna()
            if self.measure == "error" and len(known) > 1:
                end = (known["size"].iloc[-1], known["member"].iloc[-1])
                ax.annotate(alone, end, (0, 4), textcoords="offset points", ha="right", va="bottom", color=QUIET,
                            fontsize="small")  # fmt: skip
            return
        if self.measure == "error":
            ax.plot([], [], color=QUIET, linestyle=":", linewidth=1.2, label=fill(alone, 28))
        list_beside(ax, 1.01, alignment="left", labelspacing=1.0)

    def _describe(self, curve: pd.DataFrame) -> str:
        """Where a curve ends."""
        if curve.empty:
            return "has no value"
        size = int(curve["size"].iloc[-1])
        return f"{self._write(curve['value'].iloc[-1])} with {size:,} member{'s' if size > 1 else ''}"

    def _write(self, value: float) -> str:
        return f"{100 * value:.1f} %" if self.measure == "error" and self.of_classes else f"{value:,.4g}"

    def _sense(self) -> str:
        """Which values are better, or more diverse."""
        if self.measure == "error":
            return "lower"
        return PAIRWISE[self.measure].more_diverse if self.measure in PAIRWISE else "higher"

    def _describe_axis(self) -> str:
        if self.measure == "error":
            return (
                f"{'error of the vote' if self.of_classes else 'root mean square error'}   (lower is better)"
            )
        words = _WORDS.get(self.measure) or f"mean {PAIRWISE[self.measure].title.lower()} of two members"
        return f"{words}\n({self._sense()} is more diverse)"

    def _conclude(self, names: list[str]) -> str:
        """What the picture shows, in one line or two."""
        known = self.curves.dropna(subset="value")
        if known.empty:
            return "There is no value at any size"
        ends = known.groupby("ensemble", sort=False)["value"].last()
        if len(names) == 1:
            what = self.measure.replace("_", " ").capitalize()
            start_and_end = dict.fromkeys([self._describe(known[:1]), self._describe(known)])
            return f"{what}: {', '.join(start_and_end)}"
        best = ends.idxmin() if self._sense() == "lower" else ends.idxmax()
        praise = "the smallest error" if self.measure == "error" else "the greatest diversity"
        return fill(f"{best} ends with {praise}", 70)
