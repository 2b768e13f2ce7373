"""The comparison of methods: every test that fits the scores, and the record of what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.comparison.conclusion import (
    add_rank_tests,
    find_decisive,
    list_reservations,
    name_better,
    say_finding,
)
from hedgerow.analysis.comparison.paired_differences import (
    Pairs,
    compare_over_datasets,
    compare_over_folds,
    subtract_pairs,
)
from hedgerow.analysis.comparison.rank_tests import Friedman, critical_difference, friedman
from hedgerow.analysis.comparison.scores import Rows, ScoreTable, rank_methods, read_scores
from hedgerow.foundation.constraints import Number, check


@dataclass(frozen=True, eq=False)
class Comparison:
    """The result of a comparison of methods. Made by `compare`.

    Parameters
    ----------
    table : ScoreTable
        The scores, as read.
    higher_is_better : bool
        Whether a larger score is a better one.
    alpha : float
        Level of all tests: the chance of one or more false differences.
    control : str or None
        The method that all others are compared with; None for all pairs.
    ranks : ndarray of shape (n_complete, n_methods)
        Ranks on the rows without gaps; 1 is best.
    friedman, friedman_tie_corrected : Friedman or None
        Is there any difference at all? None where the rows are folds, or fewer than two are without gaps.
    tests : DataFrame
        All pairs, by every valid test; see `pairs`.
    control_tests : DataFrame or None
        Each method against the control.
    decided_by : str
        The column of p-values, adjusted by Holm, that decides; empty where no test is valid.
    """

    table: ScoreTable
    higher_is_better: bool
    alpha: float
    control: str | None
    ranks: NDArray[np.float64]
    friedman: Friedman | None
    friedman_tie_corrected: Friedman | None
    tests: pd.DataFrame
    control_tests: pd.DataFrame | None
    decided_by: str

    @property
    def methods(self) -> tuple[str, ...]:
        """Names of the methods."""
        return self.table.methods

    @property
    def average_ranks(self) -> NDArray[np.float64]:
        """Average rank of each method over the rows without gaps; NaN where there are none."""
        if len(self.ranks) == 0:
            return np.full(len(self.methods), np.nan)
        return np.asarray(self.ranks.mean(axis=0))

    @property
    def critical_difference(self) -> float | None:
        """Least significant difference of average ranks: Bonferroni-Dunn's with a control, else Nemenyi's.

        None where the rows are folds, or fewer than two are without gaps.
        """
        if self.friedman is None:
            return None
        n_rows, n_methods = self.ranks.shape
        return critical_difference(
            n_rows, n_methods, alpha=self.alpha, against_control=self.control is not None
        )

    @property
    def decisive(self) -> pd.DataFrame:
        """The tests that decide: those against the control where there is one, else all pairs."""
        return self.tests if self.control_tests is None else self.control_tests

    @property
    def sentence(self) -> str:
        """The finding in a sentence."""
        return say_finding(self)

    @property
    def conclusion(self) -> str:
        """The finding, and what limits it."""
        return " ".join([self.sentence, *list_reservations(self)])

    def frame(self) -> pd.DataFrame:
        """One row per method, best average rank first.

        Returns
        -------
        DataFrame
            ``method``; ``n_rows`` with a score; ``mean`` score and ``average_rank`` over the rows without gaps;
            ``first_places``, the rows on which no method is better; ``better_than`` and ``worse_than``, numbers of
            methods that the decisive tests part it from.
        """
        values = self.table.values
        compared = values[self.table.complete] if self.table.complete.any() else values
        better = self.decisive["better"]
        loser = self.decisive["first"].where(better == self.decisive["second"], self.decisive["second"])
        frame = pd.DataFrame(
            {
                "method": self.methods,
                "n_rows": (~np.isnan(values)).sum(axis=0),
                "mean": np.nanmean(compared, axis=0),
                "average_rank": self.average_ranks,
                "first_places": (self.ranks == self.ranks.min(axis=1, keepdims=True)).sum(axis=0),
                "better_than": [int((better == method).sum()) for method in self.methods],
                "worse_than": [int(((better != "") & (loser == method)).sum()) for method in self.methods],
            }
        )
        return frame.sort_values("average_rank", kind="stable", ignore_index=True)

    def pairs(self) -> pd.DataFrame:
        """All pairs of methods, by every valid test.

        Returns
        -------
        DataFrame
            ``first`` and ``second`` method; ``n_rows`` that both have; ``mean_difference`` of the scores, first less
            second; ``wins``, ``ties`` and ``losses`` of the first; ``better``, the name of the method that is better
            by the decisive test, or nothing.

            Over data sets: ``p_sign`` (exact) and ``passes_sign_threshold`` (Demsar's approximation); ``wilcoxon``,
            ``p_wilcoxon`` and ``p_wilcoxon_holm``; ``rank_difference`` and ``p_nemenyi``; ``quantitative``, the mean
            of S_ij, where the scores are errors.

            Over folds of one data set: ``low`` and ``high``, the corrected interval of the difference (each at its
            own level); ``t``, ``p_corrected`` and ``p_corrected_holm``; after 5x2 cross-validation also
            ``t_dietterich``, ``p_dietterich``, ``f_alpaydin``, ``p_alpaydin`` and ``p_alpaydin_holm``.
        """
        return self.tests.drop(columns="lead")

    def against_control(self) -> pd.DataFrame:
        """Each method (first) against the control (second), adjusted for these comparisons only.

        Returns
        -------
        DataFrame
            As `pairs`, with ``p_bonferroni_dunn`` in the place of ``p_nemenyi``.
        """
        if self.control_tests is None:
            raise ValueError("there is no control; pass control= to compare")
        return self.control_tests.drop(columns="lead")

    def cells(self) -> pd.DataFrame:
        """One row per score.

        Returns
        -------
        DataFrame
            ``row`` (data set or fold), ``method``, ``score``, ``rank`` (NaN in rows with a gap), and ``half_width``
            of the corrected 95 % interval where fold scores and the sizes of the folds are known.
        """
        n_rows, n_methods = self.table.values.shape
        ranks = np.full((n_rows, n_methods), np.nan)
        ranks[self.table.complete] = self.ranks
        half_widths = self.table.half_widths
        return pd.DataFrame(
            {
                "row": np.repeat(self.table.labels, n_methods),
                "method": np.tile(self.methods, n_rows),
                "score": self.table.values.ravel(),
                "rank": ranks.ravel(),
                "half_width": np.full(ranks.size, np.nan) if half_widths is None else half_widths.ravel(),
            }
        )

    def __repr__(self) -> str:
        rows = "data sets" if self.table.rows == "datasets" else "folds of one data set"
        return f"<Comparison: {len(self.methods)} methods, {len(self.table.values)} {rows}>"


def compare(
    scores: Any,
    *,
    higher_is_better: bool = True,
    rows: Rows | None = None,
    names: Sequence[str] | None = None,
    metric: str | None = None,
    control: str | None = None,
    decimals: int | None = None,
    alpha: float = 0.05,
    n_folds: int | None = None,
    sizes: tuple[int, int] | None = None,
) -> Comparison:
    """Compare methods by the tests that are valid for their scores, with a conclusion in words.

    Scores on several data sets are independent of each other. They are ranked within each data set; Friedman's
    test, with Iman and Davenport's F, asks whether there is any difference, and Wilcoxon's signed-rank tests with
    Holm's adjustment say which. Nemenyi's, Bonferroni-Dunn's and the sign test are reported beside them.

    Folds of one data set share training rows, so none of those tests holds. Pairs are then tested by the corrected
    resampled t-test and, after five times two-fold cross-validation, by Alpaydin's F; the conclusion is about that
    data set only.

    Parameters
    ----------
    scores : dict, DataFrame or array-like
        One of

        - ``{method: scores}``, where the scores are what scikit-learn's `cross_validate` returns, or fold scores;
        - ``{data set: {method: scores}}``, where the scores may also be one number, and the inner table may be a
          data frame with a column per method; fold scores are averaged;
        - a data frame with a column per method, and the data sets as its index;
        - an array of shape (n_rows, n_methods), with `names` and `rows`.

        NaN, or a method that a data set does not have, is a gap. A data set with a gap is left out of the ranks and
        of what is built on them; a test of two methods uses all rows that both have. A failed fold makes a gap.
    higher_is_better : bool, default=True
        Whether a larger score is a better one, as with all of scikit-learn's scorers. False for errors.
    rows : {"datasets", "folds"} or None, default=None
        What the rows of a data frame or an array are. None takes the rows of a frame with an index of its own for
        data sets, ``{method: array}`` for folds, and refuses to guess otherwise.
    names : sequence of str or None, default=None
        Names of the methods of an array.
    metric : str or None, default=None
        Which score, where `cross_validate` computed several.
    control : str or None, default=None
        A method to compare all others with; fewer comparisons can show smaller differences.
    decimals : int or None, default=None
        Decimals to round scores to before they are ranked and subtracted, as in a printed table.
    alpha : float, default=0.05
        Level: the chance of one or more false differences among all that are tested together.
    n_folds : int or None, default=None
        Folds of one cross-validation, repeated or not: 10 for ten times ten-fold. Where the rows are folds this,
        `sizes`, or ``cross_validate(..., return_indices=True)`` is needed to know how much the folds overlap.
        Ten scores of 2 folds are taken for five halvings, the two of each next to each other.
    sizes : tuple of (int, int) or None, default=None
        Rows of a training set and of a test set, in the place of `n_folds`, for random splits.

    Returns
    -------
    Comparison
        With ``sentence``, ``conclusion``, ``frame()``, ``pairs()``, ``against_control()`` and ``cells()``.

    Notes
    -----
    A pair is called different only if Friedman's test finds some difference (not asked with two methods) and the
    adjusted p-value of the pair is at most `alpha`. Nemenyi's test does not decide, because its answer about two
    methods depends on which others take part (Benavoli et al. 2016). Wilcoxon drops zeros, is exact up to 25
    differences without ties, and else normal with continuity correction. A pair is called different only if so many
    data sets could show it. Ranks of a row must sum to k (k + 1) / 2, so tied methods cannot be given the smallest of
    their places. Rows with gaps are left out of ranks.

    Formula::

        chi2 = 12 N / (k (k+1)) (sum R_j^2 - k (k+1)^2 / 4); F = (N-1) chi2 / (N (k-1) - chi2); CD = q sqrt(k (k+1) / (6
        N)); sign test N/2 + 1.96 sqrt(N)/2.

    Cost: O(N k log k) for the ranks, O(k^2 N log N) for the pairs.

    **Comparison over folds of one data set.** Folds share training rows, so widen the variance of the mean difference
    by the ratio of test to training rows.

    The sizes are read from cross_validate(..., return_indices=True) or must be given; they are never guessed. After 5x2
    cross-validation Alpaydin's F decides. Pairs are adjusted by Holm. A difference without any spread over the folds is
    not called shown.

    Formula::

        t = mean / sqrt((1/J + n_test/n_train) s^2) with J-1 degrees of freedom; 5x2 cross-validation: t = p_11 /
        sqrt(mean s_i^2) (Dietterich 1998), F = sum p_ij^2 / (2 sum s_i^2) (Alpaydin 1999).

    Cost: O(k^2 J).

    Paper: C. Nadeau and Y. Bengio, Inference for the generalization error, Machine Learning 52, 2003, pp. 239-281.

    References
    ----------
    J. Demsar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine Learning Research 7,
    2006, pp. 1-30.

    A. Benavoli, G. Corani and F. Mangili, Should we really use post-hoc tests based on mean-ranks?, Journal of Machine
    Learning Research 17, 2016, pp. 1-10.

    Examples
    --------
    >>> scores = {
    ...     "tree":   [0.71, 0.68, 0.74, 0.69, 0.72, 0.70, 0.66, 0.73, 0.70, 0.67],
    ...     "forest": [0.77, 0.75, 0.78, 0.77, 0.76, 0.78, 0.72, 0.78, 0.77, 0.74],
    ... }
    >>> print(compare(scores, n_folds=10).sentence)
    On this data set, forest is better than tree (corrected resampled t-test, p < 0.0001).
    """
    check("alpha", alpha, Number(0, 1, "neither"))
    table = read_scores(scores, rows=rows, names=names, metric=metric, n_folds=n_folds, sizes=sizes)
    if control is not None and control not in table.methods:
        raise ValueError(f"control={control!r} is not among the methods: {', '.join(table.methods)}")
    n_methods = len(table.methods)
    complete = table.values[table.complete]
    ranks = np.empty((0, n_methods))
    if len(complete):
        ranks = rank_methods(complete, higher_is_better=higher_is_better, decimals=decimals)
    ranked = table.rows == "datasets" and len(ranks) > 1
    omnibus = friedman(ranks) if ranked else None
    opened = omnibus is None or n_methods == 2 or omnibus.cautious_p_value <= alpha

    def test(pairs: Pairs) -> pd.DataFrame:
        differences = subtract_pairs(table, pairs, higher_is_better=higher_is_better, decimals=decimals)
        kind = compare_over_datasets if table.rows == "datasets" else compare_over_folds
        return name_better(kind(differences, alpha), alpha if opened else 0.0)

    tests, control_tests = test(list(combinations(range(n_methods), 2))), None
    if control is not None:
        center = table.methods.index(control)
        control_tests = test([(other, center) for other in range(n_methods) if other != center])
    if ranked:
        tests, control_tests = add_rank_tests(tests, control_tests, ranks, table.methods)
    return Comparison(
        table=table,
        higher_is_better=higher_is_better,
        alpha=alpha,
        control=control,
        ranks=ranks,
        friedman=omnibus,
        friedman_tie_corrected=friedman(ranks, tie_correction=True) if ranked else None,
        tests=tests,
        control_tests=control_tests,
        decided_by=find_decisive(tests),
    )
