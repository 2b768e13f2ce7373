"""Importance profiles: how much each feature tells in a region, and the cut on whose two sides they differ most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import chi2

from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.constraints import Count, check
from hedgerow.relevance.complexity import entropy_mass
from hedgerow.relevance.discretisation import Discretised
from hedgerow.relevance.labelled_table import read_labelled_table

_EQUAL_ANGLES = 0.1  # radians: angles of samples are not known better than this


def importance_profile(
    X: Any, y: ArrayLike, *, n_bins: int = 32, sample_weight: ArrayLike | None = None
) -> pd.Series[float]:
    """Information gain of each feature's best cut in two, in bits.

    Parameters
    ----------
    X : array-like or data frame of shape (n_samples, n_features)
        The features; columns of a data frame may hold categories.
    y : array-like of shape (n_samples,)
        Class labels.
    n_bins : int, default=32
        Numbers with more distinct values are cut between so many bins of about the same weight.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    Series of length n_features

    Notes
    -----
    Of categories one is parted from all others, so gains of categories and numbers compare. Missing values are
    right of every cut, and may be parted from all others too.

    Examples
    --------
    >>> import pandas as pd
    >>> importance_profile(pd.DataFrame({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}), ["no", "no", "yes", "yes"])
    a    1.0
    b    0.0
    dtype: float64
    """
    check("n_bins", n_bins, Count(2))
    training = read_labelled_table(X, y, sample_weight)
    n_classes, is_categorical = int(training.y.max()) + 1, training.categorical
    coded = Discretised.by_quantiles(training.X, is_categorical, training.weights, n_bins=n_bins)
    gains = [
        best_gains(
            count_classes(coded.codes[:, feature], int(size), training.y, n_classes, training.weights),
            ordered=not is_categorical[feature],
        )
        for feature, size in enumerate(coded.sizes)
    ]
    return pd.Series(np.array(gains, dtype=np.float64), index=list(training.names))


def importance_profile_angle(a: ArrayLike, b: ArrayLike) -> float:
    r"""Angle between two relevance vectors, in radians: 0 where the same features matter in the same proportion.

    .. math:: \arccos \frac{\sum_f a_f b_f}{\lVert a \rVert \lVert b \rVert}

    Relevances that are not negative make it :math:`\pi / 2` at most, where no feature matters to both.

    Parameters
    ----------
    a, b : array-like of shape (n_features,)
        Relevance of the features in two regions, such as `importance_profile` gives it.

    Returns
    -------
    float
        0 where both vectors are zero, :math:`\pi / 2` where one is.

    See Also
    --------
    ProfileTreeClassifier

    Notes
    -----
    The angle of two zero vectors is 0, that of one with any other a right one.

    Formula: Rogers 2007, eq. 6.16 and 6.17.

    Cost: O(F).

    References
    ----------
    C. Apte, S. Hong, J. Hosking, J. Lepre, E. Pednault and B. Rosen, Decomposition of heterogeneous classification
    problems, Intelligent Data Analysis 2, 1998, pp. 81-96.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 6.16 and 6.17.

    Examples
    --------
    >>> float(np.degrees(importance_profile_angle([1, 0, 0.5], [0.2, 0.9, 0.5])).round(4))
    67.4331
    """
    one, other = (np.asarray(vector, dtype=np.float64) for vector in (a, b))
    if one.ndim != 1 or one.shape != other.shape:
        raise ValueError(
            f"the profiles have the shapes {one.shape} and {other.shape}; pass two vectors of one length"
        )
    if not (np.isfinite(one).all() and np.isfinite(other).all()):
        raise ValueError("a profile holds a value that is not finite; a feature without a relevance has 0")
    return float(find_angles(one, other))


def find_angles(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Angles between vectors along the last axis, as `importance_profile_angle` defines them."""
    # Scaled by the largest entry first, or the squares of tiny or huge gains leave the range of numbers.
    one, other = (
        _divide(vector, np.abs(vector).max(axis=-1, keepdims=True, initial=0.0)) for vector in (a, b)
    )
    lengths = np.sqrt((one**2).sum(axis=-1) * (other**2).sum(axis=-1))
    angles = np.arccos(np.clip(_divide((one * other).sum(axis=-1), lengths), -1.0, 1.0))
    neither = ~a.any(axis=-1) & ~b.any(axis=-1)
    return np.where(neither, 0.0, angles)  # a single zero vector has the cosine 0, which is a right angle


def count_classes(
    codes: NDArray[np.intp],
    size: int,
    labels: NDArray[np.intp],
    n_classes: int,
    weights: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """Weight of each class among the rows of each code, (size, n_classes)."""
    cells = np.bincount(codes * n_classes + labels, weights, minlength=size * n_classes)
    return cells.reshape(size, n_classes).astype(np.float64)


def best_gains(counts: NDArray[np.float64], *, ordered: bool) -> NDArray[np.float64]:
    """Largest information gain of a cut in two, for each of many tables of counts.

    Parameters
    ----------
    counts : ndarray of shape (..., size, n_classes)
        Weight of each class among the rows of each code; the last code is for missing values.
    ordered : bool
        Whether the codes have an order, so a cut parts lower codes from higher ones; or else one code from all.

    Returns
    -------
    ndarray of shape (...)
    """
    total = counts.sum(axis=-2, keepdims=True)
    left = counts.cumsum(axis=-2)[..., :-1, :] if ordered else counts
    rest = np.maximum(total - left, 0.0)  # the difference of two sums of weights may fall short of zero
    gains = _divide(entropy_mass(total) - entropy_mass(left) - entropy_mass(rest), total.sum(axis=-1))
    return np.asarray(gains.max(axis=-1, initial=0.0))


def _divide(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Quotients; 0 where there is nothing to divide by."""
    return np.asarray(np.divide(a, b, out=np.zeros(np.broadcast_shapes(a.shape, b.shape)), where=b > 0))


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
