"""The tables of the page about mixtures of experts."""

from __future__ import annotations

import pandas as pd

from hedgerow import compare

_STANDARD = "hierarchical mixture"


def mixture_accuracies(found: pd.DataFrame) -> pd.DataFrame:
    """Accuracy in percent on every data set, and its standard deviation over the folds; the best in bold."""
    best = found.groupby("data")["accuracy"].transform("max")
    shown = found.assign(
        cell=[
            f"**{text}**" if top else text
            for text, top in zip(
                (
                    f"{100 * mean:.1f} ± {100 * spread:.1f}"
                    for mean, spread in zip(
                        found["accuracy"], found["accuracy_standard_deviation"], strict=True
                    )
                ),
                found["accuracy"] == best,
                strict=True,
            )
        ]
    )
    return _lay_out(shown, "cell")


def mixture_times(found: pd.DataFrame) -> pd.DataFrame:
    """Processor seconds of one fit on nine tenths of the rows."""
    return _lay_out(found.assign(cell=found["seconds"].map("{:.2f}".format)), "cell")


def mixture_comparison(found: pd.DataFrame) -> pd.DataFrame:
    """Every method beside the hierarchical mixture: wins and losses, the signed-rank test, and the ratio of times."""
    accuracies = found.pivot_table("accuracy", "data", "method", sort=False)
    seconds = found.pivot_table("seconds", "data", "method", sort=False)
    rows = []
    for method in accuracies.columns:
        row = {"method": method, "mean accuracy": f"{100 * accuracies[method].mean():.1f}"}
        ratio = seconds[method] / seconds[_STANDARD]
        if method != _STANDARD:
            pair = (
                compare(accuracies[[method, _STANDARD]], higher_is_better=True, rows="datasets")
                .pairs()
                .iloc[0]
            )
            row["more, less accurate"] = f"{pair['wins']:.0f}, {pair['losses']:.0f}"
            row["p (Wilcoxon)"] = f"{pair['p_wilcoxon']:.3f}"
            row["more accurate and faster"] = str(
                int(((accuracies[method] > accuracies[_STANDARD]) & (ratio < 1)).sum())
            )
        row["share of its time"] = f"{ratio.mean():.2f}"
        rows.append(row)
    columns = ["method", "mean accuracy", "more, less accurate", "p (Wilcoxon)", "more accurate and faster"]
    return pd.DataFrame(rows)[[*columns, "share of its time"]].fillna("")


def _lay_out(shown: pd.DataFrame, column: str) -> pd.DataFrame:
    """Methods as rows, data sets as columns."""
    table = shown.pivot_table(column, "method", "data", aggfunc="first", sort=False)
    return table.rename_axis(None, axis=1).reset_index()
