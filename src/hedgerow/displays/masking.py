"""Which features could stand in for which others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.displays.display import COLOURS, Display, draw_colour_bar, open_axes, shorten, write_title
from hedgerow.foundation.constraints import Count, check

_MOST_NUMBERS = 12  # features up to which a cell has room for a number


@dataclass
class MaskingDisplay(Display):
    """A matrix of masking: rows mask columns, the most important feature first.

    A feature masks another one as far as a cut on the other would have sent the same rows to the same sides where the
    forest has split on the first. The scores are gains; where the diagonal holds what each feature gained by itself,
    they are drawn as shares of it. Framed cells exceed what random copies of the features reach.

    Parameters
    ----------
    masking : DataFrame
        How much each feature (row) masks each other one (column), in the same order.
    masks : DataFrame or None, default=None
        Whether it does so by more than chance.
    max_features : int, default=60
        How many features are drawn, the first ones.

    References
    ----------
    H. Deng, S. Davila, G. Runger and E. Tuv, "Learning Markov blankets for continuous or discrete networks via feature
    selection", Ensembles in Machine Learning Applications, Springer, 2011.
    E. Tuv, A. Borisov, G. Runger and K. Torkkola, "Feature selection with ensembles, artificial variables, and
    redundancy elimination", Journal of Machine Learning Research 10 (2009).

    Examples
    --------
    >>> scores = pd.DataFrame([[2.0, 1.8], [0.3, 0.5]], index=["x1", "x2"], columns=["x1", "x2"])
    >>> MaskingDisplay.from_matrix(scores).plot().ax_.get_title(loc="left")
    'A cut on x2 would do 90% of what x1 does'
    """

    masking: pd.DataFrame
    masks: pd.DataFrame | None = None
    max_features: int = 60

    @classmethod
    def from_matrix(
        cls,
        masking: pd.DataFrame,
        *,
        importances: ArrayLike | None = None,
        masks: ArrayLike | None = None,
        max_features: int = 60,
    ) -> Self:
        """Take scores, and order features by importance.

        Parameters
        ----------
        masking : DataFrame of shape (n_features, n_features)
            How much each feature (row) masks each other one (column).
        importances : array-like of shape (n_features,), default=None
            Importance of each feature; None takes the diagonal, what each gained by itself.
        masks : array-like of bool of shape (n_features, n_features), default=None
            Which scores exceed chance.
        max_features : int, default=60
            How many features to draw.

        Returns
        -------
        MaskingDisplay
        """
        scores = masking.to_numpy(float)
        if scores.shape[0] != scores.shape[1] or list(masking.index) != list(masking.columns):
            raise ValueError(f"masking has shape {scores.shape}; rows and columns must be the same features")
        if scores.size == 0:
            raise ValueError("masking holds no feature, so there is nothing to draw; was any found relevant?")
        check("max_features", max_features, Count())
        weight = np.diag(scores) if importances is None else np.asarray(importances, float)
        if weight.shape != scores.shape[:1]:
            raise ValueError(
                f"importances has shape {weight.shape}; pass one for each of {len(scores)} features"
            )
        order = np.argsort(-np.nan_to_num(weight), kind="stable")
        names = [str(name) for name in masking.index[order]]
        square = np.ix_(order, order)
        exceed = None if masks is None else pd.DataFrame(np.asarray(masks, bool)[square], names, names)
        return cls(pd.DataFrame(scores[square], names, names), exceed, max_features)

    @classmethod
    def from_selector(cls, selector: Any, *, max_features: int = 60) -> Self:
        """Take what a selector found out about redundancy.

        Parameters
        ----------
        selector : ACESelector
            A fitted selector: its `masking_`, ordered by its scores, and its `masks_` where it has them.
        max_features : int, default=60
            How many features to draw.

        Returns
        -------
        MaskingDisplay
        """
        check_is_fitted(selector, "masking_")
        masking: pd.DataFrame = selector.masking_
        scores = selector.frame().set_index("feature")["score"]
        return cls.from_matrix(
            masking,
            importances=scores.loc[masking.index],
            masks=getattr(selector, "masks_", None),
            max_features=max_features,
        )

    def frame(self) -> pd.DataFrame:
        """The scores, the most important feature first."""
        return self.masking

    def _draw(self, ax: Any) -> Any:
        n_all, n = len(self.masking), min(len(self.masking), self.max_features)
        scores, is_share = self._scale()
        shown = scores[:n, :n].copy()
        np.fill_diagonal(shown, np.nan)
        cells = max(2.5, 0.35 * n if n <= _MOST_NUMBERS else 2.8 + 0.11 * n)
        names = 0.07 * max(len(shorten(name, 24)) for name in self.masking.index[:n])
        ax = open_axes(ax, width=cells + names + 2.0, height=cells + names + 1.2)
        most = 1.0 if is_share else float(np.nanmax(shown, initial=0.0)) or 1.0
        image = ax.imshow(np.ma.masked_invalid(shown), cmap="Blues", vmin=0.0, vmax=most)
        share = "share of what the row's feature gains\nthat a cut on the column's would gain"
        label = share if is_share else "masking"
        draw_colour_bar(ax, image, fraction=0.05, pad=0.03, label=label, shrink=0.8)
        self._label(ax, n)
        if n <= _MOST_NUMBERS:
            _write_numbers(ax, shown, most)
        if self.masks is not None:
            _frame_cells(ax, self.masks.to_numpy(bool)[:n, :n])
        hidden = f"\nand {n_all - n:,} less important features" if n_all > n else ""
        framed = "\nframed: by more than chance" if self.masks is not None else ""
        ax.set_xlabel(f"masked feature{framed}{hidden}")
        write_title(ax, self._say_title(scores, is_share), 60)
        return ax

    def _scale(self) -> tuple[NDArray[np.float64], bool]:
        """Scores as shares of what each row's feature gained; as they are where that is not known."""
        scores = self.masking.to_numpy(float)
        own = np.diag(scores)
        others = np.where(np.eye(len(scores), dtype=bool), 0.0, np.nan_to_num(scores)).max(axis=1)
        if not (np.nan_to_num(own) >= others * (1 - 1e-9)).all():
            return scores, False
        own = np.nan_to_num(own)[:, None]
        return np.divide(scores, own, out=np.zeros_like(scores), where=own > 0), True

    def _label(self, ax: Any, n: int) -> None:
        names = [shorten(name, 24) for name in self.masking.index[:n]]
        size = 10 if n <= 20 else (8 if n <= 40 else 6)
        is_short = max(map(len, names)) <= 4 and n <= _MOST_NUMBERS
        ax.set_xticks(range(n), names, rotation=0 if is_short else 90, fontsize=size)
        ax.set_yticks(range(n), names, fontsize=size)
        ax.xaxis.tick_top()
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
        ax.set_ylabel("masking feature\n(the most important first)")

    def _say_title(self, scores: NDArray[np.float64], is_share: bool) -> str:
        n = len(scores)
        if n == 1:
            return "A single feature has nobody to mask"
        if self.masks is not None:
            is_masked = np.triu(self.masks.to_numpy(bool), 1).any(axis=0)
            if not is_masked.any():
                return "No feature is masked by a more important one"
            verb = "is" if is_masked.sum() == 1 else "are"
            return f"{is_masked.sum():,} of {n:,} features {verb} masked by a more important one"
        apart = np.where(np.eye(n, dtype=bool), -1.0, np.nan_to_num(scores))
        row, column = divmod(int(apart.argmax()), n)
        first, second = (shorten(self.masking.index[place], 20) for place in (row, column))
        if apart[row, column] <= 0:
            return "No feature masks another one"
        if not is_share:
            return f"{first} masks {second} most"
        return f"A cut on {second} would do {apart[row, column]:.0%} of what {first} does"


def _write_numbers(ax: Any, shown: NDArray[np.float64], most: float) -> None:
    for (row, column), score in np.ndenumerate(shown):
        if np.isfinite(score):
            colour = "white" if score > 0.6 * most else "black"
            ax.text(column, row, f"{score:.2g}", ha="center", va="center", fontsize=8, color=colour)


def _frame_cells(ax: Any, masks: NDArray[np.bool_]) -> None:
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    cells = [
        Rectangle((column - 0.45, row - 0.45), 0.9, 0.9)
        for row, column in np.argwhere(masks)
        if row != column
    ]
    width = 2.0 if len(masks) <= 20 else 1.0
    ax.add_collection(PatchCollection(cells, facecolor="none", edgecolor=COLOURS[5], lw=width, zorder=3))
