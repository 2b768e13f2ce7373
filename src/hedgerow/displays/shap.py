"""Shapley values: all rows as a swarm for each feature, or one row as steps from the base to the answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.displays.display import COLOURS, QUIET, draw_colour_bar, open_axes, shorten, write_title
from hedgerow.foundation.constraints import Count, check
from hedgerow.relevance.shapley import ShapValues

_MOST_DOTS = 1_000  # of a feature
_N_BINS = 80  # of a swarm: dots in one of them stand above each other
_FULL = 30  # dots in a bin that make a swarm as thick as it gets
_THICKNESS = 0.38  # of a swarm, to either side


@dataclass
class ShapDisplay:
    """What features contribute to a model's answers: `plot` draws all rows, `explain` a single one.

    Contributions and the base add up to what the model says. They tell what the model's answer is made of, right or
    wrong; what splits on a feature tell about the true class of a row is local relevance, see `LocalRelevanceDisplay`.

    Parameters
    ----------
    shap : ShapValues
        The contributions.
    output : label, default=None
        The class to draw; of two classes None is the second.
    max_features : int, default=15
        How many features are drawn: those with the largest contributions, whatever their sign, on average (`plot`) or
        for the row (`explain`). What the others contribute to a row is one more step.

    Examples
    --------
    >>> values = np.array([[0.5, -0.2], [0.3, 0.4]])
    >>> table = pd.DataFrame({"age": [71.0, 35.0], "dose": [1.0, 3.0]})
    >>> display = ShapDisplay(ShapValues(values, 1.0, None, table, (), "value", None))
    >>> display.plot().ax_.get_title(loc="left")
    'age contributes most: 0.4 on average, up or down'
    >>> display.explain(0).ax_.get_title(loc="left").split(",")[0]
    'Row 0: the model says 1.3'
    """

    shap: ShapValues
    output: Any = None
    max_features: int = 15
    ax_: Any = field(default=None, repr=False)
    figure_: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        check("max_features", self.max_features, Count())
        self.shap.find_output(self.output)

    def frame(self) -> pd.DataFrame:
        """The contributions, a row per row and a column per feature."""
        return self.shap.frame(self.output)

    def plot(self, ax: Any = None) -> Self:
        """Draw a swarm for each feature: a dot is a row, where it stands is what the feature contributes to it.

        Colours go from low values of the feature to high ones; categories and missing values are grey. Of more than
        1,000 rows a sample is drawn.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; None makes a figure of a fitting size.

        Returns
        -------
        self
        """
        size = self.shap.summarise(self.output)
        shown = size["feature"][: self.max_features].tolist()
        labels = [shorten(name, 30) for name in shown]
        ax = open_axes(ax, width=5.2 + 0.07 * max(map(len, labels)), height=1.3 + 0.36 * len(shown))
        values = self.shap.pick(self.output)
        rows = np.sort(np.random.default_rng(0).permutation(len(values))[:_MOST_DOTS])
        places = {name: place for place, name in enumerate(self.shap.names)}
        ax.axvline(0.0, color=QUIET, lw=1, zorder=1)
        coloured = None
        for line, name in enumerate(shown):
            place = places[name]
            told = values[rows, place]
            height = line + spread_swarm(told)
            shade = _shade(self.shap.table.iloc[rows, place])
            known = ~np.isnan(shade)
            ax.scatter(told[~known], height[~known], s=9, color="0.65", lw=0, zorder=2)
            if known.any():
                coloured = ax.scatter(
                    told[known],
                    height[known],
                    s=9,
                    c=shade[known],
                    cmap="cividis",
                    vmin=0,
                    vmax=1,
                    lw=0,
                    zorder=3,
                )
        if coloured is not None:
            draw_colour_bar(
                ax, coloured, ticks=[0, 1], fraction=0.04, pad=0.02, label="value of the feature, by rank"
            )
            ax.figure.axes[-1].set_yticklabels(["low", "high"])
        ax.set_yticks(range(len(labels)), labels)
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(len(labels) - 0.4, -0.6)
        ax.set_xlabel(f"contribution to the {self._name_output()}")
        first = size.iloc[0]
        write_title(
            ax,
            f"{shorten(first['feature'], 24)} contributes most: {first['size']:.2g} on average, up or down",
            60,
        )
        return self._keep(ax)

    def explain(self, row: Any, ax: Any = None) -> Self:
        """Draw what the features contribute to one row, as steps from the base to the answer.

        Parameters
        ----------
        row : int or label
            The row: its label in the data frame, or its number where there are no labels.
        ax : matplotlib Axes, default=None
            Where to draw; None makes a figure of a fitting size.

        Returns
        -------
        self
        """
        told = self.shap.explain(row, self.output)
        place = self.shap.find_output(self.output)
        base = float(self.shap.base if place is None else self.shap.base[place])
        shown, rest = told.iloc[: self.max_features], told.iloc[self.max_features :]
        labels = [f"{shorten(str(line.feature))} = {_write(line.value)}" for line in shown.itertuples()]
        steps = shown["contribution"].to_numpy()
        if len(rest):
            labels.append(f"{len(rest):,} other feature{'s' * (len(rest) > 1)}")
            steps = np.append(steps, rest["contribution"].sum())
        # The largest step comes last, so it is at the top, beside the answer.
        ends = base + np.cumsum(steps[::-1])[::-1]
        ax = open_axes(ax, width=4.8 + 0.075 * max(map(len, labels)), height=1.5 + 0.3 * len(labels))
        colours = [COLOURS[0] if step > 0 else COLOURS[5] for step in steps]
        ax.barh(range(len(steps)), steps, left=ends - steps, color=colours, height=0.7, zorder=3)
        for line, (step, end) in enumerate(zip(steps, ends, strict=True)):
            side = 1 if step >= 0 else -1
            ax.annotate(f"{step:+.2g}", (end, line), (4 * side, 0), textcoords="offset points", va="center",
                        ha="left" if side > 0 else "right", fontsize=8, color=QUIET)  # fmt: skip
            if line:  # from the end of this step to the beginning of the one above
                ax.plot([end, end], [line - 0.65, line + 0.35], color=QUIET, lw=0.8, zorder=2)
        ax.axvline(base, color=QUIET, lw=0.8, linestyle=":", zorder=1)
        ax.use_sticky_edges = False
        ax.margins(x=0.15)
        ax.set_yticks(range(len(labels)), labels)
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(len(labels) - 0.4, -0.6)
        ax.set_xlabel(f"{self._name_output()}\n(dotted: without knowing the row)")
        answer = ends[0] if len(ends) else base
        write_title(
            ax, f"Row {row}: the model says {answer:.3g}, from {base:.3g} without knowing the row", 55
        )
        return self._keep(ax)

    def _keep(self, ax: Any) -> Self:
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _name_output(self) -> str:
        place = self.shap.find_output(self.output)
        return (
            self.shap.unit
            if place is None
            else f"{self.shap.unit} of {shorten(str(self.shap.outputs[place]), 24)}"
        )


def spread_swarm(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each dot of a swarm stands from its line: dots of about one value stand above and below each other.

    Examples
    --------
    >>> aside = spread_swarm(np.array([0.0, 0.0, 0.0, 9.0]))
    >>> bool(aside[3] == 0.0), len(set(aside[:3].tolist()))
    (True, 3)
    """
    span = float(np.ptp(values)) if values.size else 0.0
    bins = (
        np.zeros(values.size, np.intp)
        if span == 0
        else ((values - values.min()) / span * _N_BINS).astype(np.intp)
    )
    aside = np.zeros(values.size)
    order = np.random.default_rng(0).permutation(values.size)
    members = [order[bins[order] == each] for each in np.unique(bins)]
    step = _THICKNESS / max(_FULL / 2, max((len(each) for each in members), default=1) / 2)
    for each in members:
        aside[each] = step * (np.arange(len(each)) - (len(each) - 1) / 2)
    return aside


def _shade(column: pd.Series[Any]) -> NDArray[np.float64]:
    """Ranks of numbers between 0 and 1; NaN for gaps and for what is no number."""
    if not pd.api.types.is_numeric_dtype(column):
        return np.full(len(column), np.nan)
    ranks = column.astype(np.float64).rank().to_numpy()
    least, most = np.nanmin(ranks, initial=np.inf), np.nanmax(ranks, initial=-np.inf)
    return np.asarray(
        (ranks - least) / (most - least) if most > least else np.where(np.isnan(ranks), np.nan, 0.5)
    )


def _write(cell: Any) -> str:
    """Write a value of a table shortly.

    Examples
    --------
    >>> _write(0.123456), _write("red"), _write(float("nan"))
    ('0.123', 'red', 'missing')
    """
    if pd.isna(cell):
        return "missing"
    return f"{cell:.3g}" if isinstance(cell, float | np.floating) else shorten(str(cell), 20)
