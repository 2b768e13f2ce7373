"""Breiman's strength and correlation, and their bound on the error of a forest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.diversity.coincidence import MarkCounter
from hedgerow.diversity.moments import measure_members, measure_sign_moments
from hedgerow.diversity.pairwise_measures import summarise_pairs
from hedgerow.diversity.votes import mean_over_rows
from hedgerow.foundation.constraints import Word, check
from hedgerow.foundation.frames import take_fields
from hedgerow.outputs import Outputs


@dataclass(frozen=True)
class BreimanBound:
    """How strong the members are together, how alike, and the error that this allows at most.

    Parameters
    ----------
    strength : float
        Mean margin.
    correlation : float
        Correlation of the members' raw margins.
    bound : float
        correlation (1 - strength^2) / strength^2; infinite where the strength is not positive.
    negative : float
        Share of rows with a margin below 0: the error of the vote, ties apart.
    tied : float
        Share of rows with a margin of 0.
    """

    strength: float
    correlation: float
    bound: float
    negative: float
    tied: float

    @property
    def capped(self) -> float:
        """The bound, or 1 where it exceeds that."""
        return min(1.0, self.bound)

    def frame(self) -> pd.DataFrame:
        """One row."""
        columns = ("strength", "correlation", "bound", "capped", "negative", "tied")
        return pd.DataFrame([take_fields(self, *columns)])


def breiman_bound(
    outputs: Outputs, *, correlation: Literal["breiman", "pairwise"] = "breiman"
) -> BreimanBound:
    """Strength, correlation and the bound on the error of the vote.

    The raw margin of a member is +1 where it is right, -1 where it says the most voted wrong class, and 0 where it
    says another; the margin of a row is the mean of them. Strength s is the mean margin. The error of the vote is
    at most rho (1 - s^2) / s^2.

    Parameters
    ----------
    outputs : Outputs
        Answers of classes with the truth; out of bag for Breiman's own estimate.
    correlation : {"breiman", "pairwise"}, default="breiman"
        ``"breiman"`` is Var(margin) / (mean_t sd_t)^2, with sd_t the standard deviation of member t's raw margin.
        ``"pairwise"`` is the plain mean of the correlations of two members' raw margins: a description, but with
        finitely many members it does not give a valid bound.

    Returns
    -------
    BreimanBound

    See Also
    --------
    RandomForestClassifier, pairwise, tumer_ghosh_correlation

    Notes
    -----
    Weights of members enter the margins, and the mean of the sd_t. Equal votes for two wrong classes go to the lower
    one. The plain mean of pairwise correlations (eq. 3.16) is offered as a description only: with finitely many members
    it can fall below the error. A strength that is not positive gives an infinite bound.

    Formula::

        rho = Var(margin) / (mean_t sd_t)^2; Rogers 2007, eq. 3.8-3.16.

    Cost: O(T N); O(T^2 N / 64) for the pairwise correlation.

    References
    ----------
    L. Breiman, Random forests, Machine Learning 45, 2001, pp. 5-32.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 3.8-3.16.

    Examples
    --------
    >>> right = [[1, 1, 1, 0, 0, 1, 0, 1], [1, 1, 0, 1, 0, 1, 0, 1], [1, 0, 1, 1, 1, 1, 0, 0]]
    >>> found = breiman_bound(Outputs.from_predictions(right, truth=[1] * 8))
    >>> round(found.strength, 6), round(found.correlation, 6), round(found.bound, 6)
    (0.25, 0.407407, 6.111111)
    """
    check("correlation", correlation, Word("breiman", "pairwise"))
    margins, rivals = find_margins(outputs)
    strength = mean_over_rows(margins, outputs)
    if correlation == "pairwise":
        rho = _pairwise_correlation(outputs, rivals)
    else:
        rho = _weighted_correlation(outputs, rivals, mean_over_rows((margins - strength) ** 2, outputs))
    abstaining = np.isnan(margins)
    return BreimanBound(
        strength,
        rho,
        rho * (1.0 - strength**2) / strength**2 if strength > 0 else np.inf,
        mean_over_rows(np.where(abstaining, np.nan, margins < 0), outputs),
        mean_over_rows(np.where(abstaining, np.nan, margins == 0), outputs),
    )


def find_margins(outputs: Outputs) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Margin of each row, NaN where no member predicts, and its most voted wrong class.

    Examples
    --------
    >>> margins, _ = find_margins(Outputs.from_predictions([[0]] * 5 + [[1]] * 3 + [[2]] * 2, truth=[0]))
    >>> margins
    array([0.2])
    """
    truth, rows, votes = outputs.known_truth(), np.arange(outputs.n_samples), outputs.votes()
    total = votes.sum(axis=1)
    total[total == 0] = np.nan
    right = votes[rows, truth]
    votes[rows, truth] = -1.0
    most = votes.max(axis=1)
    margins = (right - np.maximum(most, 0.0)) / total
    # 0.1 + 0.2 and 0.3 are the same number of votes. A single class has no rival: a code that nobody says.
    margins[np.abs(margins) < 1e-12] = 0.0
    return margins, np.where(most < 0, outputs.n_classes, votes.argmax(axis=1))


def _pairwise_correlation(outputs: Outputs, rivals: NDArray[np.intp]) -> float:
    truth, counter = outputs.known_truth(), MarkCounter(outputs)
    plus, minus = counter.mark(lambda said: said == truth), counter.mark(lambda said: said == rivals)
    return summarise_pairs("correlation", measure_sign_moments(plus, minus, counter).correlation()).mean


def _weighted_correlation(outputs: Outputs, rivals: NDArray[np.intp], variance: float) -> float:
    """Var(margin) / (mean_t sd_t)^2; 0 where neither margins nor members vary."""
    truth = outputs.known_truth()

    def raw_margins(members: int | slice, rows: slice) -> NDArray[np.float64]:
        said = outputs.answers[members, rows]
        right, rival = said == truth[rows], said == rivals[rows]
        return np.asarray(np.subtract(right, rival, dtype=np.float64))

    _, variances = measure_members(raw_margins, outputs)
    predicting = ~np.isnan(variances)
    weights = outputs.member_weights()[predicting]
    spread = float(np.sqrt(variances[predicting]) @ weights / weights.sum())
    if spread > 0:
        return variance / spread**2
    return 0.0 if variance == 0 else np.nan
