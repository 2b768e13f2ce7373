"""Score against number of features: what a search saw, and what it was worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import pandas as pd
from sklearn.utils.validation import check_is_fitted

from hedgerow.displays.display import QUIET, Display, count_whole, open_axes, style, write_title


@dataclass
class WrapperSearchDisplay(Display):
    """The best score of each number of features, on the rows that guided a search and on rows held out from it.

    Where the first line goes on rising and the second does not, the search overfits its validation rows.

    Parameters
    ----------
    curve : DataFrame
        ``n_features``, ``validation_score`` and, where there were nested searches, ``nested_score``.
    n_kept : int
        Number of features that the search chose, with those that were fixed.
    best_score : float
        Its score on the rows that guided the search.
    nested_score : float or None
        What nested searches scored on other rows.
    overfits : bool
        Whether the difference is more than chance explains.

    Examples
    --------
    >>> curve = pd.DataFrame({"n_features": [0, 1, 2], "validation_score": [0.5, 0.8, 0.7]})
    >>> WrapperSearchDisplay(curve, n_kept=1, best_score=0.8).frame()["validation_score"].max()
    np.float64(0.8)
    """

    curve: pd.DataFrame = field(repr=False)
    n_kept: int
    best_score: float
    nested_score: float | None = None
    overfits: bool = False

    @classmethod
    def from_estimator(cls, selector: Any) -> Self:
        """Read a fitted `WrapperSelector`.

        Parameters
        ----------
        selector : WrapperSelector
            Fitted.

        Returns
        -------
        WrapperSearchDisplay
        """
        if not hasattr(type(selector), "fit") or not hasattr(selector, "get_params"):
            raise TypeError(f"{selector!r} is not an estimator; pass a fitted WrapperSelector")
        check_is_fitted(selector)
        if not hasattr(selector, "curve_"):
            raise TypeError(f"{type(selector).__name__} has not searched; pass a fitted WrapperSelector")
        chosen = selector.history_.loc[selector.history_["chosen"], "n_features"]
        nested = selector.nested_
        return cls(
            curve=selector.curve_,
            n_kept=int(chosen.iloc[-1]) if len(chosen) else int(selector.support_.sum()),
            best_score=selector.best_score_,
            nested_score=selector.nested_score_,
            overfits=nested is not None and nested.overfits,
        )

    def frame(self) -> pd.DataFrame:
        """The scores of each number of features."""
        return self.curve

    def _draw(self, ax: Any) -> Any:
        ax = open_axes(ax, width=6.5, height=4.2)
        labels = {
            "validation_score": "rows that guided the search",
            "nested_score": "rows held out of nested searches",
        }
        shown = [name for name in labels if name in self.curve]
        for position, name in enumerate(shown):
            known = self.curve.dropna(subset=name).sort_values("n_features", kind="stable")
            colour, marker = style(position)
            ax.plot(
                known["n_features"], known[name], color=colour, marker=marker, markersize=4, linewidth=1.6,
                label=labels[name], zorder=3,
            )  # fmt: skip
        ax.plot(
            [self.n_kept], [self.best_score], linestyle="", color=style(0)[0], marker="o", markersize=9,
            markeredgecolor="black", zorder=5,
        )  # fmt: skip
        ax.axvline(self.n_kept, color=QUIET, linewidth=1, linestyle=":", zorder=1)
        if self.nested_score is not None:
            ax.axhline(self.nested_score, color=style(1)[0], linewidth=1, linestyle="--", zorder=2)
        self._label(ax, len(shown) > 1)
        return ax

    def _label(self, ax: Any, labelled: bool) -> None:
        count_whole(ax.xaxis)
        ax.set_xlabel(
            "number of features" + ("\n(dashed: nested estimate of the whole search)" if labelled else "")
        )
        ax.set_ylabel("score of the best subset   (higher is better)")
        write_title(ax, self._conclude(), 60)
        if labelled:
            ax.legend(loc="best", frameon=False, fontsize="small")

    def _conclude(self) -> str:
        """What was chosen, and how far to trust its score."""
        kept = "1 feature" if self.n_kept == 1 else f"{self.n_kept:,} features"
        said = f"{kept}: {self.best_score:.3f} on the rows that guided the search"
        if self.nested_score is None:
            return f"{said}, which is optimistic"
        said = f"{said}, {self.nested_score:.3f} on rows held out from it"
        return f"{said}: it overfits" if self.overfits else said
