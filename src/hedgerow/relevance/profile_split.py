"""The cut on whose two sides different features matter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from hedgerow.relevance.discretisation import Discretised
from hedgerow.relevance.profiles import best_gains, count_classes, find_angles

_EQUAL_ANGLES = 0.1  # radians: angles of samples are not known better than this


@dataclass(frozen=True)
class ProfileSplit:
    """A cut in two: codes up to `code` of a number, or the category `code`, go left.

    Parameters
    ----------
    feature : int
        The column.
    code : int
        The last bin, or the only category, on the left.
    angle : float
        Angle between the importance profiles of the two sides, in radians.
    """

    feature: int
    code: int
    angle: float


@dataclass(frozen=True, eq=False)
class ProfileSearch:
    """What the search for a cut needs to know of the whole table.

    Parameters
    ----------
    coded : Discretised
        The features in bins.
    is_categorical : ndarray of bool of shape (n_features,)
        Which of them are categories.
    labels : ndarray of shape (n_samples,)
        Class codes.
    n_classes : int
        Number of classes.
    weights : ndarray of shape (n_samples,)
        Weights of the rows.
    min_weight : float
        Least weight of a side.
    significance : float
        A gain that a feature without relevance reaches with at least this probability counts as none.
    """

    coded: Discretised
    is_categorical: NDArray[np.bool_]
    labels: NDArray[np.intp]
    n_classes: int
    weights: NDArray[np.float64]
    min_weight: float
    significance: float

    def find(self, rows: NDArray[np.intp]) -> ProfileSplit | None:
        """Find the best cut of some rows; None where no cut has a profile on either side."""
        found = []
        for feature in range(len(self.coded.sizes)):
            weights, left, right = self._profile_sides(rows, feature)
            allowed = (weights >= self.min_weight).all(axis=0) & left.any(axis=1) & right.any(axis=1)
            lengths = (weights[:, :, None] * np.stack([left, right])).sum(axis=(0, 2))
            for code, angle in zip(np.flatnonzero(allowed), find_angles(left, right)[allowed], strict=True):
                found.append((ProfileSplit(feature, int(code), float(angle)), float(lengths[code])))
        if not found:
            return None
        widest = max(split.angle for split, _ in found)
        # Of cuts with about the same angle, the one that leaves most to be told by single features.
        near = [each for each in found if each[0].angle >= widest - _EQUAL_ANGLES]
        return max(near, key=lambda each: each[1])[0]

    def profile(self, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """Importance profile of some rows, gains that chance explains left out."""
        gains = [
            self._keep_real(self._count(rows, feature)[None], feature)[0]
            for feature in range(len(self.coded.sizes))
        ]
        return np.array(gains, dtype=np.float64)

    def _profile_sides(
        self, rows: NDArray[np.intp], feature: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Weights, (2, n_cuts), and profiles, (n_cuts, n_features) of both sides of every cut of a feature."""
        size = int(self.coded.sizes[feature])
        sides = []
        for other in range(len(self.coded.sizes)):
            # (code of the feature, code of the other, class), then the part left of each cut
            joint = self._count(rows, other, given=feature)
            left = joint if self.is_categorical[feature] else joint.cumsum(axis=0)
            left, right = left[: size - 1], joint.sum(axis=0) - left[: size - 1]
            sides.append([self._keep_real(side, other) for side in (left, right)])
        weights = np.stack([left.sum(axis=(1, 2)), right.sum(axis=(1, 2))])  # whichever the other feature is
        profiles = np.stack([np.stack(gains, axis=-1) for gains in zip(*sides, strict=True)])
        return weights, profiles[0], profiles[1]

    def _count(self, rows: NDArray[np.intp], feature: int, given: int | None = None) -> NDArray[np.float64]:
        """Class weights by code, (size, n_classes), within each code of another feature where one is given."""
        size, codes = int(self.coded.sizes[feature]), self.coded.codes[rows, feature]
        n_given = 1
        if given is not None:
            n_given = int(self.coded.sizes[given])
            codes = codes + size * self.coded.codes[rows, given]
        counts = count_classes(codes, n_given * size, self.labels[rows], self.n_classes, self.weights[rows])
        return counts if given is None else counts.reshape(n_given, size, self.n_classes)

    def _keep_real(self, counts: NDArray[np.float64], feature: int) -> NDArray[np.float64]:
        """Best gain of each table of counts, (n_tables,), 0 where chance explains it.

        Without relevance 2 n ln 2 times the gain of one cut has a chi-square distribution; the best of several cuts
        gets the level of one divided by their number.
        """
        gains = best_gains(counts, ordered=not self.is_categorical[feature])
        weight = np.maximum(counts.sum(axis=(1, 2)), 1.0)
        n_cuts = np.maximum((counts.sum(axis=2) > 0).sum(axis=1) - 1, 1)
        freedom = np.maximum((counts.sum(axis=1) > 0).sum(axis=1) - 1, 1)
        least = self._limits[n_cuts, freedom] / (2 * np.log(2) * weight)
        return np.where(gains > least, gains, 0.0)

    @cached_property
    def _limits(self) -> NDArray[np.float64]:
        """What chi-square exceeds by chance, by the number of cuts and the degrees of freedom; asked for very often."""
        n_cuts, freedom = np.ogrid[: int(self.coded.sizes.max()) + 1, : max(self.n_classes, 2)]
        limits = chi2.isf(self.significance / np.maximum(n_cuts, 1), np.maximum(freedom, 1))
        return np.asarray(limits, dtype=np.float64)
