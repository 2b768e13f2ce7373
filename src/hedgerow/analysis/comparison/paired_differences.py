"""Differences of two methods: their signs, their sizes, their tests, and their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from hedgerow.analysis.comparison.rank_tests import wilcoxon
from hedgerow.analysis.comparison.scores import ScoreTable, round_scores, subtract
from hedgerow.analysis.comparison.t_tests import alpaydin_f, corrected_t, dietterich_t, interval_half_width
from hedgerow.relevance.hypothesis_tests import holm


def quantitative_scores(errors: ArrayLike) -> NDArray[np.float64]:
    """Compare the sizes of errors, pair by pair, within each row.

    ``S_ij = (E_j - E_i) / max(E_i, E_j)`` is between -1 and 1, positive where method i has the smaller error, and
    S_ji = -S_ij.

    Parameters
    ----------
    errors : array-like of shape (n_rows, n_methods)
        Errors, none of them negative: root mean squares, error rates. NaN stays NaN.

    Returns
    -------
    ndarray of shape (n_rows, n_methods, n_methods)
        Entry [n, i, j] is S_ij on row n.

    Notes
    -----
    The paper leaves two errors of zero open; they are equal, so their score is 0.

    References
    ----------
    C. Pardo, J. J. Rodriguez, J. F. Diez-Pastor and C. Garcia-Osorio, Random oracles for regression ensembles,
    SUEMA 2010.

    Examples
    --------
    >>> quantitative_scores([[2.0, 3.0]])[0].round(4).tolist()
    [[0.0, 0.3333], [-0.3333, 0.0]]
    """
    values = np.asarray(errors, dtype=np.float64)
    if values.ndim != 2:
        raise ValueError(f"errors have the shape {values.shape}; pass (rows, methods)")
    if (values < 0).any():
        raise ValueError(f"errors must not be negative, but the least is {np.nanmin(values):g}")
    mine, other = values[:, :, None], values[:, None, :]
    larger = np.maximum(mine, other)
    return np.divide(other - mine, larger, out=other - mine, where=larger > 0)


def sign_threshold(n_rows: int, alpha: float = 0.05) -> float:
    """Wins that a method needs over N data sets, by the normal approximation.

    ``N/2 + 1.96 sqrt(N)/2`` at 0.05, to be reached by the wins and half of the ties. At other levels the normal
    quantile is rounded up to two decimals as well.

    Parameters
    ----------
    n_rows : int
        Data sets, ties included.
    alpha : float, default=0.05
        Two-sided level.

    Returns
    -------
    float

    References
    ----------
    J. Demsar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine Learning
    Research 7, 2006, pp. 1-30.

    Examples
    --------
    >>> round(sign_threshold(61), 3)
    38.154
    """
    z = math.ceil(100 * float(stats.norm.isf(alpha / 2))) / 100
    return n_rows / 2 + z * math.sqrt(n_rows) / 2


def passes_sign_threshold(wins: int, ties: int, losses: int, alpha: float = 0.05) -> bool:
    """Tell whether the wins and half of the ties reach `sign_threshold`.

    Examples
    --------
    >>> passes_sign_threshold(38, 2, 21), passes_sign_threshold(38, 0, 23)
    (True, False)
    """
    return wins + ties / 2 >= sign_threshold(wins + ties + losses, alpha)


def sign_test(wins: ArrayLike, ties: ArrayLike, losses: ArrayLike) -> Any:
    """Exact two-sided p-value of the sign test.

    Ties are shared out; the better method has its wins and half of the ties, rounded down, as successes out of
    all N. An odd tie so counts against it.

    Parameters
    ----------
    wins, ties, losses : int or array-like of int
        Data sets on which the first method is better, as good, worse.

    Returns
    -------
    float or ndarray
        1 where nothing was compared.

    Examples
    --------
    >>> round(sign_test(38, 2, 21), 6), round(sign_test(38, 0, 23), 6)
    (0.039617, 0.072177)
    """
    won, tied, lost = np.asarray(wins), np.asarray(ties), np.asarray(losses)
    successes = np.maximum(won, lost) + tied // 2
    p_values = np.minimum(1.0, 2 * stats.binom.sf(successes - 1, won + tied + lost, 0.5))
    return p_values if p_values.ndim else float(p_values)


def count_signs(differences: ArrayLike) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Count positive, zero and negative differences along the first axis; NaN counts nowhere.

    Examples
    --------
    >>> [int(count) for count in count_signs([0.1, 0.0, -0.2, 0.3, float("nan")])]
    [2, 1, 1]
    """
    values = np.asarray(differences, dtype=np.float64)
    won, tied, lost = (values > 0).sum(axis=0), (values == 0).sum(axis=0), (values < 0).sum(axis=0)
    return won, tied, lost


Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class PairedDifferences:
    """Differences of the scores of pairs of methods.

    Parameters
    ----------
    table : ScoreTable
        The scores.
    pairs : sequence of (int, int)
        Positions of the first and of the second method of each pair.
    gains : ndarray of shape (n_rows, n_pairs)
        By how much the first method is better, whichever way is better; NaN where either has a gap.
    sign : int
        1 where a larger score is better, else -1.
    """

    table: ScoreTable
    pairs: Pairs
    gains: NDArray[np.float64]
    sign: int

    def frame(self) -> pd.DataFrame:
        """Names, complete rows, mean difference (first less second), wins, ties and losses of the first."""
        first, second = zip(*self.pairs, strict=True)
        wins, ties, losses = count_signs(self.gains)
        n_rows = wins + ties + losses
        total = np.nansum(self.gains, axis=0) * self.sign + 0.0  # no negative zero
        return pd.DataFrame(
            {
                "first": [self.table.methods[position] for position in first],
                "second": [self.table.methods[position] for position in second],
                "n_rows": n_rows,
                "mean_difference": np.divide(total, n_rows, out=np.zeros(len(total)), where=n_rows > 0),
                "wins": wins,
                "ties": ties,
                "losses": losses,
            }
        )


def subtract_pairs(
    table: ScoreTable, pairs: Pairs, *, higher_is_better: bool, decimals: int | None
) -> PairedDifferences:
    """Take the differences of pairs of methods, after rounding the scores.

    Parameters
    ----------
    table : ScoreTable
        The scores.
    pairs : sequence of (int, int)
        Positions of the methods to compare.
    higher_is_better : bool
        Whether a larger score is a better one.
    decimals : int or None
        Decimals to round to; None removes only the noise of floating point.
    """
    values = round_scores(table.values, decimals)
    first, second = zip(*pairs, strict=True)
    sign = 1 if higher_is_better else -1
    return PairedDifferences(
        table, pairs, sign * subtract(values[:, list(first)], values[:, list(second)]), sign
    )


def compare_over_datasets(differences: PairedDifferences, alpha: float) -> pd.DataFrame:
    """Test pairs by what holds for independent rows: the sign test and Wilcoxon's, adjusted by Holm.

    Parameters
    ----------
    differences : PairedDifferences
        The pairs; their rows are data sets.
    alpha : float
        Level of the sign test's threshold.

    Returns
    -------
    DataFrame
        One row per pair. `lead` is 1 where the first method has the larger sum of ranks, -1 where the second has.
    """
    frame = differences.frame()
    tested = [wilcoxon(column[~np.isnan(column)]) for column in differences.gains.T]
    counts = list(zip(frame["wins"], frame["ties"], frame["losses"], strict=True))
    p_values = np.array([one.p_value for one in tested])
    frame = frame.assign(
        p_sign=sign_test(frame["wins"], frame["ties"], frame["losses"]),
        passes_sign_threshold=[
            passes_sign_threshold(won, tied, lost, alpha) or passes_sign_threshold(lost, tied, won, alpha)
            for won, tied, lost in counts
        ],
        wilcoxon=[one.statistic for one in tested],
        p_wilcoxon=p_values,
        p_wilcoxon_holm=holm(p_values),
        lead=np.sign([one.positive - one.negative for one in tested]).astype(int),
    )
    errors = -differences.sign * differences.table.values
    # A score of which more is better has no size of its own, unless it is one of scikit-learn's negated errors.
    if (errors < 0).any():
        return frame
    return frame.assign(quantitative=_mean_quantitative(errors, differences.pairs))


def compare_over_folds(differences: PairedDifferences, alpha: float) -> pd.DataFrame:
    """Test pairs by what holds for folds of one data set: the corrected t-test, and the tests of 5x2.

    Parameters
    ----------
    differences : PairedDifferences
        The pairs; their rows are folds.
    alpha : float
        1 less the confidence of the intervals.

    Returns
    -------
    DataFrame
        One row per pair, with the tests for which enough is known about the folds.
    """
    frame = differences.frame()
    ratio = differences.table.test_to_train
    frame["lead"] = np.sign(np.nansum(differences.gains, axis=0)).astype(int)
    if ratio is None or len(differences.gains) < 2:
        return frame
    columns = [column[~np.isnan(column)] for column in differences.gains.T]
    tested = [corrected_t(column, ratio) if len(column) > 1 else (0.0, 1.0) for column in columns]
    widths = [
        interval_half_width(column, confidence=1 - alpha, test_to_train=ratio) if len(column) > 1 else np.inf
        for column in columns
    ]
    half_width = np.array(widths)
    p_values = np.array([p_value for _, p_value in tested])
    frame = frame.assign(
        low=frame["mean_difference"] - half_width,
        high=frame["mean_difference"] + half_width,
        t=[differences.sign * t for t, _ in tested],
        p_corrected=p_values,
        p_corrected_holm=holm(p_values),
    )
    if differences.table.five_by_two and not np.isnan(differences.gains).any():
        halves = differences.gains.reshape(5, 2, -1)
        t, f = dietterich_t(halves), alpaydin_f(halves)
        frame = frame.assign(
            t_dietterich=differences.sign * t.statistic,
            p_dietterich=t.p_value,
            f_alpaydin=f.statistic,
            p_alpaydin=f.p_value,
            p_alpaydin_holm=holm(f.p_value),
        )
    return frame


def _mean_quantitative(errors: NDArray[np.float64], pairs: Pairs) -> NDArray[np.float64]:
    """Mean of S_ij over the rows that both methods of a pair have."""
    first, second = zip(*pairs, strict=True)
    scored = quantitative_scores(errors)[:, list(first), list(second)]
    known = ~np.isnan(scored)
    total, n_rows = np.where(known, scored, 0.0).sum(axis=0), known.sum(axis=0)
    return np.asarray(np.divide(total, n_rows, out=np.zeros(len(total)), where=n_rows > 0))
