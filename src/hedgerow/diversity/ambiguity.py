"""How far members stand from the rest: what their spread takes off the error of an average, and each of them alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.diversity.votes import mean_over_rows
from hedgerow.outputs import Outputs


@dataclass(frozen=True, eq=False)
class AmbiguityDecomposition:
    """Squared error of the ensemble = mean squared error of the members - ambiguity, exactly.

    Parameters
    ----------
    error : float
        Mean squared error of the ensemble; NaN without the truth.
    member_error : float
        Mean squared error of the members, averaged by their weights; NaN without the truth.
    ambiguity : float
        Mean squared distance of the members from the ensemble.
    row_error, row_member_error, row_ambiguity : ndarray of shape (n_samples,)
        The same for each row; NaN where no member predicts.
    """

    error: float
    member_error: float
    ambiguity: float
    row_error: NDArray[np.float64] = field(repr=False)
    row_member_error: NDArray[np.float64] = field(repr=False)
    row_ambiguity: NDArray[np.float64] = field(repr=False)

    def frame(self) -> pd.DataFrame:
        """One row per row: ``error``, ``member_error`` and ``ambiguity``."""
        columns = ("error", "member_error", "ambiguity")
        return pd.DataFrame({name: getattr(self, f"row_{name}") for name in columns})


def ambiguity_decomposition(outputs: Outputs) -> AmbiguityDecomposition:
    """Split the squared error of a weighted mean into the members' error and their ambiguity.

    With weights a_t that sum to 1 and H = sum_t a_t h_t, about every row
    (H - y)^2 = sum_t a_t (h_t - y)^2 - sum_t a_t (h_t - H)^2.

    Parameters
    ----------
    outputs : Outputs
        Values. Out of bag, the weights of the members that predict a row are scaled to sum to 1. Without the truth only
        the ambiguity is known.

    Returns
    -------
    AmbiguityDecomposition

    See Also
    --------
    diversity_report, ensemble_curve

    Notes
    -----
    Out of bag, the weights of the members that predict a row are scaled to sum to one.

    Formula: Rogers 2007, eq. 3.1-3.4.

    Cost: O(T N).

    References
    ----------
    A. Krogh and J. Vedelsby, Neural network ensembles, cross validation, and active learning, NIPS 7, 1995.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 3.1-3.4.

    Examples
    --------
    >>> values = [[1.0, 2.0, 3.0], [2.0, 2.0, 5.0], [0.0, 5.0, 4.0]]
    >>> ambiguity_decomposition(Outputs.from_predictions(values, truth=[1, 2, 5], regression=True))
    AmbiguityDecomposition(error=0.6666666666666666, member_error=1.7777777777777777, ambiguity=1.111111111111111)
    """
    if outputs.is_classification:
        raise ValueError(
            "the decomposition is of squared errors of values, but the outputs are classes; "
            "use vote_entropy or pairwise for those"
        )
    said = outputs.consensus()
    truth = np.full(outputs.n_samples, np.nan) if outputs.truth is None else outputs.truth
    member_error, ambiguity, total = (np.zeros(outputs.n_samples) for _ in range(3))
    for member, weight in enumerate(outputs.member_weights()):
        predicted = weight * outputs.covered()[member]
        member_error += predicted * (outputs.answers[member] - truth) ** 2
        ambiguity += predicted * (outputs.answers[member] - said) ** 2
        total += predicted
    total[total == 0] = np.nan
    error, member_error, ambiguity = (said - truth) ** 2, member_error / total, ambiguity / total
    return AmbiguityDecomposition(
        mean_over_rows(error, outputs),
        mean_over_rows(member_error, outputs),
        mean_over_rows(ambiguity, outputs),
        error,
        member_error,
        ambiguity,
    )


def member_ambiguity(outputs: Outputs) -> NDArray[np.float64]:
    """How often each member contradicts the ensemble.

    The share of rows on which h_t(x) differs from the vote H(x) (Rogers 2007, eq. 3.24, 3.25); for classes -1 and +1
    it is 1/2 - mean(h_t H) / 2. For values, the mean of (h_t(x) - H(x))^2.

    Parameters
    ----------
    outputs : Outputs
        Answers of classes or values; the truth is not needed. The member itself has its part in H.

    Returns
    -------
    ndarray of shape (n_members,)
        NaN for a member that never predicts.

    Examples
    --------
    >>> member_ambiguity(Outputs.from_predictions([[0, 0, 1, 1], [0, 0, 1, 0], [0, 1, 1, 0]]))
    array([0.25, 0.  , 0.25])
    """
    said = outputs.consensus()
    known = said >= 0 if outputs.is_classification else ~np.isnan(said)
    said = np.where(known, said, 0)
    found, by_row = np.empty(outputs.n_members), outputs.row_weights()
    for member, answers in enumerate(outputs.answers):
        apart = answers != said if outputs.is_classification else (answers - said) ** 2
        predicted = by_row * outputs.covered()[member] * known
        total = predicted.sum()
        found[member] = predicted @ apart / total if total > 0 else np.nan
    return found


def member_disagreement(outputs: Outputs) -> NDArray[np.float64]:
    """How much each member differs from the others, on average.

    For classes the mean over the other members of the share of rows on which the two differ; for values, of the
    mean squared difference. It follows from the votes V(x, k), so no pair is looked at:
    d_i = sum_x (T - V(x, h_i(x))) / (N (T - 1)).

    Parameters
    ----------
    outputs : Outputs
        Answers of classes or values; the truth is not needed.

    Returns
    -------
    ndarray of shape (n_members,)
        0 for a lone member; NaN for one that never predicts a row that another does.

    See Also
    --------
    pairwise

    Notes
    -----
    Out of bag, numerator and denominator are summed over the rows that the member predicts, so another member
    counts by the rows they share; where all members predict all rows it is the plain mean.

    Formula: Rogers 2007, eq. 3.24 and 3.25.

    Cost: O(T N), without a matrix of pairs.

    References
    ----------
    H. Elghazel, A. Aussem and F. Perraud, Trading-off diversity and accuracy for optimal ensemble tree selection in
    random forests, SUEMA 2010.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 3.3.

    Examples
    --------
    >>> member_disagreement(Outputs.from_predictions([[0, 0, 1, 1], [0, 0, 1, 0], [0, 1, 1, 0]]))
    array([0.375, 0.25 , 0.375])
    """
    if outputs.n_members == 1:
        return np.zeros(1)
    predicting = outputs.covered().sum(axis=0)
    compare = _class_differences if outputs.is_classification else _gaps
    differ = compare(outputs, predicting)
    found, by_row = np.empty(outputs.n_members), outputs.row_weights()
    for member in range(outputs.n_members):
        predicted = by_row * outputs.covered()[member]
        others = predicted @ (predicting - 1)
        found[member] = predicted @ differ(member) / others if others > 0 else np.nan
    return found


def _class_differences(
    outputs: Outputs, predicting: NDArray[np.int64]
) -> Callable[[int], NDArray[np.float64]]:
    """For a member: how many others differ from it, about each row."""
    votes, rows = replace(outputs, weights=None).votes(), np.arange(outputs.n_samples)
    return lambda member: predicting - votes[rows, outputs.answers[member]]


def _gaps(outputs: Outputs, predicting: NDArray[np.int64]) -> Callable[[int], NDArray[np.float64]]:
    """For a member: the sum of its squared differences to the others, about each row.

    With q the values less their mean over the members that predict, sum_j (q_i - q_j)^2 = s q_i^2 + sum_j q_j^2.
    """
    centre = np.nan_to_num(replace(outputs, weights=None).consensus())
    total = np.zeros(outputs.n_samples)
    for member, answers in enumerate(outputs.answers):
        square = (answers - centre) ** 2
        total += square * outputs.covered()[member]
    return lambda member: predicting * (outputs.answers[member] - centre) ** 2 + total
