"""Sharkey's four types: whether members can outvote each other's errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.frames import take_fields
from hedgerow.outputs import Outputs


@dataclass(frozen=True, eq=False)
class SharkeyType:
    """The type of an ensemble, and the rows that make it so.

    Parameters
    ----------
    type : {"I", "II", "III", "IV"}
        ``"I"``: no two errors coincide. ``"II"``: some do, but a majority is right about every row. ``"III"``:
        somebody is right about every row, but not always a majority. ``"IV"``: about some row all are wrong.
    n_correct, n_speaking : ndarray of int of shape (n_samples,)
        Members that are right about a row, and that predict it.
    n_coincident : ndarray of int of shape (n_samples,)
        The largest number of errors that coincide on a row: all of them, or those of one wrong class with
        ``same_label``.
    row_types : ndarray of str of shape (n_samples,)
        The type that each row alone would give; "" where no member predicts or the row has no weight.
    """

    type: Literal["I", "II", "III", "IV"]
    n_correct: NDArray[np.int64] = field(repr=False)
    n_speaking: NDArray[np.int64] = field(repr=False)
    n_coincident: NDArray[np.int64] = field(repr=False)
    row_types: NDArray[np.str_] = field(repr=False)

    def frame(self) -> pd.DataFrame:
        """One row per row: its type, and how many members predict it, are right and err together."""
        counts = take_fields(self, "n_speaking", "n_correct", "n_coincident")
        return pd.DataFrame({"type": self.row_types} | counts)


def sharkey_type(outputs: Outputs, *, same_label: bool = False) -> SharkeyType:
    """Say which of Sharkey's four types an ensemble is.

    From the best to the worst: I, at most one member errs about any row; II, a strict majority is right about every
    row; III, at least one member is; IV, none is. The type of the ensemble is that of its worst row. Dropping members
    can turn III into II and II into I, but never help IV.

    Parameters
    ----------
    outputs : Outputs
        Answers of classes with the truth. A row is judged by the members that predict it.
    same_label : bool, default=False
        Whether errors coincide only if they name the same wrong class. Matters with more than two classes.

    Returns
    -------
    SharkeyType

    See Also
    --------
    generalised_diversity

    Notes
    -----
    With ``same_label=True`` only errors that name the same wrong class coincide.

    Cost: O(N (T + K)).

    References
    ----------
    A. Sharkey and N. Sharkey, Combining diverse neural nets, The Knowledge Engineering Review 12, 1997.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 3.3.

    Examples
    --------
    >>> right = [[1, 1, 0], [1, 1, 1], [1, 1, 1], [0, 1, 1], [0, 0, 1]]
    >>> found = sharkey_type(Outputs.from_predictions(right, truth=[1, 1, 1]))
    >>> found.type, found.row_types.tolist()
    ('II', ['II', 'I', 'I'])
    """
    truth = outputs.known_truth()
    votes = np.zeros((outputs.n_samples, outputs.n_classes), np.int64)
    rows = np.arange(outputs.n_samples)
    for member, answers in enumerate(outputs.answers):
        votes[rows, answers] += outputs.covered()[member]
    predicting, correct = votes.sum(axis=1), votes[rows, truth]
    wrong = votes.copy()
    wrong[rows, truth] = 0
    coincident = wrong.max(axis=1) if same_label else wrong.sum(axis=1)
    judged = (predicting > 0) & (outputs.row_weights() > 0)
    if not judged.any():
        raise ValueError("no member predicts any row that has a weight; there is nothing to classify")
    # A row without a right answer is of type IV even if its errors do not coincide.
    row_types = np.select(
        [~judged, correct == 0, coincident <= 1, 2 * correct > predicting], ["", "IV", "I", "II"], "III"
    )
    worst = max((str(found) for found in np.unique(row_types[judged])), key=("I", "II", "III", "IV").index)
    return SharkeyType(worst, correct, predicting, coincident, row_types)  # type: ignore[arg-type]
