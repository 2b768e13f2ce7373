"""Rows as dots along the values of a feature, and the average of neighbouring rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.displays.display import QUIET, shorten, style

MOST_GROUPS = 12  # distinct values that have an average each; more have a running one
_MOST_DOTS = 1_000

Trend = tuple[NDArray[np.float64], NDArray[np.float64]]


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


def say_peak(
    trends: Mapping[str, Trend],
    feature: str,
    categories: Sequence[Any] | None,
) -> str:
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
