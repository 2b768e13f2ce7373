"""How the members did on the training rows that are most like a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from hedgerow.tables.distances import Differences, find_nearest, split_into_blocks

_MAX_DENSITY = 0.1  # measured: where more pairs of rows meet than that, a dense matrix is summed faster


@dataclass(frozen=True, eq=False)
class LocalEvidence:
    """How each member did on each training row, and where the rows are; additive over rows.

    Parameters
    ----------
    places : ndarray of shape (n_samples, n_members) or (n_samples, n_features)
        Leaf of each row in each member (integers), or the rows themselves.
    losses : ndarray of shape (n_members, n_samples)
        1 for a wrong class, or the squared difference.
    predicted : ndarray of bool of shape (n_members, n_samples)
        Whether the member was not fitted on the row, so its loss may be read.
    sample_weight : ndarray of shape (n_samples,)
        How much each row counts.
    is_categorical : ndarray of bool of shape (n_features,) or None
        Which columns of the rows are categories.
    """

    places: NDArray[Any]
    losses: NDArray[np.floating[Any]]
    predicted: NDArray[np.bool_]
    sample_weight: NDArray[np.float64]
    is_categorical: NDArray[np.bool_] | None = None

    @classmethod
    def merge(cls, parts: Sequence[Self]) -> Self:
        """Put together what was seen of different rows."""
        return cls(
            np.concatenate([part.places for part in parts]),
            np.concatenate([part.losses for part in parts], axis=1),
            np.concatenate([part.predicted for part in parts], axis=1),
            np.concatenate([part.sample_weight for part in parts]),
            parts[0].is_categorical,
        )

    @property
    def predicted_weight(self) -> NDArray[np.float64]:
        """Weight of the rows that each member predicted, (n_members,)."""
        return np.asarray(self.predicted @ self.sample_weight)

    def overall(self) -> NDArray[np.float64]:
        """Mean loss of each member, (n_members,); that of all members for one that predicted no row."""
        sums = np.einsum("tn,tn,n->t", self.losses, self.predicted, self.sample_weight)
        predicted = self.predicted_weight
        return np.asarray(
            np.divide(
                sums, predicted, out=np.full(len(sums), sums.sum() / predicted.sum()), where=predicted > 0
            )
        )


@dataclass(frozen=True, eq=False)
class LeafNearness:
    r"""Rows are alike in the share of trees in which they meet in a leaf, taken to a power.

    .. math:: s(x, x_i) = \left( \frac{1}{T} \sum_t [\text{leaf}_t(x) = \text{leaf}_t(x_i)] \right)^p

    All trees count, whether or not they have seen row i. A tree that must abstain about x is left out: if it has seen
    x, it has put x among rows of the same class, and would give the class away.

    Parameters
    ----------
    leaves : ndarray of shape (n_leaves,)
        The leaves that training rows reach, numbered through all trees, in ascending order.
    rows_of : sparse array of shape (n_leaves, n_samples)
        Which training rows reach each of them.
    sums : ndarray of shape (n_samples, 2 * n_members)
        Weighted losses of the members, and the weights.
    power : float
        p.
    """

    leaves: NDArray[np.int64]
    rows_of: csr_array
    sums: NDArray[np.float64]
    power: float

    def check_loaded(self) -> None:
        """Refuse leaves, rows and sums of a file that do not fit each other."""
        if self.sums.ndim != 2 or self.rows_of.shape != (len(self.leaves), len(self.sums)):
            raise ValueError("the rows of the leaves do not fit their sums")

    @classmethod
    def learn(cls, evidence: LocalEvidence, power: float) -> Self:
        """Turn the leaves of rows into the rows of leaves."""
        n_rows, n_trees = evidence.places.shape
        leaves, positions = np.unique(_number_leaves(evidence.places), return_inverse=True)
        rows = np.repeat(np.arange(n_rows), n_trees)
        ones = np.ones(rows.size)
        rows_of = csr_array((ones, (positions.ravel(), rows)), shape=(leaves.size, n_rows))
        counted = evidence.predicted * evidence.sample_weight
        return cls(leaves, rows_of, np.concatenate([counted * evidence.losses, counted]).T.copy(), power)

    def knows(self, places: NDArray[Any]) -> bool:
        """Whether the places are leaves of as many trees."""
        return places.dtype.kind in "iu" and 2 * places.shape[1] == self.sums.shape[1]

    def local_losses(self, places: NDArray[Any], may_predict: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Mean loss of each member around each row, (n_members, n_rows); NaN where it predicted nothing there.

        Parameters
        ----------
        places : ndarray of shape (n_rows, n_members)
            Leaves of the rows.
        may_predict : ndarray of bool of shape (n_members, n_rows)
            Whether a member predicts a row.
        """
        blocks = split_into_blocks(len(places), self.rows_of.shape[1])
        parts = [self._look_around(places[block], may_predict[:, block]) for block in blocks]
        return np.concatenate(parts, axis=1)

    def _look_around(self, places: NDArray[Any], may_predict: NDArray[np.bool_]) -> NDArray[np.float64]:
        n_rows, n_trees = places.shape
        numbers = _number_leaves(places).ravel()
        positions = np.minimum(np.searchsorted(self.leaves, numbers), self.leaves.size - 1)
        rows = np.repeat(np.arange(n_rows), n_trees)
        # A leaf may hold no row that is remembered.
        known = (self.leaves[positions] == numbers) & may_predict.T.ravel()
        reached = csr_array(
            (np.ones(known.sum()), (rows[known], positions[known])), shape=(n_rows, self.leaves.size)
        )
        similarity = reached @ self.rows_of
        similarity.data = (similarity.data / n_trees) ** self.power  # a factor per row cancels in the mean
        if similarity.nnz > _MAX_DENSITY * n_rows * self.rows_of.shape[1]:
            similarity = similarity.toarray()
        losses, weights = np.split((similarity @ self.sums).T, 2)
        return _divide(losses, weights)


@dataclass(frozen=True, eq=False)
class RowNearness:
    r"""The nearest rows count, with :math:`s = 1 / (1 + D)` of their distance.

    For each member these are the K nearest rows that it was not fitted on, looked for among the rows next to x: so
    many that 2 K of them are out of a member's bag on average.

    Parameters
    ----------
    known : Differences
        The training rows.
    evidence : LocalEvidence
        How the members did on them.
    n_neighbours : int
        K.
    """

    known: Differences
    evidence: LocalEvidence
    n_neighbours: int

    @classmethod
    def learn(cls, evidence: LocalEvidence, n_neighbours: int) -> Self:
        """Take the training rows as the known ones; numbers are divided by their standard deviation."""
        known = Differences.learn(evidence.places.astype(np.float64), evidence.is_categorical)
        return cls(known, evidence, n_neighbours)

    def knows(self, places: NDArray[Any]) -> bool:
        """Whether the places are rows of as many columns."""
        return places.dtype.kind == "f" and places.shape[1] == self.known.rows.shape[1]

    def local_losses(self, places: NDArray[Any], may_predict: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Mean loss of each member around each row, (n_members, n_rows); NaN where it predicted nothing there.

        Parameters
        ----------
        places : ndarray of shape (n_rows, n_features)
            The rows.
        may_predict : ndarray of bool of shape (n_members, n_rows)
            Whether a member predicts a row; distances do not depend on it.
        """
        predicted = self.evidence.predicted
        pool = min(len(self.known.rows), int(np.ceil(2 * self.n_neighbours / predicted.mean())))
        cells = max(len(self.known.rows), pool * len(predicted))
        blocks = split_into_blocks(len(places), cells)
        return np.concatenate([self._look_around(places[block], pool) for block in blocks], axis=1)

    def _look_around(self, places: NDArray[Any], pool: int) -> NDArray[np.float64]:
        distances = self.known.distances(self.known.scaled(places))
        near = find_nearest(distances, pool)
        apart = np.take_along_axis(distances, near, axis=1)
        order = apart.argsort(axis=1, kind="stable")
        near, apart = np.take_along_axis(near, order, axis=1), np.take_along_axis(apart, order, axis=1)
        predicted = self.evidence.predicted[:, near]  # (member, row, neighbour)
        asked = predicted & (predicted.cumsum(axis=2) <= self.n_neighbours)
        weights = asked * (self.evidence.sample_weight[near] / (1 + apart))
        return _divide((weights * self.evidence.losses[:, near]).sum(axis=2), weights.sum(axis=2))


def _number_leaves(places: NDArray[Any]) -> NDArray[np.int64]:
    """Number the leaves of all trees through, so leaf 3 of one tree is not leaf 3 of another."""
    n_trees = places.shape[1]
    return np.asarray(places.astype(np.int64) * n_trees + np.arange(n_trees))


def _divide(sums: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.divide(sums, weights, out=np.full_like(sums, np.nan), where=weights > 0))
