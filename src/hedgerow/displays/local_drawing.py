"""How local relevance is drawn: a map of rows and features in colours, and rows as dots along one feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.displays.display import COLOURS, QUIET, draw_colour_bar, shorten, style

MOST_CLASSES = 12  # colours that can still be told apart, and listed
_MOST_LEANING = 16  # columns whose names lean; more stand upright
MOST_GROUPS = 12  # distinct values that have an average each; more have a running one
_MOST_DOTS = 1_000
Trend = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True)
class Strip:
    """A column of colours beside a map.

    Parameters
    ----------
    label : str
        What it shows.
    values : ndarray of shape (n_rows,)
        Numbers, from light to dark, or positions among the classes; missing ones stay white.
    classes : sequence or None, default=None
        The classes, which have a colour each and are listed below the map; None for numbers.
    """

    label: str
    values: NDArray[np.float64]
    classes: Sequence[Any] | None = None

    def paint(self) -> NDArray[np.float64]:
        """The colour of each row, as red, green, blue and opacity."""
        import matplotlib as mpl
        from matplotlib.colors import to_rgba_array

        known = ~np.isnan(self.values)
        colours = np.ones((self.values.size, 4))
        if self.classes is not None and len(self.classes) <= MOST_CLASSES:
            palette = to_rgba_array(_list_colours())
            colours[known] = palette[self.values[known].astype(np.intp)]
        elif known.any():
            numbers = self.values[known]
            span = float(np.ptp(numbers))
            shade = (numbers - numbers.min()) / span if span > 0 else np.full(numbers.size, 0.5)
            colours[known] = mpl.colormaps["Greys"](0.1 + 0.9 * shade)
        return colours


def order_by_similarity(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Order rows so that similar ones are neighbours: the leaves of Ward's hierarchical clustering.

    Examples
    --------
    >>> order = order_by_similarity(np.array([[0.0], [9.0], [0.1], [9.1]]))
    >>> set(order[:2].tolist()) in ({0, 2}, {1, 3})
    True
    """
    if len(values) == 1:
        return np.zeros(1, np.intp)
    from scipy.cluster.hierarchy import leaves_list, linkage

    return leaves_list(linkage(values, "ward")).astype(np.intp)


def draw_map(
    ax: Any,
    values: NDArray[np.float64],
    names: Sequence[str],
    strips: Sequence[Strip],
    *,
    n_hidden: int = 0,
    label: str = "",
) -> None:
    """Draw values in colours around zero: features from left to right, strips at the left of them.

    Parameters
    ----------
    ax : matplotlib Axes
        Where to draw.
    values : ndarray of shape (n_rows, n_features)
        The rows from top to bottom.
    names : sequence of str
        The features.
    strips : sequence of Strip
        What stands beside the map, from right to left.
    n_hidden : int, default=0
        Features that are left out.
    label : str, default=""
        What the colours mean.
    """
    n_rows, n_features = values.shape
    size = np.abs(values)
    # Beyond the 99.5th percentile the colour stays the same, so a few rows do not pale all others.
    reach = float(np.quantile(size, 0.995)) or float(size.max()) or 1.0
    span = (n_rows - 0.5, -0.5)
    image = ax.imshow(values, cmap="RdBu", vmin=-reach, vmax=reach, aspect="auto", interpolation="nearest",
                      extent=(-0.5, n_features - 0.5, *span))  # fmt: skip
    extend = "both" if size.max() > reach else "neither"
    draw_colour_bar(ax, image, extend=extend, fraction=0.06, pad=0.02, label=label)
    breadth = min(0.8, 0.1 + 0.05 * n_features)  # of a strip; a feature is 1 wide, so few of them are wide
    centres = [-0.5 - 1.4 * breadth * (place + 0.7) for place in range(len(strips))]
    for centre, strip in zip(centres, strips, strict=True):
        ax.imshow(strip.paint()[:, None], aspect="auto", interpolation="nearest",
                  extent=(centre - breadth / 2, centre + breadth / 2, *span))  # fmt: skip
    labels = [strip.label for strip in strips] + [shorten(name, 24) for name in names]
    if n_hidden:
        labels.append(f"and {n_hidden:,} more")
    ax.set_xticks([*centres, *range(len(labels) - len(strips))], labels)
    _lean(ax, labels)
    ax.set_xlim(min([0.0, *centres]) - 0.5 * (breadth if centres else 1), n_features - 0.5 + (n_hidden > 0))
    ax.set_ylim(*span)
    ax.spines[:].set_visible(False)
    _list_classes(ax, strips)


def _lean(ax: Any, labels: Sequence[str]) -> None:
    """Put the names above the map, leaning where they are longer than their columns are wide."""
    ax.xaxis.tick_top()
    ax.tick_params(axis="both", length=0)
    if len(labels) > _MOST_LEANING:
        ax.tick_params(axis="x", rotation=90)
    elif max(map(len, labels)) > 40 / len(labels):
        ax.set_xticks(ax.get_xticks(), labels, rotation=50, ha="left", rotation_mode="anchor")


def _list_classes(ax: Any, strips: Sequence[Strip]) -> None:
    """Say below the map which colour is which class."""
    from matplotlib.patches import Patch

    named = [strip.classes for strip in strips if strip.classes is not None]
    if not named or len(named[0]) > MOST_CLASSES:
        return
    labels = [shorten(str(each), 24) for each in named[0]]
    handles = [
        Patch(color=colour, label=label) for colour, label in zip(_list_colours(), labels, strict=False)
    ]
    n_abreast = max(1, 50 // (max(map(len, labels)) + 4))
    ax.legend(handles=handles, loc="upper left", bbox_to_anchor=(0.0, 0.0), ncols=n_abreast, frameon=False,
              handlelength=1.0, labelcolor=QUIET)  # fmt: skip


def _list_colours() -> list[str]:
    """As many colours as classes can have: the palette of all pictures and lighter tones of some."""
    return [*COLOURS[:7], "0.25", "#99C7E0", "#F5D999", "#99D8C7", "#EBC9DC"]


def draw_trends(
    ax: Any, place: NDArray[np.float64], series: Mapping[str, NDArray[np.float64]], *, by_value: bool = False
) -> dict[str, Trend]:
    """Draw dots and averages of some series along a place; of more than 1,000 rows a sample has dots.

    Parameters
    ----------
    ax : matplotlib Axes
        Where to draw.
    place : ndarray of shape (n_rows,)
        Where the rows lie, in ascending order.
    series : mapping of str to ndarray of shape (n_rows,)
        What is drawn.
    by_value : bool, default=False
        Whether places are categories, which nothing lies between, however many they are.

    Returns
    -------
    dict of str to (centres, averages)
        What `average_neighbours` says of each series.
    """
    dots = np.random.default_rng(0).permutation(place.size)[:_MOST_DOTS]
    aside = _stand_aside(place[dots], len(series), by_value=by_value)
    ax.axhline(0.0, color=QUIET, lw=1, zorder=1)
    trends = {}
    for position, (name, values) in enumerate(series.items()):
        colour, marker = style(position)
        ax.scatter(
            aside[position], values[dots], s=12, marker=marker, color=colour, lw=0, alpha=0.35, zorder=2
        )
        trends[name] = x, mean = average_neighbours(place, values, by_value=by_value)
        line = "none" if by_value else "-"
        ax.plot(x, mean, color="white", lw=4, linestyle=line, zorder=3)
        ax.plot(x, mean, color=colour, lw=2, linestyle=line, marker=marker, markersize=8, markeredgecolor="white",
                markevery=1 if by_value else max(1, x.size // 8), zorder=4, label=shorten(name, 24))  # fmt: skip
    return trends


def average_neighbours(
    place: NDArray[np.float64], values: NDArray[np.float64], *, by_value: bool = False
) -> Trend:
    """Average values along a sorted place: of equal places where there are few, else of a moving window.

    Parameters
    ----------
    place : ndarray of shape (n_rows,)
        Where the rows lie, in ascending order.
    values : ndarray of shape (n_rows,)
        What to average.
    by_value : bool, default=False
        Whether to average equal places only, however many they are.

    Returns
    -------
    centres, averages : ndarray
        Average place and value of each group of rows.

    Examples
    --------
    >>> average_neighbours(np.array([0.0, 0.0, 1.0]), np.array([1.0, 3.0, 5.0]))
    (array([0., 1.]), array([2., 5.]))
    """
    distinct, first = np.unique(place, return_index=True)
    if by_value or distinct.size <= MOST_GROUPS:
        return distinct, np.add.reduceat(values, first) / np.diff([*first, place.size])
    half = max(2, place.size // 30)
    centre = np.unique(np.linspace(0, place.size - 1, 200).round().astype(np.intp))
    start, stop = np.maximum(centre - half, 0), np.minimum(centre + half + 1, place.size)
    sums = [np.concatenate([[0.0], np.cumsum(each)]) for each in (place, values)]
    x, mean = ((total[stop] - total[start]) / (stop - start) for total in sums)
    return x, mean


def _stand_aside(place: NDArray[np.float64], n_series: int, *, by_value: bool) -> NDArray[np.float64]:
    """Where the dots of each series stand: apart from those of the others where many share a value."""
    distinct = np.unique(place)
    if not by_value and distinct.size > MOST_GROUPS:
        return np.tile(place, (n_series, 1))
    room = 0.6 * float(np.diff(distinct).min(initial=np.ptp(distinct) or 1.0)) / n_series
    centres = place + room * (np.arange(n_series) - (n_series - 1) / 2)[:, None]
    return centres + 0.7 * room * (np.random.default_rng(0).random(centres.shape) - 0.5)


def say_peak(trends: Mapping[str, Trend], feature: str, categories: Sequence[Any] | None) -> str:
    """Where another feature tells most; or the one that is looked along, where it changes far more than others."""
    change = pd.Series({name: float(np.ptp(mean)) for name, (_, mean) in trends.items()})
    others = change.drop(feature, errors="ignore")
    name = others.idxmax() if others.max() > 0.5 * change.max() else change.idxmax()
    x, mean = trends[str(name)]
    if change.max() == 0:
        return f"Relevance does not change with {shorten(feature)}"
    best = x[int(mean.argmax())]
    where = f"near {best:.3g}" if categories is None else str(categories[int(best)])
    whose = "it" if name == feature else shorten(feature)
    return f"{shorten(str(name))} tells most where {whose} is {where}"
