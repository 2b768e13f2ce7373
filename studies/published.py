"""Measured beside published numbers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from hedgerow.reproduce.experiments.rogers import TABLES
from hedgerow.reproduce.tables import find_table
from studies.running import Record

# What columns and quantities of the published tables are called in the studies.
_COLUMNS = {
    "RF, 0 extra irrelevant features": "RF",
    "RF, 30 extra irrelevant features": "RF, 30 noise columns",
    "RF HT + RF LOCAL": "RF HT + LOCAL",
}
_QUANTITIES = {"q_statistic": "q", "avg_tree_nodes": "n_nodes"}
N_PUBLISHED = 100  # trials behind a published number
_MEASURES = ("error", "base_error", "q", "n_features", "n_nodes")


def read_published() -> pd.DataFrame:
    """The published numbers: table, value, and for errors the variance over the trials.

    A number that is printed in several tables is read from the first.
    """
    rows = []
    for table in map(find_table, (name for name in TABLES if not name.startswith("rogers-gunn"))):
        for cell in table.cells:
            column = _COLUMNS.get(cell.column, cell.column)
            quantity = _QUANTITIES.get(cell.quantity, cell.quantity)
            error = np.nan if cell.standard_error is None else cell.standard_error
            variance = round(N_PUBLISHED * error**2, 5)
            rows.append((cell.row, column, quantity, table.number, cell.value, variance))
    names = ["data", "column", "quantity", "table", "value", "variance"]
    keys = names[:3]
    return pd.DataFrame(rows, columns=names).drop_duplicates(keys).set_index(keys)


def summarise(trials: pd.DataFrame, plain: str, readings: Mapping[str, str]) -> pd.DataFrame:
    """One row for each data set, column and quantity.

    `sample_spread` is the standard deviation between generated samples that exceeds chance; the published number, from
    one sample, may be off by it. `against_plain` is the mean of what a column errs more than the plain one on the same
    splits. Other readings of a published column stand beside its numbers.
    """
    base = trials[trials["column"] == plain].set_index(["data", "sample", "trial"])["error"]
    paired = trials.join(base.rename("plain"), on=["data", "sample", "trial"])
    trials = paired.assign(against_plain=paired["error"] - paired["plain"])
    rows = []
    for (data, column), cell in trials.groupby(["data", "column"], sort=False):
        for quantity in _MEASURES:
            if quantity not in cell or cell[quantity].isna().all():
                continue
            row = {"data": data, "column": column, "quantity": quantity, **_describe(cell, quantity)}
            if quantity == "error":
                better = _describe(cell, "against_plain")
                row |= {"against_plain": better["measured"], "against_plain_se": better["se"]}
            rows.append(row | {"published_as": readings.get(str(column), column)})
    summary = pd.DataFrame(rows).join(read_published(), on=["data", "published_as", "quantity"])
    summary["published_se"] = np.sqrt(summary["variance"] / N_PUBLISHED)
    together = np.sqrt(summary["se"] ** 2 + summary["published_se"] ** 2 + summary["sample_spread"] ** 2)
    summary["z"] = (summary["measured"] - summary["value"]) / together
    return summary.rename(columns={"value": "published"}).drop(columns=["variance", "published_as"]).round(5)


def _describe(cell: pd.DataFrame, quantity: str) -> Record:
    """Mean and standard error; with several samples, from their means, which also say how much samples differ."""
    by_sample = cell.groupby("sample")[quantity]
    mean, within = cell[quantity].mean(), cell[quantity].var()
    if len(by_sample) == 1:
        return {"measured": mean, "se": float(np.sqrt(within / cell[quantity].count())), "sample_spread": 0.0}
    chance = (by_sample.var() / by_sample.count()).mean()
    spread = max(by_sample.mean().var() - chance, 0.0)
    se = np.sqrt(by_sample.mean().var() / len(by_sample))
    return {"measured": mean, "se": float(se), "sample_spread": float(np.sqrt(spread))}
