"""Which rows a committee contradicts, class by class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.outliers import Outliers
from hedgerow.displays.display import COLOURS, QUIET, Display, open_axes, shorten

_KEPT, _FLAGGED = COLOURS[0], COLOURS[5]
_MOST_ABREAST = 60  # dots that stand side by side in one class; more become bars
_MOST_NAMES = 12  # outliers that are named
_N_BARS = 20  # of a class, from no vote to all votes against
_HALF_WIDTH = 0.42  # of a class; the classes are one apart


@dataclass
class OutlierDisplay(Display):
    """The share of contradicting votes of every row, a column of dots (or bars, for many rows) per class.

    Parameters
    ----------
    rows : DataFrame
        One row per row that was judged: `row`, `group` (its class), `share` of the votes against it, `outlier`.
    groups : list of str
        The classes, from left to right.
    threshold : float or None
        The share from which a row is an outlier, where there is one.
    n_unjudged : int
        Rows that no member predicts.

    Examples
    --------
    >>> from hedgerow.analysis.outliers import find_outliers
    >>> from hedgerow.outputs import Outputs
    >>> outputs = Outputs.from_predictions([["a", "a", "b"], ["a", "a", "b"]], ["a", "b", "b"])
    >>> OutlierDisplay.from_outliers(find_outliers(outputs)).frame()
       row group  share  outlier
    0    1     b    1.0     True
    1    0     a    0.0    False
    2    2     b    0.0    False
    """

    rows: pd.DataFrame
    groups: list[str]
    threshold: float | None
    n_unjudged: int

    @classmethod
    def from_outliers(cls, outliers: Outliers) -> Self:
        """Lay out what a committee thinks of each row.

        Parameters
        ----------
        outliers : Outliers
            See `find_outliers`; an `OutlierFilter` has one in `outliers_`.

        Returns
        -------
        OutlierDisplay
        """
        table = outliers.frame(all_rows=True)
        classes = outliers.classes
        table["group"] = "all rows" if classes is None else table["given"].astype(str)
        table = table[table["votes"] > 0].reset_index(drop=True)
        if table.empty:
            raise ValueError("no member voted about any row; pass rows that members predict")
        labels = ["all rows"] if classes is None else [str(label) for label in classes]
        groups = [label for label in labels if label in set(table["group"])]
        columns = ["row", "group", "share", "outlier"]
        return cls(table[columns], groups, outliers.least_share, outliers.n_unjudged)

    def frame(self) -> pd.DataFrame:
        """The rows that members predict, the most contradicted first."""
        return self.rows

    def _draw(self, ax: Any) -> Any:
        ax = open_axes(ax, width=min(max(5.5, 1.3 * len(self.groups) + 2.0), 16.0), height=4.5)
        if self.threshold is not None:
            ax.axhline(self.threshold, color=QUIET, lw=1, ls="--", zorder=1)
            ax.annotate(
                "outliers", (0.0, self.threshold), xycoords=("axes fraction", "data"), xytext=(4, 3),
                textcoords="offset points", color=QUIET, fontsize=8,
            )  # fmt: skip
        self._draw_dots_or_bars(ax, self.rows[~self.rows["outlier"]], _KEPT, "o")
        self._draw_dots_or_bars(ax, self.rows[self.rows["outlier"]], _FLAGGED, "X")
        ax.set_xlim(-0.6, len(self.groups) - 0.4)
        ax.set_ylim(-0.04, 1.06)
        ax.yaxis.set_major_formatter("{x:.0%}")
        ax.set_ylabel("votes against the row")
        self._label_groups(ax)
        ax.set_title(self._say_title(), loc="left", fontsize=11)
        return ax

    def _draw_dots_or_bars(self, ax: Any, rows: pd.DataFrame, colour: str, marker: str) -> None:
        """Every row as a dot, or bars where so many are alike that dots would run together."""
        if rows.empty:
            return
        abreast = rows.groupby(["group", rows["share"].round(2)])["row"].transform("size")
        for position, group in enumerate(self.groups):
            mine = rows[rows["group"] == group]
            if abreast.max() > _MOST_ABREAST:
                self._draw_bars(ax, position, mine["share"].to_numpy(), colour)
            else:
                place = _stand_abreast(mine["share"].to_numpy(), position)
                is_outlier = marker == "X"
                ax.scatter(
                    place, mine["share"], s=34 if is_outlier else 16, marker=marker, color=colour, lw=0,
                    alpha=0.9 if is_outlier else 0.6, zorder=4 if is_outlier else 3,
                )  # fmt: skip
                if is_outlier and len(rows) <= _MOST_NAMES:
                    _name_rows(ax, mine, place)

    def _draw_bars(self, ax: Any, position: int, share: NDArray[np.float64], colour: str) -> None:
        """Bars whose width is the square root of the number of rows, so a single one can be seen."""
        every = pd.Series(_find_bar(self.rows["share"].to_numpy()))
        widest = np.sqrt(every.groupby(self.rows["group"].to_numpy()).value_counts().max())
        bars, count = np.unique(_find_bar(share), return_counts=True)
        width = 2 * _HALF_WIDTH * np.sqrt(count) / widest
        for bar, wide in zip(bars, width, strict=True):  # the narrower in front, where both colours meet
            ax.barh(
                bar / _N_BARS, wide, height=0.9 / _N_BARS, left=position - wide / 2, align="edge", color=colour,
                lw=0, zorder=2 + 0.5 * (1 - wide),
            )  # fmt: skip

    def _label_groups(self, ax: Any) -> None:
        counts = self.rows.groupby("group")["outlier"].agg(["sum", "size"])
        is_crowded = sum(min(len(group), 16) + 2 for group in self.groups) > 110
        labels = [
            f"{shorten(group, 26 if is_crowded else 16)}\n{counts['sum'][group]:,} of {counts['size'][group]:,}"
            for group in self.groups
        ]
        rotation, size = (90, 8) if is_crowded else (0, 9)
        ax.set_xticks(range(len(self.groups)), labels, rotation=rotation, fontsize=size)
        notes = ["outliers among the rows" + (" of each given label" if len(self.groups) > 1 else "")]
        if any(patch.get_width() < 1 for patch in ax.patches):
            notes.append("width: square root of the number of rows")
        if self.n_unjudged:
            notes.append(f"not shown: {self.n_unjudged:,} rows that no member predicts")
        ax.set_xlabel("\n".join(notes), fontsize=9)

    def _say_title(self) -> str:
        n_flagged = int(self.rows["outlier"].sum())
        if n_flagged == 0:
            return f"The committee lets all {len(self.rows):,} rows stand"
        return f"{n_flagged:,} of {len(self.rows):,} rows are contradicted by the committee"


def _stand_abreast(share: NDArray[np.float64], position: int) -> NDArray[np.float64]:
    """Where dots stand that are about as high as each other: side by side, around the middle of the class."""
    level = share.round(2)
    place = np.full(share.size, float(position))
    for each, count in zip(*np.unique(level, return_counts=True), strict=True):
        step = min(0.09, 2 * _HALF_WIDTH / count)
        place[level == each] += step * (np.arange(count) - (count - 1) / 2)
    return place


def _find_bar(share: NDArray[np.float64]) -> NDArray[np.intp]:
    """The bar that each share belongs to: 0 to 5 %, 5 to 10 %, ..., and up to 100 % the last."""
    return np.minimum(share * _N_BARS + 1e-9, _N_BARS - 1).astype(np.intp)


def _name_rows(ax: Any, rows: pd.DataFrame, place: NDArray[np.float64]) -> None:
    """Write names beside dots; of those at one height, the first three."""
    level = rows["share"].round(2).to_numpy()
    for each in np.unique(level):
        here = np.flatnonzero(level == each)
        names = [shorten(str(rows["row"].iloc[row]), 14) for row in here]
        text = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        ax.annotate(
            text, (place[here].max(), rows["share"].iloc[here].mean()), xytext=(5, 0),
            textcoords="offset points", va="center", fontsize=8, zorder=5,
        )  # fmt: skip
