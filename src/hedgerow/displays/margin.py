"""How surely ensembles are right: the cumulative distribution of their margins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import fill
from typing import Any, Self

import pandas as pd

from hedgerow.analysis.margin_comparison import MarginComparison
from hedgerow.analysis.vote_margins import MarginDistribution, margins
from hedgerow.displays.display import COLOURS, QUIET, Display, list_beside, open_axes, style
from hedgerow.foundation.frames import take_fields
from hedgerow.outputs import Outputs

_LINES = ("-", "--", "-.", ":")
_LONGEST_LINE = 36  # letters of a legend that fit left of zero
_MOST_INSIDE = 8  # entries of a legend that the empty corner of the picture holds


@dataclass
class MarginDisplay(Display):
    """The share of rows with at most each margin.

    The further right a curve, the surer its ensemble; where it crosses zero, one reads the share of rows that are
    voted wrong.

    Parameters
    ----------
    curves : DataFrame
        One row per ensemble and margin: `ensemble`, `margin` and `cumulative`, the share of rows up to there.
    summary : DataFrame
        One row per ensemble: `ensemble`, `strength`, `share_negative`, `share_zero`.
    title : str
        What there is to see.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([["a", "b", "b"], ["a", "a", "b"]], ["a", "b", "a"])
    >>> MarginDisplay.from_outputs({"two members": outputs}).summary
          ensemble  strength  share_negative  share_zero
    0  two members       0.0        0.333333    0.333333
    """

    curves: pd.DataFrame
    summary: pd.DataFrame
    title: str

    @classmethod
    def from_outputs(cls, outputs: Outputs | Mapping[str, Outputs]) -> Self:
        """Compute the margins of one ensemble, or of several by name.

        Parameters
        ----------
        outputs : Outputs or mapping of str to Outputs
            Classes, with the truth.

        Returns
        -------
        MarginDisplay
        """
        named = {"the ensemble": outputs} if isinstance(outputs, Outputs) else dict(outputs)
        if not named:
            raise ValueError("there is no ensemble to draw; pass outputs by name")
        spread = {name: margins(each).distribution() for name, each in named.items()}
        return cls(*_tabulate(spread), title=_compare_in_words(spread))

    @classmethod
    def from_comparison(cls, comparison: MarginComparison) -> Self:
        """Show observed margins beside the true ones and beside what they let expect.

        Parameters
        ----------
        comparison : MarginComparison
            See `compare_margins`.

        Returns
        -------
        MarginDisplay
        """
        spread = {
            "observed": comparison.observed.distribution(),
            "expected of as many members": comparison.expected,
            "true": comparison.true.distribution(),
        }
        share = f"{comparison.share_misjudged:.1%}"
        title = f"On {share} of the rows these members decide otherwise than many would"
        return cls(*_tabulate(spread), title=title)

    def frame(self) -> pd.DataFrame:
        """The curves."""
        return self.curves

    def _draw(self, ax: Any) -> Any:
        outside = len(self.summary) > _MOST_INSIDE
        ax = open_axes(ax, width=11.0 if outside else 7.0, height=max(4.5, 0.25 * len(self.summary) + 1))
        ax.axvspan(-1.02, 0.0, color="0.95", zorder=0, lw=0)
        ax.axvline(0.0, color=QUIET, lw=1, zorder=1)
        for position, summary in enumerate(self.summary.to_dict("records")):
            name, wrong, tied = (summary[key] for key in ("ensemble", "share_negative", "share_zero"))
            curve = self.curves[self.curves["ensemble"] == name]
            colour, marker = style(position)
            figures = f"{wrong:.1%} wrong" + (f", {tied:.1%} tied" if tied > 0 else "")
            is_long = len(name) + len(figures) > _LONGEST_LINE and not outside
            label = f"{fill(name, _LONGEST_LINE)}\n{figures}" if is_long else f"{name}: {figures}"
            ax.step(
                [-1.02, *curve["margin"], 1.02], [0.0, *curve["cumulative"], 1.0], where="post", label=label,
                color=colour, ls=_LINES[(position + position // len(COLOURS)) % len(_LINES)], lw=1.8, zorder=2,
            )  # fmt: skip
            ax.plot(0.0, wrong, marker, color=colour, ms=6, zorder=3, clip_on=False)
        ax.set_xlim(-1.02, 1.02)
        ax.set_ylim(0.0, 1.02)
        ax.set_xticks([-1, -0.5, 0, 0.5, 1], ["-1\nall wrong", "-0.5", "0\ntied", "0.5", "1\nall right"])
        ax.yaxis.set_major_formatter("{x:.0%}")
        ax.set_xlabel("margin of the true class over the next best (further right is surer)")
        ax.set_ylabel("rows with at most this margin")
        ax.set_title(fill(self.title, 75), loc="left", fontsize=11)
        self._explain(ax, outside)
        return ax

    def _explain(self, ax: Any, outside: bool) -> None:
        """Put the legend where no curve is: above them left of zero, or below them right of zero."""
        if outside:
            list_beside(ax, 1.02, fontsize=9)
            return
        before_zero = (self.summary["share_negative"] + self.summary["share_zero"]).max()
        ax.legend(loc="upper left" if before_zero < 0.5 else "lower right", frameon=False, fontsize=9)


def _tabulate(spread: Mapping[str, MarginDistribution]) -> tuple[pd.DataFrame, pd.DataFrame]:
    curves = [each.frame().drop(columns="share").assign(ensemble=name) for name, each in spread.items()]
    told = ("strength", "share_negative", "share_zero")
    summary = [{"ensemble": name} | take_fields(each, *told) for name, each in spread.items()]
    columns = ["ensemble", "margin", "cumulative"]
    return pd.concat(curves, ignore_index=True)[columns], pd.DataFrame(summary)


def _compare_in_words(spread: Mapping[str, MarginDistribution]) -> str:
    if len(spread) == 1:
        (only,) = spread.values()
        return (
            f"{only.share_negative:.1%} of the rows are voted wrong; the mean margin is {only.strength:.2f}"
        )
    best = min(spread, key=lambda name: spread[name].share_negative)
    surest = max(spread, key=lambda name: spread[name].strength)
    if best == surest:
        return f"{best} is wrong least often and surest"
    return f"{best} is wrong least often, {surest} is surest"
