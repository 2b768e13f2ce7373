"""The tables of the page about codes."""

from __future__ import annotations

import pandas as pd

from hedgerow import compare

_EVOLVED = "evolved minimal"


def minimal_codes_with_machines(found: pd.DataFrame) -> pd.DataFrame:
    """Errors in percent on each data set, tuned machines as columns of the code."""
    return _show_errors(found[found["learner"] == "tuned machines"])


def minimal_codes_with_trees(found: pd.DataFrame) -> pd.DataFrame:
    """Errors in percent on each data set, trees as columns of the code."""
    return _show_errors(found[found["learner"] == "trees"])


def minimal_codes_with_forests(found: pd.DataFrame) -> pd.DataFrame:
    """Errors in percent on each data set, forests as columns of the code."""
    return _show_errors(found[found["learner"] == "forests"])


def minimal_codes_ranks(found: pd.DataFrame) -> pd.DataFrame:
    """Mean ranks, errors and lengths of the codes, and tests of each against the evolved one."""
    rows = []
    for learner, part in found.groupby("learner", sort=False):
        errors = part.pivot_table("error", "data", "method", sort=False)
        lengths = part.groupby("method", sort=False)["n_columns"].mean()
        frame = compare(errors, higher_is_better=False, rows="datasets").frame()
        ranks = frame.set_index("method")["average_rank"]
        rows += [
            {
                "columns learned by": learner,
                "code": method,
                "mean rank": f"{ranks[method]:.2f}",
                "mean error": f"{100 * errors[method].mean():.1f}",
                "mean number of columns": f"{lengths[method]:.1f}",
                **_test(errors, method),
            }
            for method in errors
        ]
    return pd.DataFrame(rows)


def minimal_codes_work(found: pd.DataFrame) -> pd.DataFrame:
    """What a search asked for and what it had to learn, by the number of classes; trees as columns."""
    searched = found[(found["n_lookups"] > 0) & (found["learner"] == "trees")]
    means = searched.groupby(["n_classes", "method"])[["n_lookups", "n_trained"]].mean().reset_index()
    return pd.DataFrame(
        {
            "search": means["method"],
            "classes": means["n_classes"],
            "columns asked for": means["n_lookups"].map("{:,.0f}".format),
            "columns learned": means["n_trained"].map("{:,.0f}".format),
        }
    ).sort_values(["search", "classes"])


def _show_errors(part: pd.DataFrame) -> pd.DataFrame:
    shown = part.assign(
        shown=[
            f"{100 * error:.1f} ({columns:.0f})"
            for error, columns in zip(part["error"], part["n_columns"], strict=True)
        ]
    )
    table = shown.pivot(index=["data", "n_classes"], columns="method", values="shown")
    table = table.loc[part[["data", "n_classes"]].drop_duplicates().itertuples(index=False, name=None)]
    return table[list(dict.fromkeys(part["method"]))].reset_index().rename(columns={"n_classes": "classes"})


def _test(errors: pd.DataFrame, method: str) -> dict[str, str]:
    if method == _EVOLVED:
        return {"evolved one better, worse": "", "p (Wilcoxon)": ""}
    pair = compare(errors[[_EVOLVED, method]], higher_is_better=False, rows="datasets").pairs().iloc[0]
    return {
        "evolved one better, worse": f"{pair['wins']}, {pair['losses']}",
        "p (Wilcoxon)": f"{pair['p_wilcoxon']:.3f}",
    }
