"""From what a study stored to the tables of the page."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from studies.false_positives import OURS
from studies.noise import KINDS

_DATA = ["WBC", "Pima", "Sonar", "Ionosphere", "Votes", "Friedman", "Simple"]


def false_positive_rates(found: pd.DataFrame) -> pd.DataFrame:
    """Ours: the share of p-values below 0.05 in each cell, with its standard error."""
    ours = found[(found["test"] == OURS) & (found["n_each"] == found["n_each"].min())]
    return _spread(ours, ["n_rows", "target", "n_relevant"], _show_rate)


def fresh_rates(found: pd.DataFrame) -> pd.DataFrame:
    """The same on other tables."""
    return _spread(found, ["n_each", "n_rows", "n_relevant"], _show_rate)


def crowded_rates(found: pd.DataFrame) -> pd.DataFrame:
    """The same in tables with more columns of each kind."""
    ours = found[(found["test"] == OURS) & (found["n_each"] == found["n_each"].max())]
    return _spread(ours, ["n_rows", "n_relevant"], _show_rate)


def wide_rates(found: pd.DataFrame) -> pd.DataFrame:
    """Shares of small p-values in wide tables of noise, and of tables where Holm lets any pass."""
    shares = {
        "p < 0.05": "below_05",
        "p < 0.005": "below_005",
        "tables where Holm lets any pass": "any_holm",
    }
    size = found.apply(lambda row: f"{row['n_rows']} x {row['n_columns']:,}", axis=1)
    return pd.DataFrame(
        {
            "table": size,
            "tables": found["n_tables"],
            **{
                heading: found.apply(
                    lambda row, name=name: _give_or_take(row[name], row[f"{name}_se"]), axis=1
                )
                for heading, name in shares.items()
            },
        }
    )


def tail_rates(found: pd.DataFrame) -> pd.DataFrame:
    """Ours: the share of p-values below 0.005, kinds and relevant columns together."""
    ours = found[(found["test"] == OURS) & (found["n_each"] == found["n_each"].min())]
    shares = ours.pivot_table("below_005", "n_rows", "target", sort=False, aggfunc="mean")
    shown = pd.DataFrame(shares.map(lambda share: f"{100 * share:.1f}").rename_axis(columns=None))
    return shown.reset_index().rename(columns={"n_rows": "rows"})


def published_rates(found: pd.DataFrame) -> pd.DataFrame:
    """The published test in its readings, in tables of noise alone."""
    theirs = found[(found["test"] != OURS) & (found["n_relevant"] == 0)]
    return _spread(theirs, ["test", "n_rows"], _show_rate)


def rank_bias(found: pd.DataFrame) -> pd.DataFrame:
    """Mean ranks of noise columns of each kind; the middle is no preference."""
    gini = _spread(found, ["n_rows"], lambda row: f"{row['gini_rank']:.1f} ({row['gini']:.2f})")
    t = _spread(found, ["n_rows"], lambda row: f"{row['t_rank']:.1f}")
    gini.insert(0, "ranked by", "Gini importance")
    t.insert(0, "ranked by", "t of the test")
    return pd.concat([gini, t])


def power_rates(found: pd.DataFrame) -> pd.DataFrame:
    """Boruta beside ours at the same rate of false positives."""
    rates = found[["false_rate", "boruta_true_rate", "true_rate"]].map(lambda share: f"{100 * share:.1f}")
    difference = found.apply(lambda row: _give_or_take(row["difference"], row["standard_error"]), axis=1)
    return pd.DataFrame(
        {
            "case": found["case"],
            "Boruta's decision": found["boruta"],
            "false": rates["false_rate"],
            "found by Boruta": rates["boruta_true_rate"],
            "found by ours": rates["true_rate"],
            "difference": difference,
        }
    )


def own_power(found: pd.DataFrame) -> pd.DataFrame:
    """Ours at p < 0.05, and the time."""
    first = found.drop_duplicates("case")
    rates = first[["own_false_rate", "own_true_rate"]].map(lambda share: f"{100 * share:.1f}")
    return pd.DataFrame(
        {
            "case": first["case"],
            "false": rates["own_false_rate"],
            "found": rates["own_true_rate"],
            "time": first["seconds"].map("{:.2f} s".format),
            "Boruta's time": first["boruta_seconds"].map("{:.1f} s".format),
        }
    )


def channel_ranks(found: pd.DataFrame) -> pd.DataFrame:
    """How well the addressed input stands out, for each setting."""
    channel = found[found["problem"] == "multiplexer"]
    shown = channel.assign(
        cell=channel.apply(lambda row: f"{row['mean']:.3f} ({row['smallest']:.3f})", axis=1),
        heading=channel.apply(lambda row: f"{row['n_noise']} noise bits, {row['rows']}", axis=1),
    )
    wide = shown.pivot_table("cell", ["n_trees", "max_features"], "heading", sort=False, aggfunc="first")
    names = {"n_trees": "trees", "max_features": "tried at a node"}
    return wide.rename_axis(columns=None).reset_index().rename(columns=names)


def band_relevance(found: pd.DataFrame) -> pd.DataFrame:
    """Relevance of the second feature of the diagonal problem, inside and outside the band."""
    band = found[found["problem"] == "diagonal"]
    wide = band.pivot_table("mean", "rows", "measured", sort=False)
    return wide.map("{:.3f}".format).rename_axis(columns=None).reset_index()


def local_gains(found: pd.DataFrame) -> pd.DataFrame:
    """How many points less than the plain forest local sampling errs."""
    shown = found.assign(
        cell=found.apply(lambda row: f"{100 * row['gain']:+.2f} ± {100 * row['gain_se']:.2f}", axis=1),
        plain=(100 * found["plain_error"]).map("{:.1f}".format),
    )
    wide = shown.pivot_table("cell", ["data", "plain"], "evaluation", sort=False, aggfunc="first")
    names = {
        "plain": "error of the plain forest",
        "as published": "100 evaluation trees",
        "default": "default",
    }
    return wide.rename_axis(columns=None).reset_index().rename(columns=names)


def errors(found: pd.DataFrame) -> pd.DataFrame:
    """Measured and published errors in percent, and their distance in standard errors; bold beyond two."""
    return _beside(found[found["quantity"] == "error"], _show_error)


def base_errors(found: pd.DataFrame) -> pd.DataFrame:
    """Mean errors of single trees, in percent."""
    return _beside(found[found["quantity"] == "base_error"], _show_pair(100, 1))


def diversities(found: pd.DataFrame) -> pd.DataFrame:
    """Mean Q of pairs of trees."""
    return _beside(found[found["quantity"] == "q"], _show_pair(1, 2))


def numbers_kept(found: pd.DataFrame) -> pd.DataFrame:
    """Mean numbers of features that are kept."""
    selecting = found["column"].str.contains("DT|Thr|HT")
    return _beside(found[(found["quantity"] == "n_features") & selecting], _show_pair(1, 1), published=False)


def tree_sizes(found: pd.DataFrame) -> pd.DataFrame:
    """Mean numbers of nodes; what one draw gives stands beside the same published numbers."""
    sizes = found[(found["quantity"] == "n_nodes") & found["column"].str.startswith(("RF,", "RF"))]
    plain = sizes["column"].str.replace(", one draw", "").isin(["RF", "RF, 30 noise columns"])
    return _beside(sizes[plain], _show_pair(1, 1), published=False)


def improvements(found: pd.DataFrame) -> pd.DataFrame:
    """How many points less than the plain forest each column errs, on the same splits."""
    told = found[found["quantity"] == "error"]
    told = told[told.groupby("column")["against_plain"].transform("any")]  # all but the plain forest itself
    return _beside(
        told,
        lambda row: f"{0.0 - 100 * row['against_plain']:+.1f} ± {100 * row['against_plain_se']:.1f}",
        published=False,
    )


def _spread(found: pd.DataFrame, keys: list[str], show: Callable[[pd.Series], str]) -> pd.DataFrame:
    """One row for each combination of the keys, one column for each kind."""
    shown = found.assign(cell=found.apply(show, axis=1))
    wide = shown.pivot_table("cell", keys, "kind", sort=False, aggfunc="first")[list(KINDS)]
    names = {"n_each": "of each kind", "n_rows": "rows", "n_relevant": "relevant beside"}
    return wide.rename_axis(columns=None).reset_index().rename(columns=names)


def _beside(found: pd.DataFrame, show: Callable[[pd.Series], str], *, published: bool = True) -> pd.DataFrame:
    """One row for each column of the published tables, one column for each data set."""
    if published:
        found = found[found["published"].notna()]
    shown = found.assign(cell=found.apply(show, axis=1))
    wide = shown.pivot_table("cell", "column", "data", sort=False, aggfunc="first")
    return wide[[name for name in _DATA if name in wide]].fillna("").rename_axis(columns=None).reset_index()


def _show_rate(row: pd.Series) -> str:
    return _give_or_take(row["below_05"], row["standard_error"])


def _give_or_take(share: float, error: float) -> str:
    return f"{100 * share:.1f} ± {100 * error:.1f}"


def _show_error(row: pd.Series) -> str:
    told = f"{100 * row['measured']:.1f} / {100 * row['published']:.1f} ({row['z']:+.1f})"
    return f"**{told}**" if abs(row["z"]) > 2 else told


def _show_pair(scale: float, digits: int) -> Callable[[pd.Series], str]:
    def show(row: pd.Series) -> str:
        measured = f"{scale * row['measured']:.{digits}f}"
        return (
            measured if pd.isna(row["published"]) else f"{measured} / {scale * row['published']:.{digits}f}"
        )

    return show
