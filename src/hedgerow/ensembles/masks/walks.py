"""From mask to mask, one feature at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.masks.scores import Limit
from hedgerow.learners.spaces import Asked, find_features


class NeighbourWalk:
    """A mask and the distances through it, from which it is a short step to those of its neighbours.

    Parameters
    ----------
    asked : Asked
        The rows.
    mask : ndarray of bool of shape (n_features,)
        Where to begin.
    """

    def __init__(self, asked: Asked, mask: NDArray[np.bool_]) -> None:
        self.asked = asked
        self.mask = mask.copy()
        self._voters = asked.voters
        self._search = asked.make_search(self._voters.k)
        self._begin()

    def _begin(self) -> None:
        n_rows, n_known = len(self.asked.own), len(self.asked.space.labels)
        self._distances = np.full((n_rows, self.asked.tables.n_padded), np.inf, np.float32)
        self._distances[:, :n_known] = 0.0
        among = np.flatnonzero(self.asked.own >= 0)
        self._distances[among, self.asked.own[among]] = np.inf
        for feature in find_features(self.mask):
            self._add(feature, True)
        self._n_added = int(self.mask.sum())

    def answer(self) -> NDArray[np.int64]:
        """Class of each row through the mask."""
        return self.asked.answer(self.mask)

    def find_flip(self, features: NDArray[np.int64], limit: Limit) -> tuple[int, NDArray[np.int64]] | None:
        """Flip one feature after the other, from this mask, until the answers are within the limit.

        The place of that feature and the class of each row, or None where there is no such feature; the mask stays.
        """
        from hedgerow._kernels.masked_distances import find_flip

        answers = np.empty(len(self.asked.own), np.int64)
        turn = find_flip(
            self._distances.reshape(-1),
            features,
            self.mask,
            self._n_added,
            self.asked.own,
            self.asked.tables,
            self._voters,
            limit.truth,
            limit.weights,
            limit.order,
            limit.wrong,
            answers,
            self._search,
        )
        return None if turn < 0 else (turn, answers)

    def flip(self, feature: int) -> None:
        """Take the step."""
        self.mask[feature] = not self.mask[feature]
        self._add(feature, bool(self.mask[feature]))
        self._n_added += 1
        # Every sum is rounded, and doubt about the nearest row grows: begin again before much of it has piled up.
        if self._n_added > 2 * self.mask.size + 64:
            self._begin()

    def _add(self, feature: int, adds: bool) -> None:
        """Add the squared differences of a feature to the distances, or take them away."""
        from hedgerow._kernels.masked_distances import flip_feature

        flip_feature(self._distances.reshape(-1), feature, adds, self.asked.tables, self._search)
