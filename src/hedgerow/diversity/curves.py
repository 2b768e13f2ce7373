"""How error and diversity change while the ensemble grows, in one pass over its members."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import xlogy

from hedgerow.diversity.moments import cut_rows
from hedgerow.diversity.pairs import count_pairs
from hedgerow.diversity.pairwise_measures import find_measure
from hedgerow.outputs import Outputs

Curve = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class EnsembleCurve:
    """What the first 1, 2, ..., T members are like together.

    Parameters
    ----------
    curves : dict of str to ndarray of shape (n_members,)
        For each quantity its value for the first t members, t = 1, ..., T; NaN where it is undefined.
    """

    curves: dict[str, Curve] = field(repr=False)

    @property
    def size(self) -> NDArray[np.int64]:
        """The numbers of members: 1, ..., T."""
        return np.arange(1, len(next(iter(self.curves.values()))) + 1)

    def frame(self) -> pd.DataFrame:
        """One row per size, one column per quantity."""
        return pd.DataFrame(self.curves, index=pd.Index(self.size, name="size"))


def ensemble_curve(
    outputs: Outputs,
    pairs: Sequence[str] | None = None,
    *,
    undefined: float = np.nan,
    base: float = 2.0,
    n_jobs: int | None = None,
) -> EnsembleCurve:
    """Follow error and diversity from the first member to all of them.

    Votes and sums grow by one member at a time, and the mean over the pairs of the first t members is a running sum
    over one matrix: the work is that of T members once, not that of T ensembles.

    Parameters
    ----------
    outputs : Outputs
        Classes or values. Without the truth there are no errors.
    pairs : sequence of str or None, default=None
        Measures of pairs to follow, of `PAIRWISE`; None for disagreement, kappa and, with the truth, Q (for values:
        none, since their ambiguity tells the same).
    undefined : float, default=nan
        The value of pairs that have none; NaN leaves them out.
    base : float, default=2.0
        Base of the logarithm of the vote entropy.
    n_jobs : int or None, default=None
        Threads that count pairs.

    Returns
    -------
    EnsembleCurve
        Of classes: ``error`` of the vote, ``member_error`` (mean error of the first t members), the measures of pairs
        and ``vote_entropy``. Of values: ``error`` and ``member_error`` (root mean squares) and ``ambiguity``, where
        error^2 = member_error^2 - ambiguity.

    See Also
    --------
    vote_entropy, pairwise

    Notes
    -----
    Rows that none of the first t members predicts are left out at t.

    Cost: O(T N + T^2) beside the pairwise counts.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, chapters 5 and 8.

    C. Pardo et al., Random oracles for regression ensembles, SUEMA 2010.

    Examples
    --------
    >>> said = [["a", "a", "b", "b"], ["a", "b", "b", "b"], ["b", "a", "a", "b"]]
    >>> outputs = Outputs.from_predictions(said, truth=["b", "a", "b", "b"])
    >>> ensemble_curve(outputs).frame().round(3)
          error  member_error  disagreement  kappa      q  vote_entropy
    size
    1      0.25         0.250           NaN    NaN    NaN         0.000
    2      0.25         0.375          0.25    0.5  1.000         0.250
    3      0.25         0.333          0.50    0.0 -0.333         0.689
    """
    curves = _follow_votes(outputs, base) if outputs.is_classification else _follow_values(outputs)
    if pairs is None:
        pairs = ("disagreement", "kappa", "q")[: 2 if outputs.truth is None else 3]
        pairs = pairs if outputs.is_classification else ()
    measures = {name: find_measure(name, outputs.is_classification) for name in pairs}
    if measures:
        source = count_pairs(outputs, n_jobs=n_jobs) if outputs.is_classification else outputs
        for name, measure in measures.items():
            curves[name] = mean_of_first_pairs(measure.formula(source), undefined)
    order = ("error", "member_error", *measures, "vote_entropy", "ambiguity")
    return EnsembleCurve({name: curves[name] for name in order if name in curves})


def mean_of_first_pairs(matrix: NDArray[np.float64], undefined: float = np.nan) -> Curve:
    """Mean over the pairs of the first t members, for t = 1, ..., T; NaN where no pair has a value.

    Examples
    --------
    >>> mean_of_first_pairs(np.array([[1.0, 2.0, 6.0], [2.0, 1.0, 4.0], [6.0, 4.0, 1.0]]))
    array([nan,  2.,  4.])
    """
    upper = np.triu(np.where(np.isnan(matrix), undefined, matrix), 1)
    known = ~np.isnan(upper)
    return _average_so_far(np.where(known, upper, 0.0).sum(axis=0), np.triu(known, 1).sum(axis=0))


def _average_so_far(sums: Curve, counts: NDArray[Any]) -> Curve:
    """Sums divided by counts, both of the first t; NaN where nothing counts."""
    n_known = np.cumsum(counts)
    return np.cumsum(sums) / np.where(n_known > 0, n_known, np.nan)


class _Sums:
    """Sums over rows for each size, gathered stretch by stretch, and the weight of the rows that they are over."""

    def __init__(self, outputs: Outputs, *names: str) -> None:
        self.weight = np.zeros(outputs.n_members)
        self.sums = {name: np.zeros(outputs.n_members) for name in names}

    def add(self, member: int, predicted: Curve, **values: Curve) -> None:
        self.weight[member] += predicted.sum()
        for name, value in values.items():
            self.sums[name][member] += predicted @ value

    def means(self) -> dict[str, Curve]:
        divisor = np.where(self.weight > 0, self.weight, np.nan)
        return {name: total / divisor for name, total in self.sums.items()}


def _follow_votes(outputs: Outputs, base: float) -> dict[str, Curve]:
    sums = _Sums(outputs, "vote_entropy", *(() if outputs.truth is None else ("error",)))
    counts = np.arange(outputs.n_members + 1)
    table = xlogy(counts, counts)

    def log_term(votes: Curve) -> Curve:
        """The term v log v; looked up where votes are whole numbers."""
        if outputs.weights is None:
            return np.asarray(table[votes.astype(np.intp)])
        return np.asarray(xlogy(votes, votes))

    for rows in cut_rows(outputs.n_samples):
        _add_votes(outputs, rows, log_term, sums)
    curves = sums.means()
    curves["vote_entropy"] /= np.log(base)
    return curves if outputs.truth is None else curves | {"member_error": _mean_errors(outputs)}


def _add_votes(outputs: Outputs, rows: slice, log_term: Callable[[Curve], Curve], sums: _Sums) -> None:
    by_row, n_rows = outputs.row_weights()[rows], rows.stop - rows.start
    places = np.arange(n_rows)
    votes = np.zeros(outputs.n_classes * n_rows)  # all rows of the first class, then of the second, ...
    most, total, spread = (np.zeros(n_rows) for _ in range(3))
    leader = np.zeros(n_rows, outputs.answers.dtype)
    for member, weight in enumerate(outputs.member_weights()):
        said = outputs.answers[member, rows]
        cells = said.astype(np.intp) * n_rows + places
        cast = weight * outputs.covered()[member, rows]
        before = votes[cells]
        votes[cells] = after = before + cast
        total += cast
        # A vote changes one term of sum_k v log v, from which the entropy log s - (sum_k v log v) / s follows.
        spread += log_term(after) - log_term(before)
        # Only the class that was voted for can take the lead; equal votes go to the lower class.
        ahead = (after > most) | ((after == most) & (said < leader))
        leader, most = np.where(ahead, said, leader), np.where(ahead, after, most)
        predicted = total > 0
        divisor = np.where(predicted, total, 1.0)
        values = {"vote_entropy": np.maximum(np.log(divisor) - spread / divisor, 0.0)}
        if outputs.truth is not None:
            values["error"] = (leader != outputs.truth[rows]).astype(np.float64)
        sums.add(member, by_row * predicted, **values)


def _mean_errors(outputs: Outputs) -> Curve:
    """Mean error of the first t members, those left out that never predict."""
    errors = outputs.errors()
    return _average_so_far(np.nan_to_num(errors), ~np.isnan(errors))


def _follow_values(outputs: Outputs) -> dict[str, Curve]:
    sums = _Sums(outputs, "ambiguity", *(() if outputs.truth is None else ("error",)))
    # Values less those of the whole ensemble: small numbers, whose squares lose little when they are subtracted.
    centre = np.nan_to_num(outputs.consensus())
    for rows in cut_rows(outputs.n_samples):
        _add_values(outputs, rows, centre[rows], sums)
    curves = sums.means()
    if outputs.truth is None:
        return curves
    square = curves.pop("error")
    return curves | {"error": np.sqrt(square), "member_error": np.sqrt(square + curves["ambiguity"])}


def _add_values(outputs: Outputs, rows: slice, centre: Curve, sums: _Sums) -> None:
    by_row, n_rows = outputs.row_weights()[rows], rows.stop - rows.start
    total, first, second = (np.zeros(n_rows) for _ in range(3))
    for member, weight in enumerate(outputs.member_weights()):
        combination_weight = weight * outputs.covered()[member, rows]
        apart = outputs.answers[member, rows] - centre
        total += combination_weight
        first += combination_weight * apart
        second += combination_weight * apart**2
        predicted = total > 0
        divisor = np.where(predicted, total, 1.0)
        shift = first / divisor
        values = {"ambiguity": np.maximum(second / divisor - shift**2, 0.0)}
        if outputs.truth is not None:
            values["error"] = (centre + shift - outputs.truth[rows]) ** 2
        sums.add(member, by_row * predicted, **values)
