"""How the gains of a forest's splits are distributed, with and without the weight of their nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.displays.display import COLOURS, Display, open_axes, shorten, show_percent, write_title
from hedgerow.foundation.target_group import check_one_target
from hedgerow.relevance.splits import SplitGains

_N_BINS = 100  # of 0.01 bits, where there are classes
_ALL, _REST = "all features", "other features"


@dataclass
class GainDensityDisplay(Display):
    """Histogram of the gains of splits: every split counts alike, or as much as its node could have told.

    Small nodes are many and always gain much: two rows of different classes are parted by any feature, for a full bit.
    Weighted by node complexity they count for nothing, and what remains is evidence (Rogers 2007, fig. 8.3).

    Parameters
    ----------
    density : DataFrame
        One row per bin and group: ``group`` ("all features", or a feature and "other features"), ``low`` and ``high``
        ends of the bin, and the share of the group's splits in it, ``plain`` and ``weighted`` by node complexity.
    groups : DataFrame
        One row per group: its ``n_splits``, and the ``plain`` and the ``weighted`` average of their gains.
    unit : str, default="bits"
        What gains are measured in, where that has a largest value of 1; else empty.

    References
    ----------
    J. Rogers and S. Gunn, "Identifying feature relevance using a random forest", Subspace, Latent Structure and
    Feature Selection, LNCS 3940, Springer, 2006.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> table = datasets.load("wbc")
    >>> forest = RandomForestClassifier(n_estimators=20, random_state=0).fit(table.features, table.target)
    >>> density = GainDensityDisplay.from_forest(forest).frame()
    >>> bool(density["plain"].iloc[-1] > 10 * density["weighted"].iloc[-1])
    True
    """

    density: pd.DataFrame = field(repr=False)
    groups: pd.DataFrame
    unit: str = "bits"

    @classmethod
    def from_splits(
        cls, splits: SplitGains, *, feature: int | str | None = None, names: Sequence[str] | None = None
    ) -> Self:
        """Sort splits into bins of 0.01: bits, or shares of the variance of a node.

        Parameters
        ----------
        splits : SplitGains
            The splits of a forest.
        feature : int or str, default=None
            A feature, by position or name, to set against all others; None for all features together.
        names : sequence of str, default=None
            Names of the features; None for x0, x1, ...

        Returns
        -------
        GainDensityDisplay
        """
        if len(splits.gain) == 0:
            raise ValueError("the forest has no split, so there is nothing to draw")
        known = (
            [f"x{place}" for place in range(splits.n_features)] if names is None else list(map(str, names))
        )
        if len(known) != splits.n_features:
            raise ValueError(
                f"names has {len(known)} entries; pass one for each of {splits.n_features} features"
            )
        gain, unit = _scale(splits)
        edges = np.linspace(0.0, 1.0 if unit else float(gain.max()) or 1.0, _N_BINS + 1)
        table = pd.DataFrame({"gain": np.clip(gain, 0.0, edges[-1]), "weight": splits.complexity})
        parts = {_ALL: table}
        if feature is not None:
            place = _find_feature(feature, known)
            is_mine = splits.feature == place
            parts = {known[place]: table[is_mine], _REST: table[~is_mine]}
        density = pd.concat(
            [_sort_into_bins(name, part, edges) for name, part in parts.items()], ignore_index=True
        )
        groups = pd.DataFrame({name: _summarise(part) for name, part in parts.items()}).T
        return cls(density, groups, unit)

    @classmethod
    def from_forest(
        cls, forest: Any, *, feature: int | str | None = None, names: Sequence[str] | None = None
    ) -> Self:
        """Read the splits of an ensemble of trees.

        Parameters
        ----------
        forest : ensemble of hedgerow's trees, or Forest
            A fitted ensemble, or the grown trees themselves.
        feature, names
            As for `from_splits`; None takes the names that were seen in `fit`.

        Returns
        -------
        GainDensityDisplay
        """
        if hasattr(forest, "fit"):
            check_is_fitted(forest)
            check_one_target(forest, "a density of gains")
            names = getattr(forest, "feature_names_in_", None) if names is None else names
            trees = getattr(getattr(forest, "members_", None), "forest", None)
            if trees is None:
                raise ValueError(f"{type(forest).__name__} is not made of hedgerow's trees; fit one that is")
            forest = trees
        return cls.from_splits(SplitGains.from_forest(forest), feature=feature, names=names)

    def frame(self) -> pd.DataFrame:
        """The bins of each group."""
        return self.density

    def _draw(self, ax: Any) -> Any:
        ax = open_axes(ax, width=7.0, height=4.0)
        first, *others = self.groups.index
        mine = self.density[self.density["group"] == first]
        edges = np.append(mine["low"].to_numpy(), mine["high"].to_numpy()[-1])
        if others:
            rest = self.density[self.density["group"] == others[0]]
            series = {shorten(first, 24): mine["weighted"], _REST: rest["weighted"]}
        else:
            series = {"weighted by node complexity": mine["weighted"], "every split alike": mine["plain"]}
        for (label, shares), look in zip(series.items(), _LOOKS, strict=True):
            ax.stairs(shares, edges, label=label, **look)
        ax.set_xlim(edges[0], edges[-1])
        ax.set_ylim(bottom=0)
        show_percent(ax.yaxis)
        ax.set_xlabel(f"gain of a split{self.unit and ', in '}{self.unit}")
        weighted = ", weighted by node complexity" if others else ""
        ax.set_ylabel(f"share of the splits{weighted}\n(bins of {edges[1]:.3g})")
        ax.legend(frameon=False, loc="upper center")
        write_title(ax, self._say_title(), 75)
        return ax

    def _say_title(self) -> str:
        if len(self.groups) == 2:
            mine, rest = self.groups["weighted"]
            if np.isnan(mine) or np.isnan(rest):
                return f"{shorten(str(self.groups.index[0]))}: too few splits to compare"
            return (
                f"{shorten(str(self.groups.index[0]))} gains {mine:.2g} on average, other features {rest:.2g}"
            )
        told, last = self.groups.iloc[0], self.density.iloc[-1]
        if self.unit and last["plain"] > 0:
            most = {"bits": "about a full bit"}.get(self.unit, "about all there is")
            return f"{last['plain']:.1%} of the splits gain {most}; they have {last['weighted']:.1%} of the weight"
        return f"{told['n_splits']:,.0f} splits gain {told['plain']:.2g} on average, weighted {told['weighted']:.2g}"


_LOOKS: tuple[dict[str, Any], ...] = (
    {"fill": True, "facecolor": COLOURS[4], "edgecolor": COLOURS[0], "alpha": 0.8, "zorder": 2},
    {"fill": False, "edgecolor": COLOURS[5], "lw": 1.6, "zorder": 3},
)


def _scale(splits: SplitGains) -> tuple[NDArray[np.float64], str]:
    """Gains on a scale that ends at 1, and what it measures: a cut in two can tell one bit at most."""
    if splits.n_classes:
        return splits.gain, "bits"
    if splits.variance is None:
        return splits.gain, ""
    variance = splits.variance
    share = np.divide(splits.gain, variance, out=np.zeros_like(splits.gain), where=variance > 0)
    return share, "shares of the variance of its node"


def _find_feature(feature: int | str, names: Sequence[str]) -> int:
    if isinstance(feature, str):
        if feature not in names:
            raise ValueError(
                f"{feature!r} is not a feature; choose among {len(names)}, such as {list(names[:5])}"
            )
        return list(names).index(feature)
    if not 0 <= feature < len(names):
        raise ValueError(f"feature={feature} is not a position among {len(names)} features")
    return int(feature)


def _sort_into_bins(name: str, splits: pd.DataFrame, edges: NDArray[np.float64]) -> pd.DataFrame:
    """Share of the splits, and of their weight, in each bin; 0 where there is none."""
    plain = np.histogram(splits["gain"], edges)[0].astype(float)
    weighted = np.histogram(splits["gain"], edges, weights=splits["weight"])[0]
    columns = {
        kind: each / each.sum() if each.sum() > 0 else each
        for kind, each in {"plain": plain, "weighted": weighted}.items()
    }
    return pd.DataFrame({"group": name, "low": edges[:-1], "high": edges[1:], **columns})


def _summarise(splits: pd.DataFrame) -> dict[str, float]:
    weight = float(splits["weight"].sum())
    return {
        "n_splits": len(splits),
        "plain": float(splits["gain"].mean()),
        "weighted": float((splits["gain"] * splits["weight"]).sum()) / weight if weight > 0 else np.nan,
    }
