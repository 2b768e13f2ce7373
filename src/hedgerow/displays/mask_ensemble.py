"""A mask ensemble at a glance: what more members bring, and which features the masks use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import pandas as pd

from hedgerow.displays.display import (
    COLOURS,
    QUIET,
    count_members,
    open_axes,
    shorten,
    show_percent,
    write_title,
)
from hedgerow.ensembles.masks.report import MaskReport
from hedgerow.foundation.constraints import Count, check


@dataclass
class MaskEnsembleDisplay:
    """Accuracy and entropy of a growing mask ensemble, and how many masks use each feature.

    Parameters
    ----------
    curve : DataFrame
        By size: ``accuracy``, ``member_accuracy``, ``entropy``.
    features : DataFrame
        ``feature`` and ``share`` of the masks that use it, the most used first.
    n_enough : int
        Number of members whose votes have nearly all the entropy.
    max_features : int, default=20
        Number of features that are shown at most.
    """

    curve: pd.DataFrame = field(repr=False)
    features: pd.DataFrame = field(repr=False)
    n_enough: int
    max_features: int = 20
    ax_: Any = field(default=None, repr=False)
    figure_: Any = field(default=None, repr=False)

    @classmethod
    def from_report(cls, report: MaskReport, *, max_features: int = 20) -> Self:
        """Show a report.

        Parameters
        ----------
        report : MaskReport
            The `report_` of a fitted `MaskEnsembleClassifier`.
        max_features : int, default=20
            Number of features that are shown at most.

        Returns
        -------
        MaskEnsembleDisplay
        """
        check("max_features", max_features, Count())
        return cls(report.frame(), report.features(), report.n_enough, max_features)

    @classmethod
    def from_estimator(cls, ensemble: Any, *, max_features: int = 20) -> Self:
        """Show a fitted mask ensemble.

        Parameters
        ----------
        ensemble : MaskEnsembleClassifier
            A fitted one.
        max_features : int, default=20
            Number of features that are shown at most.

        Returns
        -------
        MaskEnsembleDisplay

        Examples
        --------
        >>> from sklearn.datasets import load_wine
        >>> from hedgerow.ensembles import MaskEnsembleClassifier
        >>> masks = MaskEnsembleClassifier(n_estimators=5, random_state=0).fit(*load_wine(return_X_y=True))
        >>> MaskEnsembleDisplay.from_estimator(masks).frame().columns.tolist()[:2]
        ['accuracy', 'member_accuracy']
        """
        if not hasattr(ensemble, "report_"):
            raise ValueError(f"{ensemble!r} has no report_; pass a fitted MaskEnsembleClassifier")
        return cls.from_report(ensemble.report_, max_features=max_features)

    def frame(self) -> pd.DataFrame:
        """The curves, one row per size."""
        return self.curve

    def plot(self, ax: Sequence[Any] | None = None) -> Self:
        """Draw accuracy above entropy, and the features beside them.

        Parameters
        ----------
        ax : sequence of three matplotlib Axes, default=None
            Where to draw accuracy, entropy and features; None makes a figure.

        Returns
        -------
        self
        """
        axes = self._open() if ax is None else list(np.ravel(np.asarray(ax, dtype=object)))
        if len(axes) != 3:
            raise ValueError(
                f"ax holds {len(axes)} axes; pass three, for accuracy, entropy and features, or None"
            )
        for each in axes:
            open_axes(each)
        self._draw_accuracy(axes[0])
        self._draw_entropy(axes[1])
        self._draw_features(axes[2])
        self.ax_, self.figure_ = np.array(axes, dtype=object), axes[0].figure
        return self

    def _open(self) -> list[Any]:
        import matplotlib.pyplot as plt

        n_shown = min(len(self.features), self.max_features)
        figure = plt.figure(figsize=(10.0, max(4.6, 1.4 + 0.24 * n_shown)), layout="constrained")
        grid = figure.add_gridspec(2, 2, width_ratios=[1.25, 1.0])
        upper = figure.add_subplot(grid[0, 0])
        return [upper, figure.add_subplot(grid[1, 0], sharex=upper), figure.add_subplot(grid[:, 1])]

    def _draw_accuracy(self, ax: Any) -> None:
        size = self.curve.index.to_numpy()
        ax.plot(size, self.curve["accuracy"], color=COLOURS[0], linewidth=1.8, marker="o", markevery=[-1])
        ax.plot(size, self.curve["member_accuracy"], color=COLOURS[0], linestyle=":", linewidth=1.4)
        together, alone = self.curve[["accuracy", "member_accuracy"]].iloc[-1]
        side = 1 if together >= alone else -1  # each label on the far side of its curve
        paper = {"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.85}
        for height, words, colour, way in (
            (together, "the vote", COLOURS[0], side),
            (alone, "one member, on average", QUIET, -side),
        ):
            ax.annotate(words, (size[-1], height), (0, 7 * way), textcoords="offset points", ha="right",
                        va="bottom" if way > 0 else "top", fontsize="small", color=colour, bbox=paper)  # fmt: skip
        ax.margins(y=0.16)
        show_percent(ax.yaxis)
        ax.set_ylabel("accuracy, rows left out\n(higher is better)")
        told = (
            f"Together {100 * together:.1f} %, alone {100 * alone:.1f} %\non the rows that guided the search"
        )
        write_title(ax, told)
        count_members(ax, size[-1])

    def _draw_entropy(self, ax: Any) -> None:
        size = self.curve.index.to_numpy()
        ax.plot(size, self.curve["entropy"], color=COLOURS[2], linewidth=1.8, marker="s", markevery=[-1])
        differ = self.curve["entropy"].iloc[-1] > 0
        if differ:
            ax.axvline(self.n_enough, color=QUIET, linewidth=1.0, linestyle="--")
        ax.set_ylim(0.0, None if differ else 1.0)
        ax.set_ylabel("entropy of the votes, bits\n(higher is more diverse)")
        ax.set_xlabel("number of members")
        if differ:
            told = f"95 % of the entropy with {self.n_enough} of {size[-1]} members"
        else:
            told = "The members never disagree" if size[-1] > 1 else "One member has nobody to disagree with"
        write_title(ax, told)
        count_members(ax, size[-1])

    def _draw_features(self, ax: Any) -> None:
        shown = self.features[: self.max_features]
        places = np.arange(len(shown))
        ax.barh(places, shown["share"], height=0.72, color=COLOURS[4], lw=0)
        ax.axvline(0.5, color=QUIET, linewidth=1.0, linestyle="--")
        foot = {"transform": ax.get_xaxis_transform(), "va": "bottom"}
        ax.text(0.5, 0.0, " chance", fontsize="small", color=QUIET, **foot)
        ax.set_yticks(places, [shorten(str(name), 28) for name in shown["feature"]])
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(len(shown) + 0.2, -0.6)  # room below for a word
        ax.set_xlim(0.0, 1.0)
        show_percent(ax.xaxis)
        hidden = len(self.features) - len(shown)
        more = f"\n{hidden:,} more features in fewer" if hidden else ""
        ax.set_xlabel(f"masks that see the feature{more}")
        most, share = self.features["feature"].iloc[0], self.features["share"]
        told = f"{shorten(str(most), 28)} is in {100 * share.iloc[0]:.0f} % of the masks"
        told = told if share.max() > share.min() else "All features are used alike"
        write_title(ax, told, 34)
