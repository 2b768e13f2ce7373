"""What splits gained, summed up by feature, and the moments of gains over trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.constraints import Word, check
from hedgerow.relevance.hypothesis_tests import mean_above_zero, mean_interval

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class GainMoments:
    """Moments over some trees of the out-of-bag gain of each feature; one entry per feature.

    Parameters
    ----------
    n_trees : int
        Number of trees.
    mean : ndarray of shape (n_features,)
        Mean over the trees.
    squares, cubes : ndarray of shape (n_features,)
        Sums over the trees of the squared, and of the cubed, distance to the mean.
    uses : ndarray of int of shape (n_features,)
        Number of trees in which splits on the feature gained or lost anything.

    Examples
    --------
    >>> GainMoments.of(np.array([[0.0, 1.0], [0.0, 3.0]]))
    GainMoments(n_trees=2, mean=array([0., 2.]), squares=array([0., 2.]), cubes=array([0., 0.]), uses=array([0, 2]))
    """

    n_trees: int
    mean: NDArray[np.float64]
    squares: NDArray[np.float64]
    cubes: NDArray[np.float64]
    uses: NDArray[np.intp]

    @classmethod
    def of(cls, per_tree: NDArray[np.float64], used: NDArray[np.intp] | None = None) -> Self:
        """Sum up the gains of each tree: (n_trees, n_features).

        `used` lists the columns that may hold anything but zeros, which are few in wide tables; None for all.
        """
        gains = per_tree if used is None else per_tree[:, used]
        mean = gains.mean(axis=0)
        distance = gains - mean
        squared = distance * distance
        cubes = np.einsum("tf,tf->f", squared, distance)
        moments: list[NDArray[Any]] = [mean, squared.sum(axis=0), cubes, np.count_nonzero(gains, axis=0)]
        if used is not None:
            moments = [_spread(moment, used, per_tree.shape[1]) for moment in moments]
        return cls(len(per_tree), *moments)


def _spread(values: NDArray[Any], places: NDArray[np.intp], size: int) -> NDArray[Any]:
    """Put values in their places, among zeros."""
    spread = np.zeros(size, values.dtype)
    spread[places] = values
    return spread


def mean_gains(blocks: Sequence[GainMoments]) -> NDArray[np.float64]:
    """Mean over the trees of all blocks."""
    sizes = np.array([block.n_trees for block in blocks], dtype=np.float64)
    return np.asarray(sizes @ np.stack([block.mean for block in blocks]) / sizes.sum())


EffectiveSize = Literal["kish", "count", "unit"]


@dataclass(frozen=True, eq=False)
class GainSummary:
    """Summary of the gains of the splits on each feature; one entry per feature.

    Parameters
    ----------
    count : ndarray of int
        Number of splits.
    weight : ndarray
        Sum of their weights.
    mean, spread : ndarray
        Weighted mean and standard deviation; NaN where there is no observation, or for the spread not more than one.
    effective_size : ndarray
        Number of observations that the weighted ones are worth.
    low, high : ndarray
        Confidence interval of the mean; minus and plus infinity where the effective size is at most 1.
    """

    count: NDArray[np.intp]
    weight: NDArray[np.float64]
    mean: NDArray[np.float64]
    spread: NDArray[np.float64]
    effective_size: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def test(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """One-sided t test that the mean is above zero: t and p of each feature. See `mean_above_zero`."""
        return mean_above_zero(self.mean, self.spread, self.effective_size)

    def frame(self, names: ArrayLike | None = None) -> pd.DataFrame:
        """One row per feature, with the test.

        Parameters
        ----------
        names : array-like of shape (n_features,), default=None
            Names of the features, for the index.
        """
        import pandas as pd

        t, p = self.test()
        index = None if names is None else pd.Index(np.asarray(names), name="feature")
        return pd.DataFrame(vars(self) | {"t": t, "p_value": p}, index=index)


def summarise_features(
    feature: NDArray[np.integer[Any]],
    n_features: int,
    observed: NDArray[np.float64],
    weights: NDArray[np.float64],
    *,
    effective_size: EffectiveSize = "kish",
    unit: float | None = None,
    confidence: float = 0.95,
) -> GainSummary:
    """Weighted mean, spread and interval of the observations of each feature.

    ``s^2 = m / (m - 1) sum w (x - mean)^2 / sum w``, with m the effective number of observations.

    Parameters
    ----------
    feature : ndarray of int of shape (n_observations,)
        Which feature each observation is about.
    n_features : int
        Number of features.
    observed, weights : ndarray of shape (n_observations,)
        The observations and their weights.
    effective_size : {"kish", "count", "unit"}, default="kish"
        How m is counted: (sum w)^2 / sum w^2, the number of observations that weigh anything, or sum w / `unit`.
    unit : float or None, default=None
        Weight of one observation.
    confidence : float, default=0.95
        Of the intervals.

    Returns
    -------
    GainSummary

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.7-7.9.

    Examples
    --------
    >>> summary = summarise_features(np.array([0, 0, 1]), 2, np.array([0.2, 0.4, 0.1]), np.ones(3))
    >>> summary.mean, summary.effective_size
    (array([0.3, 0.1]), array([2., 1.]))
    """

    def total(amounts: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(feature, amounts, n_features).astype(np.float64, copy=False)

    check("effective_size", effective_size, Word("kish", "count", "unit"))
    weight = total(weights)
    if effective_size == "kish":
        size = np.nan_to_num(_ratio(weight**2, total(weights**2)), nan=0.0)
    elif effective_size == "count":
        size = total((weights > 0).astype(np.float64))
    else:
        size = weight / _check_unit(unit)
    mean = _ratio(total(weights * observed), weight)
    squares = _ratio(total(weights * (observed - mean[feature]) ** 2), weight)
    # Equal observations leave a trace of rounding, which is no spread.
    squares = np.where(squares <= (1e-12 * mean) ** 2, 0.0, squares)
    spread = np.sqrt(squares * _ratio(size, np.where(size > 1.0, size - 1.0, 0.0)))
    low, high = mean_interval(mean, spread, size, confidence)
    count = np.bincount(feature, minlength=n_features)
    return GainSummary(count, weight, mean, spread, size, low, high)


def _check_unit(unit: float | None) -> float:
    if unit is None or not unit > 0:
        raise ValueError(
            f'effective_size="unit" needs unit > 0, the weight of one observation; got {unit}. '
            "Pass 0.1 * node_complexity(class counts of the training set)"
        )
    return unit


def _ratio(above: NDArray[np.float64], below: NDArray[np.float64]) -> NDArray[np.float64]:
    """Quotient, NaN where there is nothing to divide by."""
    return np.asarray(np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0))
