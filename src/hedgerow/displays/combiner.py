"""What a combining network makes of what two members say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.bayes_net import BayesNetCombiner
from hedgerow.combination.output_tables import JointTable
from hedgerow.displays.display import Display, draw_colour_bar, open_axes, shorten, write_title
from hedgerow.foundation.constraints import Word, check

_MOST_NUMBERS = 10  # bins up to which a cell has room for a number
_COLUMNS = {"smoothed": "smoothed", "raw": "as counted"}


@dataclass
class CombinerDisplay(Display):
    """The table of a `BayesNetCombiner` of two members: the share of the second class in each pair of bins.

    Cells are blank where no row tells; their number is the weight of the rows that fell into them.

    Parameters
    ----------
    table : DataFrame
        One row per cell, as ``BayesNetCombiner.frame`` gives it.
    names : tuple of str
        Names of the members: rows of the picture, and its columns.
    edges : ndarray of shape (2, n_bins + 1)
        Where the bins of each begin and end.
    shown : {"smoothed", "raw"}, default="smoothed"
        Whether shares are drawn as smoothed, or as counted.

    References
    ----------
    S. Ceccon, D. Garway-Heath, D. Crabb and A. Tucker, "Combining expertise-driven and semi-supervised Bayesian
    networks for classification of early glaucoma", SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> from hedgerow.combination import BayesNetCombiner
    >>> from hedgerow.outputs import Outputs
    >>> said = [[[0.9, 0.1], [0.2, 0.8]], [[0.7, 0.3], [0.4, 0.6]]]
    >>> rule = BayesNetCombiner(4).fit(Outputs.from_predictions(said, truth=["well", "ill"], names=["a", "b"]))
    >>> CombinerDisplay.from_rule(rule).names
    ('a', 'b')
    """

    table: pd.DataFrame
    names: tuple[str, str]
    edges: NDArray[np.float64]
    shown: str = "smoothed"

    @classmethod
    def from_rule(cls, rule: BayesNetCombiner, *, shown: str = "smoothed") -> Self:
        """Take the table of a fitted rule.

        Parameters
        ----------
        rule : BayesNetCombiner
            Which has learned from two members and two classes.
        shown : {"smoothed", "raw"}, default="smoothed"
            Whether shares are drawn as smoothed, or as counted.

        Returns
        -------
        CombinerDisplay
        """
        check_is_fitted(rule)
        check("shown", shown, Word(*_COLUMNS))
        if not isinstance(rule.network_, JointTable):
            n_members, n_classes = len(rule.edges_), len(rule.class_prior_)
            raise ValueError(
                f"the rule has learned from {n_members} members and {n_classes} classes; there is a table to draw "
                "where there are two of both, otherwise see its frame()"
            )
        first, second = rule.member_names_ or ("first", "second")
        edges = np.hstack([np.zeros((2, 1)), rule.edges_, np.ones((2, 1))])
        return cls(rule.frame(), (first, second), edges, shown)

    def frame(self) -> pd.DataFrame:
        """One row per cell: its bins, the weight of its rows, and the shares."""
        return self.table

    def _draw(self, ax: Any) -> Any:
        n_bins = self.edges.shape[1] - 1
        shares = self.table[self.shown].to_numpy(float).reshape(n_bins, n_bins)
        weights = self.table["weight"].to_numpy(float).reshape(n_bins, n_bins)
        size = max(3.0, 0.5 * min(n_bins, 14))
        ax = open_axes(ax, width=size + 2.4, height=size + 1.4)
        image = ax.imshow(np.ma.masked_invalid(shares), cmap="RdBu_r", vmin=0.0, vmax=1.0, origin="lower")
        label = f"share of the second class, {_COLUMNS[self.shown]}"
        draw_colour_bar(ax, image, fraction=0.05, pad=0.03, label=label, shrink=0.8)
        if n_bins <= _MOST_NUMBERS:
            for (row, column), weight in np.ndenumerate(weights):
                if weight > 0:
                    colour = (
                        "white" if abs(np.nan_to_num(shares[row, column], nan=0.5) - 0.5) > 0.35 else "black"
                    )
                    ax.text(column, row, f"{weight:g}", ha="center", va="center", fontsize=8, color=colour)
        ticks = np.arange(n_bins + 1)
        step = max(1, n_bins // 8)
        for axis, edges in ((ax.yaxis, self.edges[0]), (ax.xaxis, self.edges[1])):
            labels = [f"{edge:.3g}" for edge in edges[::step]]
            turned = {"rotation": 90} if axis is ax.xaxis and max(map(len, labels)) > 5 else {}
            axis.set_ticks(ticks[::step] - 0.5, labels, fontsize=8, **turned)
        ax.set_ylabel(f"{shorten(self.names[0], 30)}: probability")
        ax.set_xlabel(f"{shorten(self.names[1], 30)}: probability\nnumbers: rows in the cell")
        ax.spines[:].set_visible(False)
        write_title(ax, self._say_title(shares, weights), 60)
        return ax

    def _say_title(self, shares: NDArray[np.float64], weights: NDArray[np.float64]) -> str:
        n_empty = int((weights == 0).sum())
        told = int((np.isfinite(shares) & (weights == 0)).sum())
        if self.shown == "raw" or told == 0:
            return f"{n_empty} of {weights.size} pairs of bins have no row"
        return f"Neighbours fill {told} of the {n_empty} pairs of bins that have no row"
