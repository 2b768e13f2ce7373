"""Which features a forest finds relevant, and what chance alone would give them."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd

from hedgerow.displays.display import COLOURS, QUIET, Display, open_axes, shorten, write_title
from hedgerow.foundation.constraints import Count, Word, check
from hedgerow.relevance.relevance import Relevance

_COLUMNS = ["feature", "weighted_gain", "low", "high", "expected", "p_value", "selected", "n_splits"]
_HEADINGS = {"p_value": "p-value", "p_holm": "p-value, Holm", "p_bh": "p-value, BH"}
_CHANCE = "0.88"  # a bar that stays behind whatever is drawn on it


@dataclass
class RelevanceDisplay(Display):
    """Average gain of each feature, with its interval and with what chance would give it.

    A dot is the average gain that the feature offers to a node, weighted by node complexity; the line through it is its
    confidence interval. The grey bar ends where the average of an irrelevant feature would lie in the same nodes.
    Filled dots are features that pass the test, hollow ones do not; the column at the right has the p-values.

    Parameters
    ----------
    features : DataFrame
        One row per feature, the largest average gain first and those without a split last: ``feature``,
        ``weighted_gain``, ``low``, ``high``, ``expected``, ``p_value``, ``selected``, ``n_splits``.
    alpha : float
        Level at which features pass.
    heading : str, default="p-value"
        What stands above the p-values.
    test : str, default=""
        What the test is about, in words: it need not be about the gains that are drawn.
    max_features : int, default=30
        How many are drawn, those that pass before the others; the number of the others is stated.

    References
    ----------
    J. Rogers and S. Gunn, "Identifying feature relevance using a random forest", Subspace, Latent Structure and
    Feature Selection, LNCS 3940, Springer, 2006.

    Examples
    --------
    >>> from hedgerow.datasets import make_simple
    >>> from hedgerow.relevance.forest_relevance import ForestRelevance
    >>> sample = make_simple(random_state=0)
    >>> study = ForestRelevance(random_state=0).fit(sample.X, sample.y)
    >>> display = RelevanceDisplay.from_relevance(study.relevance_)
    >>> display.frame()["feature"].tolist()[:2]
    ['x1', 'x0']
    """

    features: pd.DataFrame
    alpha: float
    heading: str = "p-value"
    test: str = ""
    max_features: int = 30

    @classmethod
    def from_relevance(
        cls, relevance: Relevance, *, p_value: str = "p_value", max_features: int = 30
    ) -> Self:
        """Take the relevance of features in a forest.

        Parameters
        ----------
        relevance : Relevance
            What was found.
        p_value : {"p_value", "p_holm", "p_bh"}, default="p_value"
            Which p-values to write: as they are, or adjusted for the number of features by Holm's method or by
            that of Benjamini and Hochberg.
        max_features : int, default=30
            How many features to draw.

        Returns
        -------
        RelevanceDisplay
        """
        check("p_value", p_value, Word(*_HEADINGS))
        check("max_features", max_features, Count())
        table = relevance.frame().assign(p_value=lambda frame: frame[p_value])[_COLUMNS]
        table = table.sort_values("weighted_gain", ascending=False, kind="stable", ignore_index=True)
        return cls(table, float(relevance.alpha), _HEADINGS[p_value], relevance.test, max_features)

    def frame(self) -> pd.DataFrame:
        """All features, the largest average gain first."""
        return self.features

    def _draw(self, ax: Any) -> Any:
        shown = self._choose_shown()
        names = [shorten(str(name)) for name in shown["feature"]]
        labels = names if len(shown) == len(self.features) else [*names, self._say_hidden(shown)]
        ax = open_axes(ax, width=5.5 + 0.075 * max(map(len, labels)), height=1.8 + 0.24 * len(labels))
        limits = _find_limits(shown)
        self._draw_features(ax, shown, limits)
        self._write_p_values(ax, shown)
        ax.set_yticks(range(len(labels)), labels)
        for label, passes in zip(ax.get_yticklabels(), shown["selected"], strict=False):
            label.set_color("black" if passes else QUIET)
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(len(labels) - 0.4, -0.6)
        ax.set_xlim(*limits)
        ax.set_xlabel(
            "average gain where a node tries it, weighted by node complexity\n"
            "● passes   ○ does not   ― confidence interval\ngrey: what an irrelevant feature would gain"
            + (f"\n{textwrap.fill(f'tested: {self.test}', 70)}" if self.test else "")
        )
        write_title(ax, self._say_title())
        return ax

    def _choose_shown(self) -> pd.DataFrame:
        """Those that pass before the others: of a wide table, noise that was hardly split on may gain most."""
        by_test = self.features.sort_values("selected", ascending=False, kind="stable")
        return by_test[: self.max_features].sort_index()

    def _draw_features(self, ax: Any, shown: pd.DataFrame, limits: tuple[float, float]) -> None:
        places = np.arange(len(shown))
        mean, expected = shown["weighted_gain"].to_numpy(float), shown["expected"].to_numpy(float)
        passes = shown["selected"].to_numpy(bool)
        ax.barh(places, np.nan_to_num(expected), height=0.8, color=_CHANCE, lw=0, zorder=1)
        ax.vlines(expected, places - 0.4, places + 0.4, color=QUIET, lw=1.2, zorder=2)
        known = np.isfinite(mean)
        low = np.clip(shown["low"].to_numpy(float), *limits)
        high = np.clip(shown["high"].to_numpy(float), *limits)
        ax.hlines(places[known], low[known], high[known], color=COLOURS[0], lw=1.6, zorder=3)
        for group, face in ((known & passes, COLOURS[0]), (known & ~passes, "white")):
            ax.scatter(
                mean[group], places[group], s=34, facecolor=face, edgecolor=COLOURS[0], lw=1.4, zorder=4
            )
        # An interval that goes on beyond the axes has an arrow head there.
        for edge, marker, beyond in (
            (limits[0], "<", shown["low"].to_numpy(float) < limits[0]),
            (limits[1], ">", shown["high"].to_numpy(float) > limits[1]),
        ):
            ax.scatter(np.full(int((known & beyond).sum()), edge), places[known & beyond], s=22, marker=marker,
                       color=COLOURS[0], lw=0, clip_on=False, zorder=3)  # fmt: skip

    def _write_p_values(self, ax: Any, shown: pd.DataFrame) -> None:
        """A column of p-values at the right of the axes; in place of one, that a feature was never split on."""
        at = {"transform": ax.get_yaxis_transform(), "va": "center", "fontsize": 9}
        for place, (gain, p_value, passes) in enumerate(
            zip(shown["weighted_gain"], shown["p_value"], shown["selected"], strict=True)
        ):
            told = _write_p(p_value) if np.isfinite(gain) else "no evidence"
            ax.text(1.02, place, told, color="black" if passes else QUIET, **at)
        ax.text(1.02, 1.0, self.heading, transform=ax.transAxes, va="bottom", fontsize=9, color=QUIET)

    def _say_hidden(self, shown: pd.DataFrame) -> str:
        n_passing = int(self.features["selected"].sum() - shown["selected"].sum())
        told = f", {n_passing:,} of which pass" if n_passing else ""
        return f"and {len(self.features) - len(shown):,} more{told}"

    def _say_title(self) -> str:
        n_passing, n_features = int(self.features["selected"].sum()), len(self.features)
        level = f"at {100 * self.alpha:g} %"
        if n_features == 1:
            return f"The only feature {'passes' if n_passing else 'does not pass'} {level}"
        if n_passing == 0:
            return f"None of {n_features:,} features passes {level}"
        return f"{n_passing:,} of {n_features:,} features pass{'es' if n_passing == 1 else ''} {level}"


def _write_p(p_value: float) -> str:
    """Write a p-value for a column of them.

    Examples
    --------
    >>> _write_p(0.27), _write_p(0.00123), _write_p(3e-7), _write_p(1.0)
    ('0.27', '0.0012', '< 0.0001', '1')
    """
    return "-" if np.isnan(p_value) else ("< 0.0001" if p_value < 0.0001 else f"{p_value:.2g}")


def _find_limits(shown: pd.DataFrame) -> tuple[float, float]:
    """Ends of the axis: all averages fit; an interval from hardly any splits must not press the others together."""
    middles = np.nan_to_num(shown[["weighted_gain", "expected"]].to_numpy(float))
    reach = float(middles.max(initial=0.0)) or 1.0
    ends = shown[["low", "high"]].to_numpy(float)
    ends = np.clip(np.where(np.isfinite(ends), ends, 0.0), -0.15 * reach, 1.6 * reach)
    low = min(float(ends.min(initial=0.0)), float(middles.min(initial=0.0)))
    high = float(ends.max(initial=reach))
    return low, high + 0.03 * (high - low)
