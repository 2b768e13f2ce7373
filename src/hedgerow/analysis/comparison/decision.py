"""Which pairs of methods may be called different."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.comparison.post_hoc import bonferroni_dunn, nemenyi


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
