"""Average ranks on a line, with bars over methods that do not differ significantly."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd

from hedgerow.analysis.comparison.comparison import Comparison, compare
from hedgerow.analysis.comparison.rank_tests import join_groups
from hedgerow.displays.display import COLOURS, QUIET, Display, open_axes, shorten
from hedgerow.foundation.wording import join_words, say_p


@dataclass
class CriticalDifferenceDisplay(Display):
    """Demsar's diagram: methods at their average ranks, the best at the left.

    A bar joins methods whose ranks differ by less than Nemenyi's critical difference. With a control, a band
    reaches Bonferroni-Dunn's critical difference to both sides of it, and methods outside differ from it.

    Parameters
    ----------
    ranks : DataFrame
        ``method``, ``average_rank`` and ``n_apart`` (methods that it is told apart from; with a control 0 or 1),
        best first.
    critical_difference : float
        Least difference of average ranks that is significant.
    groups : list of (int, int)
        First and last position of the methods that a bar joins; empty with a control.
    n_rows : int
        Data sets that were ranked.
    control : str or None
        The method that the others are compared with.
    alpha : float
        Level of the test.
    finding : str
        What the picture shows.

    References
    ----------
    J. Demsar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine Learning
    Research 7, 2006, pp. 1-30.

    Examples
    --------
    >>> scores = [[0.9, 0.8, 0.7], [0.8, 0.6, 0.5], [0.9, 0.7, 0.8], [0.7, 0.6, 0.4], [0.8, 0.7, 0.6]]
    >>> display = CriticalDifferenceDisplay.from_scores(scores, rows="datasets", names=["a", "b", "c"])
    >>> round(display.critical_difference, 3), display.groups
    (1.482, [(0, 1), (1, 2)])
    """

    ranks: pd.DataFrame
    critical_difference: float
    groups: list[tuple[int, int]]
    n_rows: int
    control: str | None
    alpha: float
    finding: str

    @classmethod
    def from_comparison(cls, comparison: Comparison) -> Self:
        """Take the ranks of a comparison.

        Parameters
        ----------
        comparison : Comparison
            What `compare` returned, over two data sets or more.

        Returns
        -------
        CriticalDifferenceDisplay
        """
        difference = comparison.critical_difference
        if difference is None:
            raise ValueError(
                "a critical difference needs ranks over two complete data sets or more; the folds of one data set "
                "are not independent, so theirs would be wrong"
            )
        means = comparison.average_ranks
        order = np.argsort(means, kind="stable")
        apart = np.abs(means[:, None] - means) >= difference
        if comparison.control is not None:
            apart &= np.array(comparison.methods) == comparison.control
        ranks = pd.DataFrame(
            {
                "method": np.array(comparison.methods, dtype=object)[order],
                "average_rank": means[order],
                "n_apart": apart.sum(axis=1)[order],
            }
        )
        groups = [] if comparison.control is not None else join_groups(means[order], difference)
        return cls(
            ranks=ranks,
            critical_difference=difference,
            groups=groups,
            n_rows=len(comparison.ranks),
            control=comparison.control,
            alpha=comparison.alpha,
            finding=_find(comparison, ranks, difference),
        )

    @classmethod
    def from_scores(cls, scores: Any, **options: Any) -> Self:
        """Compare methods and take their ranks.

        Parameters
        ----------
        scores : dict, DataFrame or array-like
            Scores over data sets, as `compare` takes them.
        **options
            Passed to `compare`.

        Returns
        -------
        CriticalDifferenceDisplay
        """
        return cls.from_comparison(compare(scores, **options))

    def frame(self) -> pd.DataFrame:
        """The average ranks, best first."""
        return self.ranks

    def _draw(self, ax: Any) -> Any:
        n_methods, n_lines = len(self.ranks), (len(self.ranks) + 1) // 2
        places = self.ranks["average_rank"].to_numpy()
        levels = stack_bars([(places[first], places[last]) for first, last in self.groups])
        highest = 2.6 if self.control is None else 1.2  # room for the ruler
        top = -0.9 - 0.55 * (max(levels, default=-1) + 1)  # the first name stands below the lowest bar
        low = top - n_lines + 0.4
        names = [len(shorten(method)) for method in self.ranks["method"]]
        room = max(names[:n_lines]) + max(names[n_lines:])
        ax = open_axes(ax, width=5.0 + 0.075 * room, height=0.9 + 0.26 * (highest - low))
        ax.set_xlim(1 - 0.03 * n_methods, n_methods + 0.03 * n_methods)
        ax.set_ylim(low, highest)
        self._draw_axis(ax, n_methods)
        self._draw_methods(ax, top, n_lines)
        for (first, last), level in zip(self.groups, levels, strict=True):
            ends = [places[first] - 0.008 * n_methods, places[last] + 0.008 * n_methods]
            ax.plot(ends, [-0.55 - 0.55 * level] * 2, color="black", lw=3.5, solid_capstyle="butt", zorder=3)
        ax.set_title(self.finding, loc="center", wrap=True)
        return ax

    def _draw_axis(self, ax: Any, n_methods: int) -> None:
        """The line of ranks, the ruler above it, and in words what joins methods."""
        ax.spines[["left", "bottom", "right"]].set_visible(False)
        ax.spines["top"].set_visible(True)
        ax.spines["top"].set_position(("data", 0.0))
        ax.spines["top"].set_bounds(1, n_methods)
        ax.xaxis.tick_top()
        ax.set_xticks(range(1, n_methods + 1, 1 + n_methods // 16))
        ax.set_yticks([])
        if self.control is None:
            fits = 1 + self.critical_difference <= n_methods
            end = 1 + self.critical_difference if fits else n_methods
            ax.plot([1, end], [1.7, 1.7], color=QUIET, lw=1.5, marker="|" if fits else "", markersize=8)
            beyond = "" if fits else ", more than ranks can differ"
            words = f"critical difference {self.critical_difference:.2f}{beyond}"
            ax.annotate(words, (1, 1.7), xytext=(0, 5), textcoords="offset points", color=QUIET, fontsize=9)
            told = f"A bar joins methods that Nemenyi's test at {self.alpha:.0%} does not tell apart."
        else:
            center = float(self.ranks.set_index("method")["average_rank"][self.control])
            reach = np.clip(center + np.array([-1, 1]) * self.critical_difference, 1, n_methods)
            ax.plot(reach, [0.0, 0.0], color=COLOURS[4], lw=9, alpha=0.6, solid_capstyle="butt", zorder=1)
            told = (
                f"Within the band, Bonferroni-Dunn's test at {self.alpha:.0%} does not tell a method from "
                f"{shorten(self.control)}."
            )
        ax.set_xlabel(
            f"average rank over {self.n_rows} data sets; 1, at the left, is best\n{textwrap.fill(told, 80)}"
        )
        ax.xaxis.set_label_position("bottom")

    def _draw_methods(self, ax: Any, top: float, n_lines: int) -> None:
        """A line from each rank to the name: the better half at the left, the others at the right."""
        n_methods = len(self.ranks)
        edges = ax.get_xlim()
        rows = zip(self.ranks["method"], self.ranks["average_rank"], self.ranks["n_apart"], strict=True)
        for position, (method, rank, n_apart) in enumerate(rows):
            left = position < n_lines
            height = top - (position if left else n_methods - 1 - position)
            colour, weight = self._choose_style(method, n_apart)
            edge = edges[0] if left else edges[1]
            ax.plot([rank, rank, edge], [0, height, height], color=colour, lw=1, zorder=2)
            text = f"{shorten(method)}  {rank:.2f}" if left else f"{rank:.2f}  {shorten(method)}"
            ax.text(-0.01 if left else 1.01, height, text, transform=ax.get_yaxis_transform(), color=colour,
                    ha="right" if left else "left", va="center", weight=weight, fontsize=9)  # fmt: skip

    def _choose_style(self, method: str, n_apart: int) -> tuple[str, str]:
        """Colour and weight of a method: with a control, what differs from it stands out."""
        if self.control is None:
            return "black", "normal"
        if method == self.control:
            return COLOURS[0], "bold"
        return (COLOURS[5], "normal") if n_apart else (QUIET, "normal")


def _find(comparison: Comparison, ranks: pd.DataFrame, difference: float) -> str:
    """Say what the picture shows; nothing where Friedman's test finds no difference at all."""
    omnibus, control = comparison.friedman, comparison.control
    if omnibus is not None and omnibus.cautious_p_value > comparison.alpha:
        p_value = say_p(omnibus.cautious_p_value)
        return f"No difference between {len(ranks)} methods is shown (Friedman's test, {p_value})"
    if not ranks["n_apart"].any():
        told = "two methods are told apart" if control is None else f"method is told from {shorten(control)}"
        return f"No {told}"
    if control is None:
        return _find_leaders(ranks, difference)
    center = float(ranks.set_index("method")["average_rank"][control])
    differing = ranks[ranks["n_apart"] > 0]
    is_better = differing["average_rank"] < center
    said = [
        f"{_name_some(part['method'], len(ranks))} {'ranks' if len(part) == 1 else 'rank'} {word}"
        for word, part in (("better", differing[is_better]), ("worse", differing[~is_better]))
        if len(part)
    ]
    return f"{join_words(said)} than {shorten(control)}"


def _find_leaders(ranks: pd.DataFrame, difference: float) -> str:
    """Name the methods that rank better than just those that the best one does."""
    places = ranks["average_rank"].to_numpy()
    beaten = places - places[:, None] >= difference
    leaders = ranks["method"][(beaten == beaten[0]).all(axis=1)]
    losers = _name_some(ranks["method"][beaten[0]], len(ranks))
    if len(leaders) == 1 or not _fits_title(leaders):
        return f"{shorten(leaders.iloc[0])} ranks better than {losers}"
    return f"{_name_some(leaders, len(ranks))} rank better than {losers}"


def _name_some(methods: pd.Series, n_methods: int) -> str:
    """Names, where they are few enough for a title; else their number."""
    if _fits_title(methods):
        return join_words([shorten(method) for method in methods])
    return f"{len(methods)} of {n_methods - 1} others"


def _fits_title(methods: pd.Series) -> bool:
    return len(methods) <= 3 and sum(len(shorten(method)) for method in methods) <= 60


def stack_bars(spans: list[tuple[float, float]]) -> list[int]:
    """Give each bar the highest level at which it meets no other.

    Examples
    --------
    >>> stack_bars([(1.0, 2.0), (1.5, 3.0), (2.5, 4.0)])
    [0, 1, 0]
    """
    ends: list[float] = []
    levels = []
    for start, end in spans:
        level = next((level for level, taken in enumerate(ends) if taken < start), len(ends))
        ends[level : level + 1] = [end]
        levels.append(level)
    return levels
