"""Measures of pairs of members: one matrix, its mean, and how many pairs have no value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.diversity import moments, pairs
from hedgerow.diversity.coincidence import MarkCounter
from hedgerow.diversity.measure import Measure
from hedgerow.diversity.pairs import Matrix, PairCounts, count_pairs
from hedgerow.outputs import Outputs

CLASS_PAIRS: dict[str, Measure] = {
    "agreement": Measure("Agreement", pairs.agreement, 0, 1, "lower"),
    "disagreement": Measure("Disagreement", pairs.disagreement, 0, 1, "higher"),
    "kappa": Measure("Kappa of the answers", pairs.kappa, -1, 1, "lower"),
    "correctness_kappa": Measure("Kappa of being right", pairs.correctness_kappa, -1, 1, "lower"),
    "correctness_disagreement": Measure(
        "Disagreement in being right", pairs.correctness_disagreement, 0, 1, "higher"
    ),
    "q": Measure("Q statistic", pairs.q_statistic, -1, 1, "lower"),
    "correlation": Measure("Correlation of being right", pairs.correlation, -1, 1, "lower"),
    "double_fault": Measure("Double fault", pairs.double_fault, 0, 1, "lower"),
    "coincident_errors": Measure("Coincident errors of pairs", pairs.coincident_errors, 0, 1, "lower"),
}
VALUE_PAIRS: dict[str, Measure] = {
    "distance": Measure(
        "Root mean square distance", moments.distance, 0, np.inf, "higher", moments.independent_distance
    ),
    "error_covariance": Measure(
        "Covariance of errors", moments.error_covariance, -np.inf, np.inf, "lower", moments.no_correlation
    ),
    "error_correlation": Measure(
        "Correlation of errors", moments.error_correlation, -1, 1, "lower", moments.no_correlation
    ),
}
PAIRWISE: dict[str, Measure] = CLASS_PAIRS | VALUE_PAIRS


@dataclass(frozen=True, eq=False)
class PairwiseDiversity:
    """One measure for every pair of members.

    Parameters
    ----------
    measure : str
        The name of the measure.
    matrix : ndarray of shape (n_members, n_members)
        Its value for each two members; NaN where it is undefined.
    mean : float
        The mean over the unordered pairs that have a value; NaN where none has.
    n_pairs : int
        Number of unordered pairs.
    n_undefined : int
        How many of them have no value of their own, whether or not one was put in its place.
    names : tuple of str, default=()
        Names of the members.
    n : ndarray of shape (n_members, n_members) or None, default=None
        Rows, or their weight, that each pair was judged on: those that both predict.
    """

    measure: str
    matrix: Matrix = field(repr=False)
    mean: float
    n_pairs: int
    n_undefined: int
    names: tuple[str, ...] = field(default=(), repr=False)
    n: Matrix | None = field(default=None, repr=False)

    def pairs(self) -> NDArray[np.float64]:
        """The values of the unordered pairs, first the first member's."""
        return self.matrix[np.triu_indices(len(self.matrix), 1)]

    def frame(self) -> pd.DataFrame:
        """The matrix, with the members' names."""
        names = list(self.names) or [str(member) for member in range(len(self.matrix))]
        return pd.DataFrame(self.matrix, index=names, columns=names)


def pairwise(
    outputs: Outputs | PairCounts,
    measure: str = "kappa",
    *,
    undefined: float = np.nan,
    n_jobs: int | None = None,
) -> PairwiseDiversity:
    """Measure every pair of members.

    A pair is judged on the rows that both predict. For classes:

    ============================== =======================================================================
    ``"agreement"``                share of rows with the same answer (Ho)
    ``"disagreement"``             1 - agreement
    ``"kappa"``                    agreement of the *answers* beyond chance (Cohen), any number of classes
    ``"correctness_kappa"``        the same of being *right*; another number, even for two classes
    ``"correctness_disagreement"`` share of rows on which exactly one of two is right
    ``"q"``                        Yule's Q of being right
    ``"correlation"``              Pearson's correlation of being right (phi)
    ``"double_fault"``             share of rows on which both are wrong
    ``"coincident_errors"``        share of the pair's errors made on the same rows (Goebel & Yan)
    ============================== =======================================================================

    For values: ``"distance"`` (root mean square difference), ``"error_covariance"`` and ``"error_correlation"``.

    Parameters
    ----------
    outputs : Outputs or PairCounts
        What the members said; or the counts of `count_pairs`, if several measures are wanted and counting once
        is enough. All but agreement, disagreement, kappa and distance need the truth.
    measure : str, default="kappa"
        One of `PAIRWISE`.
    undefined : float, default=nan
        The value of pairs that have none: Q where both products are 0, a correlation where a member does not vary,
        anything where two members never predict the same row. NaN leaves them out of the mean; 0 and 1 are in use too,
        and move the mean of Q a lot where errors are rare.
    n_jobs : int or None, default=None
        Threads that count.

    Returns
    -------
    PairwiseDiversity

    See Also
    --------
    diversity_report, generalised_diversity, DiversityErrorDisplay

    Notes
    -----
    Kappa is 1, not undefined, where both members always say the same class or are always right: then they agree. Q of
    few rows is biased towards -1 when errors are rare, so compare it at equal numbers of rows only. Undefined pairs are
    left out of the mean and counted, or given a value. Kappa is that of the predictions; the thesis's, of being right,
    is ``correctness_kappa``. Eq. 3.13 of the thesis lacks a square root.

    Formula::

        With n11, n10, n01, n00 rows on which both, one, the other or none is right: Q = (n11 n00 - n10 n01) / (n11 n00
        + n10 n01), coincident errors = 2 n00 / (n10 + n01 + 2 n00). Rogers 2007, eq. 3.13 and 3.18-3.22.

    Cost: O(T^2 N / 64): rows are bits, and a word of 64 costs one AND and one count. With weights of rows it is a
    matrix product.

    References
    ----------
    L. I. Kuncheva and C. J. Whitaker, Measures of diversity in classifier ensembles and their relationship with the
    ensemble accuracy, Machine Learning 51, 2003, pp. 181-207.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 3.3.

    J. Cohen, A coefficient of agreement for nominal scales, 1960.

    Examples
    --------
    >>> said = [["a", "a", "b", "b"], ["a", "b", "b", "b"], ["b", "a", "a", "b"]]
    >>> outputs = Outputs.from_predictions(said, truth=["a", "a", "b", "b"], names=["ann", "bob", "cy"])
    >>> pairwise(outputs, "kappa").frame().round(2)
         ann  bob   cy
    ann  1.0  0.5  0.0
    bob  0.5  1.0 -0.5
    cy   0.0 -0.5  1.0
    >>> pairwise(outputs, "q")
    PairwiseDiversity(measure='q', mean=-1.0, n_pairs=3, n_undefined=2)
    >>> pairwise(outputs, "q", undefined=0.0).mean
    -0.3333333333333333
    """
    chosen = find_measure(measure, isinstance(outputs, PairCounts) or outputs.is_classification)
    if isinstance(outputs, Outputs) and outputs.is_classification:
        outputs = count_pairs(outputs, n_jobs=n_jobs)
    matrix = chosen.formula(outputs)
    n = outputs.n if isinstance(outputs, PairCounts) else MarkCounter(outputs, n_jobs).n
    found = summarise_pairs(measure, matrix, undefined)
    return replace(found, names=outputs.names, n=np.broadcast_to(n, matrix.shape))


def find_measure(measure: str, classes: bool) -> Measure:
    """Look a measure of pairs up; the error says which ones fit."""
    fitting = CLASS_PAIRS if classes else VALUE_PAIRS
    if measure in fitting:
        return fitting[measure]
    kind = "classes" if classes else "values"
    known = f"is one for {'values' if classes else 'classes'}" if measure in PAIRWISE else "is not known"
    raise ValueError(f"measure={measure!r} {known}; the outputs are {kind}, so use one of {sorted(fitting)}")


def summarise_pairs(measure: str, matrix: Matrix, undefined: float = np.nan) -> PairwiseDiversity:
    """Make the record of a symmetric matrix that holds NaN where a pair has no value."""
    n_pairs = len(matrix) * (len(matrix) - 1) // 2
    missing = np.isnan(matrix)
    n_undefined = int(_sum_above(missing))
    total = float(_sum_above(np.where(missing, 0.0, matrix) if missing.any() else matrix))
    n_known = n_pairs - n_undefined
    if not np.isnan(undefined):
        matrix = np.where(missing, undefined, matrix)
        total, n_known = total + undefined * n_undefined, n_pairs
    mean = total / n_known if n_known else np.nan
    return PairwiseDiversity(measure, matrix, mean, n_pairs, n_undefined)


def _sum_above(matrix: NDArray[Any]) -> Any:
    """Sum over the unordered pairs: half of what a symmetric matrix holds beside its diagonal."""
    return (matrix.sum() - matrix.trace()) / 2
