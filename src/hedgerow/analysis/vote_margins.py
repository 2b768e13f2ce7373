"""Margins: by how much of the vote each row is right or wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from hedgerow.analysis.voting import check_probabilities
from hedgerow.diversity.correlations import find_margins
from hedgerow.outputs import Outputs

_ROUNDING = 1e-12  # margins nearer to zero than this are ties: 0.1 + 0.2 and 0.3 are the same weight of votes


@dataclass(frozen=True, eq=False)
class MarginDistribution:
    """How a share of one is spread over margins.

    Parameters
    ----------
    margin : ndarray of shape (n_values,)
        The margins that occur, rising.
    share : ndarray of shape (n_values,)
        Share of the rows at each; they sum to one.
    """

    margin: NDArray[np.float64]
    share: NDArray[np.float64]

    @property
    def strength(self) -> float:
        """The mean margin."""
        return float(self.margin @ self.share)

    @property
    def share_negative(self) -> float:
        """Share of rows that the vote gets wrong; the error of ever more members tends to it, ties apart."""
        return float(self.share[self.margin < 0].sum())

    @property
    def share_zero(self) -> float:
        """Share of rows on which the vote is tied."""
        return float(self.share[self.margin == 0].sum())

    def at_most(self, margin: ArrayLike) -> NDArray[np.float64]:
        """Share of the rows with at most a margin."""
        cumulative = np.concatenate([[0.0], self.share.cumsum()])
        return np.asarray(cumulative[np.searchsorted(self.margin, margin, side="right")])

    def frame(self) -> pd.DataFrame:
        """The distribution: `margin`, `share` of rows there, and `cumulative` share of rows up to there."""
        return pd.DataFrame({"margin": self.margin, "share": self.share, "cumulative": self.share.cumsum()})


@dataclass(frozen=True, eq=False)
class Margins:
    """The margin of each row.

    Parameters
    ----------
    margin : ndarray of shape (n_heard,)
        Share of the votes for the true class, less that for the most voted other class; from -1 to 1.
    rows : ndarray of shape (n_heard,)
        Positions of the rows that some member predicts.
    n_silent : int
        Number of rows that no member predicts; they have no margin and are left out.
    sample_weight : ndarray of shape (n_heard,)
        How much each row counts.
    """

    margin: NDArray[np.float64]
    rows: NDArray[np.intp]
    n_silent: int
    sample_weight: NDArray[np.float64] = field(repr=False)

    @property
    def strength(self) -> float:
        """The mean margin, which Breiman calls the strength of the members."""
        return self.distribution().strength

    @property
    def share_negative(self) -> float:
        """Share of rows that the vote gets wrong."""
        return self.distribution().share_negative

    @property
    def share_zero(self) -> float:
        """Share of rows on which the vote is tied."""
        return self.distribution().share_zero

    def distribution(self) -> MarginDistribution:
        """The empirical distribution of the margins."""
        values, places = np.unique(self.margin, return_inverse=True)
        totals = np.bincount(places, weights=self.sample_weight)
        return MarginDistribution(values, totals / totals.sum())

    def frame(self) -> pd.DataFrame:
        """One row per row that some member predicts, the most contradicted first: `row` and `margin`."""
        frame = pd.DataFrame({"row": self.rows, "margin": self.margin})
        return frame.sort_values("margin", kind="stable", ignore_index=True)


def margins(outputs: Outputs) -> Margins:
    """Margin of each row: how far the vote for the true class is ahead of that for the next best.

    marg(x, y) = P(h = y) - max_{j != y} P(h = j), with shares of the votes for probabilities. Above zero the vote
    is right, below it wrong, and the distance says how surely; with two classes it is 2 P(h = y) - 1.

    Parameters
    ----------
    outputs : Outputs
        Classes, with the truth. Weights of members and rows count, and only members that predict do.

    Returns
    -------
    Margins

    See Also
    --------
    convergence, majority_error

    Notes
    -----
    Rows that no member predicts have no margin; they are counted and left out. The margins that T members show scatter
    around the true ones: `observed_margins` gives their exact distribution.

    Formula::

        Strength = mean margin; Rogers 2007, eq. 3.8-3.11, 4.22 and 6.1.

    Cost: O(T N).

    References
    ----------
    L. Breiman, Random forests, Machine Learning 45, 2001.

    R. Schapire, Y. Freund, P. Bartlett and W. S. Lee, Boosting the margin, Annals of Statistics 26, 1998,
    pp. 1651-1686.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 3.8-3.10.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([["a", "b", "c"], ["a", "c", "a"], ["b", "b", "a"]], ["a", "b", "c"])
    >>> margins(outputs).margin.round(3), round(margins(outputs).strength, 3)
    (array([ 0.333,  0.333, -0.333]), 0.111)
    """
    shares, rows = true_class_first(outputs)
    weights = outputs.row_weights()[rows]
    if weights.sum() <= 0:
        raise ValueError("the rows that members predict all have a weight of zero; use other weights")
    return Margins(lead(shares), rows, outputs.n_samples - rows.size, weights)


def true_class_first(outputs: Outputs) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Vote shares with the true class in the first column, and the rows that some member predicts.

    Parameters
    ----------
    outputs : Outputs
        Classes, with the truth.

    Returns
    -------
    shares : ndarray of shape (n_heard, n_classes)
        The other classes follow in their order; there are at least two columns.
    rows : ndarray of shape (n_heard,)
        Positions of the rows.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([["a", "b"], ["a", "a"]], ["b", "a"], predicted=[[1, 0], [1, 0]])
    >>> true_class_first(outputs)
    (array([[0., 1.]]), array([0]))
    """
    truth, shares = outputs.known_truth(), outputs.vote_shares()
    rows = np.flatnonzero(~np.isnan(shares[:, 0]))
    if rows.size == 0:
        raise ValueError("no member predicts any row; use more members, or rows that were held out")
    shares, truth = shares[rows], truth[rows].astype(np.intp)
    # columns 0..K-1 with the true one pulled to the front:  truth 2 -> 2 0 1 3
    columns = np.arange(outputs.n_classes) - (np.arange(outputs.n_classes) <= truth[:, None])
    columns[:, 0] = truth
    ordered = np.take_along_axis(shares, columns, axis=1)
    return (ordered if outputs.n_classes > 1 else np.pad(ordered, ((0, 0), (0, 1)))), rows


def raw_margins(outputs: Outputs) -> NDArray[np.int8]:
    """What each member adds to the margin of each row: 1, 0 or -1.

    rmarg_t(x, y) = I(h_t = y) - I(h_t = j*), where j* is the wrong class with the most votes of all members, the lower
    one of equals. Weighted over the members that predict, raw margins average to the margin.

    Parameters
    ----------
    outputs : Outputs
        Classes, with the truth.

    Returns
    -------
    ndarray of shape (n_members, n_samples)
        Zero also where it abstains, and where it votes for a third class.

    References
    ----------
    L. Breiman, "Random forests", Machine Learning 45 (2001), section 2.2.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([["a"], ["b"], ["b"], ["c"]], ["a"])
    >>> raw_margins(outputs).ravel()
    array([ 1, -1, -1,  0], dtype=int8)
    """
    _, rival = find_margins(outputs)
    right, wrong = outputs.correct(), (outputs.answers == rival) & outputs.covered()
    return np.asarray(right.view(np.int8) - wrong.view(np.int8))


def read_probabilities(
    probabilities: Outputs | ArrayLike, sample_weight: ArrayLike | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Vote probabilities of the distinct rows, and the share of the rows that are like each.

    The true class comes first, the others in falling order: what a vote decides does not depend on their order.
    """
    if isinstance(probabilities, Outputs):
        shares, rows = true_class_first(probabilities)
        given: ArrayLike = probabilities.row_weights()[rows] if sample_weight is None else sample_weight
    else:
        shares = check_probabilities(probabilities)
        given = np.ones(len(shares)) if sample_weight is None else sample_weight
    weights = np.asarray(given, dtype=np.float64)
    if weights.shape != (len(shares),) or weights.min() < 0 or weights.sum() <= 0:
        raise ValueError(f"sample_weight must hold {len(shares)} weights, not negative and not all zero")
    ordered = np.c_[shares[:, :1], -np.sort(-shares[:, 1:], axis=1)]
    distinct, places = np.unique(ordered, axis=0, return_inverse=True)
    return distinct, np.bincount(places.ravel(), weights=weights / weights.sum()).astype(np.float64)


def lead(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lead of the first class over the best of the others; zero where they differ by rounding only."""
    margin = shares[:, 0] - shares[:, 1:].max(axis=1)
    return np.where(np.abs(margin) < _ROUNDING, 0.0, margin)
