"""What of the members' errors a vote cannot remove: Tumer and Ghosh's correlation, and Breiman's with his bound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.diversity.coincidence import MarkCounter
from hedgerow.diversity.moments import (
    ROUNDING,
    cut_rows,
    measure_members,
    measure_moments,
    measure_sign_moments,
)
from hedgerow.diversity.pairwise_measures import summarise_pairs
from hedgerow.diversity.votes import mean_over_rows
from hedgerow.foundation.constraints import Word, check
from hedgerow.foundation.frames import take_fields
from hedgerow.outputs import Outputs


def tumer_ghosh_correlation(outputs: Outputs) -> float:
    """Mean correlation of two members' errors about the probability of a class.

    rho = sum_y P(y) mean_{t != u} corr(e_t^y, e_u^y), where e_t^y(x) is what member t says of class y, less the truth:
    1 for the row's class and 0 for others. Averaging T members multiplies the error that they add to that of Bayes'
    rule by (1 + rho (T - 1)) / T.

    Parameters
    ----------
    outputs : Outputs
        Answers of classes with the truth. The members' probabilities are read where they are known, else their
        votes.

    Returns
    -------
    float
        From -1 to 1, 0 for independent members; lower is more diverse. Pairs with a member whose error does not
        vary are left out; NaN where none is left.

    See Also
    --------
    breiman_bound

    Notes
    -----
    The theory takes P(y|x) for the truth. It is unknown, so the class indicator stands for it, and the part of the
    error that belongs to the data raises the correlation. Pairs whose error does not vary are left out.

    Formula: Rogers 2007, eq. 3.14.

    Cost: O(K T N); out of bag O(K T^2 N), by 64 for votes.

    References
    ----------
    K. Tumer and J. Ghosh, Error correlation and error reduction in ensemble classifiers, Connection Science 8, 1996,
    pp. 385-404.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 3.14.

    Examples
    --------
    >>> said = [[0, 0, 1, 1, 1], [0, 1, 1, 1, 0], [1, 0, 0, 1, 1]]
    >>> round(tumer_ghosh_correlation(Outputs.from_predictions(said, truth=[0, 0, 0, 1, 1])), 4)
    0.0503
    """
    truth = outputs.known_truth()
    priors = np.bincount(truth, outputs.row_weights(), outputs.n_classes)
    labels = np.flatnonzero(priors).tolist()
    found = np.array([_correlate_label(outputs, label) for label in labels])
    known, priors = ~np.isnan(found), priors[labels]
    return float(found[known] @ priors[known] / priors[known].sum()) if known.any() else np.nan


def _correlate_label(outputs: Outputs, label: int) -> float:
    """Mean correlation of two members' errors about a class; those of votes are counted, not computed."""
    is_label = outputs.known_truth() == label
    if outputs.probabilities is not None:
        return correlate_errors(outputs, label, is_label)[0]
    counter = MarkCounter(outputs)
    plus = counter.mark(lambda said: (said == label) & ~is_label)
    minus = counter.mark(lambda said: (said != label) & is_label)
    return summarise_pairs("correlation", measure_sign_moments(plus, minus, counter).correlation()).mean


def correlate_errors(outputs: Outputs, label: int, target: NDArray[Any]) -> tuple[float, int]:
    """Mean correlation of two members' errors about a class over the pairs, and the number of pairs without one.

    No pair is looked at where all members predict all rows: sum_{t != u} corr(t, u) = mean_x (sum_t z_t(x))^2 - T,
    z standardised.

    Parameters
    ----------
    outputs : Outputs
        Votes or probabilities of classes.
    label : int
        Code of the class.
    target : ndarray of shape (n_samples,)
        The probability of the class, or whether a row is of it.
    """
    soft = outputs.probabilities

    def errors(members: int | slice, rows: slice) -> NDArray[np.float64]:
        said = outputs.answers[members, rows] == label if soft is None else soft[members, rows, label]
        return np.asarray(np.subtract(said, target[rows], dtype=np.float64))

    if outputs.predicted is not None:
        moments = measure_moments(errors, outputs, scale=1.0)
        pairs = summarise_pairs("correlation", moments.correlation())
        return pairs.mean, pairs.n_undefined
    centres, variances = measure_members(errors, outputs)
    varying = np.flatnonzero(variances > ROUNDING**2).tolist()
    n_pairs = len(varying) * (len(varying) - 1)
    n_undefined = (outputs.n_members * (outputs.n_members - 1) - n_pairs) // 2
    if not n_pairs:
        return np.nan, n_undefined
    by_row, square = outputs.row_weights(), 0.0
    for rows in cut_rows(outputs.n_samples):
        total = np.zeros(rows.stop - rows.start)
        for member in varying:
            total += (errors(member, rows) - centres[member]) / np.sqrt(variances[member])
        square += float(by_row[rows] @ total**2)
    return (square / float(by_row.sum()) - len(varying)) / n_pairs, n_undefined


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
