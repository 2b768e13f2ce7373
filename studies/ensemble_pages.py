"""The tables of the page about ensembles."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from hedgerow import compare


def label_noise_errors(found: pd.DataFrame) -> pd.DataFrame:
    """Errors of each method with more and more wrong labels."""
    return _lay_out(found, ["data", "method"], "wrong_labels", _show_error, "{:.0%} wrong".format)


def label_noise_weights(found: pd.DataFrame) -> pd.DataFrame:
    """Mean weight of the rows with wrong labels, relative to the others, after the last member."""
    told = found[found["weight_of_wrong"].notna()]
    return _lay_out(
        told,
        ["data", "method"],
        "wrong_labels",
        lambda row: f"{row['weight_of_wrong']:.2f}",
        "{:.0%} wrong".format,
    )


def small_sample_errors(found: pd.DataFrame) -> pd.DataFrame:
    """Mean errors over the data sets, for each share of the training rows."""
    means = found.groupby(["learner", "method", "share"], sort=False)["error"].mean().reset_index()
    return _lay_out(
        means,
        ["learner", "method"],
        "share",
        lambda row: f"{100 * row['error']:.1f}",
        "{:.0%} of the rows".format,
    )


def oracle_ranks(found: pd.DataFrame) -> pd.DataFrame:
    """Mean ranks of ensembles without and with oracles, and on how many data sets the oracle wins."""
    both = found[found["benefit"].notna()]
    return pd.DataFrame(
        {
            "ensemble": both["ensemble"],
            "trees": both["tree"],
            "rank": both["rank_plain"].map("{:.1f}".format),
            "rank with oracles": both["rank_oracle"].map("{:.1f}".format),
            "oracle wins, loses": both.apply(lambda row: f"{row['wins']:.0f}, {row['losses']:.0f}", axis=1),
            "p (sign test)": both["p_sign"].map("{:.3f}".format),
        }
    )


def fitselect_scores(found: pd.DataFrame) -> pd.DataFrame:
    """Accuracy in percent, and in brackets the number of trees."""
    tables = found[found["accuracy_forest"].notna() & found["trees_forest"].notna()]
    names = {
        "forest": "forest",
        "pooled": "all trees",
        "forward": "forward selection",
        "fitselect": "FitSelect",
    }
    return pd.DataFrame(
        {
            "data": tables["data"],
            **{
                heading: tables.apply(
                    lambda row, name=name: (
                        f"{100 * row[f'accuracy_{name}']:.1f} ({row[f'trees_{name}']:.0f})"
                    ),
                    axis=1,
                )
                for name, heading in names.items()
            },
        }
    )


def mixture_ranks(found: pd.DataFrame) -> pd.DataFrame:
    """Mean ranks of all mixtures, the best first, with the mean error and how often each wins against bagging."""
    errors = found.pivot_table("error", "data", "method", sort=False)
    compared = compare(errors, higher_is_better=False)
    plain = errors["bagging"]
    table = pd.DataFrame(
        {
            "method": errors.columns,
            "mean rank": compared.average_ranks.round(2),
            "mean error": (100 * errors.mean()).round(2).to_numpy(),
            "better, equal, worse than bagging": [
                f"{(errors[name] < plain).sum()}, {(errors[name] == plain).sum()}, {(errors[name] > plain).sum()}"
                for name in errors
            ],
        }
    )
    return table.sort_values("mean rank")


def _show_error(row: pd.Series) -> str:
    return f"{100 * row['error']:.1f} ± {100 * row['error_standard_error']:.1f}"


def _lay_out(
    found: pd.DataFrame,
    rows: list[str],
    column: str,
    show: Callable[[pd.Series], str],
    name: Callable[[float], str],
) -> pd.DataFrame:
    """One row for each combination of some keys, one column for each value of another."""
    shown = found.assign(cell=found.apply(show, axis=1), heading=found[column].map(name))
    wide = shown.pivot_table("cell", rows, "heading", sort=False, aggfunc="first")
    return wide.fillna("").rename_axis(columns=None).reset_index()
