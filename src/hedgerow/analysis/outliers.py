"""Rows that most of a committee contradicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Number, Share, Word, check
from hedgerow.foundation.frames import take_rows
from hedgerow.outputs import Outputs

Threshold = Literal["majority", "consensus"] | int | float

_ROUNDING = 1e-9  # weights of votes that differ by less, in relation to all of them, are the same
_NORMAL = 1.4826  # standard deviations of a normal distribution per median absolute deviation
_NORMAL_MEAN = 1.2533  # and per mean absolute deviation


@dataclass(frozen=True, eq=False)
class Outliers:
    """What a committee thinks of each row's label, and which rows it votes out.

    Parameters
    ----------
    mask : ndarray of bool of shape (n_samples,)
        The outliers.
    n_wrong : ndarray of shape (n_samples,)
        Votes (their weight, where members have weights) against the given label.
    n_votes : ndarray of shape (n_samples,)
        Votes that the row got; zero where no member predicts it.
    given : ndarray of shape (n_samples,)
        The given labels or values.
    suggested : ndarray of shape (n_samples,)
        What the committee would say instead: the other class with the most votes, or the mean value. It means
        nothing where nobody votes against the row.
    spared : ndarray of int
        Rows that were voted out and kept all the same, because their class would have vanished.
    least_share : float or None
        Share of the votes from which a row is an outlier, for a picture; None for a fixed number of votes.
    classes : ndarray or None
        The labels, sorted; None for values.
    index : Index
        Names of the rows.
    """

    mask: NDArray[np.bool_]
    n_wrong: NDArray[np.float64]
    n_votes: NDArray[np.float64]
    given: NDArray[Any] = field(repr=False)
    suggested: NDArray[Any] = field(repr=False)
    spared: NDArray[np.intp]
    least_share: float | None
    classes: NDArray[Any] | None = field(repr=False)
    index: Any = field(repr=False)  # a pandas Index, whose type has parameters for the checker alone

    @property
    def share(self) -> NDArray[np.float64]:
        """Share of the votes against each row; zero where no member predicts it."""
        return np.divide(self.n_wrong, self.n_votes, out=np.zeros(self.mask.size), where=self.n_votes > 0)

    @property
    def n_unjudged(self) -> int:
        """Number of rows that no member predicts."""
        return int(np.count_nonzero(self.n_votes == 0))

    def frame(self, *, all_rows: bool = False) -> pd.DataFrame:
        """The outliers, the most contradicted first.

        Parameters
        ----------
        all_rows : bool, default=False
            Whether to list every row, with a column `outlier`.

        Returns
        -------
        DataFrame
            `row` (its name in a data frame, else its position), `given`, `suggested`, `votes_against`, `votes` and
            `share`.
        """
        table = pd.DataFrame(
            {
                "row": self.index,
                "given": self.given,
                "suggested": pd.Series(self.suggested).where(self.n_wrong > 0),
                "votes_against": self.n_wrong,
                "votes": self.n_votes,
                "share": self.share,
                "outlier": self.mask,
            }
        )
        table = table.sort_values(
            ["share", "votes_against"], ascending=False, kind="stable", ignore_index=True
        )
        if all_rows:
            return table
        listed = table[table["outlier"]].drop(columns="outlier").reset_index(drop=True)
        listed["suggested"] = listed["suggested"].astype(pd.Series(self.suggested).dtype)  # none is missing
        return listed

    def clean(self, *tables: Any) -> Any:
        """Leave the outliers out of arrays, lists, sparse matrices or data frames of as many rows.

        Parameters
        ----------
        *tables
            What `fit` would get: X, y, weights.

        Returns
        -------
        object or list
            One for each table; a list where there are several.
        """
        kept = np.flatnonzero(~self.mask)
        cleaned = [take_rows(table, kept) for table in tables]
        return cleaned[0] if len(cleaned) == 1 else cleaned


def find_outliers(
    outputs: Outputs,
    *,
    threshold: Threshold = "majority",
    ties: Literal["exclude", "include"] = "exclude",
    cutoff: float = 3.0,
    index: Any = None,
) -> Outliers:
    """Find the rows whose labels the members contradict.

    A row is an outlier if at least T_o of the T members are wrong about it: confidently wrong rows are probably
    not what their labels say. More than one half of the members is the majority filter, all of them the
    consensus filter, which flags less and misses more.

    Parameters
    ----------
    outputs : Outputs
        What the members predict for the rows, with the labels as given for the truth. The members should not have
        seen the rows: use `committee_outputs`, out-of-bag answers or rows that were held out. Weights of members
        weigh their votes.
    threshold : {"majority", "consensus"}, int or float, default="majority"
        A number of votes T_o, or, as a float, a share of the votes that the row got.
    ties : {"exclude", "include"}, default="exclude"
        Whether one half of the votes is a majority. The printed rule T_o = T/2 includes it.
    cutoff : float, default=3.0
        For values: a member contradicts a row if its residual is more than this many robust standard deviations
        from the member's median residual.
    index : array-like of shape (n_samples,), default=None
        Names of the rows; None for numbers.

    Returns
    -------
    Outliers

    Notes
    -----
    Each row is compared with its own number of votes, which differs from row to row out of bag. No class is voted
    out as a whole: of a class without a row left, the least contradicted row is spared. A robust standard
    deviation is 1.4826 times the median absolute deviation of the member's residuals, or where that is zero
    1.2533 times the mean absolute deviation; values are an extension, since the sources treat classes only.

    References
    ----------
    C. Brodley and M. Friedl, "Identifying mislabeled training data", Journal of Artificial Intelligence Research
    11 (1999). J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.3-4.5.

    Examples
    --------
    >>> said = [["a", "a", "b"], ["a", "a", "b"], ["a", "b", "b"]]
    >>> find_outliers(Outputs.from_predictions(said, ["a", "b", "b"])).frame()
       row given suggested  votes_against  votes     share
    0    1     b         a            2.0    3.0  0.666667
    """
    truth = outputs.known_truth()
    if outputs.is_classification:
        against, total, suggested = _count_contradictions(outputs)
        given: NDArray[Any] = outputs.known_classes()[truth]
        groups: NDArray[Any] = truth
    else:
        against, total = _count_far_residuals(outputs, cutoff)
        given, suggested, groups = truth, outputs.consensus(), np.zeros(outputs.n_samples, dtype=np.intp)
    mask = (total > 0) & _reach(against, total, threshold, ties, outputs.n_members)
    share = np.divide(against, total, out=np.zeros_like(against), where=total > 0)
    spared = _spare(mask, share, groups, outputs.row_weights())
    mask[spared] = False
    shares = {"majority": 0.5, "consensus": 1.0}
    is_count = isinstance(threshold, int | np.integer)
    least = shares[threshold] if isinstance(threshold, str) else None if is_count else float(threshold)
    return Outliers(
        mask=mask,
        n_wrong=against,
        n_votes=total,
        given=given,
        suggested=suggested,
        spared=spared,
        least_share=least,
        classes=outputs.classes,
        index=pd.RangeIndex(mask.size) if index is None else pd.Index(index),
    )


def _count_contradictions(outputs: Outputs) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[Any]]:
    """Votes against each row, all its votes, and the other class with the most of them."""
    votes, rows = outputs.votes(), np.arange(outputs.n_samples)
    total = votes.sum(axis=1)
    votes[rows, outputs.known_truth()] = 0.0
    against = votes.sum(axis=1)  # not total - right, which leaves rounding where nobody is against
    return against, total, outputs.known_classes()[votes.argmax(axis=1)]


def _count_far_residuals(outputs: Outputs, cutoff: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weight of the members for whom each row's residual is far out, and of all that predict it."""
    check("cutoff", cutoff, Number(0, closed="right"))
    truth, row_weights = outputs.known_truth(), outputs.row_weights()
    against, total = np.zeros(outputs.n_samples), np.zeros(outputs.n_samples)
    for member, weight in enumerate(outputs.member_weights()):
        predicted = np.flatnonzero(outputs.covered()[member])
        residual = truth[predicted] - outputs.answers[member, predicted]
        counted = row_weights[predicted] > 0
        if counted.any():
            centre, deviation = _spread(residual[counted], row_weights[predicted][counted])
            against[predicted] += weight * (np.abs(residual - centre) > cutoff * deviation)
            total[predicted] += weight
    return against, total


def _spread(values: NDArray[np.float64], weights: NDArray[np.float64]) -> tuple[float, float]:
    """Median, and a standard deviation that a few wild values cannot move; infinite where nothing varies."""
    centre = _median(values, weights)
    distance = np.abs(values - centre)
    deviation = _NORMAL * _median(distance, weights)
    deviation = deviation or _NORMAL_MEAN * float(np.average(distance, weights=weights))
    return centre, deviation or np.inf


def _median(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    return float(np.quantile(values, 0.5, weights=weights, method="inverted_cdf"))


def _reach(
    against: NDArray[np.float64], total: NDArray[np.float64], threshold: Threshold, ties: str, n_members: int
) -> NDArray[np.bool_]:
    """Whether the votes against each row reach the threshold."""
    check("ties", ties, Word("exclude", "include"))
    slack = _ROUNDING * total
    if threshold == "majority":
        return against > total / 2 + slack if ties == "exclude" else against >= total / 2 - slack
    if threshold == "consensus":
        return against >= total - slack
    votes = check("threshold", threshold, Count(1, n_members) | Share() | Word("majority", "consensus"))
    return against >= (votes if not isinstance(votes, float | np.floating) else votes * total) - slack


def _spare(
    mask: NDArray[np.bool_],
    share: NDArray[np.float64],
    groups: NDArray[Any],
    weights: NDArray[np.float64],
) -> NDArray[np.intp]:
    """The least contradicted row of each group that would be left without a row that counts."""
    spared = []
    for group in np.unique(groups):
        rows = np.flatnonzero(groups == group)
        rows = rows[weights[rows] > 0] if weights[rows].any() else rows
        if mask[rows].all():
            spared.append(rows[share[rows].argmin()])
    return np.array(spared, dtype=np.intp)
