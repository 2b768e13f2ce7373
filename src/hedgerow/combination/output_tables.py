"""The tables of a network that combines: what the bins of the members' outputs say about the class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from hedgerow.combination.member_states import Statements, sum_windows

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class JointTable:
    """The class as the child of two members' bins: one cell for every pair of bins.

    Parameters
    ----------
    counts : ndarray of shape (2, n_bins, n_bins)
        Weight of the rows of each class (first axis) in each cell.
    smoothed : ndarray of shape (n_bins, n_bins)
        Share of the second class in each cell, smoothed; NaN where there is no row near enough to tell.
    support : ndarray of shape (n_bins, n_bins)
        Weight of the rows that the share stands on; all ones where that is not asked.
    prior_weight : float
        Weight of the vote beside the table.

    Examples
    --------
    >>> counts = np.zeros((2, 8, 8))
    >>> counts[:, 7, 7] = 1, 9
    >>> JointTable.smooth(counts, "counts", window=3, prior_weight=0.0).smoothed[6, 6:]
    array([0.9, 0.9])
    >>> JointTable.smooth(counts, "mean", window=3, prior_weight=0.0).smoothed[6, 6:]
    array([0.1 , 0.15])
    """

    counts: NDArray[np.float64]
    smoothed: NDArray[np.float64]
    support: NDArray[np.float64]
    prior_weight: float

    @classmethod
    def count(
        cls,
        statements: Statements,
        bins: NDArray[np.intp],
        n_bins: int,
        smooth: str,
        window: int,
        prior: float,
    ) -> Self:
        """Count the rows that both members predicted; bins are (2, n_samples)."""
        both = statements.predicted.all(axis=0)
        cells = (statements.truth[both] * n_bins + bins[0, both]) * n_bins + bins[1, both]
        counts = np.bincount(cells, statements.weights[both], minlength=2 * n_bins**2)
        shaped = np.asarray(counts, dtype=np.float64).reshape(2, n_bins, n_bins)
        return cls.smooth(shaped, smooth, window, prior)

    @classmethod
    def smooth(cls, counts: NDArray[np.float64], smooth: str, window: int, prior_weight: float) -> Self:
        """Smooth the shares by their mean in a window, or by the counts in it; border cells have fewer neighbours."""
        if smooth == "mean":
            shares = _divide(counts[1], counts.sum(axis=0), 0.0)  # a cell without rows counts as 0
            around = sum_windows(np.ones_like(shares), window, 2)
            return cls(counts, sum_windows(shares, window, 2) / around, np.ones_like(shares), 0.0)
        sums = sum_windows(counts, window, 2)
        support = sums.sum(axis=0)
        return cls(counts, _divide(sums[1], support, np.nan), support, prior_weight)

    def score(
        self, bins: NDArray[np.intp], weights: NDArray[np.float64], vote: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Chance of the second class in each row; a member without weight is left out by summing over its bins."""
        first, second = bins
        share, support = self.smoothed[first, second], self.support[first, second]
        for axis, silent, known in ((1, weights[1] == 0, first), (0, weights[0] == 0, second)):
            if silent.any():
                shares, supports = self._sum_out(axis)
                share = np.where(silent, shares[known], share)
                support = np.where(silent, supports[known], support)
        evidence = np.where(support > 0, np.nan_to_num(share) * support, 0.0)
        return _divide(evidence + self.prior_weight * vote, support + self.prior_weight, vote)

    def _sum_out(self, axis: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Share of the second class, and its support, by the bin of one member when the other says nothing."""
        rows = self.counts.sum(axis=0)
        known = rows.sum(axis=axis)
        return _divide((np.nan_to_num(self.smoothed) * rows).sum(axis=axis), known, 0.0), known

    def frame(self, edges: NDArray[np.float64], names: tuple[str, ...] = ()) -> pd.DataFrame:
        """One row per cell: the bins, the weight of its rows and of the second class, the share raw and smoothed."""
        import pandas as pd

        n_bins = self.counts.shape[1]
        cells = np.indices((n_bins, n_bins)).reshape(2, -1)
        limits = [np.concatenate([[0.0], inner, [1.0]]) for inner in edges]
        first, second = names or ("first", "second")
        columns: dict[str, Any] = {}
        for name, member, bins in ((first, 0, cells[0]), (second, 1, cells[1])):
            columns |= {f"{name} from": limits[member][bins], f"{name} to": limits[member][bins + 1]}
        rows = self.counts.sum(axis=0)
        return pd.DataFrame(
            columns
            | {
                "weight": rows.ravel(),
                "positive": self.counts[1].ravel(),
                "raw": _divide(self.counts[1], rows, np.nan).ravel(),
                "smoothed": self.smoothed.ravel(),
            }
        )


@dataclass(frozen=True, eq=False)
class NaiveTables:
    """The class as the parent of every member's state: one table for each member.

    Parameters
    ----------
    counts : ndarray of shape (n_members, n_classes, n_states)
        Weight of the rows of each class (second axis) in each state: with two classes the bin of the probability of
        the second, with more the class that the member names, and in it the bin of its probability.
    likelihoods : ndarray of shape (n_members, n_classes, n_states)
        Chance of each state given the class, smoothed along the bins.

    Examples
    --------
    >>> tables = NaiveTables.smooth(np.array([[[3.0, 1.0], [0.0, 4.0]]]), n_bins=2, window=1, prior_weight=2.0)
    >>> tables.likelihoods.round(2)
    array([[[0.67, 0.33],
            [0.17, 0.83]]])
    """

    counts: NDArray[np.float64]
    likelihoods: NDArray[np.float64]

    @classmethod
    def count(
        cls, statements: Statements, bins: NDArray[np.intp], n_bins: int, window: int, prior: float
    ) -> Self:
        """Count the rows that each member predicted; bins are (n_members, n_samples)."""
        n_classes = statements.n_classes
        states = find_states(statements.named, bins, n_bins, n_classes)
        n_states = count_states(n_bins, n_classes)
        counts = [
            np.bincount(
                statements.truth[is_known] * n_states + state[is_known],
                statements.weights[is_known],
                minlength=n_classes * n_states,
            )
            for state, is_known in zip(states, statements.predicted, strict=True)
        ]
        shaped = np.array(counts, dtype=np.float64).reshape(-1, n_classes, n_states)
        return cls.smooth(shaped, n_bins, window, prior)

    @classmethod
    def smooth(cls, counts: NDArray[np.float64], n_bins: int, window: int, prior_weight: float) -> Self:
        """Sum the counts in a window of bins, and spread the prior weight evenly over the states of each class."""
        blocks = counts.reshape(*counts.shape[:2], -1, n_bins)
        around = sum_windows(np.ones(n_bins), window, 1)
        sums = (sum_windows(blocks, window, 1) / around).reshape(counts.shape)
        n_states = counts.shape[2]
        totals = sums.sum(axis=2, keepdims=True)
        return cls(counts, _divide(sums + prior_weight / n_states, totals + prior_weight, 1 / n_states))

    def score(
        self, states: NDArray[np.intp], weights: NDArray[np.float64], priors: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Chance of each class in each row, (n_samples, n_classes); weights of the members are exponents."""
        with np.errstate(divide="ignore", invalid="ignore"):  # a class or state that never occurred cannot be
            evidence = np.log(self.likelihoods)[np.arange(len(states))[:, None], :, states]  # (T, n, K)
            terms = np.where(weights[:, :, None] > 0, evidence * weights[:, :, None], 0.0)
            scores = terms.sum(axis=0) + np.log(priors)
            scores[np.isneginf(scores.max(axis=1))] = np.log(priors)  # what no class explains says nothing
        return np.asarray(softmax(scores, axis=1))

    def frame(self, edges: NDArray[np.float64], names: tuple[str, ...] = ()) -> pd.DataFrame:
        """One row per member, class and state: the bin, the weight of its rows, their share raw and smoothed."""
        import pandas as pd

        n_members, n_classes, _ = self.counts.shape
        n_bins = edges.shape[1] + 1
        member, truth, state = np.indices(self.counts.shape).reshape(3, -1)
        limits = np.hstack([np.zeros((n_members, 1)), edges, np.ones((n_members, 1))])
        totals = self.counts.sum(axis=2, keepdims=True)
        return pd.DataFrame(
            {
                "member": np.array(names, dtype=object)[member] if names else member,
                "truth": truth,
                "named": np.ones_like(state) if n_classes == 2 else state // n_bins,
                "from": limits[member, state % n_bins],
                "to": limits[member, state % n_bins + 1],
                "weight": self.counts.ravel(),
                "raw": _divide(self.counts, np.broadcast_to(totals, self.counts.shape), np.nan).ravel(),
                "smoothed": self.likelihoods.ravel(),
            }
        )


def count_states(n_bins: int, n_classes: int) -> int:
    """How many states a member's output has.

    Examples
    --------
    >>> count_states(8, 2), count_states(8, 3)
    (8, 24)
    """
    return n_bins if n_classes == 2 else n_bins * n_classes


def find_states(
    named: NDArray[np.intp], bins: NDArray[np.intp], n_bins: int, n_classes: int
) -> NDArray[np.intp]:
    """Number the states: with two classes by bin, with more by the class that is named, and in it by bin.

    Examples
    --------
    >>> find_states(np.array([[2]]), np.array([[5]]), n_bins=8, n_classes=3)
    array([[21]])
    """
    return bins if n_classes == 2 else named * n_bins + bins


def _divide(
    share: NDArray[np.float64], whole: NDArray[np.float64], or_else: float | NDArray[np.float64]
) -> NDArray[np.float64]:
    filled = np.broadcast_to(np.asarray(or_else, np.float64), share.shape).copy()
    return np.asarray(np.divide(share, whole, out=filled, where=whole > 0))
