"""The tables of the page about ensembles."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from hedgerow import compare


def label_noise_errors(found: pd.DataFrame) -> pd.DataFrame:
    """Errors of each method with more and more wrong labels."""
    return _lay_out(
        found[found["tree"] == "description length"],
        ["data", "method"],
        "wrong_labels",
        _show_error,
        "{:.0%} wrong".format,
    )


def label_noise_differences(found: pd.DataFrame) -> pd.DataFrame:
    """By how much the errors of DivBoost differ from those of AdaBoost, in points, with each kind of tree."""
    told = found[found["method"].str.startswith("DivBoost") & (found["wrong_labels"] > 0)]
    return _lay_out(told, ["data", "tree", "method"], "wrong_labels", _show_difference, "{:.0%} wrong".format)


def label_noise_weights(found: pd.DataFrame) -> pd.DataFrame:
    """Mean weight of the rows with wrong labels, relative to the others, after the last member."""
    told = found[found["weight_of_wrong"].notna() & (found["tree"] == "description length")]
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


def mixtures_for_classes(found: pd.DataFrame) -> pd.DataFrame:
    """Mean ranks of all mixtures, the best first, beside bagging."""
    return _rank(found[found["task"] == "classes"], "bagging", lambda errors: 100 * errors.mean())


def mixtures_for_numbers(found: pd.DataFrame) -> pd.DataFrame:
    """Mean ranks of the best mixtures and of the forests, beside the random forest."""
    table = _rank(found[found["task"] == "numbers"], "random forest", _share_of_forest)
    return table[(table["mean rank"].rank() <= 10) | table["method"].str.contains("forest|trees")]


def first_choice_for_classes(found: pd.DataFrame) -> pd.DataFrame:
    """Mean ranks of the finalists, beside the random forest."""
    return _rank(found[found["task"] == "classes"], "random forest", lambda errors: 100 * errors.mean())


def first_choice_for_numbers(found: pd.DataFrame) -> pd.DataFrame:
    """Mean ranks of the finalists, beside the random forest."""
    return _rank(found[found["task"] == "numbers"], "random forest", _share_of_forest)


def _share_of_forest(errors: pd.DataFrame) -> pd.Series:
    return 100 * errors.div(errors["random forest"], axis=0).mean()


def _rank(found: pd.DataFrame, plain: str, mean: Callable[[pd.DataFrame], pd.Series]) -> pd.DataFrame:
    """Every method with its mean rank and error, and on how many data sets it beats a plain one."""
    errors = found.pivot_table("error", "data", "method", sort=False)
    ranks = (
        compare(errors, higher_is_better=False, rows="datasets").frame().set_index("method")["average_rank"]
    )
    rows = []
    for method in errors:
        wins, losses = ((errors[method] < errors[plain]).sum(), (errors[method] > errors[plain]).sum())
        p_value = ""
        if method != plain:
            pair = compare(errors[[method, plain]], higher_is_better=False, rows="datasets").pairs()
            p_value = f"{pair['p_wilcoxon'].iloc[0]:.3f}"
        rows.append(
            {
                "method": method,
                "mean rank": round(float(ranks[method]), 2),
                "mean error": round(float(mean(errors)[method]), 2),
                f"better, worse than {plain}": f"{wins}, {losses}",
                "p (Wilcoxon)": p_value,
            }
        )
    return pd.DataFrame(rows).sort_values("mean rank")


def _show_error(row: pd.Series) -> str:
    return f"{100 * row['error']:.1f} ± {100 * row['error_standard_error']:.1f}"


def _show_difference(row: pd.Series) -> str:
    difference, error = 100 * row["more_than_adaboost"], 100 * row["difference_standard_error"]
    shown = f"{difference:+.1f} ± {error:.1f}"
    return f"**{shown}**" if abs(difference) > 2 * error else shown


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
