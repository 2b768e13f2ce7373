"""The tables and the figure of the page about local experts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from studies.local_experts import METHODS, PARTITIONS, TOY


def local_toy(found: pd.DataFrame) -> pd.DataFrame:
    """The published numbers of the toy beside the reading under which they come out, in percent."""
    toy = found[(found["data"] == TOY) & (found["correction"] == "exchanged")]
    read = toy["vote_error"].where(toy["method"] == "MMM", toy["soft_error"])
    return pd.DataFrame(
        {
            "parts": toy["n_parts"],
            "method": toy["method"],
            "published": toy["published"].map("{:.1f}".format),
            "here, as it seems to have been scored": (100 * read).map("{:.1f}".format),
            "soft error": (100 * toy["soft_error"]).map("{:.1f}".format),
            "wrong answers": (100 * toy["error"]).map("{:.1f}".format),
        }
    )


def local_toy_uncorrected(found: pd.DataFrame) -> pd.DataFrame:
    """Wrong answers on the toy without a correction, in percent."""
    toy = found[(found["data"] == TOY) & (found["correction"] == "none")]
    shown = toy.assign(cell=toy.apply(_show_error, axis=1))
    wide = shown.pivot_table("cell", "n_parts", "method", sort=False, aggfunc="first")
    return wide.rename_axis(columns=None).reset_index().rename(columns={"n_parts": "parts"})


def local_tables_logistic(found: pd.DataFrame) -> pd.DataFrame:
    """Errors of logistic regressions on real tables, in percent."""
    return _lay_out(found, "logistic")


def local_tables_tree(found: pd.DataFrame) -> pd.DataFrame:
    """Errors of trees on real tables, in percent."""
    return _lay_out(found, "tree")


def local_differences(found: pd.DataFrame) -> pd.DataFrame:
    """On how many real tables each method is better or worse than one model, and by how many points in the mean."""
    real = found[(found["data"] != TOY) & (found["method"] != "ALL")]
    rows = []
    for (learner, method), cells in real.groupby(["learner", "method"], sort=False):
        sure = 2 * cells["difference_standard_error"]
        rows.append(
            {
                "learner": learner,
                "method": method,
                "better": int((cells["more_than_all"] < -sure).sum()),
                "worse": int((cells["more_than_all"] > sure).sum()),
                "mean difference": f"{100 * cells['more_than_all'].mean():+.1f}",
                "best": f"{100 * cells['more_than_all'].min():+.1f}",
                "worst": f"{100 * cells['more_than_all'].max():+.1f}",
            }
        )
    return pd.DataFrame(rows)


def average_correlations(found: pd.DataFrame) -> pd.DataFrame:
    """Mean correlation of the outputs of the methods over the real tables, with logistic regressions."""
    real = found[(found["data"] != TOY) & (found["learner"] == "logistic") & found["method"].isin(METHODS)]
    alike = real.groupby("method")[[f"with_{method}" for method in METHODS]].mean().loc[[*METHODS]]
    return alike.rename(columns=lambda name: name.removeprefix("with_"))


def draw_correlations(found: pd.DataFrame) -> Any:
    """Heat map of the correlations, as a figure."""
    from matplotlib.figure import Figure

    alike = average_correlations(found)
    figure = Figure(figsize=(4.4, 3.7), layout="constrained")
    axes = figure.subplots()
    shown = axes.imshow(alike, cmap="viridis", vmin=np.floor(10 * alike.min().min()) / 10, vmax=1)
    axes.set_xticks(range(len(METHODS)), METHODS)
    axes.set_yticks(range(len(METHODS)), METHODS)
    for row, column in np.ndindex(*alike.shape):
        value = float(alike.iat[row, column])
        dark = value < (shown.norm.vmin + 1) / 2
        axes.text(column, row, f"{value:.2f}", ha="center", va="center", color="white" if dark else "black")
    figure.colorbar(shown, label="correlation of the outputs")
    return figure


def _lay_out(found: pd.DataFrame, learner: str) -> pd.DataFrame:
    real = found[(found["data"] != TOY) & (found["learner"] == learner)]
    shown = real.assign(cell=real.apply(_mark_error, axis=1), data=real["data"].str.removeprefix("keel:"))
    wide = shown.pivot_table("cell", "data", "method", sort=False, aggfunc="first")
    chosen = shown[shown["method"] == "MMM, auto"].set_index("data")["chosen_parts"]
    order = ["ALL", *(method for method in METHODS if method in {*PARTITIONS, "MMM"}), "MMM, auto"]
    wide = wide[order].assign(**{"parts chosen": chosen.map("{:.1f}".format)})
    return wide.rename_axis(columns=None).reset_index()


def _show_error(row: pd.Series) -> str:
    return f"{100 * row['error']:.1f} ± {100 * row['error_standard_error']:.1f}"


def _mark_error(row: pd.Series) -> str:
    """In bold where it is better than one model's by two standard errors of the difference."""
    shown = f"{100 * row['error']:.1f}"
    better = row["more_than_all"] < -2 * row["difference_standard_error"]
    return f"**{shown}**" if better else shown
