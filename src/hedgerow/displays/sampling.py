"""How a forest learns which features are worth trying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from hedgerow.displays.display import (
    COLOURS,
    MARKERS,
    QUIET,
    count_whole,
    open_axes,
    shorten,
    show_percent,
    write_title,
)
from hedgerow.relevance.sampling import SamplingHistory

_MOST_NAMED = 6  # lines that can be told apart


@dataclass
class SamplingDisplay:
    """The feature distribution of a forest while it grows, and how sure the forest was of it.

    The upper picture has a line per feature: how likely a node is to try it, after so many trees. The features that
    end above the dashed level, where all are equally likely, are named, six at most. The lower picture has the mean
    width of the confidence intervals of average gains, where the distribution follows from them (Rogers 2007,
    eqs. 7.7 to 7.9, fig. 8.4).

    Parameters
    ----------
    distributions : DataFrame
        A row per round, with the number of trees as index, and a column per feature; rows sum to one.
    widths : Series
        Mean width of the intervals after each round, NaN where there are none.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, chapters 7 and 8.

    Examples
    --------
    >>> history = SamplingHistory.begin(("x1", "x2"), np.array([0.5, 0.5]))
    >>> history = history.add(10, np.array([0.9, 0.1]), width=0.2)
    >>> SamplingDisplay.from_history(history).plot().ax_.get_title(loc="left")
    '1 of 2 features takes half of the draws'
    """

    distributions: pd.DataFrame = field(repr=False)
    widths: pd.Series[float] = field(repr=False)
    ax_: Any = field(default=None, repr=False)
    width_ax_: Any = field(default=None, repr=False)
    figure_: Any = field(default=None, repr=False)

    @classmethod
    def from_history(cls, history: SamplingHistory) -> Self:
        """Take what a forest has recorded while it grew.

        Parameters
        ----------
        history : SamplingHistory
            The `sampling_history_` of a `RelevanceForestClassifier` or `RelevanceForestRegressor`.

        Returns
        -------
        SamplingDisplay
        """
        index = pd.Index(history.n_trees, name="n_trees")
        names = [str(name) for name in history.names]
        widths = pd.Series(np.asarray(history.widths, float), index=index, name="mean_width")
        return cls(pd.DataFrame(history.distributions, index=index, columns=names), widths)

    def frame(self) -> pd.DataFrame:
        """The distributions, a row per round and a column per feature."""
        return self.distributions

    def plot(self, ax: Any = None) -> Self:
        """Draw the distribution and the width of the intervals.

        Parameters
        ----------
        ax : matplotlib Axes or pair of them, default=None
            Where to draw. On a single one the distribution is drawn alone; None makes a figure for both, where there
            are widths.

        Returns
        -------
        self
        """
        upper, lower = self._open_both(ax)
        self._draw_distributions(upper)
        if lower is None:
            upper.set_xlabel("number of trees")
        else:
            self._draw_widths(lower)
        write_title(upper, self._say_title())
        self.ax_, self.width_ax_, self.figure_ = upper, lower, upper.figure
        return self

    def _open_both(self, ax: Any) -> tuple[Any, Any]:
        if ax is None and np.isfinite(self.widths).any():
            import matplotlib.pyplot as plt

            _, ax = plt.subplots(
                2, 1, figsize=(7.0, 5.2), height_ratios=(3, 1), sharex=True, layout="constrained"
            )
        if isinstance(ax, Sequence | np.ndarray):
            if len(ax) != 2:
                raise ValueError(f"ax has {len(ax)} axes; pass one, or one for each of the two pictures")
            return open_axes(ax[0]), open_axes(ax[1])
        return open_axes(ax, width=7.0), None

    def _draw_distributions(self, ax: Any) -> None:
        trees, shares = self.distributions.index.to_numpy(), self.distributions.to_numpy()
        uniform = 1.0 / shares.shape[1]
        leaders = self._find_leaders()
        others = np.setdiff1d(np.arange(shares.shape[1]), leaders)
        look = {"drawstyle": "steps-post", "markevery": [-1]}
        if others.size:
            ax.plot(trees, shares[:, others], color="0.75", lw=0.8, marker=".", ms=3, zorder=1, **look)
        ax.axhline(uniform, color=QUIET, ls="--", lw=1.2, zorder=2)
        labels = [(uniform, f"all alike  {_write(uniform)}", QUIET)]
        for position, leader in enumerate(leaders):
            line, colour = shares[:, leader], COLOURS[position]
            ax.plot(trees, line, color=colour, marker=MARKERS[position], lw=1.8, zorder=3, **look)
            name = shorten(self.distributions.columns[leader], 24)
            labels.append((line[-1], f"{name}  {_write(line[-1])}", colour))
        top = 1.06 * float(shares.max())
        heights = keep_apart([height for height, _, _ in labels], top / 17)
        for height, (_, text, colour) in zip(heights, labels, strict=True):
            ax.text(
                1.02, height, text, transform=ax.get_yaxis_transform(), color=colour, va="center", fontsize=9
            )
        ax.set_ylim(0, max(top, heights.max()))
        if len(trees) == 1:
            ax.set_xlim(trees[0] - 1, trees[0] + 1)
        count_whole(ax.xaxis)
        show_percent(ax.yaxis)
        ax.set_ylabel("how likely a node is to try it")

    def _draw_widths(self, ax: Any) -> None:
        known = self.widths[np.isfinite(self.widths)]
        ax.plot(known.index, known, color=COLOURS[0], marker="o", ms=3 if len(known) < 40 else 0)
        # The first intervals may be wider than all later ones together: the line then comes from above.
        highest = min(float(known.max()), 5 * float(known.median())) if len(known) else 0.0
        ax.set_ylim(0, 1.1 * highest if highest > 0 else 1.0)
        ax.set_xlabel("number of trees")
        ax.set_ylabel("mean width\nof an interval\n(less is surer)")

    def _find_leaders(self) -> NDArray[np.intp]:
        """The features that end above the uniform level, the likeliest first; all where they are few."""
        last = self.distributions.iloc[-1].to_numpy()
        order = np.argsort(-last, kind="stable")[:_MOST_NAMED]
        return order if last.size <= _MOST_NAMED else order[last[order] > (1 + 1e-9) / last.size]

    def _say_title(self) -> str:
        last = np.sort(self.distributions.iloc[-1].to_numpy())[::-1]
        if np.ptp(last) < 1e-9 / last.size:
            return f"All {last.size:,} features are equally likely to be tried"
        n_half = int(np.searchsorted(np.cumsum(last), 0.5 - 1e-12)) + 1
        return f"{n_half:,} of {last.size:,} features take{'s' if n_half == 1 else ''} half of the draws"


def keep_apart(heights: ArrayLike, gap: float) -> NDArray[np.float64]:
    """Move labels as little as possible so that no two are nearer to each other than a gap.

    Parameters
    ----------
    heights : array-like of shape (n_labels,)
        Where the labels should be.
    gap : float
        The least distance of two.

    Returns
    -------
    ndarray of shape (n_labels,)
        In the order of the labels: the least sum of squared moves that keeps their order from bottom to top.

    Examples
    --------
    >>> keep_apart([1.0, 5.0, 1.0], 1.0).tolist()
    [0.5, 5.0, 1.5]
    """
    from scipy.optimize import isotonic_regression

    wanted = np.asarray(heights, float)
    order = np.argsort(wanted, kind="stable")
    steps = gap * np.arange(wanted.size)
    placed = np.empty_like(wanted)
    placed[order] = isotonic_regression(wanted[order] - steps).x + steps
    return placed


def _write(share: float) -> str:
    """Write a share with two digits.

    Examples
    --------
    >>> _write(0.456), _write(0.0021), _write(0.0)
    ('46%', '0.21%', '0%')
    """
    return f"{100 * share:.2g}%"
