"""The error of an average is the mean error of its members less their spread."""

from __future__ import annotations

from dataclasses import dataclass, field

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
        return pd.DataFrame(
            {
                "error": self.row_error,
                "member_error": self.row_member_error,
                "ambiguity": self.row_ambiguity,
            }
        )


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
