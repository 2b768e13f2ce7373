"""The tables and the figure of the page about exact cuts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from hedgerow.displays.display import COLOURS, MARKERS
from hedgerow.relevance.hypothesis_tests import holm
from studies.running import Record
from studies.store import load

GROUPS = {
    "balanced": "no class is rare",
    "rare": "1, 2, 5 % positives",
    "few": "1 to 3 positives",
    "many": "many classes, some rare",
    "narrow": "narrow classes",
}
_MEASURES = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
    "recall": "recall",
    "auc": "AUC",
    "average_precision": "average precision",
    "log_loss": "log loss",
    "brier": "Brier score",
}
_SHOWN = ("accuracy", "recall", "auc", "average_precision", "log_loss")
_ARM = "better than "
_LEVEL = 0.05
_IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"


def pool(found: pd.DataFrame) -> pd.DataFrame:
    """Mean gain over the tables of a group, by model, measure and arm, with its standard error and p values.

    The tables are as given: chance is that of their rows and seeds. Holm's adjustment is over all rows.
    """
    parts = [_pool_arm(found, arm, ["group", "model", "measure"]) for arm in _list_arms(found)]
    pooled = pd.concat(parts, ignore_index=True)
    pooled["p_holm"] = holm(pooled["p"].to_numpy())
    return pooled


def _pool_arm(found: pd.DataFrame, arm: str, keys: list[str]) -> pd.DataFrame:
    squares = found.assign(square=found[f"standard error, {arm}"] ** 2).dropna(subset="square")
    cells = squares.groupby(keys, sort=False)
    pooled = cells.agg(gain=(f"{_ARM}{arm}", "mean"), total=("square", "sum"), n=("square", "size"))
    pooled["error"] = np.sqrt(pooled.pop("total")) / pooled["n"]
    known = pooled["error"] > 0
    pooled["p"] = 1.0
    pooled.loc[known, "p"] = 2 * stats.norm.sf((pooled["gain"] / pooled["error"])[known].abs())
    return pooled.reset_index().assign(arm=arm)


def _list_arms(found: pd.DataFrame) -> list[str]:
    return [name.removeprefix(_ARM) for name in found.columns if name.startswith(_ARM)]


def _show_gains(found: pd.DataFrame, arm: str) -> pd.DataFrame:
    """Gains of all cuts over one arm, in points, by group and model; bold what is more than chance after Holm."""
    pooled = pool(found)
    shown = pooled[pooled["arm"] == arm]
    rows = []
    for names, part in shown.groupby(["group", "model"], sort=False):
        group, model = map(str, names)
        cells = {
            _MEASURES[row["measure"]]: _write_gain(row)
            for row in _list_rows(part)
            if row["measure"] in _SHOWN
        }
        rows.append({"tables": f"{GROUPS[group]} ({part['n'].iloc[0]})", "model": model, **cells})
    return pd.DataFrame(rows)


def _list_rows(frame: pd.DataFrame) -> list[Record]:
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def _write_gain(row: Record) -> str:
    text = f"{100 * row['gain']:+.2f} ± {100 * row['error']:.2f}"
    return f"**{text}**" if row.get("p_holm", 1.0) < _LEVEL else text


gains_over_255_bins = partial(_show_gains, arm="255 bins")
gains_over_64_bins = partial(_show_gains, arm="64 bins")
gains_over_16_bins = partial(_show_gains, arm="16 bins")
gains_over_larger_leaves = partial(_show_gains, arm="leaves of 5 rows")
gains_over_ties_by_chance = partial(_show_gains, arm="ties by chance")
gains_over_former = partial(_show_gains, arm="features compared on bins")


def exact_cuts_levels(found: pd.DataFrame) -> pd.DataFrame:
    """What the gains are gains of: mean of each measure with all cuts, by group and model."""
    rows = []
    for names, part in found.groupby(["group", "model"], sort=False):
        group, model = map(str, names)
        means = part.groupby("measure")["all cuts"].mean()
        rows.append(
            {
                "tables": GROUPS[group],
                "model": model,
                **{_MEASURES[name]: f"{100 * means[name]:.1f}" for name in _SHOWN},
            }
        )
    return pd.DataFrame(rows)


def exact_cuts_counts(found: pd.DataFrame) -> pd.DataFrame:
    """Of all comparisons of one table, model and measure: how many differ, and in which direction."""
    rows = []
    for arm, where, part in _list_parts(found):
        gain, error = part[f"{_ARM}{arm}"], part[f"standard error, {arm}"]
        differs = error > 0
        p = np.ones(len(part))
        p[differs] = 2 * stats.t.sf((gain / error)[differs].abs(), part["n_tables"][differs] - 1)
        sure, adjusted = p < _LEVEL, holm(p) < _LEVEL
        rows.append(
            {
                "all cuts against": arm,
                "tables": where,
                "comparisons": len(part),
                "the same": int((~differs).sum()),
                "better, worse at 5 %": f"{int((sure & (gain > 0)).sum())}, {int((sure & (gain < 0)).sum())}",
                "after Holm": f"{int((adjusted & (gain > 0)).sum())}, {int((adjusted & (gain < 0)).sum())}",
            }
        )
    return pd.DataFrame(rows)


def _list_parts(found: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    is_narrow = found["group"] == "narrow"
    for arm in _list_bins(found):
        yield arm, "narrow classes", found[is_narrow]
        yield arm, "all others", found[~is_narrow]


def _list_bins(found: pd.DataFrame) -> list[str]:
    return [arm for arm in _list_arms(found) if arm.endswith("bins")]


def exact_cuts_by_rarity(found: pd.DataFrame) -> pd.DataFrame:
    """Gain in average precision over each number of bins, by how rare the positives are."""
    told = found[(found["measure"] == "average_precision") & found["rare"].str.contains("%|row", na=False)]
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for arm in _list_bins(told):
        for row in _list_rows(_pool_arm(told, arm, ["group", "rare", "model"])):
            cells = rows.setdefault((GROUPS[row["group"]], row["rare"], row["model"]), {})
            cells[f"against {arm}"] = _write_gain(row)
    names = ("tables", "positives", "model")
    return pd.DataFrame([{**dict(zip(names, key, strict=True)), **cells} for key, cells in rows.items()])


def draw_gains(found: pd.DataFrame) -> Any:
    """Gain of all cuts in accuracy and in average precision against the number of bins, by group and model."""
    import matplotlib.pyplot as plt

    pooled = pool(found)
    measures = ("accuracy", "average_precision")
    figure, grid = plt.subplots(
        len(measures), len(GROUPS), figsize=(2.6 * len(GROUPS), 5.4), sharex=True, squeeze=False,
        layout="constrained",
    )  # fmt: skip
    arms = _list_bins(found)
    models = list(found["model"].unique())
    for measure, line in zip(measures, grid, strict=True):
        for (group, title), axes in zip(GROUPS.items(), line, strict=True):
            part = pooled[(pooled["group"] == group) & (pooled["measure"] == measure)]
            for place, (model, colour, marker) in enumerate(zip(models, COLOURS, MARKERS, strict=False)):
                cells = part[part["model"] == model].set_index("arm")
                if cells.empty:
                    continue
                axes.errorbar(
                    np.arange(len(arms)) + 0.08 * (place - len(models) / 2), 100 * cells["gain"][arms],
                    200 * cells["error"][arms], color=colour, marker=marker, markersize=4, label=model,
                )  # fmt: skip
            axes.axhline(0, color="0.8", linewidth=0.8, zorder=0)
            axes.set_title(title, fontsize="medium")
            axes.set_xticks(range(len(arms)), arms)
    _share_limits(grid)
    for name, line in zip(measures, grid, strict=True):
        line[0].set_ylabel(f"gain in {_MEASURES[name]}, points")
    handles, labels = grid[0, list(GROUPS).index("rare")].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(models), frameon=False, fontsize=8)
    return figure


def _share_limits(grid: Any) -> None:
    """One scale for every group but the last, whose gains are of another size."""
    for line in grid:
        limits = np.array([axes.get_ylim() for axes in line[:-1]])
        for axes in line[:-1]:
            axes.set_ylim(limits.min(), limits.max())


def write_figure(folder: Path = _IMAGES) -> Path:
    """Store the gains of the last results as an image."""
    path = folder / "exact-cuts.png"
    draw_gains(load("exact_cuts")).savefig(path, dpi=110)
    return path
