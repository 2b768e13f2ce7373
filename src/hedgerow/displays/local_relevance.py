"""Local relevance: all rows, along one feature, or one row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.displays.display import COLOURS, QUIET, list_beside, open_axes, shorten, write_title
from hedgerow.displays.local_drawing import (
    MOST_GROUPS,
    Strip,
    draw_map,
    draw_trends,
    order_by_similarity,
    say_peak,
)
from hedgerow.foundation.constraints import Count, check
from hedgerow.foundation.wording import join_words
from hedgerow.relevance.relevance import LocalRelevance

_MOST_ROWS = 1_000  # beyond it a row is thinner than a pixel, and clustering takes the square of it
_MOST_NAMED_ROWS = 40


@dataclass
class LocalRelevanceDisplay:
    """Local relevance: the mean gain of the splits on a feature for each row.

    It is positive where splits on the feature sent the row among rows of its own class and negative where they sent
    it among others (Rogers 2007, eqs. 7.23 and 7.24). `plot` draws all rows, `along` some features against the values
    of another, and `explain` a single row.

    Parameters
    ----------
    values : DataFrame
        Local relevance, a row per row and a column per feature.
    table : DataFrame or None, default=None
        The rows themselves, with the same columns; what is ordered by or drawn along a feature needs them.
    target : Series or None, default=None
        Classes, or values, of the rows.
    unit : str, default="bits"
        What relevance is measured in.
    max_features : int, default=30
        How many features are drawn: those with the largest relevance, whatever its sign, on average.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eqs. 7.23, 7.24 and 8.3 to 8.7.

    Examples
    --------
    >>> display = LocalRelevanceDisplay(pd.DataFrame({"x1": [0.5, -0.2], "x2": [0.1, 0.4]}))
    >>> display.explain(1).ax_.get_title(loc="left")
    'Row 1: x2 tells most, x1 misleads'
    """

    values: pd.DataFrame
    table: pd.DataFrame | None = field(default=None, repr=False)
    target: pd.Series[Any] | None = field(default=None, repr=False)
    unit: str = "bits"
    max_features: int = 30
    ax_: Any = field(default=None, repr=False)
    figure_: Any = field(default=None, repr=False)

    @classmethod
    def from_local(
        cls,
        local: LocalRelevance,
        X: Any = None,
        y: Any = None,
        *,
        unit: str = "bits",
        max_features: int = 30,
    ) -> Self:
        """Take what was traced, with the rows that it was traced for.

        Parameters
        ----------
        local : LocalRelevance
            Local relevance of the rows.
        X : array-like or DataFrame of shape (n_samples, n_features), default=None
            The rows.
        y : array-like of shape (n_samples,), default=None
            Their classes or values.
        unit : str, default="bits"
            What relevance is measured in: bits where there are classes, the square of the target's unit where there
            are values.
        max_features : int, default=30
            How many features to draw.

        Returns
        -------
        LocalRelevanceDisplay
        """
        values = local.frame().astype(float)
        values.columns = values.columns.astype(str)
        if X is not None and np.shape(X) != values.shape:
            raise ValueError(f"X has shape {np.shape(X)}; pass the rows that were traced, {values.shape}")
        if y is not None and len(y) != len(values):
            raise ValueError(
                f"y has {len(y)} entries; pass one for each of the {len(values)} rows that were traced"
            )
        if values.size == 0:
            raise ValueError(f"local relevance has shape {values.shape}, so there is nothing to draw")
        check("max_features", max_features, Count())
        table = None
        if X is not None:
            table = pd.DataFrame(X).infer_objects().set_axis(values.columns, axis=1).set_axis(values.index)
        target = None if y is None else pd.Series(np.asarray(y), index=values.index)
        return cls(values, table, target, unit, max_features)

    def frame(self) -> pd.DataFrame:
        """Local relevance, a row per row and a column per feature."""
        return self.values

    def plot(self, ax: Any = None, *, order_by: str | None = None) -> Self:
        """Draw a map of rows and features.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; None makes a figure of a fitting size.
        order_by : str, default=None
            A feature by whose values rows are ordered; None puts rows of similar relevance beside each other. Of
            more than 1,000 rows a sample is drawn.

        Returns
        -------
        self
        """
        names = self._choose_features()
        rows = np.sort(np.random.default_rng(0).permutation(len(self.values))[:_MOST_ROWS])
        if order_by is None:
            order = rows[order_by_similarity(self.values[names].to_numpy()[rows])]
        else:
            order = rows[np.argsort(self._read_column(order_by)[0][rows], kind="stable")]
        strips = self._list_strips(order, order_by)
        width = min(max(6.0, 3.0 + 0.28 * (len(names) + len(strips))), 12.0)
        ax = open_axes(ax, width=width, height=7.0 if 20 < len(order) <= _MOST_NAMED_ROWS else 5.0)
        label = f"relevance for the row, in {self.unit} a split\n(blue tells, red misleads)"
        n_hidden = len(self.values.columns) - len(names)
        draw_map(ax, self.values[names].to_numpy()[order], names, strips, n_hidden=n_hidden, label=label)
        self._label_rows(ax, order, order_by)
        return self._finish(ax, self._say_leaders())

    def along(self, feature: str, features: Sequence[str] | None = None, ax: Any = None) -> Self:
        """Draw how relevant features are where another one is small or large.

        Every row is a dot. A line is the average of neighbouring rows, a fifteenth of all of them at a time, or of
        those with the same value where there are only a few values.

        Parameters
        ----------
        feature : str
            The feature along whose values to look.
        features : sequence of str, default=None
            The features whose relevance is drawn; None for the three with the largest.
        ax : matplotlib Axes, default=None
            Where to draw; None makes a figure.

        Returns
        -------
        self
        """
        place, categories = self._read_column(feature)
        known = np.flatnonzero(~np.isnan(place))
        names = (
            self._choose_features()[:3] if features is None else [self._check_name(name) for name in features]
        )
        if not names:
            raise ValueError("features is empty; name at least one, or pass None")
        if known.size == 0:
            raise ValueError(f"no row has a value of {feature!r}; choose another feature")
        order = known[np.argsort(place[known], kind="stable")]
        ax = open_axes(ax, width=7.5, height=4.2)
        series = {name: self.values[name].to_numpy()[order] for name in names}
        trends = draw_trends(ax, place[order], series, by_value=categories is not None)
        if categories is not None:
            labels = [shorten(str(each), 16) for each in categories]
            ax.set_xticks(range(len(labels)), labels, rotation=90 if sum(map(len, labels)) > 60 else 0)
        elif np.unique(place[known]).size <= MOST_GROUPS:
            ax.set_xticks(np.unique(place[known]))
        n_missing = len(place) - known.size
        note = f"\n{n_missing:,} row{' has' if n_missing == 1 else 's have'} none" if n_missing else ""
        ax.set_xlabel(f"value of {shorten(feature)}{note}")
        ax.set_ylabel(f"relevance for the row, in {self.unit} a split\n(above 0 tells, below 0 misleads)")
        list_beside(ax, title="relevance of", alignment="left")
        return self._finish(ax, say_peak(trends, feature, categories))

    def explain(self, row: Any, ax: Any = None) -> Self:
        """Draw the local relevance of each feature for one row.

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
        place = self._find_row(row)
        told = self.values.iloc[place]
        told = told.iloc[np.argsort(-told.abs().to_numpy(), kind="stable")]
        shown = told.iloc[: self.max_features]
        labels = [shorten(str(name)) for name in shown.index]
        if self.table is not None:
            cells = self.table.iloc[place][list(shown.index)]
            labels = [f"{label} = {_write(cell)}" for label, cell in zip(labels, cells, strict=True)]
        if len(told) > len(shown):
            labels.append(f"and {len(told) - len(shown):,} more")
        ax = open_axes(ax, width=4.5 + 0.075 * max(map(len, labels)), height=1.3 + 0.26 * len(labels))
        colours = [COLOURS[0] if value > 0 else COLOURS[5] for value in shown]
        bars = ax.barh(range(len(shown)), shown, color=colours, height=0.75)
        ax.bar_label(bars, [f"{value:+.2g}" for value in shown], padding=3, fontsize=8, color=QUIET)
        ax.axvline(0.0, color="black", lw=0.8)
        ax.margins(x=0.15)
        ax.set_yticks(range(len(labels)), labels)
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(len(labels) - 0.4, -0.6)
        ax.set_xlabel(
            f"relevance for the row, in {self.unit} a split\n(left of 0 misleads, right of 0 tells)"
        )
        return self._finish(ax, self._say_row(place, told), width=45)

    def _finish(self, ax: Any, title: str, width: int = 70) -> Self:
        write_title(ax, title, width)
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _choose_features(self) -> list[str]:
        """The features with most relevance on average, those that tell before those that mislead."""
        size = self.values.abs().mean().sort_values(ascending=False, kind="stable")
        mean = self.values[size.index[: self.max_features]].mean()
        return list(mean.sort_values(ascending=False, kind="stable").index)

    def _check_name(self, name: str) -> str:
        name = str(name)
        if name not in self.values.columns:
            some = [*self.values.columns[:5]]
            raise ValueError(
                f"{name!r} is not a feature; choose among {len(self.values.columns)}, such as {some}"
            )
        return name

    def _find_row(self, row: Any) -> int:
        found = np.flatnonzero(self.values.index == row)
        if found.size != 1:
            count = "no row is" if found.size == 0 else f"{found.size:,} rows are"
            first, last = self.values.index[[0, -1]]
            raise KeyError(
                f"{count} named {row!r}; the {len(self.values):,} rows are named {first!r} to {last!r}"
            )
        return int(found[0])

    def _read_column(self, name: str) -> tuple[NDArray[np.float64], list[Any] | None]:
        """Values of a feature as numbers; of categories, their codes and what they are."""
        if self.table is None:
            raise ValueError(f"the values of {name!r} are not known; pass X to from_local")
        column = self.table[self._check_name(name)]
        if pd.api.types.is_numeric_dtype(column):
            return column.to_numpy(float, na_value=np.nan), None
        coded = pd.Categorical(column)
        return np.where(coded.codes < 0, np.nan, coded.codes), list(coded.categories)

    def _list_strips(self, order: NDArray[np.intp], order_by: str | None) -> list[Strip]:
        """The target, and the feature by which rows are ordered."""
        strips = []
        if self.target is not None:
            target = self.target.iloc[order]
            classes = None
            if target.dtype.kind != "f":
                coded = pd.Categorical(self.target)
                target, classes = pd.Series(coded.codes[order]), list(coded.categories)
            strips.append(Strip("target", target.to_numpy(float), classes))
        if order_by is not None:
            strips.append(Strip(shorten(f"value of {order_by}", 24), self._read_column(order_by)[0][order]))
        return strips

    def _label_rows(self, ax: Any, order: NDArray[np.intp], order_by: str | None) -> None:
        """Name a few rows; of many, say how they are ordered."""
        n_rows, n_all = len(order), len(self.values)
        count = f"{n_all:,} row{'s' * (n_all > 1)}" if n_rows == n_all else f"{n_rows:,} of {n_all:,} rows"
        how = "similar ones are neighbours" if order_by is None else f"by the value of {shorten(order_by)}"
        ax.set_ylabel(f"{count}, {how}")
        if n_rows <= _MOST_NAMED_ROWS:
            ax.set_yticks(range(n_rows), [shorten(str(name), 20) for name in self.values.index[order]])
        elif order_by is not None:
            place, categories = self._read_column(order_by)
            marks = np.linspace(0, n_rows - 1, 6).round().astype(np.intp)
            cells = place[order[marks]]
            ax.set_yticks(marks, [
                "missing" if np.isnan(cell) else _write(cell if categories is None else categories[int(cell)])
                for cell in cells
            ])  # fmt: skip
        else:
            ax.set_yticks([])

    def _say_leaders(self) -> str:
        """Which feature told most about how many rows."""
        values = self.values.to_numpy()
        best = pd.Series(values.argmax(axis=1))[values.max(axis=1) > 0]
        if best.empty:
            return "No feature told anything about any row"
        shares = (best.value_counts() / len(values)).iloc[:3]
        names = [shorten(self.values.columns[place], 24) for place in shares.index]
        if shares.iloc[0] < 0.1:
            return f"No feature stands out: the first, {names[0]}, tells most about {shares.iloc[0]:.0%} of the rows"
        first, *others = [f"about {share:.0%}" for share in shares]
        said = [f"{name} {share}" for name, share in zip(names[1:], others, strict=True)]
        return join_words([f"{names[0]} tells most {first} of the rows", *said])

    def _say_row(self, place: int, told: pd.Series[Any]) -> str:
        group = "" if self.target is None else f" ({_write(self.target.iloc[place])})"
        said = []
        if told.max() > 0:
            said.append(f"{shorten(str(told.idxmax()), 24)} tells most")
        if told.min() < 0:
            said.append(f"{shorten(str(told.idxmin()), 24)} misleads{'' if said else ' most'}")
        return f"Row {self.values.index[place]}{group}: {', '.join(said) or 'no feature told anything'}"


def _write(cell: Any) -> str:
    """Write a value of a table shortly.

    Examples
    --------
    >>> _write(0.123456), _write(3), _write("red"), _write(float("nan"))
    ('0.123', '3', 'red', 'missing')
    """
    if pd.isna(cell):
        return "missing"
    return f"{cell:.3g}" if isinstance(cell, float | np.floating) else shorten(str(cell), 20)
