"""The tables and figures of the page about bias and variance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from hedgerow.displays.display import COLOURS, MARKERS
from studies.store import load

_NAMES = {
    "twonorm": "twonorm",
    "threenorm": "threenorm",
    "ringnorm": "ringnorm",
    "artificial_multi1": "five Gaussians",
    "artificial_multi2": "nine Gaussians",
}
_METHODS = ("single", "bagging", "ECOC")
_PUBLISHED_BAYES = {
    "twonorm": 2.28, "threenorm": 10.83, "ringnorm": 1.51, "artificial_multi1": 21.76, "artificial_multi2": 14.33
}  # fmt: skip
_IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
_LINES = {"error": "error", "systematic_effect": "systematic effect", "variance_effect": "variance effect"}


def network_terms(found: pd.DataFrame) -> pd.DataFrame:
    """Means over all numbers of nodes and epochs, in percent."""
    rows = []
    for (data, method), part in found.groupby(["data", "method"], sort=False):
        means = 100 * part[["error", "systematic_effect", "variance_effect", "bias", "variance"]].mean()
        shown = {str(name).replace("_", " "): f"{value:.1f}" for name, value in means.items()}
        rows.append({"data": _NAMES[str(data)], "method": method, **shown})
    return pd.DataFrame(rows)


def network_bayes_errors(found: pd.DataFrame) -> pd.DataFrame:
    """The noise of the rows that were asked about, beside what the paper prints, in percent."""
    noise = found.groupby("data", sort=False)["noise"].mean()
    return pd.DataFrame(
        {
            "data": [_NAMES[data] for data in noise.index],
            "noise of the test rows": [f"{100 * value:.2f}" for value in noise],
            "Bayes error in the paper": [f"{_PUBLISHED_BAYES[data]:.2f}" for data in noise.index],
        }
    )


def network_reductions(found: pd.DataFrame) -> pd.DataFrame:
    """What an ensemble takes from each effect of a single network, in points, by nodes and epochs."""
    rows = []
    for data, method, cells in _pair_with_single(found):
        few = cells[(cells["nodes"] <= 4) & (cells["epochs"] <= 5)]
        rows.append(
            {
                "data": _NAMES[data],
                "ensemble": method,
                "systematic effect": f"{100 * cells['systematic_effect'].mean():+.1f}",
                "variance effect": f"{100 * cells['variance_effect'].mean():+.1f}",
                "few nodes and epochs: systematic": f"{100 * few['systematic_effect'].mean():+.1f}",
                "few nodes and epochs: variance": f"{100 * few['variance_effect'].mean():+.1f}",
                "larger fall in the variance effect": _count(
                    cells["variance_effect"] < cells["systematic_effect"]
                ),
            }
        )
    return pd.DataFrame(rows)


def network_order(found: pd.DataFrame) -> pd.DataFrame:
    """Of the 16 numbers of nodes and epochs, and of the 4 smallest, in how many the errors are ordered as claimed."""
    wide = found.pivot_table("error", ["data", "nodes", "epochs"], "method", sort=False).reset_index()
    few = (wide["nodes"] <= 4) & (wide["epochs"] <= 5)
    rows = []
    for data in wide["data"].unique():
        for lower, higher in (("bagging", "single"), ("ECOC", "single"), ("ECOC", "bagging")):
            mine = wide[wide["data"] == data]
            if mine[lower].isna().any():
                continue
            holds = mine[lower] <= mine[higher]
            rows.append(
                {
                    "data": _NAMES[data],
                    "claim": f"{lower} errs no more than {higher}",
                    "all sizes": _count(holds),
                    "2 or 4 nodes, 2 or 5 epochs": _count(holds[few.loc[mine.index]]),
                }
            )
    return pd.DataFrame(rows)


def network_errors(found: pd.DataFrame) -> pd.DataFrame:
    """Error and, in brackets, systematic and variance effect in percent, for few and for many epochs."""
    told = found[found["epochs"].isin([2, 5, 15])]
    cells = told.apply(
        lambda row: (
            f"{100 * row['error']:.1f} ({100 * row['systematic_effect']:.1f}, {100 * row['variance_effect']:.1f})"
        ),
        axis=1,
    )
    shown = told.assign(
        cell=cells, heading=[f"{nodes} nodes" for nodes in told["nodes"]], data=told["data"].map(_NAMES)
    )
    wide = shown.pivot_table("cell", ["data", "method", "epochs"], "heading", sort=False, aggfunc="first")
    return wide.rename_axis(columns=None).reset_index()


def draw_curves(found: pd.DataFrame) -> Any:
    """Error and both effects along the number of epochs, for few and for many nodes."""
    import matplotlib.pyplot as plt

    names = list(found["data"].unique())
    nodes = sorted(found["nodes"].unique())
    chosen = (nodes[0], nodes[-1])
    figure, grid = plt.subplots(
        len(chosen), len(names), figsize=(3.0 * len(names), 5.4), sharex=True, sharey="col", squeeze=False,
        layout="constrained",
    )  # fmt: skip
    for axes_of_nodes, n_hidden in zip(grid, chosen, strict=True):
        for axes, data in zip(axes_of_nodes, names, strict=True):
            part = found[(found["data"] == data) & (found["nodes"] == n_hidden)]
            for method, colour, marker in zip(_METHODS, COLOURS, MARKERS, strict=False):
                line = part[part["method"] == method]
                for term, style in zip(_LINES, ("-", "--", ":"), strict=True):
                    axes.plot(
                        line["epochs"], 100 * line[term], style, color=colour, marker=marker, markersize=4,
                        label=f"{method}, {_LINES[term]}",
                    )  # fmt: skip
            axes.axhline(0, color="0.8", linewidth=0.8, zorder=0)
            axes.set_title(f"{_NAMES[data]}, {n_hidden} nodes", fontsize="medium")
            axes.set_xticks(sorted(found["epochs"].unique()))
    for axes in grid[-1]:
        axes.set_xlabel("epochs")
    for axes in grid[:, 0]:
        axes.set_ylabel("percent of the rows")
    handles, labels = grid[0, -1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, fontsize=8)
    return figure


def write_figure(folder: Path = _IMAGES) -> Path:
    """Store the curves of the last results as an image."""
    path = folder / "bias-variance-networks.png"
    draw_curves(load("coded_bias_variance")).savefig(path, dpi=110)
    return path


def _pair_with_single(found: pd.DataFrame) -> list[tuple[str, str, pd.DataFrame]]:
    """Differences of each ensemble from the single network in the same cell."""
    keys, terms = ["nodes", "epochs"], ["systematic_effect", "variance_effect"]
    pairs = []
    for data, part in found.groupby("data", sort=False):
        single = part[part["method"] == "single"].set_index(keys)[terms]
        for method, mine in part.groupby("method", sort=False):
            if method != "single":
                pairs.append((str(data), str(method), (mine.set_index(keys)[terms] - single).reset_index()))
    return pairs


def _count(holds: Any) -> str:
    return f"{int(holds.sum())} of {len(holds)}"
