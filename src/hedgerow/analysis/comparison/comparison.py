"""What a comparison of methods found: the record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.comparison.omnibus import Friedman
from hedgerow.analysis.comparison.post_hoc import critical_difference
from hedgerow.analysis.comparison.scores import ScoreTable
from hedgerow.analysis.comparison.words import list_reservations, say_finding


@dataclass(frozen=True, eq=False)
class Comparison:
    """What scores say about methods, and what they do not. Made by `compare`.

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
