"""The tables of the page about selectors."""

from __future__ import annotations

import pandas as pd

from hedgerow import compare
from studies.selectors import F_FILTER, LEARNERS

_NAMES = {"forest": "random forest", "neighbours": "nearest neighbours", "logistic": "logistic regression"}


def selector_ranks(found: pd.DataFrame) -> pd.DataFrame:
    """Each selector over all tables, the best first: ranks, errors, features, stability and time."""
    shown = found.assign(
        error=1.0 - found[list(LEARNERS)].mean(axis=1), share=found["n_kept"] / found["n_features"]
    )
    errors = shown.pivot_table("error", "data", "selector", sort=False)
    ranks = (
        compare(errors, higher_is_better=False, rows="datasets").frame().set_index("method")["average_rank"]
    )
    plain = errors[F_FILTER]
    by_selector = shown.groupby("selector", sort=False)
    rows = [
        {
            "selector": name,
            "mean rank": round(float(ranks[name]), 2),
            **{
                f"error, {_NAMES[learner]}": f"{100 * (1 - part[learner].mean()):.1f}" for learner in LEARNERS
            },
            "features kept": f"{part['share'].mean():.0%}",
            "stability": "" if part["stability"].isna().all() else f"{part['stability'].mean():.2f}",
            "better, worse than the F-filter": (
                f"{int((errors[name] < plain).sum())}, {int((errors[name] > plain).sum())}"
            ),
            "time": f"{part['seconds'].median():.3f} s",
        }
        for name, part in by_selector
    ]
    return pd.DataFrame(rows).sort_values("mean rank", kind="stable", ignore_index=True)


def selector_errors(found: pd.DataFrame) -> pd.DataFrame:
    """Mean error of the three learners in percent, and in brackets the number of features kept."""
    shown = found.assign(
        cell=[
            f"{100 * (1 - mean):.1f} ({kept:.0f})"
            for mean, kept in zip(found[list(LEARNERS)].mean(axis=1), found["n_kept"], strict=True)
        ]
    )
    wide = shown.pivot_table("cell", "selector", "data", sort=False, aggfunc="first")
    return wide.fillna("").rename_axis(columns=None).reset_index()


def cluster_agreements(found: pd.DataFrame) -> pd.DataFrame:
    """The agreement of each method with the classes, and the features it keeps, by data set."""
    cells = found.apply(lambda row: f"{row['agreement']:.3f} ({row['n_features']:.1f})", axis=1)
    shown = found.assign(cell=cells).pivot(index="method", columns="data", values="cell")
    order = found["method"].drop_duplicates()
    return shown.loc[order, found["data"].drop_duplicates()].rename_axis(columns=None).reset_index()
