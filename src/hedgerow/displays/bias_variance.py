"""What errors are made of: noise, bias and variance of several learners, or along a parameter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import fill
from typing import Any, Self

import numpy as np
import pandas as pd

from hedgerow.analysis.bias_variance import BiasVariance
from hedgerow.displays.display import COLOURS, MARKERS, QUIET, Display, open_axes

_ROLES = {"noise": ("0.72", "x"), "bias": (COLOURS[0], MARKERS[0]), "variance": (COLOURS[1], MARKERS[1])}
_AXES = {
    "zero_one": "wrong answers (lower is better)",
    "squared": "mean squared error (lower is better)",
    "absolute": "mean absolute error (lower is better)",
}


@dataclass
class BiasVarianceDisplay(Display):
    """Noise, bias and variance of several learners as stacked bars, or as lines along a parameter.

    Parts below zero, such as a variance effect where straying from the main prediction helps, are drawn to the
    left of zero; a mark shows the error, which is the sum of all parts.

    Parameters
    ----------
    parts : DataFrame
        One line per learner, or per value of the parameter: ``noise``, ``bias`` and ``variance``, which add up to
        ``error``, and ``standard_error`` of the error over the rows. ``noise`` is NaN where a definition leaves
        it in the bias.
    words : dict of str to str
        What the definition calls the three parts.
    loss : {"zero_one", "squared", "absolute"}
        What an answer costs.
    parameter : str or None, default=None
        What the index of `parts` is a value of; None for names of learners.
    """

    parts: pd.DataFrame
    words: dict[str, str]
    loss: str
    parameter: str | None = None

    @classmethod
    def from_results(
        cls,
        results: Mapping[Any, BiasVariance] | BiasVariance,
        *,
        definition: str | None = None,
        parameter: str | None = None,
    ) -> Self:
        """Take results of `bias_variance`.

        Parameters
        ----------
        results : mapping of name to BiasVariance, or BiasVariance
            In the order in which they are drawn. With `parameter` the names are numbers.
        definition : str or None, default=None
            Whose terms; None for those of the first result.
        parameter : str or None, default=None
            The parameter that the learners differ in, such as "max_depth".

        Returns
        -------
        BiasVarianceDisplay
        """
        named = results if isinstance(results, Mapping) else {results.evidence.setting.learner: results}
        if not named:
            raise ValueError("there are no results to draw; pass one or more, by name")
        first = next(iter(named.values())).definition
        chosen = {name: each.decompose(definition or first.name) for name, each in named.items()}
        found = next(iter(chosen.values())).definition
        roles = {"noise": found.noise, "bias": found.bias, "variance": found.variance}
        parts = pd.DataFrame(
            {
                name: {role: np.nan if term is None else each.totals[term] for role, term in roles.items()}
                | {"error": each.error, "standard_error": each.standard_errors["error"]}
                for name, each in chosen.items()
            }
        ).T
        if parameter is not None:
            try:
                parts.index = pd.Index(np.array([*named], dtype=np.float64), name=parameter)
            except (TypeError, ValueError):
                raise ValueError(
                    f"with parameter={parameter!r} the names of the results must be numbers, got {[*named]}"
                ) from None
            parts = parts.sort_index()
        words = {role: term.replace("_", " ") for role, term in roles.items() if term is not None}
        return cls(parts, words, found.loss, parameter)

    def frame(self) -> pd.DataFrame:
        """The parts that are drawn."""
        return self.parts

    def _draw(self, ax: Any) -> Any:
        if self.parameter is None:
            ax = open_axes(ax, width=7.0, height=1.7 + 0.5 * len(self.parts))
            self._plot_bars(ax)
            pad = 34.0  # points: the legend stands between the title and the bars
        else:
            ax = open_axes(ax, width=6.5, height=4.2)
            self._plot_lines(ax)
            pad = 6.0
        ax.set_title(self._say(), loc="left", fontsize="medium", pad=pad)
        return ax

    def _plot_bars(self, ax: Any) -> None:
        places = np.arange(len(self.parts))
        above, below = np.zeros(len(places)), np.zeros(len(places))
        widest = self.parts[["noise", "bias", "variance"]].clip(lower=0).sum(axis=1).max()
        for role, values in self._drawn():
            start = np.where(values < 0, below, above)
            colour = _ROLES[role][0]
            ax.barh(places, values, left=start, height=0.62, color=colour, label=self.words[role], zorder=2)
            for place, left, value in zip(places, start, values, strict=True):
                if abs(value) > 0.12 * widest:
                    ax.text(left + value / 2, place, self._number(value), ha="center", va="center",
                            fontsize=8, color="white" if role == "bias" else "black", zorder=4)  # fmt: skip
            above, below = above + values.clip(min=0), below + values.clip(max=0)
        error, spread = self.parts["error"].to_numpy(), self.parts["standard_error"].to_numpy()
        ax.errorbar(error, places, xerr=spread, fmt="D", color="black", markersize=5, markeredgecolor="white",
                    elinewidth=1, label="error, the sum", zorder=5)  # fmt: skip
        for place, value, end in zip(places, error, np.maximum(above, error + spread), strict=True):
            ax.annotate(self._number(value), (end, place), (7, 0), textcoords="offset points", va="center",
                        fontsize=8, fontweight="bold")  # fmt: skip
        ax.axvline(0, color=QUIET, linewidth=0.8, zorder=3)
        ax.margins(x=0.13)
        ax.set_yticks(places, [fill(str(name), 28) for name in self.parts.index])
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(len(places) - 0.5, -0.5)
        ax.set_xlabel(_AXES[self.loss])
        self._format(ax.xaxis)
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, fontsize=8, handlelength=1.2,
                  borderaxespad=0, borderpad=0.2)  # fmt: skip

    def _plot_lines(self, ax: Any) -> None:
        x = self.parts.index.to_numpy(dtype=np.float64)
        error, spread = self.parts["error"].to_numpy(), self.parts["standard_error"].to_numpy()
        ax.errorbar(x, error, yerr=spread, color="black", marker="D", markersize=4, linewidth=2, elinewidth=1,
                    label="error (sum)")  # fmt: skip
        for role, values in self._drawn():
            colour, marker = _ROLES[role]
            ax.plot(x, values, color=colour, marker=marker, markersize=5, label=self.words[role])
        ax.axhline(0, color=QUIET, linewidth=0.8, zorder=0)
        if x.min() > 0 and x.max() >= 50 * x.min():
            ax.set_xscale("log")
            ax.set_xticks(x, [f"{value:g}" for value in x])
            ax.minorticks_off()
        ax.set_xlabel(self.parameter)
        ax.set_ylabel(_AXES[self.loss])
        self._format(ax.yaxis)
        ax.legend(frameon=False, fontsize=8)

    def _drawn(self) -> list[tuple[str, Any]]:
        """The parts that are there: a definition may not know the noise, and it may be taken as zero."""
        return [
            (role, self.parts[role].to_numpy(dtype=np.float64))
            for role in self.words
            if role != "noise" or self.parts[role].any()
        ]

    def _format(self, axis: Any) -> None:
        if self.loss == "zero_one":
            axis.set_major_formatter(lambda share, _: f"{100 * share:g} %")

    def _number(self, value: float) -> str:
        return f"{100 * value:.1f} %" if self.loss == "zero_one" else f"{value:.3g}"

    def _say(self) -> str:
        best = self.parts["error"].idxmin()
        error = self._number(float(self.parts["error"].min()))
        if self.parameter is not None:
            return f"The error is least, {error}, at {self.parameter} = {best:g}"
        if len(self.parts) > 1:
            return fill(f"{best} has the least error, {error}", 60)
        largest = max(self._drawn(), key=lambda drawn: drawn[1][0])[0]
        return fill(f"{best}: error {error}, the largest part is {self.words[largest]}", 60)
