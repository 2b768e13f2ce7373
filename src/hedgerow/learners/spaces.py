"""Known rows among which the nearest are sought through a mask of features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.constraints import Count, check
from hedgerow.tables.distances import MOST_ROUGH, Differences, Scaling


@dataclass(frozen=True, eq=False)
class Space:
    """Known rows with classes, on one scale.

    Attributes
    ----------
    differences : Differences
        The rows, and what tells others from them: numbers on one scale, categories 0 or 1, and where a value is
        missing the difference to expect over the known values of its column.
    labels : ndarray of shape (n_known,)
        Class codes.
    weights : ndarray of shape (n_known,)
        Weights of their votes.
    n_classes : int
        Number of classes.
    n_neighbors : int
        How many of the nearest rows vote.
    """

    differences: Differences
    labels: NDArray[np.int64]
    weights: NDArray[np.float64]
    n_classes: int
    n_neighbors: int

    @classmethod
    def learn(
        cls,
        X: NDArray[np.floating],
        y: NDArray[np.integer],
        *,
        n_classes: int,
        n_neighbors: int = 1,
        weights: NDArray[np.float64] | None = None,
        is_categorical: NDArray[np.bool_] | None = None,
        scaling: Scaling = "standard",
    ) -> Self:
        """Take rows as the known ones."""
        differences = Differences.learn(X, is_categorical, scaling=scaling)
        votes = np.ones(len(y)) if weights is None else weights.astype(np.float64)
        return cls(differences, y.astype(np.int64), votes, n_classes, n_neighbors)

    def check_loaded(self) -> None:
        """Check the known rows of a file, because kernels read them without checks.

        Raises
        ------
        ValueError
            If arrays do not fit each other, or hold what `learn` would not have put there.
        """
        known, labels, weights = self.differences, self.labels, self.weights
        n_rows, n_features = known.rows.shape
        for array, kind, shape in (
            (known.rows, np.float64, (n_rows, n_features)),
            (known.scale, np.float64, (n_features,)),
            (known.is_categorical, np.bool_, (n_features,)),
            (known.groups, np.intp, (n_rows,)),
            (labels, np.int64, (n_rows,)),
            (weights, np.float64, (n_rows,)),
        ):
            if array.dtype != kind or array.shape != shape:
                raise ValueError("these are not known rows: their arrays do not fit each other")
        check("n_classes", self.n_classes, Count())
        check("n_neighbors", self.n_neighbors, Count())
        rough = np.abs(known.rows[~np.isnan(known.rows)])
        if (
            n_rows == 0
            or not (rough <= MOST_ROUGH).all()
            or not (np.isfinite(known.scale) & (known.scale > 0)).all()
            or not ((known.groups >= 0) & (known.groups < n_rows)).all()
            or not ((labels >= 0) & (labels < self.n_classes)).all()
            or not np.isfinite(weights).all()
        ):
            raise ValueError("these are not known rows: they hold values that no table has")

    @property
    def n_features(self) -> int:
        """Number of features."""
        return int(self.differences.rows.shape[1])

    @cached_property
    def _rows(self) -> NDArray[np.float64]:
        return np.ascontiguousarray(self.differences.rows, dtype=np.float64)

    @cached_property
    def _range(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        low, high = (np.nan_to_num(edge.reduce(self._rows, axis=0)) for edge in (np.fmin, np.fmax))
        return low, high

    @cached_property
    def _rough(self) -> NDArray[np.float32]:
        from hedgerow._kernels.masked_distances import CHUNK

        n_padded = -(-len(self._rows) // CHUNK) * CHUNK
        rough = np.zeros((self.n_features, n_padded), np.float32)
        rough[:, : len(self._rows)] = self._round(self._rows)
        return rough

    def _round(self, rows: NDArray[np.float64]) -> NDArray[np.float32]:
        """Columns in single precision, about the middle of their range, where they lose least."""
        low, high = self._range
        centred = np.clip(rows - (low + high) / 2, -MOST_ROUGH, MOST_ROUGH)
        return np.ascontiguousarray(centred.T, dtype=np.float32)

    def ask(self, X: NDArray[np.floating], own: NDArray[np.integer] | None = None) -> Asked:
        """Prepare rows that are to be predicted.

        Parameters
        ----------
        X : ndarray of shape (n_rows, n_features)
            Rows on their own scale.
        own : ndarray of shape (n_rows,), default=None
            Where each of them stands among the known rows, and is left out; None where none does.
        """
        from hedgerow._kernels.masked_distances import CATEGORY, GAPPED, PLAIN, make_rows

        rows = np.ascontiguousarray(self.differences.scaled(X))
        gaps = np.asarray(np.isnan(rows).any(axis=0) | np.isnan(self._rows).any(axis=0))
        kinds = np.where(self.differences.is_categorical, CATEGORY, np.where(gaps, GAPPED, PLAIN))
        expected, known_expected = self._expect(rows, gaps)
        places = np.full(len(rows), -1) if own is None else own
        return Asked(
            space=self,
            own=places.astype(np.int64),
            tables=make_rows(
                self._round(rows),
                self._rough,
                rows,
                expected,
                self._rows,
                known_expected,
                kinds.astype(np.int8),
                self._find_reach(rows, expected, known_expected),
            ),
        )

    def _expect(
        self, rows: NDArray[np.float64], gaps: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Differences to expect from a missing value: of the rows, and of the known ones."""
        expected, known_expected = np.zeros_like(rows), np.zeros_like(self._rows)
        nobody, everybody = np.full((1, self.n_features), np.nan), np.arange(len(self._rows))[None]
        for feature in np.flatnonzero(gaps):
            known_expected[:, feature] = self.differences.compare(feature, nobody, everybody)[0]
            lacking = np.flatnonzero(np.isnan(self._rows[:, feature]))[:1]
            if lacking.size:
                expected[:, feature] = self.differences.compare(feature, rows, lacking[None])[:, 0]
        return expected, known_expected

    def _find_reach(
        self, rows: NDArray[np.float64], expected: NDArray[np.float64], known_expected: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The largest squared distance that there could be from each row; infinite where single precision ends."""
        low, high = self._range
        farthest = np.nan_to_num(np.maximum(np.abs(rows - low), np.abs(high - rows)), nan=0.0)
        farthest[:, self.differences.is_categorical] = 1.0
        farthest = np.maximum(farthest, np.maximum(expected, known_expected.max(axis=0)))
        with np.errstate(over="ignore"):
            reach = (farthest**2).sum(axis=1)
        return np.where(farthest.max(axis=1) < MOST_ROUGH, reach, np.inf)


@dataclass(frozen=True, eq=False)
class Asked:
    """Rows whose nearest known rows are sought.

    Attributes
    ----------
    space : Space
        The known rows.
    own : ndarray of shape (n_rows,)
        Where each row stands among them, -1 where it does not.
    tables : named tuple of ndarray
        What the kernels read.
    """

    space: Space
    own: NDArray[np.int64]
    tables: Any

    @property
    def n_others(self) -> int:
        """Number of known rows that a row is compared with, at least one."""
        n_others = len(self.space.labels) - int(self.own.max(initial=-1) >= 0)
        if n_others < 1:
            raise ValueError(
                "a row has no other row to be compared with (n_samples=1); pass two rows or more"
            )
        return n_others

    @property
    def voters(self) -> Any:
        """Classes and weights of the known rows, and how many of them vote: all that are there at most."""
        from hedgerow._kernels.masked_distances import VOTES

        return VOTES.allocate(
            labels=self.space.labels, weights=self.space.weights, n_classes=self.space.n_classes,
            k=min(self.space.n_neighbors, self.n_others),
        )  # fmt: skip

    def make_search(self, k: int) -> Any:
        """What a search for the k nearest rows works in."""
        from hedgerow._kernels.masked_distances import make_search

        return make_search(self.tables, k, self.space.n_classes)

    def answer(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Class of each row through the features of a mask, which must not be empty."""
        from hedgerow._kernels.masked_distances import answer_mask

        answers = np.empty(len(self.own), np.int64)
        features, voters = find_features(mask), self.voters
        answer_mask(
            features, len(features), self.own, self.tables, voters, answers, self.make_search(voters.k)
        )
        return answers

    def list_nearest(self, mask: NDArray[np.bool_], n_neighbors: int) -> NDArray[np.int64]:
        """Known rows that are nearest to each row through a mask, the nearest first; of equal ones the first row.

        There are as many as there are other known rows at most.
        """
        from hedgerow._kernels.masked_distances import list_nearest

        size = min(n_neighbors, self.n_others)
        nearest = np.empty((len(self.own), size), np.int64)
        features = find_features(mask)
        list_nearest(features, len(features), self.own, self.tables, nearest, self.make_search(size))
        return nearest


def find_features(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The features of a mask, of which there must be one."""
    features = mask.nonzero()[0].astype(np.int64, copy=False)
    if not features.size:
        raise ValueError("the mask is empty; distances need a feature at least")
    return features
