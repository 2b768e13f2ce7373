"""Error against the number of members that are kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import fill
from typing import Any, Self

import numpy as np
import pandas as pd
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from hedgerow.displays.display import (
    QUIET,
    Display,
    count_members,
    open_axes,
    show_percent,
    style,
    write_title,
)

_WORDS = {
    "validation_error": "validation rows",
    "out_of_bag_error": "training rows, each predicted by the members for which it is out of bag",
}


@dataclass
class PruningDisplay(Display):
    """How the error changes with the members that are kept, and where the choice fell.

    Parameters
    ----------
    path : DataFrame
        One row per committee that was considered: ``n_members``, one column of errors for each set of rows, the first
        of which chose, ``chosen``, and ``fold`` where there are several ensembles.
    n_before : int
        Members before pruning.
    of_classes
        As for `DiversityErrorDisplay`.
    """

    path: pd.DataFrame = field(repr=False)
    n_before: int
    of_classes: bool

    @classmethod
    def from_estimator(cls, model: Any) -> Self:
        """Read a fitted model that has chosen among members.

        Parameters
        ----------
        model : estimator
            What `hedgerow.prune` returned; a fitted `PrunedEnsembleClassifier`, `FitSelectClassifier`,
            `ForwardSelectionClassifier`, or one of their regressors.

        Returns
        -------
        PruningDisplay

        Examples
        --------
        >>> from hedgerow import RandomForestClassifier, datasets
        >>> from hedgerow.pruning.pruned import prune
        >>> sample = datasets.make_simple(200, random_state=0)
        >>> forest = RandomForestClassifier(20, random_state=0).fit(sample.X, sample.y)
        >>> pruned = prune(forest, sample.X, sample.y, "best", out_of_bag=True)
        >>> PruningDisplay.from_estimator(pruned).frame().columns.tolist()
        ['n_members', 'out_of_bag_error', 'chosen']
        """
        if not hasattr(type(model), "fit") or not hasattr(model, "get_params"):
            raise TypeError(f"{model!r} is not an estimator; pass a fitted model that has `path_`")
        check_is_fitted(model)
        if not hasattr(model, "path_"):
            raise TypeError(
                f"{type(model).__name__} has not chosen among members; pass what `prune` returned"
            )
        return cls(model.path_, model.n_members_before_, bool(is_classifier(model)))

    def frame(self) -> pd.DataFrame:
        """The committees that were considered, with their errors."""
        return self.path

    def _draw(self, ax: Any) -> Any:
        ax = open_axes(ax, width=6.5, height=4.2)
        lines = self._list_lines()
        labelled = len(lines) > 1
        for position, (label, column, curve) in enumerate(lines):
            self._draw_line(ax, position, label if labelled else None, curve["n_members"], curve[column])
            mark = curve[curve["chosen"]]
            ax.plot(
                mark["n_members"], mark[column], marker=style(position)[1], color=style(position)[0],
                markersize=9, markeredgecolor="black", linestyle="", zorder=5,
            )  # fmt: skip
        self._mark_choice(ax)
        self._label(ax, labelled)
        return ax

    @property
    def _columns(self) -> list[str]:
        return [str(name) for name in self.path if name not in ("n_members", "chosen", "fold")]

    @property
    def _folds(self) -> list[Any]:
        return list(dict.fromkeys(self.path["fold"])) if "fold" in self.path else []

    def _list_lines(self) -> list[tuple[str, str, pd.DataFrame]]:
        """Label, column and committees of each line."""
        if self._folds:
            return [
                (f"fold {number + 1}", column, self.path[self.path["fold"] == fold])
                for number, fold in enumerate(self._folds)
                for column in self._columns
            ]
        labels = [fill(_WORDS.get(name, name.replace("_", " ")), 36) for name in self._columns]
        labels[0] += " (which chose)"
        return [(label, name, self.path) for label, name in zip(labels, self._columns, strict=True)]

    def _draw_line(self, ax: Any, position: int, label: str | None, sizes: Any, errors: Any) -> None:
        """A line where committees grow, and dots where they come in any size."""
        colour, marker = style(position)
        known = ~np.isnan(errors.to_numpy())
        if (np.diff(sizes) >= 0).all() and len(sizes) > 1:
            ax.plot(sizes[known], errors[known], color=colour, linewidth=1.6, zorder=3, label=label)
        else:
            dots = {"marker": marker, "s": 18, "alpha": 0.5}
            ax.scatter(sizes[known], errors[known], color=colour, zorder=3, label=label, **dots)

    def _mark_choice(self, ax: Any) -> None:
        """A guide down to the number that is kept, with the number where there is one."""
        kept = self.path.loc[self.path["chosen"], "n_members"]
        for number in dict.fromkeys(kept):
            ax.axvline(number, color=QUIET, linewidth=1, linestyle=":", zorder=1)
        if len(kept) != 1:
            return
        number, most = int(kept.iloc[0]), int(self.path["n_members"].max())
        on_right = number <= 0.75 * most
        ax.annotate(
            f"{number:,} kept", (number, 1.0), xycoords=("data", "axes fraction"),
            xytext=(4 if on_right else -4, -2), textcoords="offset points", ha="left" if on_right else "right",
            va="top", color=QUIET, fontsize="small",
        )  # fmt: skip

    def _label(self, ax: Any, labelled: bool) -> None:
        most = int(self.path["n_members"].max())
        count_members(ax, most)
        ax.margins(y=0.12)
        note = "errors are of the rows that chose the members" if len(self._columns) == 1 else ""
        ax.set_xlabel(
            "members kept" + (" of each forest" if self._folds else "") + (f"\n({note})" if note else "")
        )
        ax.set_ylabel(
            f"{'error of the committee' if self.of_classes else 'root mean square error'}   (lower is better)"
        )
        if self.of_classes:
            show_percent(ax.yaxis)
        else:
            ax.ticklabel_format(axis="y", useOffset=False)
        write_title(ax, self._conclude(), 78)
        if labelled:
            ax.legend(loc="best", frameon=False, fontsize="small")

    def _conclude(self) -> str:
        """What was kept, and what that means for the error."""
        column = self._columns[0]
        chosen = self.path[self.path["chosen"]]
        kept = int(chosen["n_members"].sum())
        error = float(chosen[column].mean())
        said = (
            f"{kept:,} of {self.n_before:,} members kept: error {self._write(error)} on the rows that chose"
        )
        groups = [self.path] if not self._folds else [each for _, each in self.path.groupby("fold")]
        whole = [group.loc[group["n_members"] * len(groups) == self.n_before, column] for group in groups]
        if kept == self.n_before or any(each.empty for each in whole):
            return said
        everybody = np.mean([each.iloc[-1] for each in whole])
        return f"{said}, with all {self._write(everybody)}"

    def _write(self, value: float) -> str:
        return f"{100 * value:.1f} %" if self.of_classes else f"{value:,.4g}"
