"""What a comparison comes to: which differences are decisive, and the sentences that say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.comparison.rank_tests import bonferroni_dunn, nemenyi
from hedgerow.foundation.wording import count, join_words, say_p

if TYPE_CHECKING:
    from hedgerow.analysis.comparison.comparison import Comparison


def find_decisive(tests: pd.DataFrame) -> str:
    """Name the column of adjusted p-values that decides; empty where no test is valid.

    Parameters
    ----------
    tests : DataFrame
        Pairs, as `compare_over_datasets` or `compare_over_folds` tests them.
    """
    columns = ("p_wilcoxon_holm", "p_alpaydin_holm", "p_corrected_holm")
    return next((column for column in columns if column in tests), "")


def name_better(tests: pd.DataFrame, alpha: float) -> pd.DataFrame:
    """Name the better method of each pair where the decisive test tells them apart.

    Parameters
    ----------
    tests : DataFrame
        Pairs, as `compare_over_datasets` or `compare_over_folds` tests them.
    alpha : float
        Level; 0 where no pair may be told apart.

    Returns
    -------
    DataFrame
        With the column ``better``: a method, or an empty string.
    """
    column = find_decisive(tests)
    if not column:
        return tests.assign(better="")
    shown = (tests[column] <= alpha) & (tests["lead"] != 0)
    if column == "p_wilcoxon_holm":
        # The normal approximation may say less than N signs can: 2^(1-N), times the number of pairs.
        shown &= 2.0 ** (1 - tests["n_rows"]) * len(tests) <= alpha
    else:
        # A difference without any spread over the folds has p = 0, which is not to be believed.
        shown &= np.isfinite(tests["t"])
    leader = tests["first"].where(tests["lead"] > 0, tests["second"])
    return tests.assign(better=leader.where(shown, ""))


def add_rank_tests(
    tests: pd.DataFrame,
    control_tests: pd.DataFrame | None,
    ranks: NDArray[np.float64],
    methods: Sequence[str],
) -> tuple[pd.DataFrame, pd.DataFrame | None]:
    """Add Nemenyi's p-values to all pairs, and Bonferroni-Dunn's to those with the control.

    Parameters
    ----------
    tests, control_tests : DataFrame, DataFrame or None
        All pairs, and each method against the control.
    ranks : ndarray of shape (n_rows, n_methods)
        Ranks within each data set.
    methods : sequence of str
        Names of the methods.
    """
    means = ranks.mean(axis=0)
    place = {method: position for position, method in enumerate(methods)}
    first, second = tests["first"].map(place).to_numpy(), tests["second"].map(place).to_numpy()
    tests = tests.assign(
        rank_difference=means[first] - means[second], p_nemenyi=nemenyi(means, len(ranks))[first, second]
    )
    if control_tests is not None:
        others = control_tests["first"].map(place).to_numpy()
        center = place[control_tests["second"].iloc[0]]
        control_tests = control_tests.assign(
            rank_difference=means[others] - means[center],
            p_bonferroni_dunn=bonferroni_dunn(means, len(ranks), center)[others],
        )
    return tests, control_tests


_TEST_NAMES = {
    "p_wilcoxon_holm": "Wilcoxon signed-rank test",
    "p_alpaydin_holm": "5x2cv F-test",
    "p_corrected_holm": "corrected resampled t-test",
}
_MOST_CLAUSES = 3  # a sentence that parts more groups of methods than this is a table


def say_finding(comparison: Comparison) -> str:
    """State the finding in a sentence, or why there is none.

    Parameters
    ----------
    comparison : Comparison
        The comparison.

    Returns
    -------
    str
    """
    if not comparison.decided_by:
        return f"{_place(comparison)}, no difference can be tested: {_why_untested(comparison)}."
    too_few = _say_too_few(comparison)
    if too_few:
        return too_few
    omnibus = comparison.friedman
    asked = omnibus is not None and len(comparison.methods) > 2
    if asked and omnibus is not None and omnibus.cautious_p_value > comparison.alpha:
        return (
            f"{_place(comparison)}, no difference between {_count(comparison)} is shown "
            f"(Iman-Davenport F = {omnibus.f_statistic:.2f}, {say_p(omnibus.cautious_p_value)})."
        )
    clauses = _list_clauses(comparison)
    if clauses:
        shown = _join_clauses(clauses, len(comparison.decisive))
        return f"{_place(comparison)}, {shown} ({_say_test(comparison)}){_say_rest(comparison, clauses)}."
    if asked and omnibus is not None:
        return (
            f"{_place(comparison)}, {_count(comparison)} are not all alike (Iman-Davenport F = "
            f"{omnibus.f_statistic:.2f}, {say_p(omnibus.cautious_p_value)}), but which of them differ is not shown "
            f"({_say_test(comparison)})."
        )
    return f"{_place(comparison)}, no difference between {_count(comparison)} is shown ({_say_test(comparison)})."


def list_reservations(comparison: Comparison) -> list[str]:
    """List the sentences that limit the finding.

    Parameters
    ----------
    comparison : Comparison
        The comparison.

    Returns
    -------
    list of str
    """
    table = comparison.table
    said = []
    if comparison.decided_by and (comparison.decisive["better"] == "").any():
        said.append("What is not shown to differ is not shown to be equal.")
        if len(comparison.methods) == 2 and "low" in comparison.decisive:
            low, high = comparison.decisive[["low", "high"]].iloc[0]
            said.append(
                f"With {1 - comparison.alpha:.0%} confidence {comparison.methods[0]} scores between {low:+.2g} and "
                f"{high:+.2g} relative to {comparison.methods[1]}."
            )
    if table.rows == "folds":
        said.append(
            "This is about one data set: it says nothing about others. Its folds share training rows, so Friedman's, "
            "Wilcoxon's and the sign test do not hold and were left out."
        )
        if not table.same_folds:
            said.append("It is taken for granted that all methods were scored on the same folds.")
        if "t" in comparison.decisive and np.isinf(comparison.decisive["t"]).any():
            said.append(
                "Some methods differ by the same amount on every fold; such a difference has no spread to test and "
                "is not called shown."
            )
    else:
        said.append(
            "It is taken for granted that the data sets are independent of each other and of the kind the methods "
            "are meant for."
        )
    n_gaps = int((~table.complete).sum())
    if n_gaps:
        rows = _rows(comparison, n_gaps)
        said.append(
            f"{rows} with gaps {'was' if n_gaps == 1 else 'were'} left out of the ranks; "
            "each pair was tested on all rows that both methods have."
        )
    return said


def _rows(comparison: Comparison, n_rows: int) -> str:
    return count(n_rows, "data set" if comparison.table.rows == "datasets" else "fold")


def _place(comparison: Comparison) -> str:
    if comparison.table.rows == "folds":
        return f"On {comparison.table.dataset or 'this data set'}"
    return f"Over {_rows(comparison, len(comparison.table.values))}"


def _count(comparison: Comparison) -> str:
    if len(comparison.methods) == 2:
        return join_words(comparison.methods)
    return f"the {len(comparison.methods)} methods"


def _why_untested(comparison: Comparison) -> str:
    if len(comparison.table.values) < 2:
        return "there is one score for each method, and so no spread"
    return (
        "how much the folds overlap is not known; pass cross_validate(..., return_indices=True), "
        "or n_folds= or sizes= to compare"
    )


def _say_too_few(comparison: Comparison) -> str:
    """Say how many data sets would be needed, where even a clean sweep of those there are would show nothing."""
    if comparison.table.rows == "folds":
        return ""
    tests = comparison.decisive
    n_rows, n_tests = int(tests["n_rows"].max()), len(tests)
    least = min(1.0, 2.0 ** (1 - n_rows) * n_tests)
    if least <= comparison.alpha:
        return ""
    needed = int(np.ceil(1 + np.log2(n_tests / comparison.alpha)))
    return (
        f"{_rows(comparison, n_rows)} cannot show a difference between {_count(comparison)}: even a method that is "
        f"better on all of them would have {say_p(least)}; {needed} data sets are the least."
    )


def _list_clauses(comparison: Comparison) -> list[tuple[list[str], list[str]]]:
    """Winners and those they beat, best average rank first; winners of the same methods go together."""
    beaten: dict[str, list[str]] = {}
    order = [str(method) for method in comparison.frame()["method"]]
    tests = comparison.decisive
    for first, second, better in zip(tests["first"], tests["second"], tests["better"], strict=True):
        if better:
            beaten.setdefault(str(better), []).append(str(second if better == first else first))
    clauses: list[tuple[list[str], list[str]]] = []
    for winner in order:
        losers = sorted(beaten.get(winner, []), key=order.index)
        if losers and clauses and clauses[-1][1] == losers:
            clauses[-1][0].append(winner)
        elif losers:
            clauses.append(([winner], losers))
    return clauses


def _say_rest(comparison: Comparison, clauses: list[tuple[list[str], list[str]]]) -> str:
    """Name what is not shown, where the sentence named all that is."""
    tests = comparison.decisive
    open_pairs = tests[tests["better"] == ""]
    if len(clauses) > _MOST_CLAUSES or open_pairs.empty:
        return ""
    if comparison.control is None:
        return "; no other difference is shown"
    return f"; no difference from {comparison.control} is shown for {join_words(list(open_pairs['first']))}"


def _join_clauses(clauses: list[tuple[list[str], list[str]]], n_pairs: int) -> str:
    if len(clauses) <= _MOST_CLAUSES:
        return "; ".join(
            f"{join_words(winners)} {'is' if len(winners) == 1 else 'are'} better than {join_words(losers)}"
            for winners, losers in clauses
        )
    n_shown = sum(len(winners) * len(losers) for winners, losers in clauses)
    winners, losers = clauses[0]
    return (
        f"{n_shown} of {n_pairs} pairs of methods differ; {join_words(winners)} {'is' if len(winners) == 1 else 'are'} "
        f"better than {len(losers)} others"
    )


def _say_test(comparison: Comparison) -> str:
    """The decisive test, its adjustment and the largest p-value of what is shown (or the least where nothing is)."""
    tests, column = comparison.decisive, comparison.decided_by
    shown = tests.loc[tests["better"] != "", column]
    p_value = float(shown.max()) if len(shown) else float(tests[column].min())
    name = _TEST_NAMES[column]
    if len(tests) == 1:
        return f"{name}, {say_p(p_value)}"
    bound = say_p(p_value)
    if len(shown) > 1 and "=" in bound:
        bound = bound.replace("=", "<=")
    elif not len(shown) and p_value < 1:
        bound = bound.replace("=", ">=")
    return f"{name} with Holm's adjustment, {bound}"
