"""Margins that few members show, beside the true ones."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binom

from hedgerow.analysis.vote_margins import (
    MarginDistribution,
    Margins,
    lead,
    margins,
    read_probabilities,
    true_class_first,
)
from hedgerow.analysis.voting import bound_counts, check_counts, check_probabilities, split_rows
from hedgerow.foundation.frames import take_fields
from hedgerow.outputs import Outputs


@dataclass(frozen=True, eq=False)
class MarginComparison:
    """Observed margins beside true ones.

    Parameters
    ----------
    observed, true : Margins
        Of the same rows.
    expected : MarginDistribution
        What the true margins and as many votes as there were let expect of the observed ones.
    """

    observed: Margins
    true: Margins
    expected: MarginDistribution = field(repr=False)

    @property
    def share_misjudged(self) -> float:
        """Share of rows on which the members decide otherwise than infinitely many would."""
        differ = np.sign(self.observed.margin) != np.sign(self.true.margin)
        return float(np.average(differ, weights=self.observed.sample_weight))

    @property
    def regression(self) -> float:
        """Slope of the true on the observed margin: below 1, as extreme rows tend back to the mean.

        NaN where all observed margins are the same.
        """
        weights = self.observed.sample_weight / self.observed.sample_weight.sum()
        seen = self.observed.margin - weights @ self.observed.margin
        spread = weights @ seen**2
        return float(weights @ (seen * self.true.margin) / spread) if spread > 0 else np.nan

    def summary(self) -> pd.DataFrame:
        """Strength, share of negative and of zero margins: observed, expected and true."""
        columns = {
            "observed": self.observed.distribution(),
            "expected": self.expected,
            "true": self.true.distribution(),
        }
        told = ("strength", "share_negative", "share_zero")
        table = pd.DataFrame({name: take_fields(each, *told) for name, each in columns.items()})
        return table.rename(index=lambda word: word.replace("_", " "))

    def frame(self) -> pd.DataFrame:
        """One row per row: `row`, `observed` and `true` margin."""
        return pd.DataFrame(
            {"row": self.observed.rows, "observed": self.observed.margin, "true": self.true.margin}
        )


def observed_margins(
    probabilities: Outputs | ArrayLike, n_members: int, *, sample_weight: ArrayLike | None = None
) -> MarginDistribution:
    """Distribution of the margins that T members show, where the true margins are known.

    A true margin is that of infinitely many members. Few members scatter around it: rows look more surely right,
    and more surely wrong, than they are.

    Parameters
    ----------
    probabilities : Outputs or array-like of shape (n_rows,) or (n_rows, n_classes)
        Outputs of many members, whose vote shares are taken for the truth; the chance of a correct vote, with two
        classes; or the chance of a vote for each class, the true class first.
    n_members : int
        T, the number of independent members that vote.
    sample_weight : array-like of shape (n_rows,), default=None
        How much each row counts; None for those of the outputs, or all the same.

    Returns
    -------
    MarginDistribution
        Exact, on the margins -1, -1 + 1/T, ..., 1.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.21-4.22.

    Examples
    --------
    >>> observed_margins([0.8], 2).frame()
       margin  share  cumulative
    0    -1.0   0.04        0.04
    1     0.0   0.32        0.36
    2     1.0   0.64        1.00
    """
    n_members = int(check_counts(n_members, "n_members"))
    shares, weights = read_probabilities(probabilities, sample_weight)
    by_lead = np.zeros(2 * n_members + 1)  # of the votes for the true class over the next best: -T ... T
    n_others = np.count_nonzero(shares[:, 1:], axis=1)
    two = n_others <= 1
    right = np.exp(binom.logpmf(np.arange(n_members + 1), n_members, shares[two, :1]))
    by_lead[::2] = weights[two] @ right
    bounds = np.arange(n_members + 1)
    leads = n_members + bounds[:, None] - bounds
    many = np.flatnonzero(~two)
    for block in split_rows(n_others[many], (n_members + 1) ** 2):
        rows = many[block]
        used = shares[rows, : n_others[rows].max() + 1]
        joint = np.tensordot(weights[rows], bound_counts(used, n_members, 1.0, bounds), axes=1)
        by_lead += np.bincount(leads.ravel(), np.diff(joint, axis=1, prepend=0.0).ravel(), 2 * n_members + 1)
    occurs = by_lead > 0
    margin = np.arange(-n_members, n_members + 1) / n_members
    return MarginDistribution(margin[occurs], by_lead[occurs] / by_lead.sum())


def compare_margins(outputs: Outputs, true: Outputs | ArrayLike) -> MarginComparison:
    """Compare the margins that some members show with the true margins of the same rows.

    Parameters
    ----------
    outputs : Outputs
        What the members predict, with the truth.
    true : Outputs or array-like of shape (n_samples,) or (n_samples, n_classes)
        Outputs of many more members about the same rows, or the vote probabilities as in `observed_margins`.

    Returns
    -------
    MarginComparison
        Of the rows that some member predicts on both sides.

    Notes
    -----
    The expectation takes the members for independent draws that count the same, as many for each row as predict it.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([["a", "b"], ["a", "a"]], ["a", "a"])
    >>> compare_margins(outputs, [0.9, 0.7]).frame()
       row  observed  true
    0    0       1.0   0.8
    1    1       0.0   0.4
    """
    observed = margins(outputs)
    if isinstance(true, Outputs):
        (shares, known), n_known = true_class_first(true), true.n_samples
    else:
        shares = check_probabilities(true)
        known, n_known = np.arange(len(shares)), len(shares)
    if n_known != outputs.n_samples:
        raise ValueError(f"the true margins are of {n_known} rows, the observed ones of {outputs.n_samples}")
    rows, ours, theirs = np.intersect1d(observed.rows, known, assume_unique=True, return_indices=True)
    if rows.size == 0:
        raise ValueError("no row is predicted on both sides; use more members")
    weights, shares = observed.sample_weight[ours], shares[theirs]
    n_votes = outputs.covered().sum(axis=0)
    n_left_out = outputs.n_samples - rows.size
    return MarginComparison(
        observed=Margins(observed.margin[ours], rows, n_left_out, weights),
        true=Margins(lead(shares), rows, n_left_out, weights),
        expected=_expect(shares, weights, n_votes[rows]),
    )


def _expect(
    shares: NDArray[np.float64], weights: NDArray[np.float64], n_votes: NDArray[np.intp]
) -> MarginDistribution:
    """The distribution of observed margins where rows get different numbers of votes."""
    margin, share = [], []
    for size in np.unique(n_votes[weights > 0]):
        alike = (n_votes == size) & (weights > 0)
        part = observed_margins(shares[alike], int(size), sample_weight=weights[alike])
        margin.append(part.margin)
        share.append(part.share * weights[alike].sum())
    values, places = np.unique(np.concatenate(margin), return_inverse=True)
    totals = np.bincount(places, weights=np.concatenate(share))
    return MarginDistribution(values, totals / totals.sum())
